create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid references public.users (id) on delete set null,
  school_id uuid references public.schools (id) on delete set null,
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb
);
comment on table public.audit_log is 'Append-only. Written by triggers and commands; before and after hold the changed columns only.';

create index audit_log_at_idx on public.audit_log (at desc);
create index audit_log_entity_idx on public.audit_log (entity, entity_id);
create index audit_log_school_idx on public.audit_log (school_id, at desc);
create index if not exists audit_log_actor_idx on public.audit_log (actor_id, at desc);

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated;

create policy "Super admins read the log, administrators their school's" on public.audit_log for select to authenticated
  using (school_id = (select private.admin_school()) or id >= (select private.first_number()) and id <= 9223372036854775807);

create view public.audit_entries with (security_invoker = true) as
  select l.id, l.at, l.action, l.entity, l.entity_id, l.before, l.after, l.school_id, s.name as school, l.actor_id,
    coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as actor, u.email as actor_email
  from public.audit_log l left join public.users u on u.id = l.actor_id left join public.schools s on s.id = l.school_id;
comment on view public.audit_entries is 'The audit log with names. actor is null for what the product did by itself.';
grant select on public.audit_entries to authenticated;
