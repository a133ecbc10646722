-- What super admins and the daily reminder do with a school's periods.

create function public.renew_subscription(school_id uuid, plan_id uuid, billing text) returns public.subscriptions
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('subscription:write');
  return private.add_subscription_period(school_id, plan_id, billing);
end
$$;
comment on function public.renew_subscription(uuid, uuid, text) is
  'Starts or prolongs a school''s subscription by a term or a year from its present end.';
grant execute on function public.renew_subscription(uuid, uuid, text) to authenticated;

create function public.cancel_subscription(subscription_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  school uuid;
  today date;
begin
  perform private.require('subscription:write');
  select s.school_id, private.school_today(s.school_id) into school, today from public.subscriptions s
    where s.id = subscription_id;
  perform private.lock_subscription(school);
  if not exists (select from public.subscriptions s where s.school_id = school and s.revoked_at is null
    and s.ends_on >= today) then
    perform private.refuse('subscription.over', 'This subscription has already ended.', errcode => 'PT409');
  end if;
  update public.subscriptions s set revoked_at = now() where s.school_id = school and s.revoked_at is null
    and s.started_on >= today;
  update public.subscriptions s set ends_on = today - 1 where s.school_id = school and s.revoked_at is null
    and s.ends_on >= today;
end
$$;
comment on function public.cancel_subscription(uuid)
  is 'Ends a school''s subscription with yesterday, also what was paid for later.';
grant execute on function public.cancel_subscription(uuid) to authenticated;

create function public.start_trial(school_id uuid, plan_id uuid) returns public.subscriptions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require('subscription:write');
  if not exists (select from public.plans p where p.id = start_trial.plan_id and p.category = 'saas'
    and p.is_active) then
    perform private.refuse('subscription.no_trial', 'Only the SaaS plans have a trial.', field => 'plan_id');
  end if;
  if exists (select from public.subscriptions s where s.school_id = start_trial.school_id) then
    perform private.refuse('subscription.trial_used', 'This school has had its trial.', errcode => 'PT409');
  end if;
  return private.begin_trial(start_trial.school_id, start_trial.plan_id);
end
$$;
grant execute on function public.start_trial(uuid, uuid) to authenticated;

-- The reminder that is due so many days before an end: the last of those that the settings name and that lie behind.
-- Null before the first and after the end.
create function private.due_reminder(days_left integer) returns integer
language sql stable security definer set search_path = '' as $$
  select min(reminder::integer)
    from jsonb_array_elements_text(coalesce(private.setting('subscriptions', 'reminderDays'), '[14, 7, 1]')) as reminder
    where days_left >= 0 and reminder::integer >= days_left
$$;

create function private.longest_reminder() returns integer
language sql stable security definer set search_path = '' as $$
  select max(reminder::integer)
    from jsonb_array_elements_text(coalesce(private.setting('subscriptions', 'reminderDays'), '[14, 7, 1]')) as reminder
$$;

-- The index finds what ends soon by the product's day; how many days are left is decided by the day of each school.
create function private.due_subscription_reminders(only_id uuid default null)
  returns table (subscription_id uuid, school_id uuid, days integer, details jsonb)
language sql stable security definer set search_path = '' as $$
  select s.id, s.school_id, r.days,
    jsonb_build_object('school', c.name, 'plan', p.name, 'status', case when s.is_trial then 'trial' else 'active' end,
    'ends_on', s.ends_on)
  from public.subscriptions s join public.schools c on c.id = s.school_id join public.plans p on p.id = s.plan_id
  cross join lateral (select private.due_reminder(s.ends_on - private.school_today(s.school_id)) as days) r
  where (only_id is null or s.id = only_id) and s.revoked_at is null
    and s.ends_on >= private.today() - 1 and s.ends_on <= private.today() + 1 + private.longest_reminder()
    and r.days is not null and (s.reminded_days is null or r.days < s.reminded_days)
    and not exists (select from public.subscriptions n where n.school_id = s.school_id and n.revoked_at is null
      and n.started_on > s.ends_on)
$$;

create function private.remind_of_subscription_end(period uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  due record;
begin
  perform private.lock_subscription((select s.school_id from public.subscriptions s where s.id = period));
  perform from public.subscriptions s where s.id = period for update;
  select * into due from private.due_subscription_reminders(period);
  if found then
    perform private.mail_school(due.school_id,
      format('subscription-ending/%s/%s/%s', period, due.details ->> 'ends_on', due.days), 'subscription-ending',
      due.details);
    update public.subscriptions s set reminded_days = due.days where s.id = period;
  end if;
end
$$;
