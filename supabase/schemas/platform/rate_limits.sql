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
    raise exception using errcode = 'PT429', message = 'Too many requests from this address. Please try again in an hour.', hint = 'request.too_many';
  end if;
end
$$;

-- Edge functions call this as service_role. sender_key is a keyed hash of the sender's IP address, never the address itself.
create function private.limit_form_requests(form text, sender_key text, email text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if sender_key is not null then
    perform private.limit_rate(form || ' from ' || sender_key, 10, interval '1 hour');
  end if;
  perform private.limit_rate(form || ' by ' || lower(email), 5, interval '1 hour');
end
$$;
