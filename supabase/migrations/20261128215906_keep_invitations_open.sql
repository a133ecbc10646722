set check_function_bodies = off;

drop index public.invitations_school_idx;

drop function private.storage_limit(uuid);

drop function public.charge_fee(uuid);

drop function public.fail_payment_attempt(uuid, text, text, boolean);

drop function public.invite_user(text, public.user_role, uuid, text, text);

drop function public.my_cms_right();

drop function public.people_with_roles(uuid, uuid);

drop function public.rate_order(text, text, integer, text);

drop function public.record_grades(uuid, uuid, uuid, text, jsonb, numeric);

drop function public.school_roles();

drop function public.take_attendance(uuid, date, jsonb);

alter table public.invitations
  add column role_id uuid;

create or replace function private.accept_invitation()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.invitations i set accepted_at = now()
  where lower(i.email) = lower(new.email) and i.accepted_at is null and i.revoked_at is null;
  return null;
end
$function$;

create or replace function private.begin_export_again (
  export_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.school_exports e set part_names = '{}', size = 0, entries_done = 0
  where e.id = begin_export_again.export_id and e.state = 'failed' and exists (
    select from unnest(e.part_names) part
      cross join lateral (select format('%s/%s/%s', e.school_id, e.id, part) as name) p
    where exists (select from private.files_to_delete f where f.bucket = 'school-exports' and f.name = p.name)
      or not exists (select from storage.objects o where o.bucket_id = 'school-exports' and o.name = p.name));
  if found then
    update private.export_entries x set last_key = null, offset_bytes = null, crc = 0, size = 0, compressed = 0,
      is_done = false
    where x.export_id = begin_export_again.export_id;
  end if;
end
$function$;

create or replace function private.bump_content_revision()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.content_revision set revision = revision + 1, changed_at = now();
  return null;
end
$function$;

create or replace function private.create_profile()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  invitation public.invitations;
  own_role private.school_roles;
begin
  select * into invitation from public.invitations
  where lower(email) = lower(new.email) and accepted_at is null and revoked_at is null
  for update;
  select * into own_role from private.school_roles r where r.id = invitation.role_id;
  insert into public.users (id, email, first_name, last_name, role, school_id)
  values (
    new.id, new.email,
    left(coalesce(invitation.first_name, private.null_if_blank(new.raw_user_meta_data ->> 'first_name')), 80),
    left(coalesce(invitation.last_name, private.null_if_blank(new.raw_user_meta_data ->> 'last_name')), 80),
    coalesce(own_role.base, invitation.role, 'user'), invitation.school_id)
  on conflict (id) do nothing;
  if own_role.id is not null then
    update private.memberships m set role_id = own_role.id, given_by = invitation.invited_by
    where m.user_id = new.id and m.school_id = invitation.school_id;
  end if;
  if new.email_confirmed_at is not null then
    update public.invitations set accepted_at = now() where id = invitation.id;
  end if;
  return new;
end
$function$;

create or replace function private.follow_export_job()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if old.state in ('failed', 'cancelled') and new.state in ('waiting', 'running') then
    perform private.begin_export_again(new.subject::uuid);
  end if;
  update public.school_exports e set state = case when new.state in ('failed', 'cancelled') then 'failed'
    else 'running' end
  where e.id::text = new.subject
    and e.state = case when new.state in ('failed', 'cancelled') then 'running' else 'failed' end
    or e.id::text = new.subject and e.state = 'waiting' and new.state in ('failed', 'cancelled');
  return null;
end
$function$;

create or replace function private.plan_storage (
  school uuid
)
  returns table (
    plan_id   uuid,
    plan      text,
    is_trial  boolean,
    megabytes integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  today constant date := private.school_today(school);
  running public.subscriptions;
begin
  select s.* into running from public.subscriptions s
  where s.school_id = school and s.revoked_at is null and s.started_on <= today and s.ends_on >= today
  order by s.is_trial, s.ends_on desc limit 1;
  return query
  select running.plan_id, (select p.name from public.plans p where p.id = running.plan_id),
    coalesce(running.is_trial, false),
    coalesce((select l.megabytes from private.storage_limits l
      where l.is_trial = coalesce(running.is_trial, false) and (l.plan_id is null or l.plan_id = running.plan_id)
      order by l.plan_id is null limit 1), case when running.is_trial then 512 else 5120 end);
end
$function$;

create or replace function private.queue_mail (
  key       text,
  template  text,
  recipient text,
  data      jsonb,
  reply_to  text  default null::text,
  language  text  default null::text,
  school    uuid  default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  queued uuid;
  payer constant text := private.mail_payer(queue_mail.template);
  causing constant uuid := coalesce(queue_mail.school, case when payer <> 'platform' then private.my_school() end);
  refusal text;
begin
  select id into queued from public.mail_outbox where idempotency_key = key;
  if queued is not null then
    return queued;
  end if;
  refusal := private.mail_refusal(queue_mail.template, recipient, causing);
  if refusal is not null and payer not in ('platform', 'team') then
    if causing is not null then
      perform private.tell_of_used_budget(causing, refusal);
    end if;
    return null;
  end if;
  insert into public.mail_outbox (idempotency_key, template, to_address, data, reply_to, language, next_attempt_at)
  values (key, queue_mail.template, recipient,
    case when payer = 'visitor' or (payer = 'school' or payer = 'platform' and causing is not null)
      and not private.is_paying(causing)
      then private.without_links(queue_mail.data) else queue_mail.data end,
    queue_mail.reply_to,
    coalesce((select u.language from public.users u where lower(u.email) = lower(recipient)
      and u.language is not null limit 1), queue_mail.language, 'en'),
    case when refusal is null then now() else (private.today() + 1)::timestamp at time zone 'Africa/Nairobi' end)
  on conflict (idempotency_key) do nothing returning id into queued;
  if queued is null then
    select id into queued from public.mail_outbox where idempotency_key = key;
  end if;
  return queued;
end
$function$;

create or replace function private.require (
  permission text
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if private.may(permission) then
    return private.my_school();
  elsif exists (select from private.permissions p where p.name = require.permission and p.is_platform) then
    perform private.refuse('permission.super_admin_only', 'Only a super admin may do this.', errcode => '42501');
  end if;
  perform private.refuse('permission.missing',
    'Your role does not have the permission that this needs: “{permission}” Ask an administrator of your school.',
    jsonb_build_object('permission', (select private.say(p.sentence) from private.permissions p
      where p.name = require.permission)),
    errcode => '42501');
end
$function$;

create or replace function private.storage_limit (
  school uuid
)
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce((select s.storage_megabytes from public.schools s where s.id = storage_limit.school),
    p.megabytes)::bigint * 1048576
  from private.plan_storage(storage_limit.school) p
$function$;

create or replace function private.value_in_english (
  value jsonb
)
  returns text
  language sql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
  select case
    when jsonb_typeof(value) = 'number' then
      rtrim(to_char((value #>> '{}')::numeric, 'FM999,999,999,999,990.999'), '.')
    when value ? 'day' then to_char((value ->> 'day')::date, 'FMDD Mon YYYY')
    when value ->> 'currency' = 'KES' then private.shillings((value ->> 'amount')::numeric)
    when value ? 'amount' then concat_ws(' ', value ->> 'currency', value ->> 'amount')
    when value ? 'sentence' then private.in_english(value)
    else value #>> '{}' end
$function$;

create or replace function public.delete_school_role (
  role_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('role:manage');
  known private.school_roles;
  people text;
  before jsonb;
begin
  select * into known from private.school_roles r where r.id = delete_school_role.role_id
    and (r.school_id = school or r.school_id is null) for update;
  if known.id is null then
    perform private.refuse('role.not_found', 'This role is no longer there. Load the page again.', errcode => 'P0002');
  elsif known.school_id is null then
    perform private.refuse('role.common',
      'This role is the same in every school. Add a role of your own instead.', errcode => '42501');
  end if;
  perform private.require_grantable(known.id);
  select string_agg(h.name, ', ' order by h.name) into people from (
    select distinct coalesce(private.full_name(u.first_name, u.last_name), u.email) as name from private.memberships m
      join public.users u on u.id = m.user_id
    where m.role_id = known.id and (m.ends_on is null or m.ends_on >= private.my_today())) h;
  if people is not null then
    perform private.refuse('role.in_use', 'These people have this role: {people}. Take it from them first.',
      jsonb_build_object('people', people));
  end if;
  before := jsonb_build_object('name', known.name, 'base', known.base, 'permissions', private.permissions_of(known.id));
  -- An open invitation would give the common role in its place.
  update public.invitations i set revoked_at = now()
  where i.role_id = known.id and i.accepted_at is null and i.revoked_at is null;
  delete from private.memberships m where m.role_id = known.id;
  delete from private.school_roles r where r.id = known.id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before)
  values (private.signed_in_uid(), school, 'delete', 'school_roles', known.id, before);
end
$function$;

create or replace function public.invitation_mail (
  email     text,
  school_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  address constant text := lower(btrim(invitation_mail.email));
  open public.invitations;
  names jsonb;
begin
  perform private.require_account_manager(invitation_mail.school_id);
  if exists (select from public.users u join auth.users a on a.id = u.id where lower(u.email) = address
    and a.email_confirmed_at is null) then
    perform private.require_mail_budget('invitation', address,
      case when private.is_super_admin() then null else invitation_mail.school_id end);
  end if;
  select * into open from public.invitations i where lower(i.email) = address and i.accepted_at is null
    and i.revoked_at is null
    and i.school_id is not distinct from invitation_mail.school_id;
  select jsonb_build_object('name', coalesce(private.full_name(u.first_name, u.last_name), ''),
    'language', coalesce(u.language, 'en'),
    'school', (select s.name from public.schools s where s.id = invitation_mail.school_id),
    'role', (select r.name from private.school_roles r where r.id = open.role_id), 'invitation', open.id)
  into names from public.users u where u.id = private.signed_in_uid();
  return case when invitation_mail.school_id is null or private.is_paying(invitation_mail.school_id) then names
    else private.without_links(names) end;
end
$function$;

create or replace function public.invitation_state (
  invitation_id uuid
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when i.revoked_at is not null then 'revoked' when i.accepted_at is not null then 'accepted'
    else 'open' end
  from public.invitations i where i.id = invitation_state.invitation_id
$function$;

create or replace function public.invite_user (
  email      text,
  role       public.user_role,
  school_id  uuid             default null::uuid,
  first_name text             default null::text,
  last_name  text             default null::text,
  role_id    uuid             default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  address constant text := lower(private.null_if_blank(invite_user.email));
  base public.user_role := invite_user.role;
  invitation uuid;
begin
  perform private.require_account_manager(invite_user.school_id);
  if invite_user.role_id is not null then
    select r.base into base from private.school_roles r
    where r.id = invite_user.role_id and r.school_id = invite_user.school_id;
    if not found then
      perform private.refuse('role.not_found',
        'This role is no longer there. Load the page again.', errcode => 'P0002');
    end if;
  end if;
  if address is null or not private.is_email(address) then
    perform private.refuse('invitation.invalid_email',
      'Enter an email address like name@school.ac.ke.', field => 'email');
  end if;
  if base = 'super_admin' then
    perform private.refuse('invitation.role_not_allowed',
      'Super admins are added by the operator, not by invitation.', field => 'role');
  end if;
  if base <> 'user' and invite_user.school_id is null then
    perform private.refuse('invitation.school_required',
      'Choose the school this person belongs to.', field => 'school_id');
  end if;
  if not private.is_super_admin()
    and exists (select from public.users u where lower(u.email) = address
    and u.school_id is distinct from invite_user.school_id) then
    perform private.refuse('invitation.elsewhere',
      'This address has an account elsewhere. Ask support to move it, or use another address.', field => 'email');
  end if;
  perform private.require_grantable(coalesce(invite_user.role_id, private.common_role(base)));
  if exists (select from public.users u where lower(u.email) = address) then
    perform private.refuse('invitation.already_member',
      'This address already has an account. Change its role instead.', field => 'email');
  end if;
  -- A school cannot replace an invitation of the platform or of another school.
  if not private.is_super_admin()
    and exists (select from public.invitations i where lower(i.email) = address and i.accepted_at is null
    and i.revoked_at is null and i.school_id is distinct from invite_user.school_id) then
    perform private.refuse('invitation.invited_elsewhere',
      'This address is invited elsewhere already. Ask support, or use another address.', field => 'email');
  end if;
  perform private.require_mail_budget('invitation', address,
    case when private.is_super_admin() then null else invite_user.school_id end);
  update public.invitations i set revoked_at = now() where lower(i.email) = address and i.accepted_at is null
    and i.revoked_at is null;
  insert into public.invitations (email, role, role_id, school_id, first_name, last_name, invited_by)
  values (address, base, invite_user.role_id, invite_user.school_id, private.null_if_blank(invite_user.first_name),
    private.null_if_blank(invite_user.last_name), private.signed_in_uid())
  returning id into invitation;
  return invitation;
end
$function$;

create or replace function public.list_open_invitations (
  in_school uuid    default null::uuid,
  skipped   integer default 0,
  size      integer default 20
)
  returns table (
    id         uuid,
    email      text,
    name       text,
    role       public.user_role,
    role_id    uuid,
    role_name  text,
    school_id  uuid,
    school     text,
    invited_by text,
    created_at timestamp with time zone,
    total      bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  -- Null for a super admin, who may look into every school.
  own_school constant uuid := private.require_account_manager(coalesce(in_school,
    private.school_where('account:manage')));
  only_school constant uuid := coalesce(own_school, in_school);
begin
  return query
  select i.id, i.email, private.full_name(i.first_name, i.last_name), i.role, i.role_id, r.name, i.school_id, h.name,
    private.full_name(u.first_name, u.last_name), i.created_at, count(*) over ()
  from public.invitations i left join private.school_roles r on r.id = i.role_id
    left join public.schools h on h.id = i.school_id
    left join public.users u on u.id = i.invited_by
  where i.accepted_at is null and i.revoked_at is null and (only_school is null or i.school_id = only_school)
  order by i.created_at desc, i.id
  limit least(greatest(size, 1), 100) offset greatest(skipped, 0);
end
$function$;

create or replace function public.order_by_number_and_email (
  order_number text,
  email        text default null::text,
  order_key    uuid default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  found_order constant public.orders := private.order_of_buyer(
    order_by_number_and_email.order_number, order_by_number_and_email.order_key, order_by_number_and_email.email);
  rated constant jsonb := jsonb_build_object('rating',
    (select r.rating from public.order_ratings r where r.order_id = found_order.id));
begin
  if found_order.id is null then
    return null;
  end if;
  if found_order.idempotency_key is distinct from order_by_number_and_email.order_key then
    return private.order_document(found_order) || rated || '{"is_proven": false, "licences": [], "payments": [], '
      '"tax": null, "customer_phone": "", "billing_address": null, "city": null}';
  end if;
  return private.order_document(found_order) || rated || '{"is_proven": true}';
end
$function$;

create or replace function public.people_with_roles (
  of_role   uuid    default null::uuid,
  of_person uuid    default null::uuid,
  search    text    default null::text,
  skipped   integer default 0,
  size      integer default 1000
)
  returns table (
    id        uuid,
    user_id   uuid,
    name      text,
    email     text,
    role_id   uuid,
    role_name text,
    base      public.user_role,
    campus_id uuid,
    campus    text,
    starts_on date,
    ends_on   date,
    is_active boolean,
    can_take  boolean,
    total     bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('role:manage');
  patterns constant text[] := private.search_patterns(search);
begin
  return query
  select m.id, u.id, coalesce(private.full_name(u.first_name, u.last_name), u.email), u.email, r.id, r.name, r.base,
    c.id,
    c.name, case when isfinite(m.starts_on) then m.starts_on end, m.ends_on, u.is_active,
    u.id <> private.signed_in_uid() and private.is_grantable(r.id), count(*) over ()
  from private.memberships m join public.users u on u.id = m.user_id join private.school_roles r on r.id = m.role_id
    left join public.campuses c on c.id = m.campus_id
  where m.school_id = school and (people_with_roles.of_role is null or m.role_id = people_with_roles.of_role)
    and (people_with_roles.of_person is null or m.user_id = people_with_roles.of_person)
    and (patterns is null or private.account_text(u.first_name, u.last_name, u.email) like all (patterns))
  order by u.last_name, u.first_name, u.id, r.school_id is not null, r.base, r.slug, m.id
  limit least(greatest(people_with_roles.size, 1), 1000) offset greatest(people_with_roles.skipped, 0);
end
$function$;

create or replace function public.rate_order (
  order_number text,
  rating       integer,
  email        text    default null::text,
  order_key    uuid    default null::uuid,
  comment      text    default null::text
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  rated constant public.orders := private.order_of_buyer(
    rate_order.order_number, rate_order.order_key, rate_order.email);
begin
  if rated.id is null then
    return false;
  end if;
  if rate_order.rating is null or rate_order.rating not between 1 and 5 then
    perform private.refuse('rating.out_of_range', 'Choose one to five stars.', field => 'rating');
  elsif rated.status <> 'completed' then
    perform private.refuse('rating.not_completed', 'An order can be rated once it is complete.', errcode => 'PT409');
  end if;
  insert into public.order_ratings (order_id, rating, comment)
  values (rated.id, rate_order.rating, left(private.null_if_blank(rate_order.comment), 1000))
  on conflict (order_id) do update set rating = excluded.rating, comment = excluded.comment, created_at = now();
  return true;
end
$function$;

create or replace function public.remove_class (
  class_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  class public.classes;
  kept jsonb;
begin
  select * into class from public.classes c where c.id = remove_class.class_id and c.school_id = school for update;
  if not found then
    perform private.refuse('class.not_found', 'This class is no longer here.', errcode => 'P0002');
  end if;
  kept := jsonb_build_object(
    'students', (select count(*) from (select s.id from public.students s where s.class_id = class.id
      union select e.student_id from public.enrolments e where e.class_id = class.id) of_class),
    'marks', (select count(*) from public.grades g where g.class_id = class.id),
    'registers', (select count(distinct a.day) from public.attendance a where a.class_id = class.id),
    'fees', (select count(*) from public.fees f where f.class_id = class.id),
    'assignments', (select count(*) from public.assignments a where a.class_id = class.id),
    'announcements', (select count(*) from public.announcements a where a.class_id = class.id));
  if exists (select from jsonb_each(kept) k where k.value <> '0') then
    perform private.refuse('class.has_history',
      '{class} has records. Students: {students}, marks: {marks}, registers: {registers}, fees: {fees}, assignments: '
        '{assignments}, announcements: {announcements}. Archive it instead.',
      kept || jsonb_build_object('class', class.name), errcode => 'PT409');
  end if;
  delete from public.classes c where c.id = class.id;
end
$function$;

create or replace function public.retry_mail (
  mail_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('mail:retry');
  update public.mail_outbox set status = 'queued', attempts = 0, next_attempt_at = now() where id = mail_id
    and status = 'failed';
  if not found then
    perform private.refuse('mail.not_failed', 'Only a mail that was given up can be sent again.', errcode => 'PT409');
  end if;
end
$function$;

create or replace function public.retry_mails()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  retried integer;
begin
  perform private.require('mail:retry');
  update public.mail_outbox set status = 'queued', attempts = 0, next_attempt_at = now() where status = 'failed';
  get diagnostics retried = row_count;
  return retried;
end
$function$;

create or replace function public.revoke_invitation (
  invitation_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  revoked public.invitations;
  account uuid;
begin
  select * into revoked from public.invitations i where i.id = invitation_id;
  perform private.require_account_manager(revoked.school_id);
  -- In the order in which opening the link locks them.
  select a.id into account from auth.users a
  where lower(a.email) = lower(revoked.email) and a.email_confirmed_at is null for update;
  update public.invitations i set revoked_at = now()
  where i.id = invitation_id and i.accepted_at is null and i.revoked_at is null;
  if not found then
    perform private.refuse('invitation.not_open', 'This invitation is no longer open.', errcode => 'P0002');
  end if;
  if exists (select from private.memberships m where m.user_id = account
    and m.school_id is distinct from revoked.school_id) then
    delete from private.memberships m where m.user_id = account and m.school_id = revoked.school_id;
  else
    delete from auth.users a where a.id = account and not exists (select from public.super_admins s where s.id = a.id);
  end if;
end
$function$;

create or replace function public.school_overview (
  school_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require('school:write');
  return (select jsonb_build_object(
    'id', s.id, 'updated_at', s.updated_at, 'name', s.name, 'kind', s.kind, 'email', s.email, 'phone', s.phone, 'city',
      s.city, 'address', s.address, 'motto', s.motto, 'version', s.version, 'is_active', s.is_active, 'is_demo',
      s.is_demo, 'created_at', s.created_at,
    'students', private.active_students(s.id), 'staff',
      (select count(*) from public.staff_members p where p.school_id = s.id and p.is_active),
    'classes', (select count(*) from public.classes c where c.school_id = s.id and c.is_active),
    'file_room', jsonb_build_object('used', private.stored_bytes(s.id), 'limit', private.storage_limit(s.id),
      'megabytes', s.storage_megabytes, 'of_plan', (select to_jsonb(p) from private.plan_storage(s.id) p)),
    'last_sign_in', (select max(a.at) from public.users u join private.last_sign_ins a on a.user_id = u.id
      where u.school_id = s.id),
    'subscription', (select jsonb_build_object('id', b.subscription_id, 'plan_id', b.plan_id, 'plan', b.plan,
      'status', b.status, 'billing', b.billing, 'started_on', b.started_on, 'ends_on', b.ends_on, 'grace_until',
      b.grace_until, 'max_students', b.max_students)
      from private.subscription_of(s.id) b where b.subscription_id is not null))
  from public.schools s where s.id = school_overview.school_id);
end
$function$;

create or replace function public.school_roles (
  of_school uuid default null::uuid
)
  returns table (
    id                uuid,
    name              text,
    base              public.user_role,
    people            bigint,
    needs_second_step boolean,
    permissions       text[],
    is_own            boolean,
    can_give          boolean
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  -- Who may only invite reads them too, to choose from.
  school constant uuid := case when private.may('user:set-role') then school_roles.of_school
    else coalesce(private.school_where('account:manage'), private.require('role:manage')) end;
begin
  return query
  select r.id, r.name, r.base, (select count(distinct m.user_id) from private.memberships m
    join public.users u on u.id = m.user_id
      where m.role_id = r.id and m.school_id = school and u.is_active
        and (m.ends_on is null or m.ends_on >= private.my_today())),
    r.needs_second_step, private.permissions_of(r.id), r.school_id is not null, private.is_grantable(r.id)
  from private.school_roles r
  where r.school_id = school or r.school_id is null and r.base = any (private.roles_of_schools())
  order by r.school_id is not null, r.base, r.slug;
end
$function$;

alter table public.invitations
  add constraint invitations_role_fkey foreign key (role_id) references private.school_roles(id) on delete set null;

create index invitations_role_idx on public.invitations using btree (role_id)
  where (role_id is not null);

create index invitations_school_idx on public.invitations using btree (school_id, created_at desc);

create trigger masomo_accept_invitation
  after update of email_confirmed_at on auth.users
  for each row
  when (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL)))
  execute function private.accept_invitation();

comment on column public.invitations.accepted_at is 'When the link in the mail was opened: until then it can be revoked.';

comment on column public.invitations.role_id is 'A role that the school has added; null for the common one that role names.';

comment on function private.storage_limit(uuid) is 'In bytes: as set for the school, else for the plan, else for all of its kind, else 512 MB in a trial and 5 GB otherwise.';

comment on function public.invitation_mail(text, uuid) is 'For the mail of an invitation: the caller''s name and language, the names of the school and of a role that it has added, and the open invitation: {name, school, language, role, invitation}. Refused where the emails of today are used up.';

comment on function public.invitation_state(uuid) is 'What became of an invitation, for whoever has its link: open, accepted or revoked; null where there is none.';

comment on function public.invite_user(text, public.user_role, uuid, text, text, uuid) is 'Keeps the role and school for an address; the invite function then sends the mail through Auth. role_id: a role of the school''s own, instead of the common one. An earlier open invitation is replaced.';

comment on function public.list_open_invitations(uuid, integer, integer) is 'A page of the invitations whose link nobody has opened, the latest first, with the number of all of them. Super admins see every school''s, administrators their own.';

comment on function public.people_with_roles(uuid, uuid, text, integer, integer) is 'A page of who has which role at the caller''s school, of one role or one person where these are given: from when and until when, at which campus, and how many they are in all.';

comment on function public.rate_order(text, integer, text, uuid, text) is 'Rates a completed order, or changes its rating. False when no order has this number and the key or address of a buyer.';

comment on function public.retry_mail(uuid) is 'Has a mail that was given up sent again; it still goes out once.';

comment on function public.revoke_invitation(uuid) is 'Ends an invitation whose link nobody has opened, and removes the account that waits for it.';

comment on function public.school_roles(uuid) is 'The roles of the caller''s school, or of the one that a super admin names, first those that every school has, with how many people have each and what it allows. name: null for the common ones.';

revoke all on function private.accept_invitation() from public;

revoke all on function private.begin_export_again(uuid) from public;

revoke all on function private.plan_storage(uuid) from public;

revoke all on function private.storage_limit(uuid) from public;

revoke all on function public.invitation_state(uuid) from public;

grant execute on function public.invitation_state(uuid) to anon, authenticated;

grant execute on function public.invitation_state(uuid) to service_role;

revoke all on function public.invite_user(text, public.user_role, uuid, text, text, uuid) from public;

grant execute on function public.invite_user(text, public.user_role, uuid, text, text, uuid) to authenticated;

grant execute on function public.invite_user(text, public.user_role, uuid, text, text, uuid) to service_role;

revoke all on function public.list_open_invitations(uuid, integer, integer) from public;

grant execute on function public.list_open_invitations(uuid, integer, integer) to authenticated;

grant execute on function public.list_open_invitations(uuid, integer, integer) to service_role;

revoke all on function public.people_with_roles(uuid, uuid, text, integer, integer) from public;

grant execute on function public.people_with_roles(uuid, uuid, text, integer, integer) to authenticated;

grant execute on function public.people_with_roles(uuid, uuid, text, integer, integer) to service_role;

revoke all on function public.rate_order(text, integer, text, uuid, text) from public;

grant execute on function public.rate_order(text, integer, text, uuid, text) to anon, authenticated;

grant execute on function public.rate_order(text, integer, text, uuid, text) to service_role;

revoke all on function public.school_roles(uuid) from public;

grant execute on function public.school_roles(uuid) to authenticated;

grant execute on function public.school_roles(uuid) to service_role;

-- Whose link nobody has opened is invited still.
update public.invitations i set accepted_at = null
from (
  select distinct on (lower(k.email)) k.id from public.invitations k join auth.users a on lower(a.email) = lower(k.email)
  where a.email_confirmed_at is null and k.accepted_at is not null and k.revoked_at is null
    and not exists (
      select from public.invitations o
      where lower(o.email) = lower(k.email) and o.accepted_at is null and o.revoked_at is null)
  order by lower(k.email), k.created_at desc) unopened
where i.id = unopened.id;
