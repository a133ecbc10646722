create type public.product_category as enum ('saas', 'standalone');

-- The price book: everything on sale, in whole shillings including VAT. Pricing page, store, CMS and checkout read it.
create type public.plan_period as enum ('term', 'year', 'month');

create type public.order_item_kind as enum ('addon', 'plan', 'service');

create table public.plans (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 120),
  description text not null check (length(btrim(description)) between 1 and 500),
  category public.product_category not null,
  price integer not null check (price between 0 and 10000000),
  period public.plan_period not null,
  highlight boolean not null default false,
  badge text check (length(badge) between 1 and 40),
  features jsonb not null default '[]' check (jsonb_typeof(features) = 'array'),
  max_students integer check (max_students > 0),
  position integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  in_store boolean not null default false,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  needs_translation text[] not null default '{sw}',
  max_campuses integer check (max_campuses > 0)
);
comment on column public.plans.needs_translation is 'Languages whose translation is missing or older than the '
  'English text. Names are not translated: orders and licences have them too.';
comment on table public.plans is 'Subscriptions (SaaS, per term) and licences (Standalone, per year).';
comment on column public.plans.features is 'List of {"text": string, "included": boolean, "isPartlyReady": boolean}; '
  'the pages say "Partly in preparation" of what is.';
comment on column public.plans.max_campuses
  is 'Null: no limit. A school without campuses is one place, so every plan allows at least one.';
comment on column public.plans.in_store is 'Visitors can put it into the cart.';

create unique index plans_name_key on public.plans (category, private.fold_text(name));

alter table public.plans enable row level security;
grant select on public.plans to anon, authenticated;
grant
  insert (name, description, category, price, period, highlight, badge, features, max_students, max_campuses, position,
    is_active, in_store, translations),
  update (name, description, category, price, period, highlight, badge, features, max_students, max_campuses, position,
    is_active, in_store, translations),
  delete
  on public.plans to authenticated;

create policy "Everyone sees what is on sale" on public.plans for select to anon, authenticated
  using (is_active);
create policy "Super admins see the whole price book" on public.plans for select to authenticated
  using ((select private.may('price:write')));
create policy "Super admins add to the price book" on public.plans for insert to authenticated
  with check ((select private.may('price:write')));
create policy "Super admins update the price book" on public.plans for update to authenticated
  using ((select private.may('price:write'))) with check ((select private.may('price:write')));
create policy "Super admins delete from the price book" on public.plans for delete to authenticated
  using ((select private.may('price:write')));

create trigger touch before update on public.plans for each row execute function private.touch_updated_at();
create trigger check_translations before insert
  or update on public.plans for each row execute function private.check_translations('description:500', 'badge?:40',
  'features*:120');
create trigger audit after insert or update or delete on public.plans for each row execute function private.audit();
create trigger revise after insert or update or delete
  or truncate on public.plans for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update
  or delete on public.plans for each statement execute function private.require_publisher_to_write();

create table public.addons (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 120),
  description text not null check (length(btrim(description)) between 1 and 500),
  category public.product_category not null,
  price integer not null check (price between 0 and 10000000),
  features text[] not null default '{}' check (array_position(features, null) is null),
  aliases text[] not null default '{}' check (array_position(aliases, null) is null),
  pricing_name text check (length(pricing_name) between 1 and 120),
  pricing_price integer check (pricing_price between 0 and 10000000),
  features_price integer check (features_price between 0 and 10000000),
  icon text check (length(icon) <= 40),
  is_active boolean not null default true,
  is_popular boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  feature text references private.addon_features (feature),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  needs_translation text[] not null default '{sw}',
  is_ready boolean not null default true,
  search_text text generated always as (private.fold_text(name || ' ' || description)) stored
);
comment on column public.addons.needs_translation is 'Languages whose translation is missing or older than the '
  'English text. Names are not translated: orders and licences have them too.';
comment on table public.addons is 'Add-on modules. price is the store''s and the only one ever charged.';
comment on column public.addons.aliases is 'Other names it is known by, for arrivals by name.';
comment on column public.addons.is_ready is 'False: the pages say "In preparation", and it cannot be ordered.';
comment on column public.addons.feature
  is 'What a licence of it switches on; one feature where both versions sell the add-on.';
comment on column public.addons.pricing_name is 'Its name on the pricing page where that differs.';
comment on column public.addons.pricing_price is 'Price the pricing page lists; null lists the store''s.';
comment on column public.addons.features_price is 'Price the features page shows; null shows Contact Sales.';

create index addons_feature_idx on public.addons (feature);
create unique index addons_name_key on public.addons (category, private.fold_text(name));

alter table public.addons enable row level security;
grant select on public.addons to anon, authenticated;
grant
  insert (name, description, category, price, features, aliases, pricing_name, pricing_price, features_price, icon,
    is_active, is_popular, position, feature, translations),
  update (name, description, category, price, features, aliases, pricing_name, pricing_price, features_price, icon,
    is_active, is_popular, is_ready, position, translations),
  delete
  on public.addons to authenticated;

create policy "Everyone sees what is on sale" on public.addons for select to anon, authenticated
  using (is_active);
create policy "Super admins see the whole price book" on public.addons for select to authenticated
  using ((select private.may('price:write')));
create policy "Super admins add to the price book" on public.addons for insert to authenticated
  with check ((select private.may('price:write')));
create policy "Super admins update the price book" on public.addons for update to authenticated
  using ((select private.may('price:write'))) with check ((select private.may('price:write')));
create policy "Super admins delete from the price book" on public.addons for delete to authenticated
  using ((select private.may('price:write')));

create trigger set_readiness before insert on public.addons for each row execute function private.set_addon_readiness();
create trigger touch before update on public.addons for each row execute function private.touch_updated_at();
create trigger check_translations before insert
  or update on public.addons for each row execute function private.check_translations('description:500',
  'features*:200');
create trigger audit after insert or update or delete on public.addons for each row execute function private.audit();
create trigger revise after insert or update or delete
  or truncate on public.addons for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update
  or delete on public.addons for each statement execute function private.require_publisher_to_write();

create table public.services (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 120),
  description text not null check (length(btrim(description)) between 1 and 500),
  category public.product_category not null,
  price integer not null check (price between 0 and 10000000),
  unit text not null check (unit in ('per term', 'per year', 'per month', 'one-time')),
  position integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  in_store boolean not null default true,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  needs_translation text[] not null default '{sw}'
);
comment on column public.services.needs_translation is 'Languages whose translation is missing or older than the '
  'English text. Names are not translated: orders and licences have them too.';
comment on table public.services is 'Work and hosting sold beside plans and add-ons.';
comment on column public.services.unit is 'What the price is for, as shown: per term, per year, per month, one-time.';
comment on column public.services.in_store is 'Visitors can put it into the cart.';

create unique index services_name_key on public.services (private.fold_text(name));

alter table public.services enable row level security;
grant select on public.services to anon, authenticated;
grant
  insert (name, description, category, price, unit, position, is_active, in_store, translations),
  update (name, description, category, price, unit, position, is_active, in_store, translations),
  delete
  on public.services to authenticated;

create policy "Everyone sees what is on sale" on public.services for select to anon, authenticated
  using (is_active);
create policy "Super admins see the whole price book" on public.services for select to authenticated
  using ((select private.may('price:write')));
create policy "Super admins add to the price book" on public.services for insert to authenticated
  with check ((select private.may('price:write')));
create policy "Super admins update the price book" on public.services for update to authenticated
  using ((select private.may('price:write'))) with check ((select private.may('price:write')));
create policy "Super admins delete from the price book" on public.services for delete to authenticated
  using ((select private.may('price:write')));

create trigger touch before update on public.services for each row execute function private.touch_updated_at();
create trigger check_translations before insert
  or update on public.services for each row execute function private.check_translations('description:500');
create trigger audit after insert or update or delete on public.services for each row execute function private.audit();
create trigger revise after insert or update or delete
  or truncate on public.services for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update
  or delete on public.services for each statement execute function private.require_publisher_to_write();

-- A plan's card shows a limited number of features, each once.
create function private.check_plan_features() returns trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from jsonb_array_elements(new.features) as feature
    where jsonb_typeof(feature) <> 'object' or jsonb_typeof(feature -> 'text') is distinct from 'string'
      or jsonb_typeof(feature -> 'included') is distinct from 'boolean'
      or coalesce(jsonb_typeof(feature -> 'isPartlyReady'), 'boolean') <> 'boolean'
        or private.null_if_blank(feature ->> 'text') is null or length(feature ->> 'text') > 120) then
    perform private.refuse(
      'plan.invalid_feature', 'Every feature needs a text of at most 120 characters and whether it is included.',
      field => 'features');
  elsif jsonb_array_length(new.features) > 30 then
    perform private.refuse('plan.too_many_features', 'A plan shows at most 30 features.', field => 'features');
  elsif (select count(*) <> count(distinct private.fold_text(feature ->> 'text'))
    from jsonb_array_elements(new.features) as feature) then
    perform private.refuse('plan.feature_twice', 'Two features are the same. Keep one of them.', field => 'features');
  end if;
  return new;
end
$$;
create trigger check_features before insert
  or update of features on public.plans for each row execute function private.check_plan_features();

-- Subscribed schools keep their price until a change has been announced in time, and their period for good.
create function private.protect_agreed_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  schools integer;
  notice constant integer := coalesce((private.setting('subscriptions', 'priceNoticeDays'))::integer, 30);
begin
  -- The job that applies an announced change has no user.
  if auth.uid() is null then
    return new;
  end if;
  select count(*) into schools from private.schools_with_plan(new.id);
  if schools > 0 and (new.period <> old.period or new.category <> old.category) then
    perform private.refuse(
      'plan.subscribed', 'Schools subscribe to this plan as it is. Add another plan for another version or period.',
      field => case when new.period <> old.period then 'period' else 'category' end);
  elsif schools > 0 and new.price <> old.price and notice > 0 then
    perform private.refuse('plan.needs_notice',
      'Schools subscribe to this plan: its price changes with {days, plural, one {# day} other {# days}} of notice. '
        'Announce the new price instead.',
      jsonb_build_object('days', notice), 'price');
  end if;
  return new;
end
$$;
create trigger protect_agreed_terms before update of price, period, category on public.plans for each row
  when (old.price <> new.price or old.period <> new.period or old.category <> new.category)
    execute function private.protect_agreed_terms();

create function private.protect_sold_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.was_sold(tg_argv[0]::public.order_item_kind, old.id) then
    perform private.refuse(
      'price.sold', '{offer} has been sold, and its buyers’ records refer to it. Take it off sale instead.',
      jsonb_build_object('offer', old.name));
  end if;
  return old;
end
$$;
create trigger protect_sold_items before delete on public.plans for each row
  execute function private.protect_sold_items('plan');
create trigger protect_sold_items before delete on public.services for each row
  execute function private.protect_sold_items('service');

create function private.listed_price(kind public.order_item_kind, item_id uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select case kind when 'addon' then (select price from public.addons where id = item_id)
    when 'plan' then (select price from public.plans where id = item_id)
    else (select price from public.services where id = item_id) end
$$;

-- Licences refer to the plan or service they were ordered as, so neither is deleted once sold.
create function private.was_sold(kind public.order_item_kind, item_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select case was_sold.kind
    when 'plan' then exists (select from public.order_items i where i.plan_id = was_sold.item_id)
      or exists (select from public.subscriptions s where s.plan_id = was_sold.item_id)
    when 'service' then exists (select from public.order_items i where i.service_id = was_sold.item_id)
    else false end
$$;

-- Prices include VAT at the rate in force; an order stores the rate it was placed at.
create function private.net_amount(gross bigint) returns numeric
language sql stable security definer set search_path = '' as $$
  select round(gross::numeric * 100 / (100 + coalesce((private.setting('company', 'vatPercent'))::integer, 16)), 2)
$$;
