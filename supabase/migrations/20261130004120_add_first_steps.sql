set check_function_bodies = off;

create table private.dismissed_first_steps (
  school_id    uuid                     not null,
  dismissed_by uuid,
  dismissed_at timestamp with time zone not null default now(),
  constraint dismissed_first_steps_pkey primary key (school_id)
);

alter table private.dismissed_first_steps
  enable row level security;

create or replace function private.has_invited_guardians (
  school uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from private.memberships m join private.school_roles r on r.id = m.role_id
      where m.school_id = school and r.base = 'parent')
    or exists (select from public.invitations i where i.school_id = school and i.role = 'parent'
      and i.revoked_at is null)
$function$;

create or replace function private.has_invited_staff (
  school uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from private.memberships m join private.school_roles r on r.id = m.role_id
      where m.school_id = school and r.base in ('teacher', 'staff'))
    or exists (select from public.invitations i where i.school_id = school and i.role in ('teacher', 'staff')
      and i.revoked_at is null)
$function$;

create or replace function private.setup_steps (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when not (s.details and s.terms and s.classes and s.subjects and s.staff and s.students and s.fees
    and s.guardians and s.register) then to_jsonb(s) end
  from (select
    exists (select from public.schools h join private.school_looks l on l.school_id = h.id
      where h.id = school and h.phone is not null and h.address is not null and l.crest_path is not null) as details,
    exists (select from public.school_terms t where t.school_id = school
      and t.ends_on >= private.school_today(school)) as terms,
    exists (select from public.classes c where c.school_id = school and c.is_active) as classes,
    exists (select from public.class_subjects c where c.school_id = school) as subjects,
    private.has_invited_staff(school) as staff,
    exists (select from public.students t where t.school_id = school) as students,
    exists (select from public.fees f where f.school_id = school) as fees,
    private.has_invited_guardians(school) as guardians,
    exists (select from public.attendance a where a.school_id = school) as register) s
  where not exists (select from private.dismissed_first_steps d where d.school_id = school)
    and not exists (select from public.schools h where h.id = school and h.is_demo)
$function$;

create or replace function public.dismiss_first_steps()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require('school:run');
begin
  insert into private.dismissed_first_steps (school_id, dismissed_by) values (school, private.signed_in_uid())
    on conflict do nothing;
end
$function$;

alter table private.dismissed_first_steps
  add constraint dismissed_first_steps_dismissed_by_fkey foreign key (dismissed_by) references public.users(id) on delete set null;

alter table private.dismissed_first_steps
  add constraint dismissed_first_steps_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

create index dismissed_first_steps_person_idx on private.dismissed_first_steps using btree (dismissed_by);

comment on function public.dismiss_first_steps() is 'Puts the list of first steps of the caller''s school away, for all of its administrators. Administrators only.';

comment on table private.dismissed_first_steps is 'Schools whose administrators have put the list of first steps away.';

revoke all on function private.has_invited_guardians(uuid) from public;

revoke all on function private.has_invited_staff(uuid) from public;

revoke all on function public.dismiss_first_steps() from public;

grant execute on function public.dismiss_first_steps() to authenticated;

grant execute on function public.dismiss_first_steps() to service_role;

grant all on table private.dismissed_first_steps to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "private.dismissed_first_steps", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false}]');
