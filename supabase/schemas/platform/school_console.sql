create function public.open_school(
  request_id uuid, name text, kind public.institution_kind, admin_email text, admin_first_name text,
    admin_last_name text,
  email text default null, phone text default null, city text default null, plan_id uuid default null,
    version text default 'saas') returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  opened public.schools;
begin
  perform private.require('school:write');
  perform pg_advisory_xact_lock(hashtextextended('open school ' || open_school.request_id::text, 0));
  select * into opened from public.schools s where s.request_id = open_school.request_id;
  if found then
    return jsonb_build_object('id', opened.id, 'name', opened.name, 'is_new', false);
  end if;
  if open_school.version not in ('saas', 'standalone') then
    perform private.refuse('school.unknown_version', 'Choose where the school runs.', field => 'version');
  end if;
  if exists (select from public.schools s where private.fold_text(s.name) = private.fold_text(open_school.name)) then
    perform private.refuse('school.name_taken',
      'There is a school of this name already. Add the town to tell them apart.', field => 'name');
  end if;
  if private.null_if_blank(open_school.email) is not null and not private.is_email(btrim(open_school.email)) then
    perform private.refuse('school.invalid_email',
      'Enter an email address like office@school.ac.ke.', field => 'email');
  end if;
  insert into public.schools (request_id, name, kind, email, phone, city, version)
  values (open_school.request_id, private.require_text(open_school.name, 160, 'name', 'Enter the name of the school.'),
    open_school.kind, private.null_if_blank(open_school.email), private.null_if_blank(open_school.phone),
    private.null_if_blank(open_school.city), open_school.version)
  returning * into opened;
  if open_school.plan_id is not null then
    perform public.start_trial(opened.id, open_school.plan_id);
  end if;
  perform public.invite_user(open_school.admin_email,
    'admin', opened.id, private.require_text(open_school.admin_first_name, 80, 'admin_first_name',
    'Enter the first name.'),
    private.optional_text(open_school.admin_last_name, 80, 'admin_last_name'));
  return jsonb_build_object('id', opened.id, 'name', opened.name, 'is_new', true);
end
$$;
comment on function public.open_school(uuid, text, public.institution_kind, text, text, text, text, text, text, uuid,
  text) is
  'Adds a school, its trial and its administrator''s invitation together, once per request id. The invite function '
    'then sends the mail.';
grant execute on function public.open_school(uuid, text, public.institution_kind, text, text, text, text, text, text,
  uuid, text) to authenticated;

create function public.school_overview(school_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require('school:write');
  return (select jsonb_build_object(
    'id', s.id, 'updated_at', s.updated_at, 'name', s.name, 'kind', s.kind, 'email', s.email, 'phone', s.phone, 'city',
      s.city, 'address', s.address, 'motto', s.motto, 'version', s.version, 'is_active', s.is_active, 'is_demo',
      s.is_demo, 'created_at', s.created_at,
    'students', private.active_students(s.id), 'staff',
      (select count(*) from public.staff_members p where p.school_id = s.id and p.is_active),
    'classes', (select count(*) from public.classes c where c.school_id = s.id and c.is_active),
    'file_room', jsonb_build_object('used', private.stored_bytes(s.id), 'limit', private.storage_limit(s.id),
      'megabytes', s.storage_megabytes, 'of_plan', (select to_jsonb(p) from private.plan_storage(s.id) p)),
    'last_sign_in', (select max(a.at) from public.users u join private.last_sign_ins a on a.user_id = u.id
      where u.school_id = s.id),
    'subscription', (select jsonb_build_object('id', b.subscription_id, 'plan_id', b.plan_id, 'plan', b.plan,
      'status', b.status, 'billing', b.billing, 'started_on', b.started_on, 'ends_on', b.ends_on, 'grace_until',
      b.grace_until, 'max_students', b.max_students)
      from private.subscription_of(s.id) b where b.subscription_id is not null))
  from public.schools s where s.id = school_overview.school_id);
end
$$;
comment on function public.school_overview(uuid)
  is 'One school as the platform sees it: its size and its subscription. Super admins only.';
grant execute on function public.school_overview(uuid) to authenticated;

create function public.platform_analytics() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('platform:read');
  return jsonb_build_object(
    'users_by_role', (select jsonb_object_agg(part, n)
      from (select part, sum(amount) as n from (
          select part, amount from private.platform_counts where what = 'accounts'
            and part = any (enum_range(null::public.user_role)::text[])
          -- The account of a super admin has no role at a school and is counted as a plain user.
          union all select u.role::text, -1 from public.super_admins a join public.users u on u.id = a.id
          union all select 'super_admin', 1 from public.super_admins) c
        group by part having sum(amount) > 0) r),
    'students', (select coalesce(sum(amount), 0) from private.platform_counts where what = 'students'
      and part = 'active'),
    'subscriptions_by_status', (select jsonb_object_agg(state, n)
      from (select state, count(*) as n from private.subscription_states() group by state) s),
    'sign_ins_30d', (select count(*) from private.last_sign_ins where at > now() - interval '30 days'),
    'visits', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'visits', visits) order by day), '[]')
      from public.visit_counts where surface = 'site' and day > private.today() - 30))
    || (select jsonb_build_object('schools', coalesce(sum(n), 0), 'schools_by_kind', jsonb_object_agg(kind, n))
      from (select kind, count(*) as n from public.schools where is_active group by kind) k);
end
$$;
grant execute on function public.platform_analytics() to authenticated;

create function public.platform_trends() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.today();
  first_month constant date := (date_trunc('month', today::timestamp) - interval '11 months')::date;
begin
  perform private.require('platform:read');
  return jsonb_build_object(
    'months', (
      with came as materialized (
        select what, greatest(month, first_month) as month, sum(amount) as amount from private.platform_counts
        where what = 'accounts' or (what = 'students' and part in ('active', 'suspended')) group by 1, 2
        union all
        select 'schools', greatest(private.nairobi_month(s.created_at), first_month), count(*) from public.schools s
          group by 2),
      sales as materialized (
        select date_trunc('month', d.day::timestamp)::date as month, sum(d.orders) as orders, sum(d.revenue) as revenue
          from private.order_days d where d.day >= first_month group by 1)
      select jsonb_agg(jsonb_build_object('start', m.start,
        'schools', (select coalesce(sum(c.amount), 0) from came c where c.what = 'schools' and c.month <= m.start),
        'students', (select coalesce(sum(c.amount), 0) from came c where c.what = 'students' and c.month <= m.start),
        'accounts', (select coalesce(sum(c.amount), 0) from came c where c.what = 'accounts' and c.month <= m.start),
        'orders', (select coalesce(sum(s.orders), 0) from sales s where s.month = m.start),
        'revenue', (select coalesce(sum(s.revenue), 0) from sales s where s.month = m.start),
        'tickets', (select count(*) from public.support_tickets t
          where t.created_at >= m.start::timestamp at time zone 'Africa/Nairobi'
          and t.created_at < (m.start + interval '1 month') at time zone 'Africa/Nairobi')) order by m.start)
      from (select start::date as start
        from generate_series(first_month::timestamp, date_trunc('month', today::timestamp),
        interval '1 month') as start) m),
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day,
        'visits', (select coalesce(sum(v.visits), 0) from public.visit_counts v where v.day = d.day),
        'sign_ins', n.sign_ins, 'changes', n.changes) order by d.day)
      from (select day::date as day from generate_series(today - 29, today, interval '1 day') as day) d,
        private.count_day(d.day) n));
end
$$;
comment on function public.platform_trends()
  is 'Twelve months of growth and revenue, thirty days of use: {months, days}. Super admins only.';
grant execute on function public.platform_trends() to authenticated;

create function public.service_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('platform:read');
  return jsonb_build_object(
    'mail', (select jsonb_build_object('waiting', count(*) filter (where m.status in ('queued', 'sending')),
      'failed', count(*) filter (where m.status = 'failed'),
      'oldest_waiting', min(m.created_at) filter (where m.status in ('queued', 'sending')), 'last_sent', max(m.sent_at),
      'perhaps_sent', count(*) filter (where m.interrupted > 0),
      'last_error', (select e.last_error from public.mail_outbox e where e.last_error is not null
        and e.status in ('queued', 'sending', 'failed') order by e.created_at desc limit 1))
      from public.mail_outbox m where m.status <> 'sent' or m.created_at > now() - interval '30 days'),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', p.method, 'reported_at', p.reported_at)
      order by p.method), '[]') from private.payment_providers p),
    'last_payment', (select max(o.paid_at) from public.orders o where o.paid_at > now() - interval '90 days'),
    'open_attempts', (select count(*) from public.payment_attempts a where a.status = 'open'),
    'rate_at', (select max(r.fetched_at) from public.exchange_rates r),
    'failing_jobs', private.failing_jobs(),
    'mail_budgets', private.spent_mail_budgets(),
    'mail_networks', private.spent_mail_networks());
end
$$;
comment on function public.service_status() is 'Whether mails and payments go through, now. Super admins only.';
grant execute on function public.service_status() to authenticated;

-- What `npm run doctor` reads from an installation, in one call with the service key.
create function public.installation_report() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  migrations jsonb := '[]';
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select coalesce(jsonb_agg(version order by version), ''[]'') from supabase_migrations.schema_migrations'
      into migrations;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'postgres', current_setting('server_version_num')::integer,
    'migrations', migrations,
    'worker_seen_at', (select max(w.seen_at) from private.job_workers w),
    'keeps_command_keys', current_setting('masomo.keeps_keys', true) is not distinct from 'true',
    'tables_without_row_security', (select coalesce(jsonb_agg(c.oid::regclass::text order by 1), '[]')
      from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not c.relrowsecurity),
    'tables_open_to_visitors', (select coalesce(jsonb_agg(c.oid::regclass::text order by 1), '[]')
      from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and (has_table_privilege('anon', c.oid, 'insert') or has_table_privilege('anon', c.oid, 'update')
          or has_table_privilege('anon', c.oid, 'delete') or has_table_privilege('anon', c.oid, 'truncate'))),
    'buckets', (select coalesce(jsonb_object_agg(b.id, b.public), '{}') from storage.buckets b),
    'super_admins', (select count(*) from public.super_admins s join public.users u using (id) where u.is_active),
    'has_demonstration_data', exists (select from public.schools where is_demo),
    'failing_jobs', private.failing_jobs(),
    'wrong_sums', (select coalesce(sum(jsonb_array_length(c.differences)), 0) from private.sum_checks c
      where c.day > private.today() - 2),
    'mails', (select jsonb_build_object('sent', count(*) filter (where m.status = 'sent'),
      'failed', count(*) filter (where m.status = 'failed'),
        'overdue', count(*) filter (where m.status in ('queued', 'sending')
          and m.next_attempt_at < now() - interval '15 minutes'),
        'last_error', (select f.last_error from public.mail_outbox f where f.last_error is not null
          and f.status <> 'withdrawn' and f.created_at > now() - interval '7 days' order by f.created_at desc limit 1))
      from public.mail_outbox m where m.created_at > now() - interval '7 days'));
end
$$;
comment on function public.installation_report()
  is 'State of this installation for the operator''s check-up; the server''s key only.';
