-- What a school subscribes to, from trial to renewal, and prices that change with notice.
create type public.subscription_status as enum ('trial', 'active', 'grace', 'expired', 'cancelled');

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  plan_id uuid not null references public.plans (id) on delete restrict,
  status public.subscription_status not null default 'trial',
  billing text not null default 'termly' check (billing in ('termly', 'annual')),
  started_on date not null default current_date,
  ends_on date not null,
  grace_until date,
  reminded_days integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_on >= started_on)
);
comment on column public.subscriptions.reminded_days is 'Days before the end of the last reminder sent for this period.';
create unique index subscriptions_school_key on public.subscriptions (school_id) where status in ('trial', 'active', 'grace');
create index subscriptions_plan_idx on public.subscriptions (plan_id);
create index subscriptions_end_idx on public.subscriptions (ends_on) where status in ('trial', 'active', 'grace');

create table public.price_changes (
  id uuid primary key default gen_random_uuid(),
  kind public.order_item_kind not null,
  item_id uuid not null,
  old_price integer not null,
  new_price integer not null check (new_price between 0 and 10000000),
  effective_on date not null,
  announced_at timestamptz not null default now(),
  applied_at timestamptz,
  cancelled_at timestamptz,
  created_by uuid references public.users (id) on delete set null
);
comment on table public.price_changes is 'Announced price changes; the job applies them on their day.';
create unique index price_changes_open_key on public.price_changes (kind, item_id) where applied_at is null and cancelled_at is null;
create trigger touch before update on public.subscriptions for each row execute function private.touch_updated_at();
create trigger audit after insert or update on public.subscriptions for each row execute function private.audit();
create trigger audit after insert or update on public.price_changes for each row execute function private.audit();

alter table public.subscriptions enable row level security;
alter table public.price_changes enable row level security;
grant select on public.subscriptions, public.price_changes to authenticated;
create policy "Super admins see every subscription, administrators their school's" on public.subscriptions for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()));
create policy "Super admins see price changes" on public.price_changes for select to authenticated using ((select private.is_super_admin()));

create function public.start_trial(school_id uuid, plan_id uuid) returns public.subscriptions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  started public.subscriptions;
begin
  perform private.require_super_admin();
  if not exists (select from public.plans p where p.id = start_trial.plan_id and p.category = 'saas' and p.is_active) then
    raise exception using errcode = 'P0001', message = 'Only the SaaS plans have a trial.', hint = 'subscription.no_trial', detail = 'plan_id';
  end if;
  if exists (select from public.subscriptions s where s.school_id = start_trial.school_id) then
    raise exception using errcode = '55000', message = 'This school has had its trial.', hint = 'subscription.trial_used';
  end if;
  insert into public.subscriptions (school_id, plan_id, status, ends_on)
  values (start_trial.school_id, start_trial.plan_id, 'trial', current_date + coalesce((private.setting('subscriptions', 'trialDays'))::integer, 30))
  returning * into started;
  return started;
end
$$;

create function public.renew_subscription(school_id uuid, plan_id uuid, billing text) returns public.subscriptions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  renewed public.subscriptions;
  length constant interval := case renew_subscription.billing when 'annual' then interval '1 year' else interval '4 months' end;
begin
  perform private.require_super_admin();
  update public.subscriptions s set plan_id = renew_subscription.plan_id, billing = renew_subscription.billing, status = 'active',
    ends_on = (greatest(s.ends_on, current_date) + length)::date, grace_until = null, reminded_days = null
  where s.school_id = renew_subscription.school_id and s.status in ('trial', 'active', 'grace') returning * into renewed;
  if not found then
    insert into public.subscriptions (school_id, plan_id, status, billing, ends_on)
    values (renew_subscription.school_id, renew_subscription.plan_id, 'active', renew_subscription.billing, (current_date + length)::date) returning * into renewed;
  end if;
  return renewed;
end
$$;
comment on function public.renew_subscription(uuid, uuid, text) is 'Starts or prolongs a school''s subscription by a term or a year from its present end.';

create function public.cancel_subscription(subscription_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  update public.subscriptions set status = 'cancelled' where id = subscription_id and status in ('trial', 'active', 'grace');
  if not found then
    raise exception using errcode = '55000', message = 'This subscription has already ended.', hint = 'subscription.ended';
  end if;
end
$$;

create function private.listed_price(kind public.order_item_kind, item_id uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select case kind when 'addon' then (select price from public.addons where id = item_id) when 'plan' then (select price from public.plans where id = item_id)
    else (select price from public.services where id = item_id) end
$$;

create function public.schedule_price_change(kind public.order_item_kind, item_id uuid, new_price integer, effective_on date) returns public.price_changes
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  planned public.price_changes;
  notice constant integer := coalesce((private.setting('subscriptions', 'priceNoticeDays'))::integer, 30);
begin
  perform private.require_super_admin();
  if private.listed_price(schedule_price_change.kind, schedule_price_change.item_id) is null then
    raise exception using errcode = 'P0002', message = 'This is no longer in the price book.', hint = 'price.not_found';
  end if;
  if schedule_price_change.effective_on < current_date + notice then
    raise exception using errcode = 'P0001', message = format('Prices change with %s days notice: choose %s or later.', notice, current_date + notice), hint = 'price.too_soon', detail = 'effective_on';
  end if;
  update public.price_changes p set cancelled_at = now()
  where p.kind = schedule_price_change.kind and p.item_id = schedule_price_change.item_id and p.applied_at is null and p.cancelled_at is null;
  insert into public.price_changes (kind, item_id, old_price, new_price, effective_on, created_by)
  values (schedule_price_change.kind, schedule_price_change.item_id, private.listed_price(schedule_price_change.kind, schedule_price_change.item_id),
    schedule_price_change.new_price, schedule_price_change.effective_on, auth.uid())
  returning * into planned;
  return planned;
end
$$;
grant execute on function public.start_trial(uuid, uuid), public.renew_subscription(uuid, uuid, text), public.cancel_subscription(uuid),
  public.schedule_price_change(public.order_item_kind, uuid, integer, date) to authenticated;
