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
comment on column public.student_records.visible_to is 'Who may read it besides the office: office (no one), teachers, or family (teachers and family). Default: by the kind.';
comment on column public.student_records.archived_at is 'Archived: visible to the office only.';

create index student_records_school_idx on public.student_records (school_id, happened_on desc, id);
create index student_records_student_idx on public.student_records (student_id);

alter table public.student_records enable row level security;
create trigger needs_subscription before insert or update or delete on public.student_records for each statement execute function private.require_subscription();
grant select, insert, update, delete on public.student_records to authenticated;

create policy "The office adds to its school" on public.student_records for insert to authenticated
  with check (school_id = (select private.office_school()));
create policy "The office updates within its school" on public.student_records for update to authenticated
  using (school_id = (select private.office_school())) with check (school_id = (select private.office_school()));
create policy "The office deletes within its school" on public.student_records for delete to authenticated
  using (school_id = (select private.office_school()));
create policy "The office sees records, teachers and families what is meant for them" on public.student_records for select to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and ((select private.my_role()) in ('super_admin', 'admin', 'staff')
      or (archived_at is null and visible_to in ('teachers', 'family') and student_id in (select private.my_taught_student_ids()))
      or (archived_at is null and visible_to = 'family' and student_id in (select private.my_student_ids()))));

create function private.prepare_student_record() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.visible_to := coalesce(new.visible_to, case new.kind when 'health' then 'office' when 'merit' then 'family' else 'teachers' end);
  new.search_text := lower(new.summary || ' ' || (select s.search_text from public.students s where s.id = new.student_id));
  if tg_op = 'UPDATE' then
    new.recorded_by := old.recorded_by;
    new.student_id := old.student_id;
    new.updated_at := now();
  end if;
  return new;
end
$$;
create trigger prepare_student_record before insert or update on public.student_records for each row execute function private.prepare_student_record();
create trigger refuse_unread_change before update on public.student_records for each row
  when (current_setting('request.headers', true) like '%"x-record-read"%') execute function private.refuse_unread_change();

create function private.notify_student_record() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(private.student_family(new.student_id), 'record/' || new.id, format('A note about %s', (select first_name from public.students where id = new.student_id)), new.summary, '/dashboard');
  return null;
end
$$;
create trigger notify_student_record after insert or update of visible_to on public.student_records for each row
  when (new.visible_to = 'family' and new.archived_at is null and new.happened_on > private.school_today(new.school_id) - 7) execute function private.notify_student_record();
