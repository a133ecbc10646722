-- Was in 02_demo_usage.sql.
-- Both towns are the seats of the counties that are named after them.
update public.schools set county = city where is_demo;

-- Greenfield Academy runs with us; Lakeside School has a server of its own, and its plan came with a key and ends soon.
update public.schools set version = 'standalone' where name = 'Lakeside School' and is_demo;
update public.subscriptions s set plan_id = p.id, billing = 'annual', started_on = s.ends_on - 365, issued_as = extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'key of a plan')
from public.schools h, public.plans p where h.id = s.school_id and h.is_demo and h.version = 'standalone' and p.category = 'standalone' and p.name = 'Basic';
-- What the set-up itself did is no news.
delete from public.audit_log where actor_id is null and action = 'update' and entity in ('schools', 'subscriptions');

-- Add-ons in use at Greenfield Academy, whose own demo.sql has what was done with them: it scans at the gate.
update public.licences set valid_until = private.nairobi_day(now()) + 200
where id = (select l.id from public.licences l join public.schools s on s.id = l.school_id where s.name = 'Greenfield Academy' and l.feature = 'addon:qr-attendance' order by l.valid_until desc, l.licence_key limit 1);

-- Greenfield Academy also bought other add-ons that it uses; the demonstration's sales, which add up to known figures, stay as they are.
insert into public.licences (order_id, order_item_id, school_id, kind, name, category, quantity, licence_key, valid_from, valid_until)
select distinct on (i.addon_name) o.id, i.id, h.id, i.kind, i.addon_name, i.category, i.quantity, upper(regexp_replace(substr(md5(o.order_number || ' ' || i.position), 1, 20), '(.{5})(?=.)', '\1-', 'g')), private.nairobi_day(o.paid_at), private.nairobi_day(now()) + 200
from public.orders o join public.order_items i on i.order_id = o.id join public.schools h on h.name = 'Greenfield Academy'
where o.is_demo and o.paid_at is not null and o.school_id is null and i.addon_name in ('Behaviour Records', 'Quick Fees', 'Thermal Print') order by i.addon_name, o.paid_at desc, o.order_number;

-- And it has two-step sign-in.
update public.licences set valid_until = private.nairobi_day(now()) + 200
where id = (select l.id from public.licences l join public.schools s on s.id = l.school_id where s.name = 'Greenfield Academy' and l.feature = 'addon:two-factor' order by l.valid_until desc, l.licence_key limit 1);

-- A repeat purchase follows the one before, under the name of the school's version of the product, though the demonstration's orders have either.
update public.licences l set name = a.name, category = a.category
from public.schools h, public.addons a where h.id = l.school_id and h.is_demo and l.kind = 'addon' and a.feature = l.feature and a.category::text = h.version;
delete from public.licences l using public.licences n, public.schools h
where h.id = l.school_id and h.is_demo and n.school_id = l.school_id and n.feature = l.feature and n.valid_from = l.valid_from and (n.valid_until, n.licence_key) > (l.valid_until, l.licence_key);
update public.licences l set valid_until = n.starts_on - 1
from (select c.id, lead(c.valid_from) over (partition by c.school_id, c.feature order by c.valid_from) as starts_on from public.licences c join public.schools h on h.id = c.school_id where h.is_demo and c.feature is not null) n
where n.id = l.id and l.valid_until >= n.starts_on;

-- Lakeside School has entered the keys of two add-ons that it ordered and one that is over by now; what else it ordered waits for its key.
delete from public.licences l using public.schools h where h.id = l.school_id and h.is_demo and h.version = 'standalone' and l.category = 'saas';
insert into public.licences (school_id, kind, name, category, quantity, licence_key, feature, valid_from, valid_until, issued_as)
select l.school_id, l.kind, l.name, l.category, l.quantity, 'key of ' || l.licence_key, l.feature, l.valid_from, l.valid_until, l.id
from public.licences l join public.schools h on h.id = l.school_id where h.name = 'Lakeside School' and l.feature in ('addon:qr-attendance', 'addon:quick-fees') and l.valid_until >= private.nairobi_day(now());
insert into public.licences (school_id, kind, name, category, quantity, licence_key, feature, valid_from, valid_until, issued_as)
select h.id, 'addon', a.name, a.category, 1, 'key of an earlier order', a.feature, private.nairobi_day(now()) - 150, private.nairobi_day(now()) - 28, extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'key of an add-on')
from public.schools h join public.addons a on a.name = 'Thermal Print' where h.name = 'Lakeside School';
