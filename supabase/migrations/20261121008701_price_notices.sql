-- Schools that subscribe to a plan are told by mail when a new price of it is announced, and when that is withdrawn.
create function private.tell_subscribers(change public.price_changes, template text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  school record;
begin
  if change.kind <> 'plan' then
    return;
  end if;
  for school in
    select c.id, c.name, c.email, p.name as plan, p.period from public.subscriptions s join public.schools c on c.id = s.school_id join public.plans p on p.id = s.plan_id
    where s.plan_id = change.item_id and s.status in ('trial', 'active', 'grace') and private.filled(c.email) is not null
  loop
    perform private.queue_mail(format('%s/%s/%s', tell_subscribers.template, change.id, school.id), tell_subscribers.template, school.email,
      jsonb_build_object('school', school.name, 'plan', school.plan, 'period', school.period, 'old_price', change.old_price, 'new_price', change.new_price, 'effective_on', change.effective_on));
  end loop;
end
$$;

create function private.announce_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_subscribers(new, 'price-change');
  return null;
end
$$;
create trigger announce after insert on public.price_changes for each row execute function private.announce_price();

create or replace function public.cancel_price_change(change_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  withdrawn public.price_changes;
begin
  perform private.require_super_admin();
  update public.price_changes c set cancelled_at = now() where c.id = change_id and c.applied_at is null and c.cancelled_at is null returning * into withdrawn;
  if not found then
    raise exception using errcode = 'PT409', message = 'This change has been made or withdrawn already.', hint = 'price.change_over';
  end if;
  perform private.tell_subscribers(withdrawn, 'price-change-withdrawn');
end
$$;
comment on function public.cancel_price_change(uuid) is 'Withdraws an announced price before its day, and tells the schools that were told of it.';
