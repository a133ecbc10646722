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

create unique index price_changes_open_key on public.price_changes (kind, item_id) where applied_at is null
  and cancelled_at is null;

alter table public.price_changes enable row level security;
grant select on public.price_changes to authenticated;

create policy "Super admins see price changes" on public.price_changes for select to authenticated
  using ((select private.may('price:write')));

create trigger audit after insert or update on public.price_changes for each row execute function private.audit();
create trigger publishers_only before insert or update
  or delete on public.price_changes for each statement execute function private.require_publisher_to_write();

create function private.notify_announced_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_subscribers(new, 'price-change');
  return null;
end
$$;
create trigger announce after insert on public.price_changes for each row
  execute function private.notify_announced_price();

-- A change that was withdrawn or put off since is left alone.
create function private.apply_due_price(change_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  change public.price_changes;
begin
  select * into change from public.price_changes c
  where c.id = change_id and c.effective_on <= private.today() and c.applied_at is null
    and c.cancelled_at is null for update;
  if not found then
    return;
  elsif change.kind = 'addon' then
    update public.addons set price = change.new_price where id = change.item_id;
  elsif change.kind = 'plan' then
    update public.plans set price = change.new_price where id = change.item_id;
  else
    update public.services set price = change.new_price where id = change.item_id;
  end if;
  update public.price_changes set applied_at = now() where id = change.id;
end
$$;

create function public.schedule_price_change(kind public.order_item_kind, item_id uuid, new_price integer,
  effective_on date) returns public.price_changes
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  planned public.price_changes;
  notice constant integer := coalesce((private.setting('subscriptions', 'priceNoticeDays'))::integer, 30);
begin
  perform private.require('price:write');
  if private.listed_price(schedule_price_change.kind, schedule_price_change.item_id) is null then
    perform private.refuse('price.not_found', 'This is no longer in the price book.', errcode => 'P0002');
  end if;
  if schedule_price_change.effective_on < private.today() + notice then
    perform private.refuse('price.too_soon', 'Price changes need {days} days’ notice: choose {day} or later.',
      jsonb_build_object('days', notice, 'day', private.day(private.today() + notice)), 'effective_on');
  end if;
  update public.price_changes p set cancelled_at = now()
  where p.kind = schedule_price_change.kind and p.item_id = schedule_price_change.item_id and p.applied_at is null
    and p.cancelled_at is null;
  insert into public.price_changes (kind, item_id, old_price, new_price, effective_on, created_by)
  values (schedule_price_change.kind, schedule_price_change.item_id,
    private.listed_price(schedule_price_change.kind, schedule_price_change.item_id),
    schedule_price_change.new_price, schedule_price_change.effective_on, private.signed_in_uid())
  returning * into planned;
  return planned;
end
$$;
grant execute on function public.schedule_price_change(public.order_item_kind, uuid, integer, date) to authenticated;

create function public.cancel_price_change(change_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  withdrawn public.price_changes;
begin
  perform private.require('price:write');
  update public.price_changes c set cancelled_at = now() where c.id = change_id and c.applied_at is null
    and c.cancelled_at is null returning * into withdrawn;
  if not found then
    perform private.refuse('price.change_over', 'This change has been made or withdrawn already.', errcode => 'PT409');
  end if;
  perform private.notify_subscribers(withdrawn, 'price-change-withdrawn');
end
$$;
comment on function public.cancel_price_change(uuid)
  is 'Withdraws an announced price before its day, and mails the schools that were notified of it.';
grant execute on function public.cancel_price_change(uuid) to authenticated;

-- Mails the schools that subscribe to a plan when a price change is announced or withdrawn.
create function private.notify_subscribers(change public.price_changes, template text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  school record;
begin
  if change.kind <> 'plan' then
    return;
  end if;
  for school in
    select c.id, c.name, c.email, p.name as plan, p.period
    from private.schools_with_plan(change.item_id) as subscribed (school_id)
      join public.schools c on c.id = subscribed.school_id join public.plans p on p.id = change.item_id
    where private.null_if_blank(c.email) is not null
    order by lower(c.email)
  loop
    perform private.queue_mail(format('%s/%s/%s', notify_subscribers.template, change.id, school.id),
      notify_subscribers.template, school.email,
      jsonb_build_object('school', school.name, 'plan', school.plan, 'period', school.period,
        'old_price', change.old_price, 'new_price', change.new_price, 'effective_on', change.effective_on),
      null, null, school.id);
  end loop;
end
$$;
