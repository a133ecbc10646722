-- A year of the store. The last 30 days come out as: revenue KES 2,456,780, 156 orders with 156 add-ons, 89 customers,
-- conversion 3.2 %, retention 85.2 %, cart abandonment 12.8 %, satisfaction 4.7. Every choice follows from a row's number.
create or replace function pg_temp.chosen(list text[], number bigint) returns text language sql immutable as $$ select list[1 + (number % cardinality(list))] $$;
create or replace function pg_temp.seed_id(name text) returns uuid language sql immutable as $$ select extensions.uuid_generate_v5(extensions.uuid_ns_url(), name) $$;

-- What is sold in the last 30 days and how often. Every order has one add-on; plans and services go with some. The last
-- three add-ons are those of the three sample orders.
create temporary table demo_mix (kind public.order_item_kind, category public.product_category, name text, units integer) on commit drop;
insert into demo_mix values
  ('addon', 'saas', 'QR Code Attendance', 34), ('addon', 'saas', 'Two-Factor Authentication', 28), ('addon', 'standalone', 'Android App', 22), ('addon', 'standalone', 'Multi Branch', 15),
  ('addon', 'standalone', 'Quick Fees', 12), ('addon', 'standalone', 'Zoom Live Classes', 8), ('addon', 'standalone', 'QR Code Attendance', 7), ('addon', 'standalone', 'Thermal Print', 6),
  ('addon', 'standalone', 'Behaviour Records', 5), ('addon', 'standalone', 'Biometrics Entry', 5), ('addon', 'standalone', 'Two-Factor Authenticator', 4), ('addon', 'standalone', 'Online Course', 4),
  ('addon', 'standalone', 'Google Meet Live Classes', 4), ('addon', 'standalone', 'CBSE Examination', 2),
  ('plan', 'standalone', 'Basic', 12), ('plan', 'standalone', 'Advanced', 3), ('plan', 'standalone', 'Premium', 1),
  ('plan', 'saas', 'Silver', 8), ('plan', 'saas', 'Starter', 8), ('plan', 'saas', 'Bronze', 4), ('plan', 'saas', 'Gold', 1),
  ('service', 'saas', 'Onboarding SaaS', 20), ('service', 'saas', 'Data Migration Complex', 8), ('service', 'standalone', 'Managed Hosting Standard', 10), ('service', 'standalone', 'Onboarding Standalone', 10);
create temporary table demo_units on commit drop as
select m.kind, m.category, m.name, i.id, i.price,
  case m.kind when 'addon' then 0 else 1 end as share,
  row_number() over (partition by m.kind = 'addon' order by case when n = 1 and m.kind = 'addon' then array_position(array['saas QR Code Attendance', 'saas Two-Factor Authentication', 'standalone Android App'], m.category || ' ' || m.name) end nulls first,
    md5(format('%s %s %s %s', m.kind, m.category, m.name, n))) as number
from demo_mix m
join (select 'addon'::public.order_item_kind as kind, id, category, name, price from public.addons union all select 'plan', id, category, name, price from public.plans
  union all select 'service', id, category, name, price from public.services) i using (kind, category, name), generate_series(1, m.units) as n;

-- Buyers; the first two are the demonstration schools' administrators.
create temporary table demo_buyers on commit drop as
select n as number,
  case n when 1 then 'Joseph Mwangi' when 2 then 'Lucy Atieno' else pg_temp.chosen(array['Grace', 'Peter', 'Amina', 'James', 'Esther', 'Hassan', 'Beatrice', 'Collins', 'Naomi', 'Victor', 'Ruth', 'Elijah', 'Joyce'], n) || ' ' ||
    pg_temp.chosen(array['Wanjiru', 'Otieno', 'Hassan', 'Kimani', 'Chebet', 'Mutua', 'Wekesa', 'Njoroge', 'Akinyi', 'Kiplagat', 'Moraa'], n) end as name,
  case n when 1 then 'Greenfield Academy' when 2 then 'Lakeside School' else
    pg_temp.chosen(array['Baraka', 'Highlands', 'Mount Kenya', 'Uzima', 'Sunrise', 'Tumaini', 'Riverside', 'Umoja', 'Savannah', 'Lakeview', 'Coast', 'Rift Valley', 'Moi', 'Jitihada', 'Neema', 'Amani', 'Acacia'], n) || ' ' ||
    case when n % 20 < 8 then 'Primary School' when n % 20 < 15 then 'Secondary School' when n % 20 < 18 then 'Technical College' else 'University' end || ', ' ||
    pg_temp.chosen(array['Nairobi', 'Mombasa', 'Kisumu', 'Eldoret', 'Nyeri', 'Machakos', 'Kakamega', 'Meru', 'Naivasha', 'Kitale', 'Garissa', 'Malindi', 'Embu'], n) end as institution,
  case n when 1 then 'admin@greenfield.test' when 2 then 'admin@lakeside.test' else format('office%s@school.test', n) end as email,
  case when n <= 2 then (select id from public.users where email = case n when 1 then 'admin@greenfield.test' else 'admin@lakeside.test' end) end as user_id
from generate_series(1, 140) as n;

-- Orders by age: 156 in the last 30 days by 89 buyers, 131 in the 30 before by 61 (of whom 52 bought again), then a year that grows.
create temporary table demo_orders on commit drop as
select row_number() over (order by at, number, key)::integer as rank, *
from (
  select n as number, 'recent' as era, 1 + (n - 1) % 89 as buyer, case when n > 153 then 154 + 2 - n else 1 + (n * 7 % 29) end as days, 'recent ' || n as key from generate_series(1, 156) as n
  union all select n, 'before', case when (n - 1) % 61 < 52 then 1 + (n - 1) % 61 else 38 + (n - 1) % 61 end, 30 + (n * 7 % 30), 'before ' || n from generate_series(1, 131) as n
  union all select n, 'earlier', 1 + (n * 13 % 120), 60 + (306 * (1 - sqrt(n / 620.0)))::integer, 'earlier ' || n from generate_series(1, 619) as n
  union all select n, 'cancelled', 100 + n * 3, 3 + n * 4, 'cancelled ' || n from generate_series(1, 6) as n
) as placed, lateral (
  select ((private.nairobi_day(now()) - greatest(days, 1))::timestamp + time '07:30' + make_interval(mins => abs(hashtext(key)) % 570)) at time zone 'Africa/Nairobi' as at) as moment;

create temporary table demo_lines on commit drop as
select o.key, row_number() over (partition by o.key order by u.share, u.name) as position, u.*
from demo_orders o join demo_units u on o.era = 'recent' and (
  (u.share = 0 and u.number = o.number)
  or (u.share = 1 and o.number <= 153 and o.number = 1 + (u.number * 11) % 153))
union all
select o.key, row_number() over (partition by o.key order by u.share, u.name), u.*
from demo_orders o join demo_units u on o.era <> 'recent' and (
  (u.share = 0 and u.number = 1 + abs(hashtext(o.key)) % 156)
  or (u.share = 1 and abs(hashtext(o.key)) % 5 < 2 and u.number = 1 + abs(hashtext(o.key || 'more')) % 85));

insert into public.orders (id, order_number, payment_reference, idempotency_key, request_hash, customer_name, customer_email, customer_phone, institution, city, segment, status, payment_method,
  total_amount, net_amount, vat_amount, user_id, school_id, paid_at, is_demo, created_at, updated_at)
select pg_temp.seed_id('order ' || o.key),
  format('ORD-%s-%s', year, lpad(sequence::text, greatest(3, length(sequence::text)), '0')),
  'MS' || upper(translate(substr(md5(o.key), 1, 8), '01', 'XY')), pg_temp.seed_id('key ' || o.key), 'demo', b.name, b.email, format('+254 7%s', lpad((b.number * 104729 % 100000000)::text, 8, '0')), b.institution,
  null, coalesce((select s.kind from public.schools s join public.users u on u.school_id = s.id where u.id = b.user_id), private.institution_segment(b.institution)),
  st.status, (array['mpesa', 'mpesa', 'card', 'bank'])[1 + o.rank % 4]::public.payment_method,
  t.total, t.net, t.total - t.net, b.user_id, (select school_id from public.users where id = b.user_id), case when st.status = 'completed' then o.at + interval '3 minutes' end, true, o.at, case when st.status = 'completed' then o.at + interval '3 minutes' else o.at end
from (select d.*, extract(year from d.at at time zone 'Africa/Nairobi')::integer as year,
    row_number() over (partition by extract(year from d.at at time zone 'Africa/Nairobi') order by d.rank)::integer as sequence from demo_orders d) o
join demo_buyers b on b.number = o.buyer
join (select key, sum(price)::bigint as total, sum(private.net_amount(price)) as net from demo_lines group by key) t on t.key = o.key,
lateral (select case when o.era = 'cancelled' then 'cancelled' when o.key = 'recent 156' then 'pending' when o.key = 'recent 155' then 'processing' when o.key = 'recent 154' then 'completed'
  when o.era = 'recent' and o.days < 6 and o.rank % 3 = 0 then 'pending' when o.era = 'recent' and o.days < 10 and o.rank % 4 = 0 then 'processing' else 'completed' end::public.order_status as status) st;

insert into public.order_items (order_id, position, kind, addon_id, plan_id, service_id, addon_name, category, quantity, price, net_amount, vat_amount)
select pg_temp.seed_id('order ' || key), position, kind, case kind when 'addon' then id end, case kind when 'plan' then id end, case kind when 'service' then id end, name, category, 1, price,
  private.net_amount(price), price - private.net_amount(price)
from demo_lines;

insert into public.order_events (order_id, at, kind, to_status) select id, created_at, 'placed', 'pending' from public.orders where is_demo;
insert into public.order_events (order_id, at, kind, from_status, to_status) select id, updated_at, 'status', 'pending', status from public.orders where is_demo and status <> 'pending';
insert into private.order_counters (year, last)
select extract(year from created_at at time zone 'Africa/Nairobi')::integer, count(*) from public.orders where is_demo group by 1
on conflict (year) do update set last = private.order_counters.last + excluded.last;
insert into public.payments (order_id, method, amount, receipt, paid_at)
select id, payment_method, total_amount, upper(substr(md5('receipt ' || order_number), 1, 10)), paid_at from public.orders where is_demo and paid_at is not null;
insert into public.licences (order_id, order_item_id, school_id, user_id, kind, name, category, quantity, licence_key, valid_from, valid_until)
select o.id, i.id, o.school_id, o.user_id, i.kind, i.addon_name, i.category, i.quantity, upper(regexp_replace(substr(md5(o.order_number || ' ' || i.position), 1, 20), '(.{5})(?=.)', '\1-', 'g')), private.nairobi_day(o.paid_at), private.nairobi_day(o.paid_at) + 122
from public.orders o join public.order_items i on i.order_id = o.id where o.is_demo and o.paid_at is not null and o.school_id is not null;
insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on)
select s.id, p.id, case when s.kind = 'primary' then 'termly' else 'annual' end, private.nairobi_day(now()) - 100, private.nairobi_day(now()) + case when s.kind = 'primary' then 12 else 210 end
from public.schools s join public.plans p on p.category = 'saas' and p.name = case when s.kind = 'primary' then 'Starter' else 'Gold' end where s.is_demo;

-- 179 carts of the last 30 days, 156 of them bought; the same share before.
insert into public.carts (id, items, total, order_id, is_demo, created_at, updated_at)
select pg_temp.seed_id('cart ' || id), 1, total_amount, id, true, created_at - interval '6 minutes', created_at from public.orders where is_demo and status <> 'cancelled';
insert into public.carts (id, items, total, is_demo, created_at, updated_at)
select pg_temp.seed_id('abandoned ' || n), 1, 1999 + 1000 * (n % 3), true, at, at
from generate_series(1, 23 + 21) as n, lateral (select ((private.nairobi_day(now()) - case when n <= 23 then 1 + n % 29 else 31 + n % 28 end)::timestamp + time '11:00') at time zone 'Africa/Nairobi' as at) as moment;
-- 4,875 visits of the store in the last 30 days: 156 orders are 3.2 %.
insert into public.visit_counts (day, surface, visits, demo_visits)
select private.nairobi_day(now()) - n, surface, counted, counted
from generate_series(0, 364) as n, (values ('store'), ('site')) as surfaces (surface),
  lateral (select case when n = 0 then 20 when n = 29 then 179 when n < 30 then 150 + 34 * (n % 2) else greatest(40, 160 - n / 4 + n % 13) end as visits) as v,
  lateral (select case surface when 'store' then visits else visits * 4 + n % 17 end as counted) as c
on conflict (day, surface) do update set visits = excluded.visits, demo_visits = excluded.demo_visits;
-- 60 ratings of the last 30 days: 44 x 5, 14 x 4, 2 x 3.
insert into public.order_ratings (order_id, rating, comment, created_at)
select id, case when n <= 44 then 5 when n <= 58 then 4 else 3 end, null, created_at + interval '1 hour'
from (select id, created_at, row_number() over (order by md5(id::text)) as n from public.orders
  where is_demo and status = 'completed' and created_at >= (private.nairobi_day(now()) - 29)::timestamp at time zone 'Africa/Nairobi') as rated where n <= 60;
insert into public.order_ratings (order_id, rating, created_at)
select id, 4 + (n % 2), created_at + interval '1 hour' from (select id, created_at, row_number() over (order by md5(id::text)) as n from public.orders
  where is_demo and status = 'completed' and created_at < (private.nairobi_day(now()) - 30)::timestamp at time zone 'Africa/Nairobi') as rated where n % 3 = 0;

-- The sample plan that is not on the pricing page.
insert into public.plans (name, description, category, price, period, highlight, badge, features, max_students, position, is_active)
values ('Professional', 'Sample plan for schools of 201-500 students.', 'saas', 40000, 'term', true, 'Most Popular', '[{"text": "201-500 students", "included": true}, {"text": "Unlimited users", "included": true}]', 500, 50, false)
on conflict do nothing;
