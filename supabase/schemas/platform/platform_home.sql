-- What a super admin sees first: what fails or waits, how the store earns, what became of trials, whose subscription
-- ends, and which schools have gone quiet. No child is in it.

-- At most seven lines, each with how many, since when, and where it is put right.
create function private.platform_attention() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(l) - 'place' order by l.place), '[]') from (
    select 1 as place, 'releases' as kind, count(distinct f.visit) as amount, min(f.at) as since
      from public.release_failures f where f.at > private.current_moment() - interval '24 hours'
    union all
    select 2, 'worker', 1, max(w.seen_at) from private.job_workers w
      having coalesce(max(w.seen_at) < private.current_moment() - interval '2 minutes', true)
      and exists (select from public.jobs j where j.state = 'waiting'
        and j.due_at < private.current_moment() - interval '2 minutes')
    union all
    select 3, 'jobs', count(*), min(j.created_at) from public.jobs j
      where j.state in ('waiting', 'running') and j.failures > 0
      or j.state = 'failed' and j.created_at > private.current_moment() - interval '7 days'
    union all
    select 4, 'payments', count(*), min(q.at) from (
      select p.created_at as at from public.payments p where p.state <> 'received' and p.refunded_amount < p.amount
      union all
      select e.received_at from public.provider_events e where e.state = 'unmatched') q
    union all
    select 5, 'orders', private.pending_orders(), null
    union all
    select 6, 'mails', count(*), min(m.created_at) from public.mail_outbox m where m.status = 'failed'
      and m.created_at > private.current_moment() - interval '7 days'
    union all
    select 7, 'tickets', count(*), min(t.created_at) from public.support_tickets t
      where t.status = 'open' and t.first_reply_at is null
    union all
    select 8, 'demo_requests', count(*), min(d.created_at) from public.demo_requests d where d.handled_at is null) l
  where l.amount > 0
$$;

-- What was bought, month by month and by version of the product, as far as the days have been counted.
create function private.revenue_months(today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('start', m.start, 'saas', coalesce(s.saas, 0),
    'standalone', coalesce(s.standalone, 0)) order by m.start)
  from private.period_starts((date_trunc('month', revenue_months.today::timestamp) - interval '11 months')::date,
    revenue_months.today, 'month') as m (start)
  left join lateral (select sum(d.revenue) filter (where d.category = 'saas') as saas,
      sum(d.revenue) filter (where d.category = 'standalone') as standalone
    from private.item_days d where d.day >= m.start and d.day < (m.start + interval '1 month')::date) s on true
$$;

-- Trials that run, and what became of those whose last day was in the last ninety days.
create function private.trial_outcomes(today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('running', count(*) filter (where t.ends_on >= trial_outcomes.today),
    'bought', count(*) filter (where t.ends_on < trial_outcomes.today and t.has_bought),
    'left', count(*) filter (where t.ends_on < trial_outcomes.today and not t.has_bought))
  from (select s.ends_on, exists (select from public.subscriptions n where n.school_id = s.school_id
      and not n.is_trial and n.revoked_at is null and n.started_on >= s.started_on) as has_bought
    from public.subscriptions s where s.is_trial and s.revoked_at is null
      and s.ends_on >= trial_outcomes.today - 90 and s.started_on <= trial_outcomes.today) t
$$;

-- Subscriptions that end within thirty days and that nothing follows.
create function private.ending_subscriptions(today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('school_id', e.school_id, 'school', e.name, 'plan', e.plan,
    'is_trial', e.is_trial, 'ends_on', e.ends_on) order by e.ends_on, e.name), '[]')
  from (select s.school_id, h.name, p.name as plan, s.is_trial, s.ends_on
    from public.subscriptions s join public.schools h on h.id = s.school_id join public.plans p on p.id = s.plan_id
    where s.revoked_at is null and h.is_active and h.closed_at is null
      and s.ends_on between ending_subscriptions.today and ending_subscriptions.today + 30
      and not exists (select from public.subscriptions n where n.school_id = s.school_id and n.revoked_at is null
        and n.ends_on > s.ends_on)
    order by s.ends_on, h.name limit 6) e
$$;

-- Schools of two weeks and more in which nobody has signed in for two weeks.
create function private.quiet_schools() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'last', q.last)
    order by q.last desc nulls last, q.name), '[]')
  from (select h.id, h.name, i.last from public.schools h
    left join lateral (select n.signed_in_at as last from public.sign_ins n where n.school_id = h.id
      order by n.signed_in_at desc limit 1) i on true
    where h.is_active and h.closed_at is null
      and h.created_at < private.current_moment() - interval '14 days'
      and coalesce(i.last < private.current_moment() - interval '14 days', true)
    order by i.last desc nulls last, h.name limit 6) q
$$;

create function private.platform_home() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('today', private.today(), 'attention', private.platform_attention(),
    'revenue', private.revenue_months(private.today()), 'trials', private.trial_outcomes(private.today()),
    'ending', private.ending_subscriptions(private.today()), 'quiet', private.quiet_schools())
$$;
