create type public.subscription_status as enum ('trial', 'active', 'grace', 'expired', 'cancelled');

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  plan_id uuid not null references public.plans (id) on delete restrict,
  status public.subscription_status not null default 'trial',
  billing text not null default 'termly' check (billing in ('termly', 'annual')),
  started_on date not null default private.today(),
  ends_on date not null,
  grace_until date,
  reminded_days integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_on >= started_on)
);
comment on column public.subscriptions.reminded_days is 'Days before the end of the last reminder sent for this period.';

create unique index subscriptions_school_key on public.subscriptions (school_id) where status in ('trial', 'active', 'grace');
create index subscriptions_school_idx on public.subscriptions (school_id, ends_on desc);
create index subscriptions_plan_idx on public.subscriptions (plan_id);
create index subscriptions_end_idx on public.subscriptions (ends_on) where status in ('trial', 'active', 'grace');

alter table public.subscriptions enable row level security;
grant select on public.subscriptions to authenticated;

create policy "Super admins see every subscription, administrators their school's" on public.subscriptions for select to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school()) and (select private.my_role()) in ('super_admin', 'admin'));

create trigger touch before update on public.subscriptions for each row execute function private.touch_updated_at();
create trigger audit after insert or update on public.subscriptions for each row execute function private.audit();

-- Students are counted outside, so that only the schools of a page are counted.
create view public.subscription_overview with (security_invoker = true) as
  select d.*, (select coalesce(sum(k.students), 0)::integer from public.student_counts k where k.school_id = d.school_id and k.status = 'active') as students
  from (
    select distinct on (s.id) s.id as school_id, s.name as school, s.is_active as is_school_active, b.id as subscription_id, b.plan_id, p.name as plan, coalesce(b.status::text, 'none') as status, b.billing, b.started_on, b.ends_on, b.grace_until,
      p.max_students
    from public.schools s left join public.subscriptions b on b.school_id = s.id left join public.plans p on p.id = b.plan_id
    order by s.id, (b.status in ('trial', 'active', 'grace')) desc nulls last, b.ends_on desc) d;

comment on view public.subscription_overview is 'Every school with its present or last subscription, its size and its plan''s limit.';
grant select on public.subscription_overview to authenticated;

create function public.renew_subscription(school_id uuid, plan_id uuid, billing text) returns public.subscriptions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  renewed public.subscriptions;
  today constant date := private.school_today(renew_subscription.school_id);
  length constant interval := case renew_subscription.billing when 'annual' then interval '1 year' else interval '4 months' end;
begin
  perform private.require_super_admin();
  update public.subscriptions s set plan_id = renew_subscription.plan_id, billing = renew_subscription.billing, status = 'active',
    ends_on = (greatest(s.ends_on, today) + length)::date, grace_until = null, reminded_days = null
  where s.school_id = renew_subscription.school_id and s.status in ('trial', 'active', 'grace') returning * into renewed;
  if not found then
    insert into public.subscriptions (school_id, plan_id, status, billing, started_on, ends_on)
    values (renew_subscription.school_id, renew_subscription.plan_id, 'active', renew_subscription.billing, today, (today + length)::date) returning * into renewed;
  end if;
  return renewed;
end
$$;
comment on function public.renew_subscription(uuid, uuid, text) is
  'Starts or prolongs a school''s subscription by a term or a year from its present end.';
grant execute on function public.renew_subscription(uuid, uuid, text) to authenticated;

create function public.cancel_subscription(subscription_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  update public.subscriptions set status = 'cancelled' where id = subscription_id and status in ('trial', 'active', 'grace');
  if not found then
    raise exception using errcode = 'PT409', message = 'This subscription has already ended.', hint = 'subscription.ended';
  end if;
end
$$;
grant execute on function public.cancel_subscription(uuid) to authenticated;

create function public.start_trial(school_id uuid, plan_id uuid) returns public.subscriptions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  today constant date := private.school_today(start_trial.school_id);
  started public.subscriptions;
begin
  perform private.require_super_admin();
  if not exists (select from public.plans p where p.id = start_trial.plan_id and p.category = 'saas' and p.is_active) then
    raise exception using errcode = 'P0001', message = 'Only the SaaS plans have a trial.', hint = 'subscription.no_trial', detail = 'plan_id';
  end if;
  if exists (select from public.subscriptions s where s.school_id = start_trial.school_id) then
    raise exception using errcode = 'PT409', message = 'This school has had its trial.', hint = 'subscription.trial_used';
  end if;
  insert into public.subscriptions (school_id, plan_id, status, started_on, ends_on)
  values (start_trial.school_id, start_trial.plan_id, 'trial', today, today + coalesce((private.setting('subscriptions', 'trialDays'))::integer, 30))
  returning * into started;
  return started;
end
$$;
grant execute on function public.start_trial(uuid, uuid) to authenticated;

-- The index finds what ends by tomorrow; whether it has ended is decided by the day of each school.
create function private.update_subscription_status() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  subscription record;
  days integer;
  moved integer := 0;
begin
  update public.subscriptions set status = 'expired' where status = 'grace' and grace_until < private.school_today(school_id);
  get diagnostics moved = row_count;
  update public.subscriptions set status = 'grace', grace_until = ends_on + coalesce((private.setting('subscriptions', 'graceDays'))::integer, 30)
  where status in ('trial', 'active') and ends_on <= private.today() and ends_on < private.school_today(school_id);
  for subscription in
    select s.*, c.name as school, c.email, p.name as plan from public.subscriptions s join public.schools c on c.id = s.school_id join public.plans p on p.id = s.plan_id
    where s.status in ('trial', 'active') and s.ends_on >= private.school_today(s.school_id) and s.ends_on <= private.today() + 60 for update of s skip locked loop
    select min(reminder::integer) into days from jsonb_array_elements_text(coalesce(private.setting('subscriptions', 'reminderDays'), '[14, 7, 1]')) as reminder
    where reminder::integer >= subscription.ends_on - private.school_today(subscription.school_id);
    if days is not null and (subscription.reminded_days is null or days < subscription.reminded_days) then
      if subscription.email is not null then
        perform private.queue_mail(format('subscription-ending/%s/%s/%s', subscription.id, subscription.ends_on, days), 'subscription-ending', subscription.email,
          jsonb_build_object('school', subscription.school, 'plan', subscription.plan, 'status', subscription.status, 'ends_on', subscription.ends_on));
      end if;
      update public.subscriptions set reminded_days = days where id = subscription.id;
      moved := moved + 1;
    end if;
  end loop;
  return moved;
end
$$;
