-- A record says who may read it: health stays in the office unless somebody decides otherwise; families read what is meant for them.
alter table public.student_records drop constraint student_records_kind_check;
alter table public.student_records add constraint student_records_kind_check check (kind in ('behaviour', 'health', 'merit', 'contact', 'visit', 'other'));
alter table public.student_records add column visible_to text check (visible_to in ('office', 'teachers', 'family')), add column archived_at timestamptz, add column updated_at timestamptz not null default now();
comment on column public.student_records.visible_to is 'Who reads it besides the office: nobody, the learner''s teachers, or teachers and the family. Left out, it goes by the kind.';
comment on column public.student_records.archived_at is 'Put away: only the office still finds it.';

-- One list to search: what happened and to whom.
alter table public.student_records add column search_text text not null default '';
create function private.keep_record() returns trigger
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
create trigger keep_record before insert or update on public.student_records for each row execute function private.keep_record();
update public.student_records set visible_to = null;
create index student_records_list_idx on public.student_records (school_id, happened_on desc, id) where archived_at is null;
alter table public.student_records alter column visible_to set not null;

drop policy "The office sees records, teachers those of their learners" on public.student_records;
create policy "The office sees records, teachers and families what is meant for them" on public.student_records for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school())
    or (archived_at is null and visible_to in ('teachers', 'family') and student_id in (select private.my_taught_student_ids()))
    or (archived_at is null and visible_to = 'family' and student_id in (select private.my_student_ids())));

create function private.tell_record() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(private.family_of(new.student_id), 'record/' || new.id, format('A note about %s', (select first_name from public.students where id = new.student_id)), new.summary, '/dashboard');
  return null;
end
$$;
create trigger tell_record after insert or update of visible_to on public.student_records for each row
  when (new.visible_to = 'family' and new.archived_at is null and new.happened_on > current_date - 7) execute function private.tell_record();
