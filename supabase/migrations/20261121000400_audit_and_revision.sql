-- Who changed what, and a number that grows whenever something the public pages show has changed.
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

create function private.audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'updated_at' end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'updated_at' end;
  changed_before jsonb := was;
  changed_after jsonb := is_now;
  whole jsonb := coalesce(is_now, was);
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value) into changed_before, changed_after
    from jsonb_each(is_now) where value is distinct from was -> key;
    if changed_after is null then
      return null;
    end if;
  end if;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  values (
    (select id from public.users where id = auth.uid()),
    (select id from public.schools where id = case when tg_table_name = 'schools' then (whole ->> 'id')::uuid else (whole ->> 'school_id')::uuid end),
    lower(tg_op), tg_table_name, coalesce(whole ->> 'id', whole ->> 'key'), changed_before, changed_after);
  return null;
end
$$;
create trigger audit after insert or update or delete on public.schools for each row execute function private.audit();
create trigger audit after update on public.users for each row execute function private.audit();
create trigger audit after insert or delete on public.super_admins for each row execute function private.audit();
create trigger audit after insert or update on public.invitations for each row execute function private.audit();

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated;
create policy "Super admins read the log, administrators their school's" on public.audit_log for select to authenticated
  using ((select private.is_super_admin()) or (school_id = (select private.my_school()) and (select private.my_role()) = 'admin'));

create table public.content_revision (
  id boolean primary key default true check (id),
  revision bigint not null default 1,
  changed_at timestamptz not null default now()
);
comment on table public.content_revision is 'One row. Grows with every change of what the public pages show; cached pages older than it are stale.';
insert into public.content_revision default values;

create function private.bump_content_revision() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  current bigint;
begin
  update public.content_revision set revision = revision + 1, changed_at = now() returning revision into current;
  perform pg_notify('content_revision', current::text);
  return null;
end
$$;

alter table public.content_revision enable row level security;
grant select on public.content_revision to anon, authenticated;
create policy "Everyone reads the revision" on public.content_revision for select to anon, authenticated using (true);
