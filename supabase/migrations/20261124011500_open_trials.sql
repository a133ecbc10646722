set check_function_bodies = off;

create table private.ministry_terms (
  year      integer not null,
  term      integer not null,
  starts_on date    not null,
  ends_on   date    not null,
  constraint ministry_terms_check check ((ends_on > starts_on)),
  constraint ministry_terms_pkey primary key (year, term),
  constraint ministry_terms_term_check check (((term >= 1) AND (term <= 3))),
  constraint ministry_terms_year_check check (((year >= 2026) AND (year <= 2100)))
);

alter table private.ministry_terms
  enable row level security;

create table private.proposed_subjects (
  kind public.institution_kind not null,
  name text                    not null,
  code text                    not null,
  constraint proposed_subjects_code_check check ((length(code) <= 12)),
  constraint proposed_subjects_name_check check (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 80))),
  constraint proposed_subjects_pkey primary key (kind, name)
);

alter table private.proposed_subjects
  enable row level security;

create table private.trial_requests (
  id         uuid                     not null default gen_random_uuid(),
  email      text                     not null,
  school     text                     not null,
  kind       public.institution_kind  not null,
  county     text,
  first_name text                     not null,
  last_name  text                     not null,
  language   text,
  created_at timestamp with time zone not null default now(),
  constraint trial_requests_county_check check ((length(county) <= 40)),
  constraint trial_requests_first_name_check check (((length(btrim(first_name)) >= 1) AND (length(btrim(first_name)) <= 80))),
  constraint trial_requests_language_check check ((language = ANY (ARRAY['en'::text, 'sw'::text]))),
  constraint trial_requests_last_name_check check (((length(btrim(last_name)) >= 1) AND (length(btrim(last_name)) <= 80))),
  constraint trial_requests_pkey primary key (id),
  constraint trial_requests_school_check check (((length(btrim(school)) >= 1) AND (length(btrim(school)) <= 120))),
  constraint trial_requests_email_check check (private.is_email(email))
);

alter table private.trial_requests
  enable row level security;

alter table public.schools
  add column county text;

create or replace function private.begin_trial (
  school uuid,
  plan   uuid
)
  returns public.subscriptions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.school_today(school);
  started public.subscriptions;
begin
  insert into public.subscriptions (school_id, plan_id, is_trial, started_on, ends_on) values (school, plan, true, today, (today + interval '1 month')::date)
  returning * into started;
  return started;
end
$function$;

create or replace function private.free_school_name (
  wanted text,
  county text
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select n.name from (
    select 0 as place, btrim(wanted) as name
    union all select 1, btrim(wanted) || ', ' || county where county is not null
    union all select i, concat_ws(', ', btrim(wanted), county) || ' ' || i from generate_series(2, 1000) as i) n
  where not exists (select from public.schools s where lower(s.name) = lower(n.name)) order by n.place limit 1
$function$;

create or replace function private.open_trial()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  request private.trial_requests;
  opened uuid;
begin
  delete from private.trial_requests r where lower(r.email) = lower(new.email) returning * into request;
  if request.id is null or exists (select from public.users u where u.id = new.id and u.school_id is not null) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('open trial ' || lower(request.school), 0));
  insert into public.schools (name, kind, email, county) values (private.free_school_name(request.school, request.county), request.kind, request.email, request.county) returning id into opened;
  perform private.begin_trial(opened, private.trial_plan());
  perform private.set_up_school(opened);
  update public.users u set role = 'admin', school_id = opened, first_name = request.first_name, last_name = request.last_name, language = coalesce(u.language, request.language) where u.id = new.id;
  return null;
end
$function$;

create or replace function private.proposed_classes (
  kind public.institution_kind,
  year integer
)
  returns table (
    name text
  )
  language sql
  immutable
  set search_path to ''
  AS $function$
  select 'PP' || n from generate_series(1, 2) as n where kind = 'primary'
  union all select 'Grade ' || n from generate_series(1, 9) as n where kind = 'primary'
  union all select 'Grade ' || n from generate_series(10, least(12, 10 + year - 2026)) as n where kind = 'secondary'
  union all select 'Form ' || n from generate_series(3 + year - 2026, 4) as n where kind = 'secondary'
  union all select 'Year ' || n from generate_series(1, case kind when 'college' then 3 when 'university' then 4 else 0 end) as n
$function$;

create or replace function private.proposed_terms (
  today date
)
  returns table (
    name      text,
    starts_on date,
    ends_on   date
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with years as (
    select y.year, (select max(m.year) from private.ministry_terms m where m.year <= y.year) as known
    from unnest(array[extract(year from today)::integer, extract(year from today)::integer + 1]) as y (year)),
  terms as (
    select y.year, y.year <> y.known as is_assumed, m.term, m.starts_on + s.days as starts_on, m.ends_on + s.days as ends_on
    from years y
    cross join lateral (select (round((make_date(y.year, 1, 1) - make_date(y.known, 1, 1)) / 7.0) * 7)::integer as days) s
    join private.ministry_terms m on m.year = y.known)
  select format(case when t.is_assumed then 'Term %s %s (to be confirmed)' else 'Term %s %s' end, t.term, t.year), t.starts_on, t.ends_on
  from terms t where t.year = (select min(u.year) from terms u where u.ends_on >= today) order by t.term
$function$;

create or replace function private.purge_trial_requests()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  purged integer;
begin
  with old as (delete from private.trial_requests r where r.created_at < now() - interval '7 days' returning r.email)
  delete from auth.users a using old, public.users u where lower(a.email) = lower(old.email) and a.email_confirmed_at is null and u.id = a.id and u.school_id is null;
  get diagnostics purged = row_count;
  return purged;
end
$function$;

create or replace function private.reserved_slugs()
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array['about', 'admin', 'api', 'auth', 'config', 'contact', 'dashboard', 'demo', 'faq', 'favicon', 'features', 'functions', 'healthz', 'home',
    'login', 'manifest', 'metrics', 'offline', 'pricing', 'privacy', 'registry', 'releases', 'rest', 'robots', 'sitemap', 'storage',
    'store', 'support', 'sw', 'terms', 'trial', 'versions']
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
  done := jsonb_build_object('pages', private.publish_due_pages(), 'prices', private.apply_due_prices(), 'subscriptions', private.remind_of_subscription_ends(),
    'announcements', private.notify_due_announcements(), 'days', private.finish_days(), 'purged', private.purge_expired(), 'trials', private.purge_trial_requests(), 'wrong_sums', private.check_sums_nightly());
  update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.recent_visits where day < private.today() - 2;
  perform private.count_dirty_days();
  return done;
end
$function$;

create or replace function private.set_up_school (
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school_kind constant public.institution_kind := (select s.kind from public.schools s where s.id = school);
  year integer;
begin
  insert into public.school_terms (school_id, name, starts_on, ends_on)
  select school, t.name, t.starts_on, t.ends_on from private.proposed_terms(private.school_today(school)) t;
  select extract(year from min(t.starts_on)) into year from public.school_terms t where t.school_id = school;
  insert into public.classes (school_id, name, level) select school, c.name, c.name from private.proposed_classes(school_kind, year) c;
  insert into public.subjects (school_id, name, code) select school, b.name, b.code from private.proposed_subjects b where b.kind = school_kind;
end
$function$;

create or replace function private.setting_shapes()
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select private.site_setting_shapes() || jsonb_build_object(
    'payments', '{"methods": [["text:20"], 1, 3], "bank": {"bankName": "text:120", "branch": "text:120", "accountName": "text:120", "accountNumber": "text:40", "swift": "text:11", "validDays": "whole:1:90"}}'::jsonb,
    'company', '{"vatPercent": "whole:0:50", "kraPin": "text?:11", "currency": "text:3"}'::jsonb,
    'subscriptions', '{"reminderDays": [["whole:1:60"], 1, 6], "graceDays": "whole:0:180", "priceNoticeDays": "whole:0:180"}'::jsonb,
    'emails', jsonb_build_object('proforma', template, 'receipt', template, 'refund', template,
      'sw', jsonb_build_object('proforma', template, 'receipt', template, 'refund', template)))
  from (values ('{"subject": "text:160", "opening": "text:1500", "closing": "text?:1500"}'::jsonb)) as parts (template)
$function$;

create or replace function private.setup_steps (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when not (s.students and s.staff and s.fees and s.register) then to_jsonb(s) end
  from (select exists (select from public.students t where t.school_id = school) as students,
    exists (select from public.staff_members m where m.school_id = school) as staff,
    exists (select from public.fees f where f.school_id = school) as fees,
    exists (select from public.attendance a where a.school_id = school) as register) s
$function$;

create or replace function private.trial_plan()
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select p.id from public.plans p where p.category = 'saas' and p.is_active and p.period = 'term' order by p.price desc, p.id limit 1
$function$;

create or replace function public.dashboard_summary()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  my_role constant public.user_role := private.my_role();
  school constant uuid := private.my_school();
begin
  if private.signed_in_uid() is null then
    raise exception using errcode = '42501', message = 'Sign in to see your dashboard.', hint = 'permission.sign_in';
  end if;
  return jsonb_build_object(
    'role', my_role, 'school', (select jsonb_build_object('id', s.id, 'name', s.name) from public.schools s where s.id = school),
    'subscription', (select jsonb_build_object('state', o.status, 'ends_on', o.ends_on, 'days_left', o.ends_on - private.my_today(), 'grace_until', o.ends_on + private.grace_days())
      from private.subscription_of(school) o where my_role not in ('super_admin', 'user')),
    'setup', case when my_role = 'admin' then private.setup_steps(school) end,
    'stats', case my_role when 'super_admin' then private.super_admin_stats() when 'admin' then private.admin_stats(school) when 'teacher' then private.teacher_stats()
      when 'staff' then private.office_stats(school) else private.personal_stats(my_role) end,
    'activities', private.recent_activities(my_role));
end
$function$;

create or replace function public.start_trial (
  school_id uuid,
  plan_id   uuid
)
  returns public.subscriptions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  if not exists (select from public.plans p where p.id = start_trial.plan_id and p.category = 'saas' and p.is_active) then
    raise exception using errcode = 'P0001', message = 'Only the SaaS plans have a trial.', hint = 'subscription.no_trial', detail = 'plan_id';
  end if;
  if exists (select from public.subscriptions s where s.school_id = start_trial.school_id) then
    raise exception using errcode = 'PT409', message = 'This school has had its trial.', hint = 'subscription.trial_used';
  end if;
  return private.begin_trial(start_trial.school_id, start_trial.plan_id);
end
$function$;

create or replace function public.submit_trial_request (
  request_id uuid,
  school     text,
  kind       public.institution_kind,
  first_name text,
  last_name  text,
  email      text,
  county     text                    default null::text,
  sender_key text                    default null::text,
  language   text                    default null::text
)
  returns table (
    is_new   boolean,
    mail_ids uuid[]
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  address constant text := lower(private.require_email(submit_trial_request.email));
  school_name constant text := private.require_text(submit_trial_request.school, 120, 'school', 'Enter the name of the school.');
  spoken constant text := private.known_language(submit_trial_request.language);
begin
  perform private.limit_form_requests('trial', sender_key, address);
  insert into private.trial_requests (email, school, kind, county, first_name, last_name, language)
  values (address, school_name, submit_trial_request.kind, private.null_if_blank(submit_trial_request.county),
    private.require_text(submit_trial_request.first_name, 80, 'firstName', 'Enter your first name.'), private.require_text(submit_trial_request.last_name, 80, 'lastName', 'Enter your last name.'), spoken)
  on conflict (lower(email)) do update set school = excluded.school, kind = excluded.kind, county = excluded.county,
    first_name = excluded.first_name, last_name = excluded.last_name, language = excluded.language, created_at = now();
  if exists (select from auth.users a left join public.users u on u.id = a.id where lower(a.email) = address and (a.email_confirmed_at is not null or u.school_id is not null)) then
    delete from private.trial_requests r where lower(r.email) = address;
    return query select false, array[private.queue_mail('trial-account-exists/' || submit_trial_request.request_id, 'trial-account-exists', address, '{}', null, spoken)];
    return;
  end if;
  return query select true, '{}'::uuid[];
end
$function$;

alter table public.schools
  add constraint schools_county_check check ((length(county) <= 40));

create unique index trial_requests_email_key on private.trial_requests using btree (lower(email));

create trigger masomo_open_trial
  after update of email_confirmed_at on auth.users
  for each row
  when (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL)))
  execute function private.open_trial();

create trigger require_feature
  before insert on private.trial_requests
  for each row
  execute function private.require_feature('trials');

comment on function private.trial_plan() is 'A trial has the limits of the largest plan.';

comment on function public.dashboard_summary() is 'The dashboard home of the caller: role, school, the subscription of a member''s school, what an administrator has still to set up, four stats {key, value, unit: count | percent | KES; a percentage is null where nothing was counted} and recent activities {at, kind, title, text, link}.';

comment on function public.submit_trial_request(uuid, text, public.institution_kind, text, text, text, text, text, text) is
  'Keeps what a trial is wanted for. The start-trial function then has Auth mail the link that confirms the address.';

comment on table private.ministry_terms is 'Term dates that the Ministry of Education has published, by year.';

comment on table private.proposed_subjects is 'Learning areas and subjects by kind of school. Colleges and universities enter their own.';

comment on table private.trial_requests is 'One per address, deleted when the school is opened or after seven days.';

revoke all on function private.begin_trial(uuid, uuid) from public;

revoke all on function private.free_school_name(text, text) from public;

revoke all on function private.open_trial() from public;

revoke all on function private.proposed_classes(public.institution_kind, integer) from public;

revoke all on function private.proposed_terms(date) from public;

revoke all on function private.purge_trial_requests() from public;

revoke all on function private.set_up_school(uuid) from public;

revoke all on function private.setup_steps(uuid) from public;

revoke all on function private.trial_plan() from public;

revoke all on function public.submit_trial_request(uuid, text, public.institution_kind, text, text, text, text, text, text) from public;

grant execute
  on function public.submit_trial_request(uuid, text, public.institution_kind, text, text, text, text, text, text)
  to service_role;

grant all on table private.ministry_terms to service_role;

grant all on table private.proposed_subjects to service_role;

grant all on table private.trial_requests to service_role;

revoke all (county) on table public.schools from authenticated;

grant insert (county), update (county) on table public.schools to authenticated;

insert into private.ministry_terms (year, term, starts_on, ends_on) values
  (2026, 1, '2026-01-05', '2026-04-02'), (2026, 2, '2026-04-27', '2026-07-31'), (2026, 3, '2026-08-24', '2026-10-23');

insert into private.proposed_subjects (kind, name, code) values
  ('primary', 'English', 'ENG'), ('primary', 'Kiswahili', 'KIS'), ('primary', 'Mathematics', 'MAT'), ('primary', 'Environmental Activities', 'ENV'), ('primary', 'Science and Technology', 'SCI'),
  ('primary', 'Integrated Science', 'ISC'), ('primary', 'Social Studies', 'SST'), ('primary', 'Religious Education', 'CRE'), ('primary', 'Agriculture', 'AGR'), ('primary', 'Creative Arts', 'ART'),
  ('primary', 'Pre-Technical Studies', 'PTS'),
  ('secondary', 'English', 'ENG'), ('secondary', 'Kiswahili', 'KIS'), ('secondary', 'Mathematics', 'MAT'), ('secondary', 'Biology', 'BIO'), ('secondary', 'Chemistry', 'CHE'), ('secondary', 'Physics', 'PHY'),
  ('secondary', 'History and Government', 'HIS'), ('secondary', 'Geography', 'GEO'), ('secondary', 'Religious Education', 'CRE'), ('secondary', 'Agriculture', 'AGR'),
  ('secondary', 'Business Studies', 'BST'), ('secondary', 'Computer Studies', 'COM');

insert into public.features (name, label, closed_message) values
  ('trials', 'Trials', 'We open no trials at the moment. Please write to us instead.');

-- A trial lasts one calendar month.
update public.settings set value = value - 'trialDays' where key = 'subscriptions';
insert into public.settings (key, is_public, value) values ('subscriptions', false, '{"reminderDays": [14, 7, 1], "graceDays": 30, "priceNoticeDays": 30}') on conflict (key) do nothing;
