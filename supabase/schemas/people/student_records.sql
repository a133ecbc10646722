create table public.student_records (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  kind text not null check (kind in ('behaviour', 'health', 'merit', 'contact', 'visit', 'other')),
  summary text not null check (length(btrim(summary)) between 1 and 160),
  details text check (length(details) <= 3000),
  happened_on date not null default private.my_today(),
  recorded_by uuid references public.users (id) on delete set null default auth.uid(),
  created_at timestamptz not null default now(),
  visible_to text not null check (visible_to in ('office', 'teachers', 'family')),
  archived_at timestamptz,
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on column public.student_records.visible_to is 'Who may read it besides the office: office (no one), '
  'teachers, or family (teachers and family). Default: by the kind.';
comment on column public.student_records.archived_at is 'Archived: visible to the office only.';

create index student_records_school_idx on public.student_records (school_id, happened_on desc, id);
create index student_records_latest_idx on public.student_records (school_id, created_at desc)
  where kind not in ('health', 'behaviour');
create index student_records_student_idx on public.student_records (student_id);

select private.school_table('public.student_records', subject => 'student_id', erase => 'delete',
  refuses_unread => true, audit => true, key => '{id}', retention => 'student_notes',
  reader => 'private.exported_records', notices => '{record}', traced => '{summary,details}');

create function private.check_happened_day() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_near_day(new.happened_on, '60 years', '0 days', private.school_today(new.school_id),
    'happened_on');
  return new;
end
$$;
create trigger check_day before insert
  or update of happened_on on public.student_records for each row execute function private.check_happened_day();
grant
  select (id, school_id, student_id, kind, happened_on, recorded_by, created_at, visible_to, archived_at, updated_at),
  insert (school_id, student_id, kind, summary, details, happened_on, visible_to),
  update (kind, summary, details, happened_on, visible_to)
  on public.student_records to authenticated;

create policy "The office adds to its school" on public.student_records for insert to authenticated
  with check (school_id = (select private.school_where('record:write-all')));
create policy "The office updates within its school" on public.student_records for update to authenticated
  using (school_id = (select private.school_where('record:write-all'))) with
    check (school_id = (select private.school_where('record:write-all')));
create policy "The office sees records, teachers and families what is meant for them" on public.student_records
  for select to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('record:read-all'))
      or (archived_at is null and visible_to in ('teachers', 'family')
        and student_id in (select private.my_taught_student_ids()))
      or (archived_at is null and visible_to = 'family' and student_id in (select private.my_student_ids()))));

create function private.prepare_student_record() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.visible_to := coalesce(new.visible_to,
    case new.kind when 'health' then 'office' when 'merit' then 'family' else 'teachers' end);
  new.search_text := private.fold_text(new.summary || ' ' || (select s.search_text from public.students s
    where s.id = new.student_id));
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end
$$;
create trigger prepare_student_record before insert
  or update on public.student_records for each row execute function private.prepare_student_record();

create function public.archive_student_record(record_id uuid, is_archived boolean) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('record:write-all');
  saved uuid;
begin
  update public.student_records r
  set archived_at = case when archive_student_record.is_archived then coalesce(r.archived_at, now()) end
  where r.id = archive_student_record.record_id and r.school_id = school returning r.id into saved;
  if saved is null then
    perform private.refuse('record.not_found', 'This note is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$$;
comment on function public.archive_student_record(uuid, boolean) is
  'Archives a note about a student, which only the office then sees, or brings it back.';
grant execute on function public.archive_student_record(uuid, boolean) to authenticated;

create function private.notify_student_record() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(private.student_family(new.student_id), 'record/' || new.id, 
    private.say('A note about {student}', jsonb_build_object('student',
      (select first_name from public.students where id = new.student_id))),
    -- Of health and conduct nothing is read without a trace.
    case when new.kind not in ('health', 'behaviour') then to_jsonb(new.summary) end, '/dashboard');
  return null;
end
$$;
create trigger notify_student_record after insert or update of visible_to on public.student_records for each row
  when (new.visible_to = 'family' and new.archived_at is null
    and new.happened_on > private.school_today(new.school_id) - 7) execute function private.notify_student_record();

-- What notes say is read here alone, so that nobody reads about a child's health or conduct without a trace: the table
-- grants its other columns only.
create function public.read_student_records(
  of_student uuid default null, of_kind text default null, archived boolean default false, search text default null,
  sort text default 'happened_on', descending boolean default true, skipped integer default 0, size integer default 20,
  of_record uuid default null)
returns table (id uuid, updated_at timestamptz, student_id uuid, student text, kind text, summary text, details text,
  happened_on date, visible_to text, archived_at timestamptz, total bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
  in_office constant boolean := private.may('record:read-all');
  patterns constant text[] := private.search_patterns(read_student_records.search);
begin
  if me is null or private.my_school() is null and not private.may('records:open') then
    perform private.refuse('permission.members_only',
      'Only members of a school can read its records.', errcode => '42501');
  end if;
  return query
  with found as materialized (
    select r.* from public.student_records r
    where r.school_id = private.childrens_school() and r.student_id <> all ((select private.withheld_from_me())::uuid[])
      and (of_record is null or r.id = of_record)
      and (of_student is null or r.student_id = of_student) and (of_kind is null or r.kind = of_kind)
        and (of_record is not null or (r.archived_at is not null) = archived)
      and (in_office or r.visible_to in ('teachers', 'family') and r.archived_at is null
        and r.student_id in (select private.my_taught_student_ids())
        or r.visible_to = 'family' and r.archived_at is null and r.student_id in (select private.my_student_ids()))
      and (patterns is null or r.search_text like all (patterns))),
  page as materialized (
    select f.*, count(*) over () as found_rows from found f
    order by case when sort = 'kind' and not descending then f.kind end,
      case when sort = 'kind' and descending then f.kind end desc,
      case when not descending then f.happened_on end, case when descending then f.happened_on end desc, f.id
    limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  -- Once an hour for each reader and child: a list that is turned back and forth is one reading.
  logged as (
    insert into public.audit_log (actor_id, school_id, student_id, action, entity)
    select distinct me, p.school_id, p.student_id, 'read', 'student_records' from page p
    where p.kind in ('health', 'behaviour') and not exists (
      select from public.audit_log l where l.student_id = p.student_id and l.actor_id = me and l.action = 'read'
        and l.entity = 'student_records' and l.at > now() - interval '1 hour'))
  select p.id, p.updated_at, p.student_id, s.full_name, p.kind, p.summary, p.details,
    p.happened_on, p.visible_to, p.archived_at, p.found_rows
  from page p join public.students s on s.id = p.student_id
  order by case when sort = 'kind' and not descending then p.kind end,
    case when sort = 'kind' and descending then p.kind end desc,
    case when not descending then p.happened_on end, case when descending then p.happened_on end desc, p.id;
end
$$;
comment on function public.read_student_records(uuid, text, boolean, text, text, boolean, integer, integer, uuid) is
  'A page of the notes that the caller may read, with the number of all of them. Who reads notes on health or '
    'behaviour is logged. sort: happened_on or kind.';
grant execute on function public.read_student_records(uuid, text, boolean, text, text, boolean, integer, integer, uuid)
  to authenticated;

-- For the file of a child: what the caller may read, with its trace.
create function private.exported_records(student uuid) returns jsonb
language sql set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(r) - 'total'), '[]')
  from (select * from public.read_student_records(of_student => student, size => 1000)
    union all select * from public.read_student_records(of_student => student, archived => true, size => 1000)) r
$$;
grant execute on function private.exported_records(uuid) to authenticated;
