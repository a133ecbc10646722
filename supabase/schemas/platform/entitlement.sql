-- What a school may use. Everything that asks (policies, functions, the menu, the route guard) asks here.

create type public.entitlement as enum ('off', 'read-only', 'on');
comment on type public.entitlement is 'off: never bought, or paid back. read-only: over, so it is read and exported '
  'and nothing is written. on: everything.';

-- module:<name> comes with every plan; addon:<slug> needs a licence.
create function private.is_feature(name text) returns boolean
language sql immutable set search_path = '' as $$ select name ~ '^(module|addon):[a-z0-9]+(-[a-z0-9]+)*$' $$;
grant execute on function private.is_feature(text) to authenticated, service_role;

-- The features that the store sells. An add-on of the price book says by key which of them it switches on.
create table private.addon_features (
  name text not null,
  feature text primary key check (private.is_feature(feature)),
  is_built boolean not null default false
);
comment on column private.addon_features.is_built
  is 'Whether the product has it yet; until then the add-on is in preparation and cannot be ordered.';
comment on column private.addon_features.name
  is 'What the product calls it; the price book may sell it by other names.';
comment on table private.addon_features
  is 'Each feature that the product sells, or prepares to sell; one where both versions sell it.';

alter table private.addon_features enable row level security;

-- What the product does not have yet starts as in preparation.
create function private.set_addon_readiness() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.is_ready := coalesce((select f.is_built from private.addon_features f where f.feature = new.feature),
    new.is_ready);
  return new;
end
$$;

create function private.set_licence_feature() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.order_item_id is not null then
    new.feature := (select a.feature from public.order_items i join public.addons a on a.id = i.addon_id
      where i.id = new.order_item_id);
  end if;
  return new;
end
$$;

-- A feature, and those that the store sells which bring it: a remote may be sold as several.
create function private.features_within(feature text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(select features_within.feature union all
    select d.feature from private.declared_features d where d.part_of = features_within.feature);
end
$$;

-- Without a campus: whether it is on anywhere at the school; null without such a school. What a Standalone school
-- ordered is on once its signed key has been entered. Policies ask this: short statements that an index answers, each
-- only where it is needed, take half the time of one that joins them.
create function private.is_entitled(school uuid, feature text, campus uuid default null) returns public.entitlement
language plpgsql stable security definer set search_path = '' as $$
declare
  payer uuid;
  place uuid;
  version text;
  today date;
  features text[] := array[is_entitled.feature];
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
    -- By its own name first, which answers nearly always.
    loop
      select bool_or(c.valid_until is null or c.valid_until >= today) into is_valid from public.licences c
      where c.school_id = payer and c.revoked_at is null and c.feature = any (features)
        and c.valid_from <= today
        and (version = 'saas' or c.order_id is null)
        and (place is null or place = any (c.campus_ids)
          or c.campus_ids is null and c.quantity >= (select count(*) from public.campuses k
            where k.school_id = payer));
      exit when is_valid or cardinality(features) > 1;
      features := private.features_within(is_entitled.feature);
      exit when cardinality(features) = 1;
    end loop;
    if is_valid is null then
      return 'off';
    elsif not is_valid then
      return 'read-only';
    end if;
  end if;
  return case when private.has_period(payer, today) then 'on' else 'read-only' end;
end
$$;
grant execute on function private.is_entitled(uuid, text, uuid) to authenticated, service_role;

create function private.has_period(school uuid, day date) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.subscriptions s where s.school_id = has_period.school and s.revoked_at is null
    and s.ends_on >= has_period.day and s.started_on <= has_period.day);
end
$$;

-- Whether a school may write: while its subscription, or for a branch its customer's, runs, by the school's own day.
create function private.is_running(school uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_period(private.payer_of(is_running.school), private.school_today(is_running.school));
end
$$;

-- Whether the caller may write to the school's tables. Super admins may always, and so may callers of no school,
-- such as a provider that reports a payment.
create function private.may_write() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.my_school();
begin
  return school is null or private.may('school:write') or private.is_running(school);
end
$$;
grant execute on function private.may_write() to authenticated, service_role;

-- A trigger of every table of a school, once per statement, so that no function can forget it and reads cost nothing.
create function private.require_subscription() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The law's days run on, also for a school that pays no more.
  if not private.may_write() and coalesce(current_setting('masomo.purging', true), '') = '' then
    perform private.refuse_without_subscription();
  end if;
  return null;
end
$$;

create function private.refuse_without_subscription() returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform private.refuse('subscription.ended',
    'Your school’s subscription has ended. You can still read and export everything; to make changes, ask an '
      'administrator to renew it.',
    errcode => '42501');
end
$$;
