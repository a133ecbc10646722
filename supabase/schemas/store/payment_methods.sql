-- Opens an attempt to pay. A buyer proves to own the order by its key, or by number and email address.
create table private.payment_providers (
  method public.payment_method primary key,
  reported_at timestamptz not null default now()
);
comment on table private.payment_providers
  is 'Payment methods with a configured provider, as reported by the functions, which alone know the configuration.';

alter table private.payment_providers enable row level security;

create function private.enabled_payment_methods() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(listed.method order by listed.ordinal), '{}')
  from jsonb_array_elements_text(coalesce(private.setting('payments', 'methods'), '["bank"]'))
    with ordinality as listed (method, ordinal)
  where listed.method = 'bank' or listed.method in (select p.method::text from private.payment_providers p)
$$;

create function public.offered_payment_methods() returns text[]
language sql stable security definer set search_path = '' as $$ select private.enabled_payment_methods() $$;
comment on function public.offered_payment_methods() is
  'Payment methods that are enabled in the settings and configured, in the order they are offered.';
grant execute on function public.offered_payment_methods() to anon, authenticated;

-- Payment methods with a configured provider, enabled or not: the settings screen warns about the others.
create function public.configured_payment_methods() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('order:read-all');
  return (select coalesce(jsonb_agg(m.method order by m.method), '[]')
    from unnest(enum_range(null::public.payment_method)) as m (method)
    where m.method = 'bank' or m.method in (select p.method from private.payment_providers p));
end
$$;
comment on function public.configured_payment_methods() is 'Configured payment methods. Super admins only.';
grant execute on function public.configured_payment_methods() to authenticated;

create function public.report_payment_providers(methods text[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.payment_providers where method::text <> all (methods);
  insert into private.payment_providers (method) select m::public.payment_method from unnest(methods) as m
    where m in ('mpesa', 'card') on conflict (method) do update set reported_at = now();
$$;
