set check_function_bodies = off;

drop function private.subscription_of(uuid);

drop view public.subscription_overview;

create table private.branch_receipt_lines (
  receipt_id uuid    not null,
  position   integer not null,
  school_id  uuid    not null,
  payment_id uuid    not null,
  constraint branch_receipt_lines_payment_id_key unique (payment_id),
  constraint branch_receipt_lines_pkey primary key (receipt_id, position)
);

alter table private.branch_receipt_lines
  enable row level security;

create table public.branch_entries (
  id         uuid                     not null default gen_random_uuid(),
  school_id  uuid                     not null,
  other_id   uuid                     not null,
  kind       text                     not null,
  reference  text                     not null,
  amount     integer                  not null,
  entered_on date                     not null,
  payment_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint branch_entries_amount_check check ((amount <> 0)),
  constraint branch_entries_check check ((other_id <> school_id)),
  constraint branch_entries_kind_check check ((kind = ANY (ARRAY['payment'::text, 'reversal'::text, 'move'::text]))),
  constraint branch_entries_pkey primary key (id)
);

alter table public.branch_entries
  enable row level security;

create table public.branch_moves (
  id            uuid                     not null default gen_random_uuid(),
  school_id     uuid                     not null,
  student_id    uuid                     not null,
  to_school_id  uuid                     not null,
  to_student_id uuid,
  carried       integer                  not null,
  moved_on      date                     not null,
  moved_by      uuid,
  created_at    timestamp with time zone not null default now(),
  constraint branch_moves_carried_check check ((carried >= 0)),
  constraint branch_moves_pkey primary key (id),
  constraint branch_moves_student_id_key unique (student_id)
);

alter table public.branch_moves
  enable row level security;

create table public.branch_receipts (
  id             uuid                     not null,
  school_id      uuid                     not null,
  receipt_number text                     not null,
  method         text                     not null,
  reference      text,
  amount         integer                  not null,
  paid_on        date                     not null,
  taken_by       uuid,
  created_at     timestamp with time zone not null default now(),
  constraint branch_receipts_amount_check check ((amount > 0)),
  constraint branch_receipts_method_check check ((method = ANY (ARRAY['mpesa'::text, 'cash'::text, 'bank'::text, 'cheque'::text]))),
  constraint branch_receipts_pkey primary key (id),
  constraint branch_receipts_reference_check check ((length(reference) <= 60)),
  constraint branch_receipts_school_id_receipt_number_key unique (school_id, receipt_number)
);

alter table public.branch_receipts
  enable row level security;

alter table public.schools
  add column branch_of uuid;

alter table public.schools
  add column campus_id uuid;

create or replace function private.add_subscription_days (
  school uuid,
  plan   uuid,
  days   integer,
  item   uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.school_today(school);
  first_day date;
begin
  select coalesce(max(s.ends_on) + 1, today) into first_day from public.subscriptions s
  where s.school_id = school and s.revoked_at is null and s.ends_on >= today;
  insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, order_item_id)
  select school, p.id, private.sold_billing(p.period, null), first_day, first_day + days - 1, item from public.plans p
    where p.id = plan;
  update public.schools s set closed_at = null where school in (s.id, s.branch_of)
    and s.closed_at is not null;
end
$function$;

create or replace function private.add_subscription_period (
  school  uuid,
  plan    uuid,
  billing text,
  periods integer default 1,
  item    uuid    default null::uuid
)
  returns public.subscriptions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  added public.subscriptions;
  today constant date := private.school_today(school);
  last_day date;
begin
  perform private.lock_subscription(school);
  select * into added from public.subscriptions s where s.order_item_id = item and s.revoked_at is null;
  if found then
    return added;
  end if;
  update public.subscriptions s set order_item_id = null where s.order_item_id = item;
  select max(s.ends_on) into last_day from public.subscriptions s where s.school_id = school and s.revoked_at is null
    and s.ends_on >= today;
  insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, order_item_id)
  values (school, plan, add_subscription_period.billing, coalesce(last_day + 1, today),
    (coalesce(last_day, today) + private.period_length(add_subscription_period.billing) * periods)::date, item)
  returning * into added;
  update public.schools set closed_at = null where school in (id, branch_of) and closed_at is not null;
  return added;
end
$function$;

create or replace function private.addon_states (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_object_agg(f.feature, f.state) from (
    select d.feature, private.is_entitled(addon_states.school, d.feature) as state from private.declared_features d
    where d.feature like 'module:%' or exists (
      select from public.licences l where l.school_id = private.payer_of(addon_states.school)
        and l.feature = any (private.features_within(d.feature)))) f
  where f.state <> 'off'
$function$;

create or replace function private.branch_figures (
  school   uuid,
  from_day date,
  to_day   date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object('id', s.id, 'name', private.branch_name(s.id), 'is_head', s.branch_of is null,
    'students', private.active_students(s.id), 'staff', private.people_at(array[s.id]),
    'came', r.came, 'marked', r.marked,
    'charged', (select coalesce(sum(c.amount - c.credited), 0) from public.fee_charges c
      where c.school_id = s.id and c.due_on between from_day and to_day),
    'collected', (select coalesce(sum(p.amount), 0) from public.fee_payments p
      where p.school_id = s.id and p.paid_on between from_day and to_day),
    'balance', (select coalesce(sum(b.balance), 0) from public.student_balances b where b.school_id = s.id),
    'between', (select coalesce(sum(e.amount), 0) from public.branch_entries e where e.school_id = s.id),
    'term', t.name, 'is_closed', t.closed_at is not null)
  from public.schools s
  cross join lateral (select coalesce(sum(d.present + d.late), 0) as came,
      coalesce(sum(d.present + d.late + d.absent), 0) as marked
    from public.register_days d where d.school_id = s.id and d.day between from_day and to_day) r
  left join lateral (select k.name, k.closed_at from public.school_terms k
    where k.school_id = s.id and k.starts_on <= to_day order by k.starts_on desc limit 1) t on true
  where s.id = branch_figures.school
$function$;

create or replace function private.branch_here()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.addon_school('addon:multi-branch');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return school;
end
$function$;

create or replace function private.branch_name (
  school uuid
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(c.name, s.name) from public.schools s left join public.campuses c on c.id = s.campus_id
  where s.id = branch_name.school
$function$;

create or replace function private.carry_balance (
  student uuid,
  school  uuid,
  branch  uuid,
  arrived uuid,
  balance integer
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  charge record;
  rest integer := carry_balance.balance;
  number integer;
  why constant text := left('Carried to ' || private.branch_name(branch), 300);
begin
  for charge in select c.id, least(c.amount - c.credited, carry_balance.balance) as left_over
    from public.fee_charges c where c.student_id = student and c.credited < c.amount
    order by c.due_on desc, c.created_at desc, c.id for update
  loop
    exit when rest = 0;
    insert into private.invoice_counters as n (school_id, last, last_credit) values (school, 0, 1)
    on conflict (school_id) do update set last_credit = n.last_credit + 1 returning n.last_credit into number;
    insert into public.fee_credits (school_id, student_id, charge_id, credit_number, amount, reason, issued_on,
      issued_by)
    values (school, student, charge.id, 'CRN-' || lpad(number::text, greatest(5, length(number::text)), '0'),
      least(charge.left_over, rest), why, private.school_today(school), private.signed_in_uid());
    update public.fee_charges c set credited = c.credited + least(charge.left_over, rest) where c.id = charge.id;
    rest := rest - least(charge.left_over, rest);
  end loop;
  insert into public.fee_charges (school_id, student_id, name, amount, due_on)
  values (branch, arrived, left('Carried from ' || private.branch_name(school), 80), balance,
    private.school_today(branch));
  perform private.enter_between(school, branch, 'move', coalesce((select s.admission_number from public.students s
    where s.id = arrived), ''), balance, private.school_today(school));
end
$function$;

create or replace function private.carry_family (
  student uuid,
  branch  uuid,
  arrived uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  link record;
  there uuid;
begin
  for link in select sg.relationship, sg.is_primary, g as guardian from public.student_guardians sg
    join public.guardians g on g.id = sg.guardian_id where sg.student_id = student order by g.id
  loop
    there := private.guardian_there(link.guardian, branch);
    insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
    values (arrived, there, branch, link.relationship, link.is_primary) on conflict do nothing;
    -- What a court ordered and what a guardian has agreed to or not goes with the child.
    insert into public.custody_marks (student_id, guardian_id, school_id, may_be_told, may_collect, basis, noted_by,
      noted_at)
    select arrived, there, branch, m.may_be_told, m.may_collect, m.basis, m.noted_by, m.noted_at
    from public.custody_marks m where m.student_id = student and m.guardian_id = (link.guardian).id
    on conflict do nothing;
    insert into public.consents (school_id, student_id, guardian_id, purpose, version, is_given, decided_at,
      recorded_by)
    select branch, arrived, there, c.purpose, c.version, c.is_given, c.decided_at, c.recorded_by
    from public.consents c where c.student_id = student and c.guardian_id = (link.guardian).id
      and c.replaced_at is null;
  end loop;
end
$function$;

create or replace function private.check_branch_clash()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  other record;
begin
  if not exists (select from public.schools s where s.branch_of is not null
    and new.school_id in (s.id, s.branch_of)) then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lessons of ' || new.teacher_id, 0));
  select private.branch_name(l.school_id) as branch, (select u.full_name from public.users u
      where u.id = l.teacher_id) as teacher,
    to_char(l.starts_at, 'HH24:MI') || ' to ' || to_char(l.ends_at, 'HH24:MI') as hours into other
  from public.lessons l
  where l.teacher_id = new.teacher_id and l.school_id <> new.school_id and l.weekday = new.weekday
    and l.starts_at < new.ends_at and new.starts_at < l.ends_at
    and l.school_id in (select private.schools_of_group(new.school_id)) limit 1;
  if found then
    perform private.refuse('branch.teacher_busy', '{teacher} teaches at {branch} then ({hours}).',
      jsonb_build_object('teacher', coalesce(other.teacher, ''), 'branch', other.branch, 'hours', other.hours),
      'teacher_id');
  end if;
  return new;
end
$function$;

create or replace function private.close_school (
  leaving public.school_exits
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  last_day constant date := greatest(leaving.deletes_on, private.today() + private.closed_days());
begin
  update public.schools s set closed_at = now() where leaving.school_id in (s.id, s.branch_of) and s.closed_at is null;
  update public.school_exits e set closed_at = now(), deletes_on = last_day where e.id = leaving.id;
  perform private.mail_school(leaving.school_id, 'school-closed/' || leaving.id,
    'school-closed', jsonb_build_object('school', leaving.school, 'deletes_on', last_day));
end
$function$;

create or replace function private.delete_school (
  school uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  kept constant text[] := array['orders', 'licences', 'school_exits'];
  counts jsonb := '{}';
  rows_found bigint;
  name text;
  branch uuid;
begin
  -- Its branches go with it, and are counted with it.
  for branch in select s.id from public.schools s where s.branch_of = school order by s.id loop
    counts := (select coalesce(jsonb_object_agg(n.key, n.amount), '{}') from (
      select e.key, sum(e.value::bigint) as amount from (select * from jsonb_each_text(counts)
        union all select * from jsonb_each_text(private.delete_school(branch))) e group by e.key) n);
  end loop;
  -- Nobody joins or leaves until this is done.
  perform from public.users u where u.school_id = school for update;
  update public.users u set school_id = null, role = default where u.school_id = school
    and exists (select from public.super_admins s where s.id = u.id);
  for name in select c.relname from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid
    and a.attname = 'school_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (kept) order by 1 loop
    execute format('select count(*) from public.%I where school_id = $1', name) into rows_found using school;
    if rows_found > 0 then
      counts := counts || jsonb_build_object(name, rows_found + coalesce((counts ->> name)::bigint, 0));
    end if;
  end loop;
  select count(*) into rows_found from storage.objects o
    where o.bucket_id in ('school-documents', 'school-exports', 'job-files', 'import-files')
      and o.name like school || '/%';
  insert into private.files_to_delete (bucket, name) select o.bucket_id, o.name from storage.objects o
    where o.bucket_id in ('school-documents', 'school-exports', 'job-files', 'import-files')
      and o.name like school || '/%'
    on conflict do nothing;
  counts := counts || jsonb_build_object('files', rows_found + coalesce((counts ->> 'files')::bigint, 0));
  perform set_config('masomo.unaudited', 'on', true);
  delete from public.mail_outbox m using public.students s where s.school_id = school
    and split_part(m.idempotency_key, '/', 2) = s.id::text;
  delete from private.mail_spending m where m.subject = 'school ' || school;
  delete from public.audit_log l where l.school_id = school;
  delete from public.support_tickets t where t.school_id = school;
  delete from public.fee_payments p where p.school_id = school;
  delete from public.fee_charges c where c.school_id = school;
  delete from auth.users a where a.id in (select u.id from public.users u where u.school_id = school);
  delete from public.schools s where s.id = school;
  perform set_config('masomo.unaudited', '', true);
  return counts;
end
$function$;

create or replace function private.enter_between (
  school    uuid,
  other     uuid,
  kind      text,
  reference text,
  amount    integer,
  day       date,
  payment   uuid    default null::uuid
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into public.branch_entries (school_id, other_id, kind, reference, amount, entered_on, payment_id) values
    (enter_between.school, enter_between.other, enter_between.kind, enter_between.reference, enter_between.amount,
      enter_between.day, enter_between.payment),
    (enter_between.other, enter_between.school, enter_between.kind, enter_between.reference, -enter_between.amount,
      enter_between.day, enter_between.payment)
$function$;

create or replace function private.family_across (
  school  uuid,
  student uuid
)
  returns table (
    student_id uuid,
    school_id  uuid
  )
  language sql
  stable
  security definer
  rows 4
  set search_path to ''
  AS $function$
  with mine as materialized (
    select g.id, g.user_id, private.phone_number(g.phone) as phone, private.fold_text(g.full_name) as name
    from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
    where sg.student_id = student and g.school_id = school and not private.is_withheld(student, g.id)),
  same as (
    select g.id from mine m join public.guardians g on g.user_id = m.user_id
    union select g.id from mine m join public.guardians g
      on private.phone_number(g.phone) = m.phone and private.fold_text(g.full_name) = m.name
    where g.school_id in (select private.schools_of_group(school)))
  select s.id, s.school_id from public.students s where s.id = student and s.school_id = school
  union
  select s.id, s.school_id from same f join public.student_guardians sg on sg.guardian_id = f.id
    join public.students s on s.id = sg.student_id
  where s.school_id in (select private.schools_of_group(school)) and not private.is_withheld(s.id, f.id)
$function$;

create or replace function private.guardian_there (
  guardian public.guardians,
  branch   uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  there uuid;
begin
  select g.id into there from public.guardians g where g.school_id = branch
    and (g.user_id = guardian.user_id or private.phone_number(g.phone) = private.phone_number(guardian.phone)
      and private.fold_text(g.full_name) = private.fold_text(guardian.full_name))
  order by g.user_id = guardian.user_id desc nulls last, g.id limit 1;
  if there is null then
    insert into public.guardians (school_id, user_id, first_name, last_name, phone, email)
    values (branch, guardian.user_id, guardian.first_name, guardian.last_name, guardian.phone, guardian.email)
    returning id into there;
  end if;
  if guardian.user_id is not null then
    insert into private.memberships (user_id, school_id, role_id, given_by)
    values (guardian.user_id, branch, private.common_role('parent'), private.signed_in_uid()) on conflict do nothing;
  end if;
  return there;
end
$function$;

create or replace function private.is_entitled (
  school  uuid,
  feature text,
  campus  uuid default null::uuid
)
  returns public.entitlement
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  payer uuid;
  place uuid;
  version text;
  today date;
  is_valid boolean;
begin
  -- A branch has what its customer has at this campus.
  select coalesce(s.branch_of, s.id), coalesce(is_entitled.campus, s.campus_id), s.version,
    (private.current_moment() at time zone s.time_zone)::date into payer, place, version, today
    from public.schools s where s.id = is_entitled.school;
  if not found then
    return null;
  elsif is_entitled.feature like 'module:%' then
    if version = 'saas' and is_entitled.feature in ('module:front-office', 'module:inventory',
      'module:backup-and-updates') then
      return 'off';
    end if;
  else
    select bool_or(c.valid_until is null or c.valid_until >= today) into is_valid from public.licences c
    where c.school_id = payer and c.revoked_at is null
      and c.feature = any (private.features_within(is_entitled.feature))
      and c.valid_from <= today
      and (version = 'saas' or c.order_id is null)
      and (place is null or place = any (c.campus_ids)
        or c.campus_ids is null and c.quantity >= (select count(*) from public.campuses k
          where k.school_id = payer));
    if is_valid is null then
      return 'off';
    elsif not is_valid then
      return 'read-only';
    end if;
  end if;
  return case when private.has_period(payer, today) then 'on' else 'read-only' end;
end
$function$;

create or replace function private.is_paying (
  school uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from public.subscriptions s where s.school_id = private.payer_of(school)
    and s.revoked_at is null and not s.is_trial
    and s.started_on <= private.school_today(school)
      and s.ends_on + private.grace_days() >= private.school_today(school))
$function$;

create or replace function private.is_running (
  school uuid
)
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return private.has_period(private.payer_of(is_running.school), private.school_today(is_running.school));
end
$function$;

create or replace function private.payer_of (
  school uuid
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(s.branch_of, s.id) from public.schools s where s.id = payer_of.school
$function$;

create or replace function private.people_at (
  schools uuid[]
)
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select count(distinct p.person) from (
    select coalesce(lower(u.email), u.id::text) as person from private.memberships m
      join private.school_roles r on r.id = m.role_id join public.users u on u.id = m.user_id
    where m.school_id = any (people_at.schools) and r.base in ('admin', 'teacher', 'staff') and u.is_active
      and private.is_current(m.starts_on, m.ends_on, private.school_today(m.school_id))
    union
    select coalesce(lower(u.email), lower(s.email), s.id::text) from public.staff_members s
      left join public.users u on u.id = s.user_id
    where s.school_id = any (people_at.schools) and s.is_active) p
$function$;

create or replace function private.plan_room (
  school uuid,
  more   integer default 0
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  students constant integer := (
    select sum(private.active_students(g)) from private.schools_of_group(school) as g);
  plan constant public.plans := private.running_plan(school);
begin
  if plan.max_students is null then
    return null;
  end if;
  return jsonb_build_object('plan', plan.name, 'max_students', plan.max_students, 'students', students,
    'after', students + more, 'is_over', (students + more) * 100 > plan.max_students * 120);
end
$function$;

create or replace function private.plan_storage (
  school uuid
)
  returns table (
    plan_id   uuid,
    plan      text,
    is_trial  boolean,
    megabytes integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  today constant date := private.school_today(school);
  running public.subscriptions;
begin
  select s.* into running from public.subscriptions s
  where s.school_id = private.payer_of(school) and s.revoked_at is null and s.started_on <= today
    and s.ends_on >= today
  order by s.is_trial, s.ends_on desc limit 1;
  return query
  select running.plan_id, (select p.name from public.plans p where p.id = running.plan_id),
    coalesce(running.is_trial, false),
    coalesce((select l.megabytes from private.storage_limits l
      where l.is_trial = coalesce(running.is_trial, false) and (l.plan_id is null or l.plan_id = running.plan_id)
      order by l.plan_id is null limit 1), case when running.is_trial then 512 else 5120 end);
end
$function$;

create or replace function private.require_campus_room (
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  room jsonb;
begin
  if exists (select from public.schools s where s.id = school and s.branch_of is not null) then
    perform private.refuse('campus.of_branch',
      'A branch has no campuses of its own. The school that it belongs to adds them.');
  end if;
  perform private.lock_subscription(school);
  room := private.campus_room(school);
  if (room ->> 'campuses')::integer >= (room ->> 'max_campuses')::integer then
    perform private.refuse('plan.campuses',
      'The plan {plan} has no campus left: {campuses} of {limit} in use. Upgrade it first under School, Plan and '
        'licences.',
      jsonb_build_object('plan', room -> 'plan', 'campuses', room -> 'campuses', 'limit', room -> 'max_campuses'));
  end if;
end
$function$;

create or replace function private.require_director()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.branch_here();
begin
  perform private.require('branch:direct');
  if private.payer_of(school) <> school then
    perform private.refuse('branch.at_head', 'Reports across branches are read at {school}. Switch to it first.',
      jsonb_build_object('school', private.branch_name(private.payer_of(school))), errcode => '42501');
  end if;
  return school;
end
$function$;

create or replace function private.require_other_branch (
  school uuid,
  other  uuid
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if require_other_branch.other is null or require_other_branch.other = require_other_branch.school
    or require_other_branch.other not in (select private.schools_of_group(require_other_branch.school)) then
    perform private.refuse('branch.not_found', 'This branch is no longer here. Choose another.',
      field => 'branch_id', errcode => 'P0002');
  end if;
  return require_other_branch.other;
end
$function$;

create or replace function private.reverse_between()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into public.branch_entries (school_id, other_id, kind, reference, amount, entered_on, payment_id)
  select e.school_id, e.other_id, 'reversal', new.receipt_number, -e.amount, new.paid_on, new.id
  from public.branch_entries e where e.payment_id = new.reverses and e.kind = 'payment';
  return null;
end
$function$;

create or replace function private.running_plan (
  school uuid
)
  returns public.plans
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select p.* from (select private.school_today(running_plan.school) as day offset 0) today
  join public.subscriptions s on s.school_id = private.payer_of(running_plan.school) and s.revoked_at is null
    and s.started_on <= today.day and s.ends_on >= today.day
  join public.plans p on p.id = private.limiting_plan(s.plan_id, s.is_trial)
$function$;

create or replace function private.schools_of_group (
  school uuid
)
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 4
  set search_path to ''
  AS $function$
  select p.id from (select private.payer_of(schools_of_group.school) as id) p
  union all select s.id from public.schools s where s.branch_of = (select private.payer_of(schools_of_group.school))
$function$;

create or replace function private.subscribe_by_key (
  school uuid,
  claims jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  licence constant uuid := (claims ->> 'licence')::uuid;
  first_day date;
begin
  perform private.lock_subscription(school);
  if exists (select from public.subscriptions s join public.licences l on l.order_item_id = s.order_item_id
    where l.id = licence) or exists (select from public.subscriptions s where s.issued_as = licence
    and s.revoked_at is null) then
    return;
  end if;
  update public.subscriptions s set issued_as = null where s.issued_as = licence;
  select greatest((claims ->> 'from')::date, max(s.ends_on) + 1) into first_day from public.subscriptions s
    where s.school_id = school and s.revoked_at is null;
  if first_day > (claims ->> 'until')::date then
    return;
  end if;
  insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, issued_as)
  select school, p.id, 'annual', first_day, (claims ->> 'until')::date, licence from public.plans p
    where p.category = 'standalone' and p.name = claims ->> 'name'
  order by p.is_active desc limit 1;
  update public.schools s set closed_at = null where school in (s.id, s.branch_of)
    and s.closed_at is not null;
end
$function$;

create or replace function private.take_for_branch (
  receipt public.branch_receipts,
  branch  uuid,
  amount  integer,
  family  uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  child record;
  rest integer := take_for_branch.amount;
  part integer;
  entered public.fee_payments;
begin
  -- What is owed first; what is left over is in credit with the child who owes most.
  for child in
    select s.id, coalesce(b.balance, 0) as balance, row_number() over w = 1 as is_first,
      greatest(0, take_for_branch.amount - sum(greatest(coalesce(b.balance, 0), 0)) over ())::integer as extra
    from public.students s left join public.student_balances b on b.student_id = s.id
    where s.id = any (take_for_branch.family) and s.school_id = take_for_branch.branch
    window w as (order by coalesce(b.balance, 0) desc, s.id) order by coalesce(b.balance, 0) desc, s.id
  loop
    part := least(rest, greatest(child.balance, 0) + case when child.is_first then child.extra else 0 end);
    continue when part <= 0;
    rest := rest - part;
    insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on,
      recorded_by)
    values (take_for_branch.branch, child.id, private.next_receipt_number(take_for_branch.branch), part,
      receipt.method, receipt.reference, receipt.paid_on, receipt.taken_by)
    returning * into entered;
    insert into private.branch_receipt_lines (receipt_id, position, school_id, payment_id)
    select receipt.id, count(*) + 1, receipt.school_id, entered.id from private.branch_receipt_lines l
    where l.receipt_id = receipt.id;
    if take_for_branch.branch <> receipt.school_id then
      perform private.enter_between(take_for_branch.branch, receipt.school_id, 'payment', receipt.receipt_number,
        part, receipt.paid_on, entered.id);
    end if;
  end loop;
end
$function$;

create or replace function public.branch_debts()
  returns table (
    branch_id uuid,
    branch    text,
    amount    bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  here constant uuid := private.branch_here();
begin
  return query
  select e.other_id, private.branch_name(e.other_id), sum(e.amount)::bigint from public.branch_entries e
  where e.school_id = here and private.may('fee-account:read-all')
    and e.other_id in (select private.schools_of_group(here)) group by e.other_id order by 2, 1;
end
$function$;

create or replace function public.branch_entry_list (
  skipped integer default 0,
  size    integer default 25
)
  returns table (
    id         uuid,
    branch     text,
    kind       text,
    reference  text,
    amount     integer,
    entered_on date,
    total      bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  here constant uuid := private.branch_here();
begin
  return query
  select e.id, private.branch_name(e.other_id), e.kind, e.reference, e.amount, e.entered_on, count(*) over ()
  from public.branch_entries e where e.school_id = here and private.may('fee-account:read-all')
    and e.other_id in (select private.schools_of_group(here))
  order by e.created_at desc, e.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0);
end
$function$;

create or replace function public.branch_move_list (
  skipped integer default 0,
  size    integer default 25
)
  returns table (
    id         uuid,
    student_id uuid,
    student    text,
    branch     text,
    is_arrival boolean,
    carried    integer,
    moved_on   date,
    total      bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  here constant uuid := private.branch_here();
begin
  return query
  select m.id, s.id, s.full_name, private.branch_name(case when m.school_id = here then m.to_school_id
    else m.school_id end), m.school_id <> here, m.carried, m.moved_on, count(*) over ()
  from public.branch_moves m
  join public.students s on s.school_id = here
    and s.id = case when m.school_id = here then m.student_id else m.to_student_id end
  where here in (m.school_id, m.to_school_id)
    and m.school_id in (select private.schools_of_group(here))
    and m.to_school_id in (select private.schools_of_group(here)) and private.may('student:read-all')
    and s.id <> all (private.withheld_from_me())
  order by m.created_at desc, m.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0);
end
$function$;

create or replace function public.branch_report (
  from_day date,
  to_day   date
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_director();
  branches jsonb;
begin
  if branch_report.from_day is null or branch_report.to_day is null or branch_report.from_day > branch_report.to_day
  then
    perform private.refuse('report.days', 'Choose a first day that is not after the last.', field => 'from_day');
  end if;
  select jsonb_agg(f.figures order by (f.figures ->> 'is_head')::boolean desc, f.figures ->> 'name') into branches
  from (select private.branch_figures(g, branch_report.from_day, branch_report.to_day) as figures
    from private.schools_of_group(school) as g) f;
  return jsonb_build_object('branches', branches, 'total', (
    select jsonb_build_object('students', sum((b.value ->> 'students')::bigint),
      'staff', private.people_at(array(select private.schools_of_group(school))),
      'came', sum((b.value ->> 'came')::bigint), 'marked', sum((b.value ->> 'marked')::bigint),
      'charged', sum((b.value ->> 'charged')::numeric), 'collected', sum((b.value ->> 'collected')::numeric),
      'balance', sum((b.value ->> 'balance')::numeric), 'between', sum((b.value ->> 'between')::numeric),
      'open', count(*) filter (where not (b.value ->> 'is_closed')::boolean))
    from jsonb_array_elements(branches) b));
end
$function$;

create or replace function public.family_account (
  student_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  here constant uuid := private.branch_here();
  account jsonb;
begin
  if not private.may('fee-account:read-all') or not exists (select from public.students s
    where s.id = family_account.student_id and s.school_id = here
      and s.id <> all (private.withheld_from_me())) then
    return null;
  end if;
  with family as materialized (
    select f.student_id, f.school_id, coalesce(b.balance, 0) as balance
    from private.family_across(here, family_account.student_id) f
    left join public.student_balances b on b.student_id = f.student_id)
  select jsonb_build_object(
    'balance', (select coalesce(sum(f.balance), 0) from family f),
    'children', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.full_name,
      'admission_number', s.admission_number, 'balance', f.balance) order by s.last_name, s.first_name, s.id), '[]')
      from family f join public.students s on s.id = f.student_id
      where f.school_id = here and s.id <> all (private.withheld_from_me())),
    'branches', (select coalesce(jsonb_agg(jsonb_build_object('id', o.school_id,
      'name', private.branch_name(o.school_id), 'balance', o.balance) order by private.branch_name(o.school_id)), '[]')
      from (select f.school_id, sum(f.balance) as balance from family f where f.school_id <> here
        group by f.school_id) o))
  into account;
  return account;
end
$function$;

create or replace function public.family_branches()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  here constant uuid := private.member_addon_school('addon:multi-branch');
  parts jsonb;
begin
  if here is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', p.school_id, 'name', private.branch_name(p.school_id),
    'is_here', p.school_id = here, 'balance', p.balance, 'children', p.children)
    order by private.branch_name(p.school_id)), '[]') into parts
  from (
    select s.school_id, sum(coalesce(b.balance, 0)) as balance,
      jsonb_agg(s.first_name order by s.first_name, s.id) as children
    from (select distinct sg.student_id from public.guardians g
      join public.student_guardians sg on sg.guardian_id = g.id
      where g.user_id = private.signed_in_uid() and g.school_id in (select private.schools_of_group(here))
        and not private.is_withheld(sg.student_id, g.id)) mine
    join public.students s on s.id = mine.student_id and s.status in ('active', 'suspended')
    left join public.student_balances b on b.student_id = s.id
    group by s.school_id) p;
  return jsonb_build_object('balance', (select coalesce(sum((p.value ->> 'balance')::bigint), 0)
    from jsonb_array_elements(parts) p), 'parts', parts);
end
$function$;

create or replace function public.family_receipt (
  receipt_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  here constant uuid := private.branch_here();
  found_receipt jsonb;
begin
  select jsonb_build_object('id', r.id, 'receipt_number', r.receipt_number, 'method', r.method,
    'reference', r.reference, 'amount', r.amount, 'paid_on', r.paid_on, 'school', private.branch_name(r.school_id),
    'taken_by', (select u.full_name from public.users u where u.id = r.taken_by),
    'parts', (select jsonb_agg(jsonb_build_object('branch', private.branch_name(l.school_id), 'student', l.student,
        'amount', l.amount, 'is_reversed', l.is_reversed) order by l.place)
      from (select min(k.position) as place, p.school_id, sum(p.amount) as amount,
          bool_and(p.reversed_at is not null) as is_reversed,
          case when p.school_id = here then s.full_name end as student
        from private.branch_receipt_lines k join public.fee_payments p on p.id = k.payment_id
          join public.students s on s.id = p.student_id
        where k.receipt_id = r.id
        group by p.school_id, case when p.school_id = here then s.full_name end,
          case when p.school_id = here then s.id end) l))
  into found_receipt
  from public.branch_receipts r where r.id = family_receipt.receipt_id and r.school_id = here
    and private.may('fee-account:read-all');
  return found_receipt;
end
$function$;

create or replace function public.list_branches()
  returns table (
    id         uuid,
    name       text,
    school     text,
    campus_id  uuid,
    is_head    boolean,
    is_here    boolean,
    can_switch boolean
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  here constant uuid := private.branch_here();
begin
  return query
  select s.id, private.branch_name(s.id), s.name, s.campus_id, s.branch_of is null, s.id = here,
    exists (select from private.schools_of(private.signed_in_uid()) m where m.id = s.id)
  from public.schools s where s.id in (select private.schools_of_group(here))
  order by s.branch_of is not null, 2, s.id;
end
$function$;

create or replace function public.move_to_branch (
  student_id       uuid,
  branch_id        uuid,
  admission_number text default null::text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  here constant uuid := private.require_addon('addon:multi-branch');
  branch uuid;
  student public.students;
  number text;
  owed integer;
  arrived uuid;
begin
  perform private.require('branch:move');
  branch := private.require_other_branch(here, move_to_branch.branch_id);
  select * into student from public.students s where s.id = move_to_branch.student_id and s.school_id = here
    and s.id <> all (private.withheld_from_me()) for update;
  if not found then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  elsif student.status not in ('active', 'suspended')
    or exists (select from public.branch_moves m where m.student_id = student.id) then
    perform private.refuse('branch.not_enrolled', 'This student has left already.', errcode => 'PT409');
  end if;
  number := coalesce(private.null_if_blank(move_to_branch.admission_number), student.admission_number);
  if exists (select from public.students s where s.school_id = branch
    and private.fold_text(s.admission_number) = private.fold_text(number)) then
    perform private.refuse('branch.number_taken', '{number} is taken at {branch}. Enter another admission number.',
      jsonb_build_object('number', number, 'branch', private.branch_name(branch)), 'admission_number');
  end if;
  owed := coalesce((select b.balance from public.student_balances b where b.student_id = student.id), 0);
  if owed < 0 then
    perform private.refuse('branch.in_credit',
      '{amount} was paid ahead. Give it back or use it for a brother or sister, then move the student.',
      jsonb_build_object('amount', private.money(-owed)));
  end if;
  update public.students s set status = 'left', user_id = null where s.id = student.id;
  insert into public.students (school_id, user_id, admission_number, first_name, last_name, gender, date_of_birth,
    admitted_on)
  values (branch, student.user_id, private.require_text(number, 30, 'admission_number', 'Enter the admission number.'),
    student.first_name, student.last_name, student.gender, student.date_of_birth, private.school_today(branch))
  returning id into arrived;
  perform private.carry_family(student.id, branch, arrived);
  if student.user_id is not null then
    insert into private.memberships (user_id, school_id, role_id, given_by)
    values (student.user_id, branch, private.common_role('student'), private.signed_in_uid()) on conflict do nothing;
    delete from private.memberships m where m.user_id = student.user_id and m.school_id = here
      and m.role_id = private.common_role('student');
  end if;
  if owed > 0 then
    perform private.carry_balance(student.id, here, branch, arrived, owed);
  end if;
  insert into public.branch_moves (school_id, student_id, to_school_id, to_student_id, carried, moved_on, moved_by)
  values (here, student.id, branch, arrived, owed, private.school_today(here), private.signed_in_uid());
  return arrived;
end
$function$;

create or replace function public.open_branch (
  campus_id uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:multi-branch');
  main public.schools;
  campus public.campuses;
  opened uuid;
begin
  perform private.require('branch:direct');
  perform private.lock_subscription(school);
  select * into main from public.schools s where s.id = school;
  if main.branch_of is not null then
    perform private.refuse('branch.of_branch', 'A branch has no branches. Open it at {school}.',
      jsonb_build_object('school', private.branch_name(main.branch_of)), errcode => '42501');
  end if;
  select * into campus from public.campuses c where c.id = open_branch.campus_id and c.school_id = school;
  if not found then
    perform private.refuse('campus.not_there', 'This campus is no longer here. Choose another.', field => 'campus_id');
  elsif exists (select from public.schools s where s.campus_id = campus.id) then
    perform private.refuse('branch.open_already', '{campus} has books of its own already.',
      jsonb_build_object('campus', campus.name), 'campus_id');
  elsif private.is_entitled(school, 'addon:multi-branch', campus.id) <> 'on' then
    perform private.refuse('branch.not_covered',
      'The licence of Multi Branch does not cover {campus}. Choose its campuses under School, Plan and licences, or '
        'buy it for more.',
      jsonb_build_object('campus', campus.name), 'campus_id');
  elsif exists (select from public.schools s
    where private.fold_text(s.name) = private.fold_text(left(main.name || ', ' || campus.name, 160))) then
    perform private.refuse('branch.name_taken', 'There is a school of this name already. Rename the campus first.',
      field => 'campus_id');
  end if;
  insert into public.schools (name, kind, email, phone, address, city, county, country, motto, payment_instructions,
    time_zone, version, is_demo, branch_of, campus_id)
  values (left(main.name || ', ' || campus.name, 160), main.kind, main.email, coalesce(campus.phone, main.phone),
    coalesce(campus.address, main.address), main.city, main.county, main.country, main.motto,
    main.payment_instructions, main.time_zone, main.version, main.is_demo, main.id, campus.id)
  returning id into opened;
  insert into public.school_terms (school_id, name, starts_on, ends_on)
  select opened, t.name, t.starts_on, t.ends_on from public.school_terms t where t.school_id = school
    and t.ends_on >= private.school_today(school) - 365;
  insert into public.subjects (school_id, name, code)
  select opened, b.name, b.code from public.subjects b where b.school_id = school;
  insert into public.classes (school_id, name, level, room)
  select opened, k.name, k.level, k.room from public.classes k
  where k.school_id = school and k.campus_id = campus.id and k.is_active;
  insert into private.memberships (user_id, school_id, role_id, given_by)
  values (private.signed_in_uid(), opened, private.common_role('admin'), private.signed_in_uid());
  return opened;
end
$function$;

create or replace function public.place_order (
  idempotency_key uuid,
  billing         jsonb,
  payment_method  public.payment_method,
  lines           jsonb,
  expected_total  bigint                default null::bigint,
  language        text                  default null::text
)
  returns table (
    id                uuid,
    order_number      text,
    payment_reference text,
    status            public.order_status,
    total_amount      bigint,
    net_amount        numeric,
    vat_amount        numeric,
    created_at        timestamp with time zone
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  hash constant text := encode(sha256(convert_to(jsonb_build_array(billing, payment_method, lines)::text, 'UTF8')),
    'hex');
  placed public.orders;
  total bigint;
  net numeric;
begin
  if place_order.idempotency_key is null then
    perform private.refuse('order.key_required', 'The order came without its key. Reload the page and try again.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('order ' || place_order.idempotency_key::text, 0));
  select * into placed from public.orders o where o.idempotency_key = place_order.idempotency_key;
  if found then
    if placed.request_hash <> hash then
      perform private.refuse(
        'order.key_reused', 'This order was already placed with other contents. Reload the page to start a new one.',
        errcode => 'PT409');
    end if;
    return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount,
      placed.net_amount, placed.vat_amount, placed.created_at;
    return;
  end if;
  if exists (select from public.schools s where s.id = private.my_school() and s.branch_of is not null) then
    perform private.refuse('order.of_branch',
      'A branch has the plan and the add-ons of {school}. Switch to it and order there.',
      jsonb_build_object('school', (select h.name from public.schools h
        where h.id = private.payer_of(private.my_school()))));
  end if;
  if billing is null or jsonb_typeof(billing) <> 'object' then
    perform private.refuse('order.no_billing', 'Enter your billing details.', field => 'billing');
  end if;
  if place_order.payment_method is null
    or place_order.payment_method::text <> all (private.enabled_payment_methods()) then
    perform private.refuse(
      'order.payment_method_unavailable', 'This payment method is not available at the moment. Choose another.',
      field => 'paymentMethod');
  end if;
  if coalesce(billing ->> 'country', 'Kenya') not in ('Kenya', 'Uganda', 'Tanzania', 'Rwanda', 'Other') then
    perform private.refuse('order.invalid_country', 'Choose a country of the list.', field => 'country');
  end if;
  if not private.is_email(private.billing_field(billing, 'email', 254, 'Enter your email address.')) then
    perform private.refuse('order.invalid_email', 'Enter an email address like name@school.ac.ke.', field => 'email');
  end if;
  if private.field_with_link(billing) is not null then
    perform private.refuse('order.link',
      'Leave web and email addresses out of this field.', field => private.field_with_link(billing));
  end if;
  if private.billing_field(billing, 'phone', 30, 'Enter a phone number.') !~ '^[0-9+() /.-]{7,30}$' then
    perform private.refuse('order.invalid_phone',
      'Enter a phone number with digits only, such as 0712 345 678.', field => 'phone');
  end if;
  select sum(q.line_total), sum(q.net_amount) into total, net from public.quote_order(lines) q;
  if expected_total is not null and expected_total <> total then
    perform private.refuse(
      'order.price_changed', 'Prices changed: the order now costs {total}. Check it and confirm again.',
      jsonb_build_object('total', private.money(total)), errcode => 'PT409');
  end if;
  if private.signed_in_uid() is null then
    perform private.limit_rate('orders from ' || private.caller_network(), private.mail_limit('networkOrdersHourly'),
      interval '1 hour');
  end if;
  perform private.limit_rate('orders by ' || lower(btrim(billing ->> 'email')), 30, interval '1 hour');

  insert into public.orders (order_number, payment_reference, idempotency_key, request_hash, customer_name,
    customer_email, customer_phone, institution,
    billing_address, city, country, segment, payment_method, total_amount, net_amount, vat_amount, user_id,
      school_id, language, valid_until)
  select private.next_order_number(), private.new_payment_reference(), place_order.idempotency_key, hash,
    private.full_name(private.billing_field(billing, 'firstName', 80, 'Enter your first name.'),
      private.billing_field(billing, 'lastName', 80, '', false)),
    btrim(billing ->> 'email'), btrim(billing ->> 'phone'),
    private.billing_field(billing, 'institution', 160, 'Enter your institution.'),
    private.billing_field(billing, 'billingAddress', 200, '', false),
      private.billing_field(billing, 'city', 80, '', false), coalesce(billing ->> 'country', 'Kenya'),
    coalesce((select s.kind from public.schools s where s.id = private.my_school()),
      private.institution_segment(billing ->> 'institution')),
    place_order.payment_method, total, net, total - net,
      (select u.id from public.users u where u.id = private.signed_in_uid()), private.my_school(),
      private.known_language(place_order.language), private.today() + private.quote_days()
  returning * into placed;
  insert into public.order_items (order_id, position, kind, addon_id, plan_id, service_id, addon_name, category,
    quantity, price, billing, is_upgrade, net_amount, vat_amount)
  select placed.id, row_number() over (order by l.ordinal), l.kind,
    case l.kind when 'addon' then l.item_id end, case l.kind when 'plan' then l.item_id end,
      case l.kind when 'service' then l.item_id end,
    l.name, l.category, l.quantity, l.price, l.billing, l.is_upgrade, private.net_amount(l.price::bigint * l.quantity),
      l.price::bigint * l.quantity - private.net_amount(l.price::bigint * l.quantity)
  from private.price_lines(lines) l;
  update public.order_items i set upgrades = basis.period, upgrades_until = basis.until,
    upgrades_from_price = basis.from_price, upgrades_to_price = basis.to_price
  from public.order_items own cross join lateral private.upgrade_basis(placed.school_id, own.plan_id) basis
  where own.order_id = placed.id and own.is_upgrade and i.id = own.id;
  insert into public.order_events (order_id, actor_id, kind, to_status)
    values (placed.id, placed.user_id, 'placed', placed.status);
  if placed.payment_method = 'bank'
    and not coalesce(private.is_within_rate('proformas to ' || lower(placed.customer_email), 10, interval '1 hour')
      and private.queue_mail('order-proforma/' || placed.id, 'order-proforma', placed.customer_email,
        private.order_mail(placed), private.team_email('salesEmail'), placed.language) is not null, false) then
    perform private.note_on_order(placed.id, null, 'mail',
      private.say('The proforma was not mailed: a limit of emails is used up. Send it again later.'));
  end if;
  return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount,
    placed.net_amount, placed.vat_amount, placed.created_at;
end
$function$;

create or replace function public.remove_campus (
  campus_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('school:run');
  classes integer;
begin
  select count(*) into classes from public.classes c where c.campus_id = remove_campus.campus_id
    and c.school_id = school;
  if classes > 0 then
    perform private.refuse('campus.in_use',
      '{classes, plural, one {# class is} other {# classes are}} at this campus. Give them another campus first.',
      jsonb_build_object('classes', classes), errcode => 'PT409');
  end if;
  if exists (select from public.schools s where s.campus_id = remove_campus.campus_id and s.branch_of = school) then
    perform private.refuse('campus.is_branch', 'This campus is a branch with books of its own, so it stays.',
      errcode => 'PT409');
  end if;
  delete from public.campuses c where c.id = remove_campus.campus_id and c.school_id = school;
  if not found then
    perform private.refuse('campus.not_found', 'This campus is no longer here.', errcode => 'P0002');
  end if;
end
$function$;

create or replace function public.take_family_payment (
  receipt_id uuid,
  student_id uuid,
  parts      jsonb,
  method     text,
  reference  text  default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  here constant uuid := private.require_addon('addon:multi-branch');
  family uuid[];
  receipt public.branch_receipts;
  part record;
  branch uuid;
  code text;
begin
  perform private.require('fee-payment:record');
  if not exists (select from public.students s where s.id = take_family_payment.student_id and s.school_id = here
    and s.id <> all (private.withheld_from_me())) then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  end if;
  if jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) not between 1 and 30 then
    perform private.refuse('branch.no_parts', 'Enter what is paid for each.', field => 'parts');
  end if;
  -- Always in the same order, so that two desks cannot deadlock.
  for branch in select g from private.schools_of_group(here) as g order by g loop
    perform pg_advisory_xact_lock(hashtextextended('fee payment ' || branch::text, 0));
  end loop;
  select * into receipt from public.branch_receipts r where r.id = take_family_payment.receipt_id;
  if found then
    return public.family_receipt(receipt.id);
  end if;
  family := array(select f.student_id from private.family_across(here, take_family_payment.student_id) f
    where f.student_id <> all (private.withheld_from_me()));
  for part in select p.student_id, p.branch_id, p.amount
    from jsonb_to_recordset(parts) as p (student_id uuid, branch_id uuid, amount numeric)
  loop
    if part.amount is null or part.amount not between 1 and 10000000 or part.amount <> trunc(part.amount) then
      perform private.refuse('fee.invalid_amount',
        'Enter the amount in whole shillings, up to 10,000,000.', field => 'amount');
    elsif part.student_id is not null and not exists (select from public.students s
        where s.id = part.student_id and s.school_id = here and s.id = any (family))
      or part.student_id is null and not exists (select from public.students s
        where s.school_id = private.require_other_branch(here, part.branch_id) and s.id = any (family)) then
      perform private.refuse('branch.not_of_family', 'This family has no child there any more. Load the page again.',
        field => 'parts');
    elsif part.student_id is null
      and not (private.addon_setting(private.payer_of(here), 'addon:multi-branch', 'desks_share'))::boolean then
      perform private.refuse('branch.desks_apart', 'Your school takes the fees of a branch at its own desk only.',
        field => 'parts');
    end if;
    code := private.require_payment_reference(coalesce(part.branch_id, here), take_family_payment.method,
      take_family_payment.reference, array['mpesa', 'cash', 'bank', 'cheque']);
  end loop;
  insert into public.branch_receipts (id, school_id, receipt_number, method, reference, amount, paid_on, taken_by)
  select take_family_payment.receipt_id, here, private.next_receipt_number(here), take_family_payment.method, code,
    sum(p.amount), private.school_today(here), private.signed_in_uid()
  from jsonb_to_recordset(parts) as p (amount integer)
  returning * into receipt;
  for part in
    select coalesce(p.branch_id, here) as branch, p.student_id, sum(p.amount)::integer as amount
    from jsonb_to_recordset(parts) as p (student_id uuid, branch_id uuid, amount integer)
    group by coalesce(p.branch_id, here), p.student_id
    order by coalesce(p.branch_id, here) <> here, coalesce(p.branch_id, here), p.student_id
  loop
    perform private.take_for_branch(receipt, part.branch, part.amount,
      case when part.student_id is null then family else array[part.student_id] end);
  end loop;
  return public.family_receipt(receipt.id);
end
$function$;

alter table private.branch_receipt_lines
  add constraint branch_receipt_lines_payment_id_fkey foreign key (payment_id) references public.fee_payments(id) on delete cascade;

alter table private.branch_receipt_lines
  add constraint branch_receipt_lines_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.branch_entries
  add constraint branch_entries_other_id_fkey foreign key (other_id) references public.schools(id) on delete cascade;

alter table public.branch_entries
  add constraint branch_entries_payment_id_fkey foreign key (payment_id) references public.fee_payments(id) on delete cascade;

alter table public.branch_entries
  add constraint branch_entries_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.branch_moves
  add constraint branch_moves_moved_by_fkey foreign key (moved_by) references public.users(id) on delete set null;

alter table public.branch_moves
  add constraint branch_moves_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.branch_moves
  add constraint branch_moves_to_school_id_fkey foreign key (to_school_id) references public.schools(id) on delete cascade;

alter table public.branch_moves
  add constraint branch_moves_to_student_id_fkey foreign key (to_student_id) references public.students(id) on delete set null;

alter table private.branch_receipt_lines
  add constraint branch_receipt_lines_receipt_id_fkey foreign key (receipt_id) references public.branch_receipts(id) on delete cascade;

alter table public.branch_receipts
  add constraint branch_receipts_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.branch_receipts
  add constraint branch_receipts_taken_by_fkey foreign key (taken_by) references public.users(id) on delete set null;

alter table public.schools
  add constraint schools_branch_check check ((((branch_of IS NULL) = (campus_id IS NULL)) AND (branch_of <> id)));

alter table public.schools
  add constraint schools_branch_of_fkey foreign key (branch_of) references public.schools(id) on delete restrict;

alter table public.schools
  add constraint schools_campus_fkey foreign key (campus_id, branch_of) references public.campuses(id, school_id) on delete restrict;

create view public.subscription_overview with (security_invoker=true) AS  SELECT school_id,
    school,
    is_school_active,
    (present).id AS subscription_id,
    (present).plan_id AS plan_id,
    ( SELECT p.name
           FROM public.plans p
          WHERE (p.id = (d.present).plan_id)) AS plan,
        CASE
            WHEN ((present).id IS NULL) THEN 'none'::text
            ELSE (private.subscription_state(closed_at, ((present).ends_on >= day), (present).is_trial, last_day, day, ( SELECT private.grace_days() AS grace_days)))::text
        END AS status,
    (present).billing AS billing,
    (present).started_on AS started_on,
    last_day AS ends_on,
        CASE
            WHEN (last_day < day) THEN (last_day + ( SELECT private.grace_days() AS grace_days))
            ELSE NULL::date
        END AS grace_until,
    ( SELECT p.max_students
           FROM public.plans p
          WHERE (p.id = private.limiting_plan((d.present).plan_id, (d.present).is_trial))) AS max_students,
    ( SELECT (COALESCE(sum(k.students), (0)::bigint))::integer AS coalesce
           FROM public.student_counts k
          WHERE ((k.school_id = d.school_id) AND (k.status = 'active'::public.student_status))) AS students,
    search_text
   FROM ( SELECT s.id AS school_id,
            s.name AS school,
            s.search_text,
            s.is_active AS is_school_active,
            s.closed_at,
            t.day,
            ( SELECT x.*::public.subscriptions AS x
                   FROM public.subscriptions x
                  WHERE ((x.school_id = s.id) AND (x.revoked_at IS NULL) AND (x.started_on <= t.day))
                  ORDER BY x.ends_on DESC
                 LIMIT 1) AS present,
            ( SELECT x.ends_on
                   FROM public.subscriptions x
                  WHERE ((x.school_id = s.id) AND (x.revoked_at IS NULL))
                  ORDER BY x.ends_on DESC
                 LIMIT 1) AS last_day
           FROM (public.schools s
             CROSS JOIN LATERAL ( SELECT ((( SELECT private.current_moment() AS current_moment) AT TIME ZONE s.time_zone))::date AS day) t)
          WHERE (s.branch_of IS NULL)) d;

create or replace function private.subscription_of (
  school uuid
)
  returns public.subscription_overview
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$ select v.* from public.subscription_overview v
  where v.school_id = private.payer_of(subscription_of.school) $function$;

create index branch_receipt_lines_school_idx on private.branch_receipt_lines using btree (school_id);

create index branch_entries_other_idx on public.branch_entries using btree (other_id);

create index branch_entries_payment_idx on public.branch_entries using btree (payment_id);

create index branch_entries_school_idx on public.branch_entries using btree (school_id, created_at desc, id);

create index branch_moves_moved_by_idx on public.branch_moves using btree (moved_by);

create index branch_moves_school_idx on public.branch_moves using btree (school_id, created_at desc, id);

create index branch_moves_to_school_idx on public.branch_moves using btree (to_school_id, created_at desc, id);

create index branch_moves_to_student_idx on public.branch_moves using btree (to_student_id);

create index branch_receipts_school_idx on public.branch_receipts using btree (school_id, created_at desc, id);

create index branch_receipts_taken_by_idx on public.branch_receipts using btree (taken_by);

create index schools_branch_idx on public.schools using btree (branch_of)
  where (branch_of is not null);

create unique index schools_campus_key on public.schools using btree (campus_id, branch_of)
  where (campus_id is not null);

create trigger needs_subscription
  before insert or delete or update on private.branch_receipt_lines
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.branch_entries
  for each STATEMENT
  execute function private.require_subscription();

create trigger audit
  after insert or delete or update on public.branch_moves
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.branch_moves
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.branch_moves
  for each STATEMENT
  execute function private.note_addon_use('addon:multi-branch');

create trigger audit
  after insert or delete or update on public.branch_receipts
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.branch_receipts
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.branch_receipts
  for each STATEMENT
  execute function private.note_addon_use('addon:multi-branch');

create trigger reverse_between
  after insert on public.fee_payments
  for each row
  when ((new.reverses IS NOT NULL))
  execute function private.reverse_between();

create trigger check_branch_clash
  before insert or update on public.lessons
  for each row
  when ((new.teacher_id IS NOT NULL))
  execute function private.check_branch_clash();

create policy "Those who see fees see what branches owe each other" on public.branch_entries
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:multi-branch'::text) as addon_school)) AND ( select
    private.may('fee-account:read-all'::text) as may)));

create policy "The office sees who left for another branch" on public.branch_moves
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:multi-branch'::text) as addon_school)) AND (student_id <> all (( select
    private.withheld_from_me() as withheld_from_me)::uuid[])) AND ( select private.may('student:read-all'::text) as may)));

create policy "Those who see fees see the receipts over branches" on public.branch_receipts
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:multi-branch'::text) as addon_school)) AND ( select
    private.may('fee-account:read-all'::text) as may)));

comment on column public.schools.branch_of is 'The customer whose branch this is: it has books, registers and staff of its own, and the plan and the licences of the customer.';

comment on column public.schools.campus_id is 'The campus of the customer that has these books.';

comment on function public.branch_debts() is 'What each other branch owes the caller''s; below zero what the caller''s owes it.';

comment on function public.branch_entry_list(integer, integer) is 'A page of the entries between the caller''s branch and others, the latest first.';

comment on function public.branch_move_list(integer, integer) is 'A page of who came from another branch and who left for one, the latest first.';

comment on function public.branch_report(date, date) is 'Figures of the main school and its branches in a period, and their sum: {branches: [{id, name, is_head, students, staff, came, marked, charged, collected, balance, between, term, is_closed}], total: {..., open}}. Who works at two branches is once in the total; excused days count neither as came nor as marked; open: how many branches have not closed their term. For those who direct the branches, at the main school.';

comment on function public.family_account(uuid) is 'What the family of a student owes: its children here, and its part at each other branch: {balance, children: [{id, name, admission_number, balance}], branches: [{id, name, balance}]}. Null where the caller may not see it.';

comment on function public.family_branches() is 'What the caller''s family owes over all branches: {balance, parts: [{id, name, is_here, balance, children}]}.';

comment on function public.family_receipt(uuid) is 'A receipt over branches: {id, receipt_number, method, reference, amount, paid_on, school, taken_by, parts: [{branch, student, amount, is_reversed}]}; student is null for what was taken for another branch. Null where the caller may not see it.';

comment on function public.list_branches() is 'The main school and its branches; can_switch: the caller has a role there. For staff of any of them.';

comment on function public.move_to_branch(uuid, uuid, text) is 'Moves a student to another branch, which places them in a class. Guardians, custody, consents and what is owed go along; registers, marks and payments stay where they were made. Returns the student there.';

comment on function public.open_branch(uuid) is 'Gives a campus books, registers and staff of its own, with the terms, the subjects and the classes of that campus; the caller becomes an administrator there. For those who direct the branches.';

comment on function public.take_family_payment(uuid, uuid, jsonb, text, text) is 'Takes one payment of a student''s family for several branches. parts: [{student_id, amount}] of children here, [{branch_id, amount}] of other branches, where it pays what is owed. Entries in the books of each, one receipt; a second call with the same receipt_id returns the first.';

comment on table public.branch_entries is 'What branches owe each other: each amount is in the books of both, above zero where the other owes it, so that the sum over all branches is nil.';

comment on table public.branch_moves is 'Who moved to which branch, and what was owed then. A student who comes back is a new entry of the list of students.';

comment on table public.branch_receipts is 'One receipt of a family over several branches, of the desk that took the money; its payments are rows of fee_payments. id is made by the browser, so that sending it again records nothing.';

comment on view public.subscription_overview is 'Every school with its present or last subscription period, its size and its plan''s limit; ends_on is the last day of all that is paid.';

revoke all on function private.branch_figures(uuid, date, date) from public;

revoke all on function private.branch_here() from public;

revoke all on function private.branch_name(uuid) from public;

revoke all on function private.carry_balance(uuid, uuid, uuid, uuid, integer) from public;

revoke all on function private.carry_family(uuid, uuid, uuid) from public;

revoke all on function private.check_branch_clash() from public;

revoke all on function private.enter_between(uuid, uuid, text, text, integer, date, uuid) from public;

revoke all on function private.family_across(uuid, uuid) from public;

revoke all on function private.guardian_there(public.guardians, uuid) from public;

revoke all on function private.payer_of(uuid) from public;

revoke all on function private.people_at(uuid[]) from public;

revoke all on function private.require_director() from public;

revoke all on function private.require_other_branch(uuid, uuid) from public;

revoke all on function private.reverse_between() from public;

revoke all on function private.schools_of_group(uuid) from public;

revoke all on function private.subscription_of(uuid) from public;

revoke all on function private.take_for_branch(public.branch_receipts, uuid, integer, uuid[]) from public;

revoke all on function public.branch_debts() from public;

grant execute on function public.branch_debts() to authenticated;

grant execute on function public.branch_debts() to service_role;

revoke all on function public.branch_entry_list(integer, integer) from public;

grant execute on function public.branch_entry_list(integer, integer) to authenticated;

grant execute on function public.branch_entry_list(integer, integer) to service_role;

revoke all on function public.branch_move_list(integer, integer) from public;

grant execute on function public.branch_move_list(integer, integer) to authenticated;

grant execute on function public.branch_move_list(integer, integer) to service_role;

revoke all on function public.branch_report(date, date) from public;

grant execute on function public.branch_report(date, date) to authenticated;

grant execute on function public.branch_report(date, date) to service_role;

revoke all on function public.family_account(uuid) from public;

grant execute on function public.family_account(uuid) to authenticated;

grant execute on function public.family_account(uuid) to service_role;

revoke all on function public.family_branches() from public;

grant execute on function public.family_branches() to authenticated;

grant execute on function public.family_branches() to service_role;

revoke all on function public.family_receipt(uuid) from public;

grant execute on function public.family_receipt(uuid) to authenticated;

grant execute on function public.family_receipt(uuid) to service_role;

revoke all on function public.list_branches() from public;

grant execute on function public.list_branches() to authenticated;

grant execute on function public.list_branches() to service_role;

revoke all on function public.move_to_branch(uuid, uuid, text) from public;

grant execute on function public.move_to_branch(uuid, uuid, text) to authenticated;

grant execute on function public.move_to_branch(uuid, uuid, text) to service_role;

revoke all on function public.open_branch(uuid) from public;

grant execute on function public.open_branch(uuid) to authenticated;

grant execute on function public.open_branch(uuid) to service_role;

revoke all on function public.take_family_payment(uuid, uuid, jsonb, text, text) from public;

grant execute on function public.take_family_payment(uuid, uuid, jsonb, text, text) to authenticated;

grant execute on function public.take_family_payment(uuid, uuid, jsonb, text, text) to service_role;

grant all on table private.branch_receipt_lines to service_role;

grant select on table public.branch_entries to authenticated;

grant all on table public.branch_entries to service_role;

grant select on table public.branch_moves to authenticated;

grant all on table public.branch_moves to service_role;

grant select on table public.branch_receipts to authenticated;

grant all on table public.branch_receipts to service_role;

grant select on table public.subscription_overview to authenticated;

grant all on table public.subscription_overview to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "private.branch_receipt_lines", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:multi-branch", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.branch_entries", "audit": [], "blank": null, "erase": null, "label": "Entries between branches", "reader": null, "traced": [], "aged_by": null, "feature": "addon:multi-branch", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.branch_moves", "audit": ["insert", "update", "delete"], "blank": null, "erase": "keep", "label": "Moves between branches", "reader": null, "traced": [], "aged_by": null, "feature": "addon:multi-branch", "notices": [], "subject": "student_id", "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.branch_receipts", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "Receipts over branches", "reader": null, "traced": [], "aged_by": null, "feature": "addon:multi-branch", "notices": [], "subject": null, "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true}]');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:multi-branch', '{
"sold_as": "Multi Branch",
"permissions": [
  {"name": "branch:direct", "roles": ["admin"],
    "sentence": "May open branches and read reports across them."},
  {"name": "branch:move", "roles": ["admin"],
    "sentence": "May move students to another branch."}],
"settings": [
  {"name":"desks_share","kind":"switch","value":true}]}');
