-- An administrator, an office, 14 teachers, a parent for every student, and an account for every fifth student.
with accounts as (
  select pg_temp.key('account', n, role || number) as id, pg_temp.key('school', n) as school_id, role || number || '@school' || n || '.load.test' as email, role::public.user_role as role,
    (array['Amina', 'Brian', 'Grace', 'Kevin', 'Mercy'])[1 + number % 5] as first_name, (array['Mwangi', 'Odhiambo', 'Kiprono', 'Wafula', 'Mutiso', 'Hussein', 'Njoroge'])[1 + number % 7] as last_name
  from generate_series($1::integer, $2::integer) as n, (values ('admin', 1, 1), ('staff', 1, 1), ('teacher', 14, 1), ('parent', 500, 1), ('student', 500, 5)) as people (role, last, step), generate_series(1, last, step) as number),
people as (
  insert into public.users (id, email, first_name, last_name, role, school_id) select id, email, first_name, last_name, role, school_id from accounts),
roles as (
  insert into private.memberships (user_id, school_id, role_id) select id, school_id, private.common_role(role) from accounts),
identities as (
  insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
  select id::text, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true), 'email', now(), now() from accounts)
insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change, email_change_token_new)
select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email, current_setting('load.password_hash'), now(), '{"provider": "email", "providers": ["email"]}', '{}', now(), now(), '', '', '', ''
from accounts;
