set check_function_bodies = off;

create table public.sign_ins (
  id              uuid                     not null,
  user_id         uuid                     not null,
  signed_in_at    timestamp with time zone not null default now(),
  ended_at        timestamp with time zone,
  has_second_step boolean                  not null default false,
  device          text                     not null default ''::text,
  address         inet,
  constraint sign_ins_pkey primary key (id)
);

alter table public.sign_ins
  enable row level security;

create or replace function private.keep_session()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    update public.sign_ins set ended_at = now() where id = old.id and ended_at is null;
  elsif tg_op = 'UPDATE' then
    update public.sign_ins set has_second_step = true where id = new.id;
  else
    -- A session may begin before its person has a profile.
    insert into public.sign_ins (id, user_id, signed_in_at, has_second_step, device, address)
    select new.id, u.id, coalesce(new.created_at, now()), coalesce(new.aal = 'aal2', false), left(coalesce(new.user_agent, ''), 300), new.ip from public.users u where u.id = new.user_id
    on conflict (id) do nothing;
  end if;
  return null;
end
$function$;

create or replace function private.purge_sign_ins()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  purged integer;
begin
  delete from public.sign_ins where signed_in_at < now() - interval '12 months';
  get diagnostics purged = row_count;
  return purged;
end
$function$;

create or replace function private.run_due_jobs()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  done jsonb;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.run_due_jobs', 0)) then
    return null;
  end if;
  done := jsonb_build_object('pages', private.publish_due_pages(), 'prices', private.apply_due_prices(), 'subscriptions', private.update_subscription_status(),
    'announcements', private.notify_due_announcements(), 'days', private.finish_days(), 'sign_ins', private.purge_sign_ins(), 'wrong_sums', private.check_sums_nightly());
  update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.recent_visits where day < private.today() - 2;
  perform private.count_dirty_days();
  return done;
end
$function$;

alter table public.sign_ins
  add constraint sign_ins_user_id_fkey foreign key (user_id) references public.users(id) on delete cascade;

create index sign_ins_age_idx on public.sign_ins using btree (signed_in_at);

create index sign_ins_user_idx on public.sign_ins using btree (user_id, signed_in_at desc);

create trigger masomo_keep_ended_session
  after delete on auth.sessions
  for each row
  execute function private.keep_session();

create trigger masomo_keep_new_session
  after insert on auth.sessions
  for each row
  execute function private.keep_session();

create trigger masomo_keep_second_step
  after update of aal on auth.sessions
  for each row
  when (((new.aal = 'aal2'::auth.aal_level) AND (old.aal IS DISTINCT FROM 'aal2'::auth.aal_level)))
  execute function private.keep_session();

create policy "People see their sign-ins" on public.sign_ins
  for select
  to authenticated
  using ((user_id = ( select private.signed_in_uid() as signed_in_uid)));

comment on column public.sign_ins.device is 'The browser''s user agent.';

comment on function private.purge_sign_ins() is 'Removes sign-ins older than twelve months; returns how many.';

comment on table public.sign_ins is 'Each person''s sign-ins of the last twelve months: their session, also after it has ended.';

revoke all on function private.keep_session() from public;

revoke all on function private.purge_sign_ins() from public;

grant select on table public.sign_ins to authenticated;

grant all on table public.sign_ins to service_role;

-- Those who are signed in now.
insert into public.sign_ins (id, user_id, signed_in_at, has_second_step, device, address)
select s.id, u.id, coalesce(s.created_at, now()), coalesce(s.aal = 'aal2', false), left(coalesce(s.user_agent, ''), 300), s.ip from auth.sessions s join public.users u on u.id = s.user_id;
