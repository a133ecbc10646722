-- A school's own view of what it has bought, what that covers and what it can buy next.

-- What a plan is sold for: a plan of the year for years only, one of the month or of the term also for longer.
create function private.sold_billing(period public.plan_period, billing text) returns text
language sql immutable set search_path = '' as $$
  select case period when 'year' then 'annual' when 'term' then coalesce(nullif(billing, 'monthly'), 'termly')
    else coalesce(billing, 'monthly') end
$$;

create function private.months_of(billing text) returns integer
language sql immutable set search_path = '' as $$ select case billing when 'annual' then 12 when 'termly' then 4
  else 1 end $$;

-- The price of a month, a term or a year of a plan. A year of a plan that is sold by the term costs three terms at 10 %
-- less each, as the pricing page says.
create function private.plan_price(plan uuid, billing text) returns integer
language sql stable security definer set search_path = '' as $$
  select case when p.period = 'term' and billing = 'annual' then round(p.price * 0.9)::integer * 3
    else ceil(p.price::numeric * private.months_of(billing) / private.months_of(private.sold_billing(p.period,
      null)))::integer end
  from public.plans p where p.id = plan
$$;

-- What is missing for the greater plan until the running period ends.
create function private.upgrade_price(school uuid, plan uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  missing constant integer := (select b.price from private.upgrade_basis(school, plan) b);
begin
  if missing is null then
    perform private.refuse('subscription.no_upgrade',
      'An upgrade needs a running subscription to a smaller plan. Renew with the plan you want instead.',
      field => 'plan_id');
  end if;
  return missing;
end
$$;

create function public.school_plan() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.require('plan:manage');
  today constant date := private.school_today(school);
  present public.subscription_overview := private.subscription_of(school);
  version constant text := (select h.version from public.schools h where h.id = school);
begin
  return jsonb_build_object(
    'school_id', school, 'today', today, 'state', present.status, 'plan_id', present.plan_id, 'plan', present.plan,
      'billing', present.billing, 'started_on', present.started_on, 'ends_on', present.ends_on,
    'grace_until', present.ends_on + private.grace_days(), 'version', version,
    'students', present.students, 'max_students', present.max_students, 'max_campuses',
      (select private.campus_limit(school, p) from public.plans p
      where p.id = private.limiting_plan(present.plan_id, present.status = 'trial')),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'plan', p.name, 'is_trial', s.is_trial,
      'billing', s.billing, 'started_on', s.started_on, 'ends_on', s.ends_on) order by s.started_on), '[]')
      from public.subscriptions s join public.plans p on p.id = s.plan_id where s.school_id = school
        and s.revoked_at is null and s.ends_on >= today),
    'licences', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'quantity', l.quantity,
      'campus_ids', l.campus_ids, 'valid_from', l.valid_from, 'valid_until', l.valid_until, 'order_number',
      o.order_number, 'is_key', l.order_id is null,
        'state', case when l.revoked_at is not null then 'revoked' when l.valid_until < today then 'expired'
          when l.valid_from > today then 'later'
          when exists (select from private.addon_features f where f.feature = l.feature
            and not f.is_built) then 'preparing' when version = 'standalone'
            and l.order_id is not null then 'without-key' else 'valid' end)
            order by l.revoked_at is not null, l.valid_until desc nulls first, l.name, l.id), '[]')
      from (select * from public.licences c where c.school_id = school and c.kind = 'addon'
        and not exists (select from public.licences k where k.school_id = school and k.issued_as = c.id)
        order by c.revoked_at is not null, c.valid_until desc nulls first limit 100) l
          left join public.orders o on o.id = l.order_id),
    'campuses', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]')
      from public.campuses c where c.school_id = school),
    'offers', (select coalesce(jsonb_agg(jsonb_build_object('plan_id', p.id, 'name', p.name,
      'max_students', p.max_students, 'max_campuses', private.campus_limit(school, p), 'price_term',
      case when p.period <> 'year' then private.plan_price(p.id, 'termly') end, 'price_year',
      private.plan_price(p.id, 'annual'),
        'upgrade_price', (select b.price from private.upgrade_basis(school, p.id) b)) order by p.position), '[]')
      from public.plans p where p.is_active and p.category::text = version));
end
$$;
comment on function public.school_plan() is
  'The subscription of the caller''s school, its limits, licences and the plans on offer with their prices in whole '
    'shillings; a licence is preparing while the product does not have its add-on yet, and without-key until a '
    'Standalone school enters its key; upgrade_price is null where nothing runs that could be upgraded. '
    'Administrators only.';
grant execute on function public.school_plan() to authenticated;

create function public.choose_licence_campuses(licence_id uuid, campus_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('plan:manage');
  chosen constant uuid[] := array(select distinct c.id from public.campuses c where c.school_id = school
    and c.id = any (choose_licence_campuses.campus_ids));
  licence public.licences;
begin
  select * into licence from public.licences l where l.id = choose_licence_campuses.licence_id
    and l.school_id = school for update;
  if not found then
    perform private.refuse('licence.not_found', 'This licence is no longer here.', errcode => 'P0002');
  end if;
  if cardinality(chosen) > licence.quantity then
    perform private.refuse('licence.too_many_campuses',
      'This licence covers {campuses, plural, one {# campus} other {# campuses}}. Choose no more, or buy it for more.',
      jsonb_build_object('campuses', licence.quantity), 'campus_ids');
  end if;
  update public.licences l set campus_ids = chosen where l.school_id = school and l.feature = licence.feature
    and l.revoked_at is null and l.quantity >= cardinality(chosen);
end
$$;
comment on function public.choose_licence_campuses(uuid, uuid[])
  is 'The campuses at which an add-on is on: as many as were paid for, also for the licences that follow.';
grant execute on function public.choose_licence_campuses(uuid, uuid[]) to authenticated;
