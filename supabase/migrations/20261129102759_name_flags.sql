set check_function_bodies = off;

drop trigger require_feature on private.trial_requests;

drop trigger require_feature on public.demo_requests;

drop trigger audit on public.features;

drop trigger require_feature on public.orders;

drop trigger require_feature on public.support_tickets;

drop function private.audit_feature();

drop function private.require_feature();

create or replace function private.audit_flag()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into public.audit_log (actor_id, action, entity, entity_id, before, after)
  values (private.signed_in_uid(), 'update', 'features', new.name, jsonb_build_object('is_on', old.is_on),
    jsonb_build_object('is_on', new.is_on));
  return null;
end
$function$;

create or replace function private.require_flag()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  closed text;
begin
  select f.closed_message into closed from public.features f where f.name = tg_argv[0] and not f.is_on;
  if found then
    perform private.refuse('feature.closed', closed);
  end if;
  return new;
end
$function$;

create trigger require_flag
  before insert on private.trial_requests
  for each row
  execute function private.require_flag('trials');

create trigger require_flag
  before insert on public.demo_requests
  for each row
  execute function private.require_flag('demo_requests');

create trigger audit
  after update on public.features
  for each row
  when ((old.is_on IS DISTINCT FROM new.is_on))
  execute function private.audit_flag();

create trigger require_flag
  before insert on public.orders
  for each row
  execute function private.require_flag('checkout');

create trigger require_flag
  before insert on public.support_tickets
  for each row
  execute function private.require_flag('support_tickets');

comment on table public.features is 'Flags: parts of the product that a super admin can close for a while. closed_message is shown while one is. The table and set_feature keep the name that releases in use read.';

revoke all on function private.audit_flag() from public;

revoke all on function private.require_flag() from public;
