-- Was in 02_demo_usage.sql.
-- Greenfield Academy will oblige its teachers to two-step sign-in next term, and its log has the sign-ins of a month.
insert into private.second_step_rules (school_id, role, set_by, required_from, grace_days)
select h.id, 'teacher', u.id, private.nairobi_day(now()) + 180, 14 from public.schools h join public.users u on u.email = 'admin@greenfield.test' where h.name = 'Greenfield Academy';

insert into public.sign_ins (id, user_id, school_id, signed_in_at, ended_at, has_second_step, device, address)
select extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'sign-in ' || u.email || d.n), u.id, u.school_id, m.at, m.at + make_interval(hours => 2 + abs(hashtext(u.email || d.n)) % 7), false,
  case u.role when 'parent' then 'Mozilla/5.0 (Linux; Android 14; SM-A057F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
    else 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36' end,
  ('197.248.' || abs(hashtext(u.email)) % 200 || '.7')::inet
from public.users u join public.schools h on h.id = u.school_id cross join generate_series(1, 30) as d (n)
cross join lateral (select (private.nairobi_day(now()) - d.n + time '06:40' + make_interval(mins => abs(hashtext(u.email || d.n)) % 180)) at time zone 'Africa/Nairobi' as at) m
where h.name = 'Greenfield Academy' and abs(hashtext(d.n || u.email)) % case u.role when 'parent' then 6 when 'student' then 5 else 2 end = 0;

-- What the store manager counts as use of this month.
insert into private.addon_uses (feature, month, school_id)
select 'addon:two-factor', date_trunc('month', private.nairobi_day(now()))::date, h.id from public.schools h where h.name = 'Greenfield Academy';
-- What the set-up itself did is no news.
delete from public.audit_log where actor_id is null and at >= now();
