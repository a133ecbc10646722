set check_function_bodies = off;

create or replace function private.keep_session()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    update public.sign_ins set ended_at = now() where id = old.id and ended_at is null;
    -- Open pages of the person ask whether it was theirs.
    insert into private.changes (audience, topic) values ('person:' || old.user_id, 'sessions') on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    update public.sign_ins set has_second_step = true where id = new.id;
  else
    -- A session may begin before its person has a profile.
    insert into public.sign_ins (id, user_id, school_id, signed_in_at, has_second_step, device, address)
    select new.id, u.id, u.school_id, coalesce(new.created_at, now()), coalesce(new.aal = 'aal2', false),
      left(coalesce(new.user_agent, ''), 300), new.ip from public.users u where u.id = new.user_id
    on conflict (id) do nothing;
  end if;
  return null;
end
$function$;
