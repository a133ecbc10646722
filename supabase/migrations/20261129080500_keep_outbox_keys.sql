set check_function_bodies = off;

create table private.outbox_keys (
  user_id uuid  not null,
  key     bytea not null default extensions.gen_random_bytes(32),
  constraint outbox_keys_key_check check ((length(key) = 32)),
  constraint outbox_keys_pkey primary key (user_id)
);

alter table private.outbox_keys
  enable row level security;

create or replace function public.outbox_key()
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  person constant uuid := private.signed_in_uid();
begin
  if person is null then
    perform private.refuse('session.sign_in_again', 'Sign in again to do this.', errcode => '42501');
  end if;
  insert into private.outbox_keys (user_id) values (person) on conflict do nothing;
  return (select encode(k.key, 'hex') from private.outbox_keys k where k.user_id = person);
end
$function$;

alter table private.outbox_keys
  add constraint outbox_keys_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade;

comment on function public.outbox_key() is 'The key with which the caller''s devices seal what is typed without a connection, made when it is first asked for.';

comment on table private.outbox_keys is 'Keys of what people''s devices have not sent yet.';

revoke all on function public.outbox_key() from public;

grant execute on function public.outbox_key() to authenticated;

grant execute on function public.outbox_key() to service_role;

grant all on table private.outbox_keys to service_role;
