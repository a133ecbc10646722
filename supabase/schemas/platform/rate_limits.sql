create table private.rate_limits (
  subject text not null,
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (subject, window_start)
);

alter table private.rate_limits enable row level security;

-- Counts one more and says whether that is still allowed.
create function private.is_within_rate(subject text, allowed integer, period interval) returns boolean
language sql security definer set search_path = '' as $$
  insert into private.rate_limits as r (subject, window_start)
  values (is_within_rate.subject, date_bin(period, now(), timestamptz '2000-01-01'))
  on conflict (subject, window_start) do update set hits = r.hits + 1
  returning r.hits <= allowed
$$;

-- PostgREST answers PT429 with that status.
create function private.limit_rate(subject text, allowed integer, period interval) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_within_rate(subject, allowed, period) then
    perform private.refuse('request.too_many',
      'Too many requests from this address. Please try again in an hour.', errcode => 'PT429');
  end if;
end
$$;

-- The network that an address counts as: an IPv4 address itself, the /64 of an IPv6 address. People who cannot be
-- told apart share one.
create function private.network_of(address text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  given inet;
begin
  given := regexp_replace(btrim(address), '^::ffff:(?=[0-9.]+$)|%.*$', '', 'gi')::inet;
  return coalesce(case family(given) when 4 then host(given) else network(set_masklen(given, 64))::text end, 'unknown');
exception when invalid_text_representation then
  return 'unknown';
end
$$;

-- Whether a text names addresses, such as 10.0.0.0/24.
create function private.is_network(name text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
begin
  return name::cidr is not null;
exception when invalid_text_representation then
  return false;
end
$$;
grant execute on function private.is_network(text) to authenticated, service_role;

-- The address that the last trusted proxy wrote down; null without one.
create function private.caller_address() returns text
language sql stable security definer set search_path = '' as $$
  select btrim(hops[cardinality(hops) + 1 - greatest(1, private.mail_limit('trustedHops'))])
  from (select string_to_array(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',')
    as hops) h
$$;

-- Who calls, for limits: the sender that an edge function named, else the network of the caller, as a hash.
create function private.caller_network() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(current_setting('masomo.sender', true), ''),
    case when n.network = 'unknown' then n.network else md5(n.network) end)
  from (select private.network_of(private.caller_address()) as network) n
$$;

-- Edge functions call this as service_role. sender_key is a keyed hash of the sender's network, never the address
-- itself; without one the sender shares the limit of everybody who has none.
create function private.limit_form_requests(form text, sender_key text, email text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('masomo.sender', coalesce(sender_key, 'unknown'), true);
  perform private.limit_rate(form || ' from ' || coalesce(sender_key, 'unknown'), 10, interval '1 hour');
  perform private.limit_rate(form || ' by ' || lower(email), 5, interval '1 hour');
end
$$;

-- What counts of earlier days were for; one worker calls it every hour.
create function private.forget_old_counts() returns void
language sql security definer set search_path = '' as $$
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.mail_spending where day < private.today() - 30;
  delete from private.recent_visits where day < private.today() - 2;
  delete from private.changes where at < now() - interval '10 minutes';
  delete from private.command_keys where at < now() - interval '2 days';
$$;
