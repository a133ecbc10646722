set check_function_bodies = off;

alter table public.school_terms
  add column closed_at timestamp with time zone;

alter table public.school_terms
  add column reopen_reason text;

create or replace function private.keep_closed_terms()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  closed text;
begin
  if coalesce(current_setting('request.jwt.claims', true), '') = '' or 'on' in (coalesce(current_setting('masomo.purging', true), ''), coalesce(current_setting('masomo.unaudited', true), '')) then
    return null;
  end if;
  case
    when tg_table_name = 'attendance' and tg_op = 'DELETE' then
      select t.name into closed from removed r join public.school_terms t on t.school_id = r.school_id and r.day between t.starts_on and t.ends_on where t.closed_at is not null limit 1;
    when tg_table_name = 'attendance' then
      select t.name into closed from added a join public.school_terms t on t.school_id = a.school_id and a.day between t.starts_on and t.ends_on where t.closed_at is not null limit 1;
    when tg_op = 'DELETE' then
      select t.name into closed from removed r join public.school_terms t on t.id = r.term_id where t.closed_at is not null limit 1;
    when tg_op = 'UPDATE' then
      select t.name into closed from (select term_id from added union select term_id from removed) c join public.school_terms t on t.id = c.term_id where t.closed_at is not null limit 1;
    else
      select t.name into closed from added a join public.school_terms t on t.id = a.term_id where t.closed_at is not null limit 1;
  end case;
  if closed is not null then
    raise exception using errcode = 'P0001', message = format('%s is closed. An administrator opens it again under School, with a reason.', closed), hint = 'term.closed';
  end if;
  return null;
end
$function$;

create or replace function private.register_arrival (
  student uuid,
  school  uuid,
  day     date,
  is_late boolean
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  marked public.attendance;
begin
  if exists (select from public.school_terms t where t.school_id = register_arrival.school and register_arrival.day between t.starts_on and t.ends_on and t.closed_at is not null) then
    return 'contradicts';
  end if;
  insert into public.attendance as a (student_id, day, school_id, class_id, status, recorded_by)
  select s.id, register_arrival.day, register_arrival.school, s.class_id, case when is_late then 'late' else 'present' end::public.attendance_status, private.signed_in_uid()
  from public.students s where s.id = student and s.class_id is not null
  on conflict (student_id, day) do nothing returning a.* into marked;
  if marked.student_id is not null then
    return marked.status::text;
  end if;
  select * into marked from public.attendance a where a.student_id = student and a.day = register_arrival.day;
  if marked.status in ('absent', 'excused') then
    return 'contradicts';
  elsif marked.status = 'late' and not is_late
    and exists (select from public.gate_sightings g where g.student_id = student and g.day = register_arrival.day and g.outcome = 'late' and g.received_at >= marked.recorded_at) then
    update public.attendance a set status = 'present', recorded_at = now() where a.student_id = student and a.day = register_arrival.day;
    return 'present';
  end if;
  return case when marked.student_id is not null then 'again' when is_late then 'late' else 'present' end;
end
$function$;

create or replace function public.close_term (
  term_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  term public.school_terms;
begin
  select * into term from public.school_terms t where t.id = close_term.term_id and t.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This term is no longer here.', hint = 'term.not_found';
  end if;
  if term.ends_on >= private.school_today(school) then
    raise exception using errcode = 'P0001', message = 'A term is closed after its last day.', hint = 'term.running';
  end if;
  update public.school_terms t set closed_at = now(), reopen_reason = null where t.id = term.id and t.closed_at is null;
end
$function$;

create or replace function public.reopen_term (
  term_id uuid,
  reason  text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
begin
  update public.school_terms t set closed_at = null, reopen_reason = private.require_text(reopen_term.reason, 300, 'reason', 'Say why the term is opened again.')
  where t.id = reopen_term.term_id and t.school_id = school and t.closed_at is not null;
  if not found then
    raise exception using errcode = 'P0002', message = 'This term is not closed. Reload the page.', hint = 'term.not_closed';
  end if;
end
$function$;

alter table public.school_terms
  add constraint school_terms_reopen_reason_check check ((length(reopen_reason) <= 300));

create trigger keep_closed_added
  after insert on public.assessments referencing NEW table as added
  for each STATEMENT
  execute function private.keep_closed_terms();

create trigger keep_closed_changed
  after update on public.assessments referencing OLD table as removed NEW table as added
  for each STATEMENT
  execute function private.keep_closed_terms();

create trigger keep_closed_removed
  after delete on public.assessments referencing OLD table as removed
  for each STATEMENT
  execute function private.keep_closed_terms();

create trigger keep_closed_added
  after insert on public.attendance referencing NEW table as added
  for each STATEMENT
  execute function private.keep_closed_terms();

create trigger keep_closed_changed
  after update on public.attendance referencing OLD table as removed NEW table as added
  for each STATEMENT
  execute function private.keep_closed_terms();

create trigger keep_closed_removed
  after delete on public.attendance referencing OLD table as removed
  for each STATEMENT
  execute function private.keep_closed_terms();

create trigger keep_closed_added
  after insert on public.fees referencing NEW table as added
  for each STATEMENT
  execute function private.keep_closed_terms();

create trigger keep_closed_changed
  after update on public.fees referencing OLD table as removed NEW table as added
  for each STATEMENT
  execute function private.keep_closed_terms();

create trigger keep_closed_removed
  after delete on public.fees referencing OLD table as removed
  for each STATEMENT
  execute function private.keep_closed_terms();

create trigger keep_closed_added
  after insert on public.grades referencing NEW table as added
  for each STATEMENT
  execute function private.keep_closed_terms();

create trigger keep_closed_changed
  after update on public.grades referencing OLD table as removed NEW table as added
  for each STATEMENT
  execute function private.keep_closed_terms();

create trigger keep_closed_removed
  after delete on public.grades referencing OLD table as removed
  for each STATEMENT
  execute function private.keep_closed_terms();

comment on column public.school_terms.closed_at is 'Since when its marks, registers and fees cannot be changed.';

comment on column public.school_terms.reopen_reason is 'Why an administrator opened it again; the log keeps every reason.';

comment on function public.close_term(uuid) is 'Closes a term that is over: its marks, registers and fees cannot be changed until it is opened again.';

comment on function public.reopen_term(uuid, text) is 'Opens a closed term again. The reason is in the log.';

revoke all on function private.keep_closed_terms() from public;

revoke all on function public.close_term(uuid) from public;

grant execute on function public.close_term(uuid) to authenticated;

grant execute on function public.close_term(uuid) to service_role;

revoke all on function public.reopen_term(uuid, text) from public;

grant execute on function public.reopen_term(uuid, text) to authenticated;

grant execute on function public.reopen_term(uuid, text) to service_role;
