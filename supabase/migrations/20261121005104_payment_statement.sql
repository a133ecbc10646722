-- How far the provider's statement has been read. It is read when an answer was lost, and now and then for payers who type
-- the reference themselves.
create table private.statement_reads (
  provider text primary key,
  read_until timestamptz not null default now() - interval '1 day',
  started_at timestamptz not null default 'epoch'
);
alter table private.statement_reads enable row level security;
insert into private.statement_reads (provider) values ('daraja');

create function public.claim_statement() returns timestamptz
language sql security definer set search_path = '' as $$
  update private.statement_reads s set started_at = now()
  where s.provider = 'daraja' and (s.started_at < now() - interval '10 minutes'
    or (s.started_at < now() - interval '15 seconds' and exists (
      select from public.payment_attempts a where a.method = 'mpesa' and a.resolved_at is null and a.accepted_at is null and a.next_check_at is not null
        and a.created_at between now() - interval '2 hours' and now() - interval '20 seconds')))
  returning s.read_until
$$;
comment on function public.claim_statement() is 'From when the statement is to be read; null when it need not be read now.';

create function public.finish_statement() returns void
language sql security definer set search_path = '' as $$
  update private.statement_reads s set read_until = s.started_at where s.provider = 'daraja'
$$;
grant execute on function public.claim_statement(), public.finish_statement() to service_role;
