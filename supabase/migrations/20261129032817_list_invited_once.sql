set check_function_bodies = off;

create or replace function private.licence_end (
  item     public.order_items,
  from_day date
)
  returns date
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select (from_day + case
    when item.kind = 'plan' then (
      select private.period_length(private.sold_billing(p.period, item.billing)) * item.quantity from public.plans p
        where p.id = item.plan_id)
    when item.kind = 'service' then (
      select case s.unit when 'per term' then private.period_length('termly') when 'per month' then interval '1 month'
        when 'per year' then private.period_length('annual') end from public.services s where s.id = item.service_id)
    else private.period_length('termly') end)::date
$function$;

create or replace function public.list_accounts (
  in_school  uuid             default null::uuid,
  search     text             default null::text,
  in_role    public.user_role default null::public.user_role,
  active     boolean          default null::boolean,
  sort       text             default 'last_name'::text,
  descending boolean          default false,
  skipped    integer          default 0,
  size       integer          default 20
)
  returns table (
    id                uuid,
    first_name        text,
    last_name         text,
    email             text,
    role              public.user_role,
    school_id         uuid,
    school            text,
    is_active         boolean,
    last_sign_in_at   timestamp with time zone,
    has_authenticator boolean,
    total             bigint
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
  patterns constant text[] := private.search_patterns(search);
  way constant text := case when descending then 'desc' else 'asc' end;
  conditions constant text := concat_ws(' and ', 'true',
    case when only_school is not null then '(u.school_id = $1 or u.id = any ($7)) and u.id <> all ($9)' end,
    case when patterns is not null then 'private.account_text(u.first_name, u.last_name, u.email) like ($2)[1] and '
      'private.account_text(u.first_name, u.last_name, u.email) like all ($2)' end,
    case when in_role = 'super_admin' then 'exists (select from public.super_admins a where a.id = u.id)'
      when in_role is not null then 'private.role_at(u.id, u.role, u.school_id, $1) = $3 and not exists (select from '
        'public.super_admins a where a.id = u.id)' end,
    case when active is not null then 'u.is_active = $4' end);
  ordering constant text := case sort when 'role' then format('u.role %1$s, u.last_name %1$s, u.id %1$s', way)
    when 'last_sign_in_at' then format('s.at %1$s nulls last, u.id %1$s', way)
      else format('u.last_name %1$s, u.id %1$s', way) end;
  -- People of another school who have a role at this one as well.
  guests constant uuid[] := array(select m.user_id from private.memberships m join public.users u on u.id = m.user_id
    where m.school_id = only_school and u.school_id is distinct from only_school);
  -- Whose link nobody has opened yet are among the open invitations of the school.
  invited constant uuid[] := array(select u.id from public.invitations i join auth.users u on u.email =
    lower(i.email) where i.school_id = only_school and i.accepted_at is null and i.revoked_at is null
    and u.email_confirmed_at is null);
  total_found bigint;
begin
  if only_school is null and patterns is null and in_role is distinct from 'super_admin' then
    total_found := (select coalesce(sum(k.amount), 0) from private.platform_counts k
        where k.what = 'accounts' and k.part = any (array(select r || d
          from unnest(enum_range(null::public.user_role)) as r, unnest(array['', ' deactivated']) as d
          where r = coalesce(in_role, r) and (d = '') = coalesce(active, d = ''))))
      - (select count(*) from public.super_admins a join public.users u on u.id = a.id where u.role = in_role
        and u.is_active = coalesce(active, u.is_active));
  else
    execute format('select count(*) from public.users u where %s', conditions) into total_found
    using only_school, patterns, in_role, active, 0, 0, guests, 0, invited;
  end if;
  -- What is searched for is found before it is sorted: the order's index would be read until enough is found, which may
  -- be never.
  return query execute format('with found as %s materialized (select u.* from public.users u where %s),
    page as (select row_number() over () as place, p.* from (
      select u.*, s.at from found u left join private.last_sign_ins s on s.user_id = u.id
      order by %s limit $5 offset $6) p)
    select p.id, p.first_name, p.last_name, p.email,
      case when a.id is null then private.role_at(p.id, p.role, p.school_id, $1) else ''super_admin'' end,
      p.school_id, h.name, p.is_active, p.at, private.is_super_admin() and private.has_authenticator(p.id), $8
    from page p left join public.schools h on h.id = p.school_id
      left join public.super_admins a on a.id = p.id order by p.place',
    case when patterns is null then 'not' else '' end, conditions, ordering)
  using only_school, patterns, in_role, active, least(greatest(size, 1), 1000), greatest(skipped, 0),
    guests, total_found, invited;
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
  part jsonb;
  kept jsonb;
begin
  select * into class from public.classes c where c.id = remove_class.class_id and c.school_id = school for update;
  if not found then
    perform private.refuse('class.not_found', 'This class is no longer here.', errcode => 'P0002');
  end if;
  for part in
    select k.part from (values
      (private.say('{students, plural, one {# student} other {# students}}', jsonb_build_object('students',
        (select count(*) from (select s.id from public.students s where s.class_id = class.id
          union select e.student_id from public.enrolments e where e.class_id = class.id) of_class)))),
      (private.say('{marks, plural, one {# mark} other {# marks}}', jsonb_build_object('marks',
        (select count(*) from public.grades g where g.class_id = class.id)))),
      (private.say('{registers, plural, one {# register} other {# registers}}', jsonb_build_object('registers',
        (select count(distinct a.day) from public.attendance a where a.class_id = class.id)))),
      (private.say('{fees, plural, one {# fee} other {# fees}}', jsonb_build_object('fees',
        (select count(*) from public.fees f where f.class_id = class.id)))),
      (private.say('{assignments, plural, one {# assignment} other {# assignments}}', jsonb_build_object('assignments',
        (select count(*) from public.assignments a where a.class_id = class.id)))),
      (private.say('{announcements, plural, one {# announcement} other {# announcements}}',
        jsonb_build_object('announcements', (select count(*) from public.announcements a where a.class_id = class.id))))
    ) as k (part) where not k.part -> 'args' @? '$.* ? (@ == 0)'
  loop
    kept := case when kept is null then part
      else private.say('{first}, {next}', jsonb_build_object('first', kept, 'next', part)) end;
  end loop;
  if kept is not null then
    perform private.refuse('class.has_history', '{class} has records: {kept}. Archive it instead.',
      jsonb_build_object('class', class.name, 'kept', kept), errcode => 'PT409');
  end if;
  delete from public.classes c where c.id = class.id;
end
$function$;

comment on function public.list_accounts(uuid, text, public.user_role, boolean, text, boolean, integer, integer) is
  'A page of accounts by name, address, role, access and school, with the number of all of them. Super admins list every school and see who has an authenticator, administrators their own, without who is in an open invitation. sort: last_name, role or last_sign_in_at.';
