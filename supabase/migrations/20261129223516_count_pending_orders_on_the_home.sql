set check_function_bodies = off;

create or replace function private.platform_attention()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;
