-- What a super admin runs the platform with: who did what, how it grows, whether mails and payments go through, and switches.
create view public.audit_entries with (security_invoker = true) as
  select l.id, l.at, l.action, l.entity, l.entity_id, l.before, l.after, l.school_id, s.name as school, l.actor_id,
    coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as actor, u.email as actor_email
  from public.audit_log l left join public.users u on u.id = l.actor_id left join public.schools s on s.id = l.school_id;
comment on view public.audit_entries is 'The audit log with names. actor is null for what the product did by itself.';
grant select on public.audit_entries to authenticated;

create function public.platform_trends() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.nairobi_day(now());
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'months', (
      select jsonb_agg(jsonb_build_object('start', m.start,
        'schools', (select count(*) from public.schools s where private.nairobi_day(s.created_at) < m.until),
        'students', (select count(*) from public.students s where s.admitted_on < m.until and s.status in ('active', 'suspended')),
        'accounts', (select count(*) from public.users u where private.nairobi_day(u.created_at) < m.until),
        'orders', (select coalesce(sum(d.orders), 0) from private.order_days d where d.day >= m.start and d.day < m.until),
        'revenue', (select coalesce(sum(d.revenue), 0) from private.order_days d where d.day >= m.start and d.day < m.until),
        'tickets', (select count(*) from public.support_tickets t where private.nairobi_day(t.created_at) >= m.start and private.nairobi_day(t.created_at) < m.until)) order by m.start)
      from (select start::date as start, (start + interval '1 month')::date as until from generate_series(date_trunc('month', today::timestamp) - interval '11 months', date_trunc('month', today::timestamp), interval '1 month') as start) m),
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day,
        'visits', (select coalesce(sum(v.visits), 0) from public.visit_counts v where v.day = d.day),
        'sign_ins', (select count(distinct s.user_id) from auth.sessions s where private.nairobi_day(s.created_at) = d.day),
        'changes', (select count(*) from public.audit_log l where l.at >= d.day::timestamp at time zone 'Africa/Nairobi' and l.at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi')) order by d.day)
      from (select day::date as day from generate_series(today - 29, today, interval '1 day') as day) d));
end
$$;
comment on function public.platform_trends() is 'Twelve months of growth and revenue, thirty days of use: {months, days}. Super admins only.';

create function public.service_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'mail', (select jsonb_build_object('waiting', count(*) filter (where m.status in ('queued', 'sending')), 'failed', count(*) filter (where m.status = 'failed'),
      'oldest_waiting', min(m.created_at) filter (where m.status in ('queued', 'sending')), 'last_sent', max(m.sent_at),
      'last_error', (select e.last_error from public.mail_outbox e where e.last_error is not null and e.status <> 'sent' order by e.created_at desc limit 1))
      from public.mail_outbox m where m.status <> 'sent' or m.created_at > now() - interval '30 days'),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', p.method, 'reported_at', p.reported_at) order by p.method), '[]') from private.payment_providers p),
    'last_payment', (select max(o.paid_at) from public.orders o where o.paid_at > now() - interval '90 days'),
    'open_attempts', (select count(*) from public.payment_attempts a where a.status = 'open'),
    'rate_at', (select max(r.fetched_at) from public.exchange_rates r));
end
$$;
comment on function public.service_status() is 'Whether mails and payments go through, now. Super admins only.';

create function public.retry_mails() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  retried integer;
begin
  perform private.require_super_admin();
  update public.mail_outbox set status = 'queued', attempts = 0, next_attempt_at = now() where status = 'failed';
  get diagnostics retried = row_count;
  if retried > 0 then
    perform pg_notify('mail_outbox', '');
  end if;
  return retried;
end
$$;
comment on function public.retry_mails() is 'Has mails that were given up sent again; each still goes out once.';

create table public.features (
  name text primary key check (name ~ '^[a-z_]{1,40}$'),
  label text not null,
  closed_words text not null,
  is_on boolean not null default true,
  changed_at timestamptz not null default now()
);
comment on table public.features is 'Parts of the product a super admin can close for a while. closed_words is what people then read.';
alter table public.features enable row level security;
grant select on public.features to anon, authenticated;
create policy "Everyone reads what is open" on public.features for select to anon, authenticated using (true);
insert into public.features (name, label, closed_words) values
  ('checkout', 'Orders in the store', 'The store takes no orders at the moment. Please come back later, or write to us.'),
  ('demo_requests', 'Demo requests', 'We take no demo requests at the moment. Please write to us instead.'),
  ('support_tickets', 'Support tickets', 'The ticket form is closed at the moment. Please call us instead.');
create function private.audit_feature() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (actor_id, action, entity, entity_id, before, after)
  values (auth.uid(), 'update', 'features', new.name, jsonb_build_object('is_on', old.is_on), jsonb_build_object('is_on', new.is_on));
  return null;
end
$$;
create trigger audit after update on public.features for each row when (old.is_on is distinct from new.is_on) execute function private.audit_feature();

create function public.set_feature(feature text, is_on boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  update public.features f set is_on = set_feature.is_on, changed_at = now() where f.name = set_feature.feature;
  if not found then
    raise exception using errcode = 'P0002', message = 'There is no such switch.', hint = 'feature.not_found';
  end if;
end
$$;

create function private.require_open() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  closed text;
begin
  select f.closed_words into closed from public.features f where f.name = tg_argv[0] and not f.is_on;
  if found then
    raise exception using errcode = 'P0001', message = closed, hint = 'feature.closed';
  end if;
  return new;
end
$$;
create trigger require_open before insert on public.orders for each row execute function private.require_open('checkout');
create trigger require_open before insert on public.demo_requests for each row execute function private.require_open('demo_requests');
create trigger require_open before insert on public.support_tickets for each row execute function private.require_open('support_tickets');
grant execute on function public.platform_trends(), public.service_status(), public.retry_mails(), public.set_feature(text, boolean) to authenticated;
