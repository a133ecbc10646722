create table public.school_terms (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 60),
  starts_on date not null,
  ends_on date not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  reopen_reason text check (length(reopen_reason) <= 300),
  check (ends_on > starts_on),
  unique (id, school_id)
);

create unique index school_terms_name_key on public.school_terms (school_id, private.fold_text(name));
comment on table public.school_terms is 'The terms of a school year.';
comment on column public.school_terms.closed_at is 'Since when its marks, registers and fees cannot be changed.';
comment on column public.school_terms.reopen_reason
  is 'Why an administrator opened it again; the log keeps every reason.';

create index school_terms_school_idx on public.school_terms (school_id, starts_on);

select private.school_table('public.school_terms', refuses_unread => true, audit => true);
grant select on public.school_terms to authenticated;

create policy "Super admins see all terms, members their school's" on public.school_terms for select to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school()));

create trigger touch before update on public.school_terms for each row execute function private.touch_updated_at();

create function public.save_term(name text, starts_on date, ends_on date, term_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('term:write');
  title constant text := private.require_text(save_term.name, 60, 'name', 'Name the term.');
  other public.school_terms;
  saved uuid;
begin
  if save_term.starts_on is null or save_term.ends_on is null or save_term.ends_on <= save_term.starts_on then
    perform private.refuse('term.days', 'A term ends after it starts. Check the days.', field => 'ends_on');
  end if;
  perform private.require_near_day(save_term.starts_on, '20 years', '5 years', private.school_today(school),
    'starts_on');
  perform private.require_near_day(save_term.ends_on, '20 years', '6 years', private.school_today(school), 'ends_on');
  select * into other from public.school_terms t where t.school_id = school and t.id is distinct from save_term.term_id
    and (private.fold_text(t.name) = private.fold_text(title)
      or daterange(t.starts_on, t.ends_on, '[]') && daterange(save_term.starts_on, save_term.ends_on, '[]')) limit 1;
  if found then
    if private.fold_text(other.name) = private.fold_text(title) then
      perform private.refuse('term.taken', 'There is a term of this name already. Add the year.', field => 'name');
    end if;
    perform private.refuse('term.overlaps', 'These days overlap with {term}.', jsonb_build_object('term', other.name),
      'starts_on');
  end if;
  if save_term.term_id is null then
    insert into public.school_terms (school_id, name, starts_on, ends_on)
      values (school, title, save_term.starts_on, save_term.ends_on) returning id into saved;
    return saved;
  end if;
  update public.school_terms t set name = title, starts_on = save_term.starts_on, ends_on = save_term.ends_on
    where t.id = save_term.term_id and t.school_id = school returning t.id into saved;
  if saved is null then
    perform private.refuse('term.not_found', 'This term is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$$;
grant execute on function public.save_term(text, date, date, uuid) to authenticated;

create function public.remove_term(term_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('term:write');
  term public.school_terms;
begin
  select * into term from public.school_terms t where t.id = remove_term.term_id and t.school_id = school for update;
  if not found then
    perform private.refuse('term.not_found', 'This term is no longer here.', errcode => 'P0002');
  end if;
  if exists (select from public.fees f where f.term_id = term.id)
    or exists (select from public.fee_invoices i where i.term_id = term.id) then
    perform private.refuse(
      'term.has_fees', 'Fees belong to {term}, so it stays.', jsonb_build_object('term', term.name),
      errcode => 'PT409');
  end if;
  if exists (select from public.grades g where g.term_id = term.id)
    or exists (select from public.assessments a where a.term_id = term.id) then
    perform private.refuse(
      'term.has_marks', 'Marks belong to {term}, so it stays.', jsonb_build_object('term', term.name),
      errcode => 'PT409');
  end if;
  if exists (select from public.attendance a where a.school_id = school
    and a.day between term.starts_on and term.ends_on) then
    perform private.refuse(
      'term.has_registers', 'Registers were taken in {term}, so it stays.', jsonb_build_object('term', term.name),
      errcode => 'PT409');
  end if;
  delete from public.school_terms t where t.id = term.id;
end
$$;
comment on function public.remove_term(uuid) is 'Deletes a term nothing belongs to yet.';
grant execute on function public.remove_term(uuid) to authenticated;

create function public.close_term(term_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('term:write');
  term public.school_terms;
begin
  select * into term from public.school_terms t where t.id = close_term.term_id and t.school_id = school for update;
  if not found then
    perform private.refuse('term.not_found', 'This term is no longer here.', errcode => 'P0002');
  end if;
  if term.ends_on >= private.school_today(school) then
    perform private.refuse('term.running', 'A term is closed after its last day.');
  end if;
  update public.school_terms t set closed_at = now(), reopen_reason = null where t.id = term.id and t.closed_at is null;
end
$$;
comment on function public.close_term(uuid)
  is 'Closes a term that is over: its marks, registers and fees cannot be changed until it is opened again.';
grant execute on function public.close_term(uuid) to authenticated;

create function public.reopen_term(term_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('term:write');
begin
  perform set_config('masomo.reason', private.require_text(reopen_term.reason, 300, 'reason',
    'Say why you are reopening the term.'), true);
  update public.school_terms t set closed_at = null, reopen_reason = btrim(reopen_term.reason)
  where t.id = reopen_term.term_id and t.school_id = school and t.closed_at is not null;
  if not found then
    perform private.refuse('term.not_closed', 'This term is not closed. Reload the page.', errcode => 'P0002');
  end if;
end
$$;
comment on function public.reopen_term(uuid, text) is 'Opens a closed term again. The reason is in the log.';
grant execute on function public.reopen_term(uuid, text) to authenticated;
