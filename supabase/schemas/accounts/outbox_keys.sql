-- The key with which a person's devices seal what is typed without a connection. Only their own session gets it, and it
-- goes with the account: what a device still keeps of an erased person can then be read by nobody.
create table private.outbox_keys (
  user_id uuid primary key references auth.users (id) on delete cascade,
  key bytea not null default extensions.gen_random_bytes(32) check (length(key) = 32)
);
comment on table private.outbox_keys is 'Keys of what people''s devices have not sent yet.';

alter table private.outbox_keys enable row level security;

create function public.outbox_key() returns text
language plpgsql security definer set search_path = '' as $$
declare
  person constant uuid := private.signed_in_uid();
begin
  if person is null then
    perform private.refuse('session.sign_in_again', 'Sign in again to do this.', errcode => '42501');
  end if;
  insert into private.outbox_keys (user_id) values (person) on conflict do nothing;
  return (select encode(k.key, 'hex') from private.outbox_keys k where k.user_id = person);
end
$$;
comment on function public.outbox_key() is
  'The key with which the caller''s devices seal what is typed without a connection, made when it is first asked for.';
grant execute on function public.outbox_key() to authenticated;
