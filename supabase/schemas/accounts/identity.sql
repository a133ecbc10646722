-- The school whose children's records a super admin has open at this moment, with the time when they close.
create function private.opened_records(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('school', s.name, 'until', o.closes_at))
  from (
    select p.school_id, max(p.closes_at) as closes_at from public.record_openings p
    where p.opened_by = person and p.closes_at > now() and p.school_id = private.opened_school(person)
      group by p.school_id
  ) o
  join public.schools s on s.id = o.school_id
$$;
revoke execute on function private.opened_records(uuid) from public;

-- Who the caller is, for drawing a page. What the caller may do is decided from the tables at every request, never from
-- this.
create function public.current_identity()
returns table (id uuid, email text, first_name text, last_name text, phone text, role public.user_role, school_id uuid,
  school_name text,
  school_time_zone text, school_version text, language text, content_revision bigint, features jsonb, sold text[],
    opened_records jsonb,
  permissions text[], bases public.user_role[], schools jsonb)
language sql stable security definer set search_path = '' as $$
  select u.id, u.email, u.first_name, u.last_name, u.phone,
    case when a.id is not null then 'super_admin' when s.id is not null then private.my_role()
      when u.school_id is not null and exists (select from private.memberships m where m.user_id = u.id
        and m.school_id = u.school_id and private.is_current(m.starts_on, m.ends_on, private.school_today(m.school_id)))
      then u.role else 'user' end,
    case when a.id is null then coalesce(s.id, u.school_id) end,
    case when a.id is null then s.name end,
    case when a.id is null then s.time_zone end,
    case when a.id is null then s.version end,
    u.language, r.revision, case when a.id is null then o.features end,
      case when a.id is null then private.sold_to(s.version, o.features) end,
    case when a.id is not null then private.opened_records(a.id) end,
    private.my_permissions(), private.my_bases(),
    case when a.id is null then (select jsonb_agg(to_jsonb(h)) from private.schools_of(u.id) h having count(*) > 1) end
  from public.users u
  cross join public.content_revision r
  left join public.super_admins a on a.id = u.id
  left join public.schools s on s.id = (select private.my_school())
  left join lateral (select private.addon_states(s.id) as features offset 0) o on true
  where u.id = (select private.signed_in_uid())
$$;
comment on function public.current_identity() is
  'The caller''s profile, role, permissions and school, its add-ons, what the store sells to it and the revision of '
    'the public content: all that a page asks when it starts. A super admin has no school, but may have opened the '
    'records of some; a session that was ended has no identity. Schools are given where the caller has roles at '
    'several.';
grant execute on function public.current_identity() to authenticated;
