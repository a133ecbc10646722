-- What happens by itself: pg_cron runs it where there is one, the local runner's timer otherwise. Each job takes rows that
-- are due and marks them in the same transaction, so a crash repeats nothing.
create function private.publish_due_pages() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  page public.cms_pages;
  published integer := 0;
begin
  for page in select * from public.cms_pages where publish_at <= now() for update skip locked loop
    if page.is_published then
      perform private.make_page_public(page);
      update public.cms_pages set published_version = page.version, publish_at = null where id = page.id;
    else
      update public.cms_pages set is_published = true where id = page.id;
    end if;
    published := published + 1;
  end loop;
  return published;
end
$$;

create function private.apply_due_prices() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  change public.price_changes;
  applied integer := 0;
begin
  for change in select * from public.price_changes where effective_on <= current_date and applied_at is null and cancelled_at is null for update skip locked loop
    if change.kind = 'addon' then
      update public.addons set price = change.new_price where id = change.item_id;
    elsif change.kind = 'plan' then
      update public.plans set price = change.new_price where id = change.item_id;
    else
      update public.services set price = change.new_price where id = change.item_id;
    end if;
    update public.price_changes set applied_at = now() where id = change.id;
    applied := applied + 1;
  end loop;
  return applied;
end
$$;

create function private.follow_subscriptions() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  subscription record;
  days integer;
  moved integer := 0;
begin
  update public.subscriptions set status = 'expired' where status = 'grace' and grace_until < current_date;
  get diagnostics moved = row_count;
  update public.subscriptions set status = 'grace', grace_until = ends_on + coalesce((private.setting('subscriptions', 'graceDays'))::integer, 30)
  where status in ('trial', 'active') and ends_on < current_date;
  for subscription in
    select s.*, c.name as school, c.email, p.name as plan from public.subscriptions s join public.schools c on c.id = s.school_id join public.plans p on p.id = s.plan_id
    where s.status in ('trial', 'active') and s.ends_on >= current_date and s.ends_on <= current_date + 60 for update of s skip locked loop
    select min(reminder::integer) into days from jsonb_array_elements_text(coalesce(private.setting('subscriptions', 'reminderDays'), '[14, 7, 1]')) as reminder
    where reminder::integer >= subscription.ends_on - current_date;
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

create function private.run_due_jobs() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  done jsonb;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.run_due_jobs', 0)) then
    return null;
  end if;
  done := jsonb_build_object('pages', private.publish_due_pages(), 'prices', private.apply_due_prices(), 'subscriptions', private.follow_subscriptions());
  update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.recent_visits where day < current_date - 2;
  return done;
end
$$;
comment on function private.run_due_jobs() is 'Scheduled publishing, announced prices, subscriptions and sweeping. Returns what it did, null when another run is under way.';
grant execute on function private.run_due_jobs() to service_role;

do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('masomo-due-jobs', '* * * * *', 'select private.run_due_jobs()');
  end if;
end
$$;
