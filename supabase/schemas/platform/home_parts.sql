-- What the homes of several roles have in common.

-- The first day from one on that is in a term and on one of these weekdays, 1 being Monday; null where no term has one.
create function private.first_school_day(school uuid, first date, weekdays integer[]) returns date
language sql stable security definer set search_path = '' as $$
  select min(d.day)::date from (select greatest(t.starts_on, first_school_day.first) as starts_on, t.ends_on
    from public.school_terms t where t.school_id = first_school_day.school and t.ends_on >= first_school_day.first
    order by t.starts_on limit 2) t
  cross join lateral generate_series(t.starts_on, least(t.starts_on + 6, t.ends_on), interval '1 day') as d (day)
  where extract(isodow from d.day)::integer = any (first_school_day.weekdays)
$$;

-- The school day whose lessons a home shows, and after today also the one that follows.
create function private.home_days(school uuid, today date, weekdays integer[]) returns setof date
language sql stable rows 2 security definer set search_path = '' as $$
  select private.first_school_day(school, today, weekdays) as day
    where private.first_school_day(school, today, weekdays) is not null
  union
  select private.first_school_day(school, today + 1, weekdays)
    where private.first_school_day(school, today + 1, weekdays) is not null
      and private.first_school_day(school, today, weekdays) = today
$$;

-- The last announcements to the caller, by the rule of who reads them.
create function private.my_notices(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'text', left(n.body, 140),
    'author', n.author_name, 'at', n.published_at) order by n.published_at desc, n.id), '[]')
  from (select a.* from public.announcements a where a.school_id = my_notices.school
    and a.audience && (select private.my_bases()) and a.published_at <= private.current_moment()
    and a.archived_at is null
    and (a.class_id is null or (select private.may('announcement:write-all'))
      or a.class_id in (select private.my_class_ids()) or a.class_id in (select private.my_childrens_class_ids())
      or exists (select from private.my_childrens_past_stays() p where p.class_id = a.class_id
        and a.published_at < p.until))
    order by a.published_at desc, a.id limit 5) n
$$;
