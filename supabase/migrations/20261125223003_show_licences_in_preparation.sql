set check_function_bodies = off;

create or replace function public.school_plan()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_school_admin();
  today constant date := private.school_today(school);
  present public.subscription_overview := private.subscription_of(school);
  running public.subscriptions;
begin
  select s.* into running from public.subscriptions s where s.school_id = school and s.revoked_at is null and not s.is_trial and s.started_on <= today and s.ends_on >= today;
  return jsonb_build_object(
    'school_id', school, 'today', today, 'state', present.status, 'plan_id', present.plan_id, 'plan', present.plan, 'billing', present.billing, 'started_on', present.started_on, 'ends_on', present.ends_on,
    'grace_until', present.ends_on + private.grace_days(), 'version', (select h.version from public.schools h where h.id = school),
    'students', present.students, 'max_students', present.max_students,
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'plan', p.name, 'is_trial', s.is_trial, 'billing', s.billing, 'started_on', s.started_on, 'ends_on', s.ends_on) order by s.started_on), '[]')
      from public.subscriptions s join public.plans p on p.id = s.plan_id where s.school_id = school and s.revoked_at is null and s.ends_on >= today),
    'licences', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'quantity', l.quantity, 'campus_ids', l.campus_ids, 'valid_from', l.valid_from, 'valid_until', l.valid_until, 'order_number', o.order_number, 'is_key', l.order_id is null,
        'state', case when l.revoked_at is not null then 'revoked' when l.valid_until < today then 'expired' when l.valid_from > today then 'later'
          when exists (select from private.addon_features f where f.feature = l.feature and not f.is_built) then 'preparing' else 'valid' end) order by l.revoked_at is not null, l.valid_until desc nulls first, l.name, l.id), '[]')
      from (select * from public.licences c where c.school_id = school and c.kind = 'addon' order by c.revoked_at is not null, c.valid_until desc nulls first limit 100) l left join public.orders o on o.id = l.order_id),
    'campuses', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]') from public.campuses c where c.school_id = school),
    'offers', (select coalesce(jsonb_agg(jsonb_build_object('plan_id', p.id, 'name', p.name, 'max_students', p.max_students, 'price_term', case when p.period = 'term' then p.price end, 'price_year', private.plan_price(p.id, 'annual'),
        'upgrade_price', case when p.price > (select r.price from public.plans r where r.id = running.plan_id) then private.upgrade_price(school, p.id) end) order by p.position), '[]')
      from public.plans p where p.is_active and p.category::text = (select h.version from public.schools h where h.id = school)));
end
$function$;

comment on function public.school_plan() is 'The subscription of the caller''s school, its limits, licences and the plans on offer with their prices in whole shillings; a licence is preparing while the product does not have its add-on yet; upgrade_price is null where nothing runs that could be upgraded. Administrators only.';
