-- Trials that schools start by themselves. A form keeps what is wanted; the school is opened when the address has been
-- confirmed.

create table private.trial_requests (
  id uuid primary key default gen_random_uuid(),
  email text not null check (private.is_email(email)),
  school text not null check (length(btrim(school)) between 1 and 120),
  kind public.institution_kind not null,
  county text check (length(county) <= 40),
  first_name text not null check (length(btrim(first_name)) between 1 and 80),
  last_name text not null default '' check (length(last_name) <= 80),
  language text check (language in ('en', 'sw')),
  created_at timestamptz not null default now()
);
comment on table private.trial_requests is 'One per address, deleted when the school is opened or after seven days.';

create unique index trial_requests_email_key on private.trial_requests (lower(email));

alter table private.trial_requests enable row level security;

create trigger require_flag before insert on private.trial_requests for each row
  execute function private.require_flag('trials');

-- is_new: the address gets the mail that opens the trial. A person who has an account is told so by mail only, so that
-- the form tells nobody.
create function public.submit_trial_request(
  request_id uuid, school text, kind public.institution_kind, first_name text, last_name text, email text,
  county text default null, sender_key text default null, language text default null) returns table (is_new boolean,
    mail_ids uuid[])
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address constant text := lower(private.require_email(submit_trial_request.email));
  school_name constant text := private.require_text(submit_trial_request.school, 120, 'school',
    'Enter the name of the school.');
  spoken constant text := private.known_language(submit_trial_request.language);
  queued uuid;
begin
  perform private.limit_form_requests('trial', sender_key, address);
  insert into private.trial_requests (email, school, kind, county, first_name, last_name, language)
  values (address, school_name, submit_trial_request.kind, private.null_if_blank(submit_trial_request.county),
    private.require_text(submit_trial_request.first_name, 80, 'firstName', 'Enter your first name.'),
      private.optional_text(submit_trial_request.last_name, 80, 'lastName'), spoken)
  on conflict (lower(email)) do update set school = excluded.school, kind = excluded.kind, county = excluded.county,
    first_name = excluded.first_name, last_name = excluded.last_name, language = excluded.language, created_at = now();
  if exists (select from auth.users a left join public.users u on u.id = a.id where lower(a.email) = address
    and (a.email_confirmed_at is not null or u.school_id is not null)) then
    delete from private.trial_requests r where lower(r.email) = address;
    queued := private.queue_mail('trial-account-exists/' || submit_trial_request.request_id,
      'trial-account-exists', address, '{}', null, spoken);
    if queued is null then
      perform private.refuse_mail('recipient', null);
    end if;
    return query select false, array[queued];
    return;
  end if;
  perform private.require_mail_budget('trial-link', address, null);
  return query select true, '{}'::uuid[];
end
$$;
comment on function public.submit_trial_request(uuid, text, public.institution_kind, text, text, text, text, text, text)
  is
  'Keeps what a trial is wanted for. The start-trial function then has Auth mail the link that confirms the address.';

-- The name as given, with the county where another school has it, and a number where even that is taken.
create function private.free_school_name(chosen_name text, county text) returns text
language sql stable security definer set search_path = '' as $$
  select n.name from (
    select 0 as place, btrim(chosen_name) as name
    union all select 1, btrim(chosen_name) || ', ' || county where county is not null
    union all select i, concat_ws(', ', btrim(chosen_name), county) || ' ' || i from generate_series(2, 1000) as i) n
  where not exists (select from public.schools s where private.fold_text(s.name) = private.fold_text(n.name))
    order by n.place limit 1
$$;

-- One calendar month, on which 31 January ends on the last day of February.
create function private.begin_trial(school uuid, plan uuid) returns public.subscriptions
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.school_today(school);
  started public.subscriptions;
begin
  insert into public.subscriptions (school_id, plan_id, is_trial, started_on, ends_on)
    values (school, plan, true, today, (today + interval '1 month')::date)
  returning * into started;
  return started;
end
$$;

-- Opens the school of a person who confirms the address they asked for a trial with.
create function private.open_trial() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  request private.trial_requests;
  opened uuid;
begin
  delete from private.trial_requests r where lower(r.email) = lower(new.email) returning * into request;
  if request.id is null or exists (select from public.users u where u.id = new.id and u.school_id is not null) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('open trial ' || private.fold_text(request.school), 0));
  insert into public.schools (name, kind, email, county)
    values (private.free_school_name(request.school, request.county), request.kind, request.email, request.county)
    returning id into opened;
  perform private.begin_trial(opened, private.trial_plan());
  perform private.set_up_school(opened);
  update public.users u set role = 'admin', school_id = opened, first_name = request.first_name,
    last_name = private.null_if_blank(request.last_name), language = coalesce(u.language, request.language)
    where u.id = new.id;
  return null;
end
$$;
create trigger masomo_open_trial after update of email_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and new.email_confirmed_at is not null) execute function private.open_trial();

-- Nobody confirmed: what was written and the account that waited for it go. An account stays that was confirmed,
-- requested again or invited since.
create function private.purge_trial_request(request_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := (select lower(r.email) from private.trial_requests r where r.id = request_id);
begin
  -- In the order in which confirming locks them.
  perform from auth.users a where lower(a.email) = address for update;
  delete from private.trial_requests r where r.id = request_id and r.created_at < now() - interval '7 days';
  if found then
    delete from auth.users a using public.users u
    where lower(a.email) = address and a.email_confirmed_at is null and u.id = a.id and u.school_id is null
      and not exists (select from public.super_admins s where s.id = a.id)
      and not exists (select from public.invitations i where lower(i.email) = address and i.accepted_at is null
        and i.revoked_at is null);
  end if;
end
$$;
