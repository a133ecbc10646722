set check_function_bodies = off;

drop policy "People remove their notifications" on public.notifications;

drop policy "People see their notifications of what they may read" on public.notifications;

drop function private.may_read_notification(text);

drop function private.may_read_row(regclass, uuid);

create or replace function private.may_read_notification (
  source text
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select exists (select from private.readable_sources(array[source]))
$function$;

create or replace function private.my_notice_sources()
  returns text[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array(select n.source from public.notifications n
    where n.user_id = private.signed_in_uid() and n.source is not null)
$function$;

create or replace function private.notice_subject (
  source text
)
  returns uuid
  language sql
  immutable
  AS $function$
  select case when split_part(source, '/', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then split_part(source, '/', 2)::uuid end
$function$;

create or replace function private.readable_rows (
  relation regclass,
  ids      uuid[]
)
  returns uuid[]
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  readable uuid[] := '{}';
begin
  if readable_rows.relation is not null then
    execute format('select array(select r.id from %s r where r.id = any ($1))', readable_rows.relation)
    into readable using readable_rows.ids;
  end if;
  return readable;
end
$function$;

create or replace function private.readable_sources (
  sources text[]
)
  returns SETOF text
  language plpgsql
  stable
  rows 20
  set search_path to ''
  AS $function$
declare
  kind text;
  alike text[];
  subjects uuid[];
begin
  for kind, alike, subjects in
    select split_part(s, '/', 1), array_agg(s), array_agg(private.notice_subject(s))
    from unnest(sources) as s group by 1
  loop
    case
      when kind = 'announcement' then
        subjects := array(select a.id from public.announcements a where a.id = any (subjects));
      when kind = 'assignment' then
        subjects := array(select a.id from public.assignments a where a.id = any (subjects));
      when kind = 'mark' then
        alike := array(select s from unnest(alike) as s where exists (select from public.submissions b
          where b.assignment_id = private.notice_subject(s) and b.student_id::text = split_part(s, '/', 3)));
      when kind = 'record' then
        subjects := array(select r.id from public.student_records r where r.id = any (subjects));
      when kind in ('data-request', 'data-answer') then
        subjects := array(select r.id from public.data_requests r where r.id = any (subjects));
      when kind = 'opening' then
        subjects := array(select o.id from public.record_openings o where o.id = any (subjects));
      when kind = 'ticket-reply' then
        subjects := array(select r.id from public.ticket_replies r where r.id = any (subjects));
      when kind in ('absence', 'fee-reminder') then
        subjects := array(select s.id from public.students s where s.id = any (subjects));
      when private.is_personal_notice(kind) then
        return query select unnest(alike);
        continue;
      else
        subjects := private.readable_rows(private.table_of_notices(kind), subjects);
    end case;
    return query select s from unnest(alike) as s where private.notice_subject(s) = any (subjects);
  end loop;
end
$function$;

create policy "People remove their notifications" on public.notifications
  for delete
  to authenticated
  using
    (((user_id = ( select private.signed_in_uid() as signed_in_uid)) AND ((source is null) or (source in ( select
    private.readable_sources(private.my_notice_sources()) as readable_sources)))));

create policy "People see their notifications of what they may read" on public.notifications
  for select
  to authenticated
  using
    (((user_id = ( select private.signed_in_uid() as signed_in_uid)) AND ((source is null) or (source in ( select
    private.readable_sources(private.my_notice_sources()) as readable_sources)))));

revoke all on function private.may_read_notification(text) from public;

grant execute on function private.may_read_notification(text) to authenticated;

revoke all on function private.my_notice_sources() from public;

grant execute on function private.my_notice_sources() to authenticated;

revoke all on function private.notice_subject(text) from public;

grant execute on function private.notice_subject(text) to authenticated;

revoke all on function private.readable_rows(regclass, uuid[]) from public;

grant execute on function private.readable_rows(regclass, uuid[]) to authenticated;

revoke all on function private.readable_sources(text[]) from public;

grant execute on function private.readable_sources(text[]) to authenticated;
