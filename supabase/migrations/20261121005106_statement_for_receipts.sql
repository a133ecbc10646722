-- The statement is read as well while a payment has no receipt number yet: its callback was lost and asking gives none.
create or replace function public.claim_statement() returns timestamptz
language sql security definer set search_path = '' as $$
  update private.statement_reads s set started_at = now()
  where s.provider = 'daraja' and (s.started_at < now() - interval '10 minutes'
    or (s.started_at < now() - interval '15 seconds' and (
      exists (select from public.payment_attempts a where a.method = 'mpesa' and a.resolved_at is null and a.accepted_at is null and a.next_check_at is not null
        and a.created_at between now() - interval '2 hours' and now() - interval '20 seconds')
      or exists (select from public.payments p join public.payment_attempts a on a.id = p.attempt_id
        where p.method = 'mpesa' and p.created_at > now() - interval '1 hour' and p.receipt = upper(a.provider_reference)))))
  returning s.read_until
$$;
grant select (refunded_amount) on public.orders to authenticated;
create index payments_created_idx on public.payments (created_at desc);
