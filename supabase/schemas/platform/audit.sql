create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid references public.users (id) on delete set null,
  school_id uuid references public.schools (id) on delete set null,
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  student_id uuid,
  reason text
);
comment on table public.audit_log
  is 'Append-only. Written by triggers and commands; before and after hold the changed columns only.';

comment on column public.audit_log.reason is 'Why, where a command asks: it sets masomo.reason for its transaction.';
comment on column public.audit_log.student_id
  is 'The child that the changed record is about; kept when the child''s row is gone.';

create index audit_log_at_idx on public.audit_log (at desc);
create index audit_log_entity_idx on public.audit_log (entity, entity_id);
create index audit_log_school_idx on public.audit_log (school_id, at desc);
create index if not exists audit_log_actor_idx on public.audit_log (actor_id, at desc);

create index audit_log_student_idx on public.audit_log (student_id, at desc) where student_id is not null;

select private.school_table('public.audit_log', subject => 'student_id', erase => 'anonymise',
  blank => '{"before": null, "after": null, "reason": null}', needs_subscription => false, retention => 'audit_log',
  aged_by => 'at');
-- What changed is read through audit_entries, which leaves out what is read with a trace only.
grant select (id, at, actor_id, school_id, action, entity, entity_id, student_id, reason) on public.audit_log
  to authenticated;

-- Also for functions of the API that run with the owner's rights. A person or school that is deleted is taken out of
-- its entries; what the law lets go is deleted by the jobs and by an erasure.
create function private.keep_audit_log() returns trigger
language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('request.jwt.claims', true), '') <> ''
    and coalesce(current_setting('masomo.purging', true), '') = ''
    and (tg_op <> 'UPDATE' or to_jsonb(new) - '{actor_id,school_id}'::text[] <> to_jsonb(old)
      - '{actor_id,school_id}'::text[]
      or new.actor_id is not null and new.actor_id is distinct from old.actor_id or new.school_id is not null
        and new.school_id is distinct from old.school_id) then
    perform private.refuse('audit.append_only', 'The activity log cannot be changed.', errcode => '42501');
  end if;
  return coalesce(new, old);
end
$$;
create trigger keep before update or delete on public.audit_log for each row execute function private.keep_audit_log();

create policy "Super admins read the log, administrators their school's" on public.audit_log for select to authenticated
  using (
    school_id = (select private.school_where('audit:read'))
      and (student_id is null or student_id <> all ((select private.withheld_from_me())::uuid[]))
    or id >= (select private.first_number()) and id <= 9223372036854775807
      and (school_id = (select private.childrens_school()) and entity not in ('custody_marks', 'data_requests')
        or student_id is null and entity not in ('guardians', 'documents', 'custody_marks', 'data_requests')));
