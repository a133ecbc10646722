-- Demonstration data, never loaded in production: two schools and the accounts to sign in with. Times are relative to today.
insert into public.settings (key, is_public, value) values ('demonstration', true, jsonb_build_object('present', true, 'loadedOn', private.nairobi_day(now()))) on conflict (key) do update set value = excluded.value;

insert into public.schools (id, name, kind, email, phone, address, city, motto, is_demo)
values
  (extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'school greenfield'), 'Greenfield Academy', 'secondary', 'office@greenfield.test', '+254 711 000 010', 'Lanet Road 14', 'Nakuru', 'Rooted to rise', true),
  (extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'school lakeside'), 'Lakeside School', 'primary', 'office@lakeside.test', '+254 711 000 020', 'Milimani Estate', 'Kisumu', 'Every child, every day', true);

-- Six terms of thirteen weeks, a month apart; today is in the eighth week of the last of them.
insert into public.school_terms (school_id, name, starts_on, ends_on, created_at)
select school.id, format('Term %s %s', 1 + number % 3, number / 3), starts_on, starts_on + 88, starts_on - 60
from public.schools school, (select private.nairobi_day(now()) as today) t, generate_series(0, 5) as ago,
  lateral (select date_trunc('week', today)::date - 49 - 119 * ago as starts_on,
    (extract(year from today)::integer * 3 + (extract(month from today)::integer - 1) / 4 - ago) as number) as term
where school.is_demo;

create temporary table demo_accounts (email text, first_name text, last_name text, phone text, role public.user_role, school text) on commit drop;
insert into demo_accounts values
  ('superadmin@masomo.test', 'Wanjiku', 'Kamau', '+254 711 000 001', 'super_admin', null),
  ('admin@greenfield.test', 'Joseph', 'Mwangi', '+254 711 000 011', 'admin', 'greenfield'),
  ('teacher@greenfield.test', 'Faith', 'Achieng', '+254 711 000 012', 'teacher', 'greenfield'),
  ('staff@greenfield.test', 'Daniel', 'Kiprotich', '+254 711 000 013', 'staff', 'greenfield'),
  ('parent@greenfield.test', 'Mary', 'Njeri', '+254 711 000 014', 'parent', 'greenfield'),
  ('student@greenfield.test', 'Brian', 'Njeri', '+254 711 000 015', 'student', 'greenfield'),
  ('admin@lakeside.test', 'Lucy', 'Atieno', '+254 711 000 021', 'admin', 'lakeside'),
  ('teacher@lakeside.test', 'Samuel', 'Ochieng', '+254 711 000 022', 'teacher', 'lakeside');

insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
  confirmation_token, recovery_token, email_change, email_change_token_new)
select '00000000-0000-0000-0000-000000000000', extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'account ' || email), 'authenticated', 'authenticated', email,
  extensions.crypt(coalesce(nullif(current_setting('app.demo_password', true), ''), 'masomo-demo-2026'), extensions.gen_salt('bf', 10)),
  now(), '{"provider": "email", "providers": ["email"]}', '{}', now() - interval '200 days', now(), '', '', '', ''
from demo_accounts;
insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select u.id::text, u.id, jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true), 'email', null, u.created_at, u.updated_at
from auth.users u join demo_accounts d using (email);
update public.users u set first_name = d.first_name, last_name = d.last_name, phone = d.phone,
  role = case when d.role = 'super_admin' then 'user' else d.role end,
  school_id = case when d.school is not null then extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'school ' || d.school) end
from demo_accounts d where u.email = d.email;
insert into public.super_admins (id) select id from public.users where email = 'superadmin@masomo.test';
-- What the set-up itself did is no news.
delete from public.audit_log where actor_id is null and at >= now();
