-- The keys of what people's pages have written, each kept in the transaction of its write: it is here exactly when that
-- was done.
create table private.command_keys (
  person uuid not null,
  key text not null check (length(key) between 16 and 80),
  -- Given up by its page before it was done: it can never be done any more.
  is_given_up boolean not null default false,
  at timestamptz not null default now(),
  primary key (person, key)
);
alter table private.command_keys enable row level security;
create index command_keys_at on private.command_keys (at);
comment on table private.command_keys is
  'Keys of commands by person for two days, so that a page whose answer was lost can ask what happened, and trying '
    'again does nothing twice.';

-- Set as PostgREST's pre-request, it runs before every request, in its transaction. Reads have no key and cost it a
-- look at the headers.
create function private.before_request() returns void
language plpgsql security definer set search_path = '' as $$
declare
  headers constant text := current_setting('request.headers', true);
  uid uuid;
  command_key text;
  given_up boolean;
begin
  if strpos(headers, '"traceparent"') > 0 then perform private.name_transaction_by_trace(); end if;
  perform set_config('masomo.keeps_keys', 'true', true);
  if strpos(headers, '"idempotency-key"') = 0 or current_setting('transaction_read_only')::boolean then return; end if;
  command_key := headers::json ->> 'idempotency-key';
  uid := private.signed_in_uid();
  if uid is null or command_key is null or length(command_key) not between 16 and 80 then return; end if;
  -- It waits for another request with this key that is in flight.
  insert into private.command_keys (person, key) values (uid, command_key) on conflict do nothing;
  if found then return; end if;
  select k.is_given_up into given_up from private.command_keys k where k.person = uid and k.key = command_key;
  if given_up then
    perform private.refuse('command.given_up', 'The connection broke before this was done. Try again.');
  end if;
  perform private.refuse('command.already_done', 'This was done already.');
end
$$;
comment on function private.before_request() is
  'Pre-request of PostgREST: keeps a command''s key with what it writes, refuses one that was done, names the '
    'transaction by its trace.';
grant execute on function private.before_request() to anon, authenticated, service_role;

create function public.settle_command(key text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  uid constant uuid := private.signed_in_uid();
  given_up boolean;
begin
  if uid is null or key is null or length(key) not between 16 and 80
    or current_setting('masomo.keeps_keys', true) is distinct from 'true' then
    return null;
  end if;
  perform private.limit_rate('outcomes for ' || uid, 300, interval '1 hour');
  insert into private.command_keys (person, key, is_given_up)
  values (uid, settle_command.key, true) on conflict do nothing;
  if found then return false; end if;
  select k.is_given_up into given_up from private.command_keys k
  where k.person = uid and k.key = settle_command.key;
  return not given_up;
end
$$;
comment on function public.settle_command(text) is
  'Whether the caller''s command with this key was done; else it is given up and never done after that. Null where '
    'keys are not kept, or not of this length.';
grant execute on function public.settle_command(text) to authenticated;
