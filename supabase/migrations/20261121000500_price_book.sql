-- The price book: everything on sale, at whole shillings with VAT included. It feeds the pricing page, the features
-- page, the store, the CMS pricing screen and checkout.
create type public.plan_period as enum ('term', 'year', 'month');

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
  unique (category, name)
);
comment on table public.plans is 'Subscriptions (SaaS, per term) and licences (Standalone, per year).';
comment on column public.plans.features is 'List of {"text": string, "included": boolean}.';

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
  unique (category, name)
);
comment on table public.addons is 'Add-on modules. price is the store''s and the only one ever charged.';
comment on column public.addons.aliases is 'Other names it is known by, for arrivals by name.';
comment on column public.addons.pricing_name is 'Its name on the pricing page where that differs.';
comment on column public.addons.pricing_price is 'Price the pricing page lists; null lists the store''s.';
comment on column public.addons.features_price is 'Price the features page shows; null shows Contact Sales.';

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
  unique (name)
);
comment on table public.services is 'Work and hosting sold beside plans and add-ons.';
comment on column public.services.unit is 'What the price is for, as shown: per term, per year, per month, one-time.';

-- features of a plan are typed: a list of {text, included}.
create function private.check_plan_features() returns trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from jsonb_array_elements(new.features) as feature
    where jsonb_typeof(feature) <> 'object' or jsonb_typeof(feature -> 'text') is distinct from 'string' or jsonb_typeof(feature -> 'included') is distinct from 'boolean'
      or private.filled(feature ->> 'text') is null) then
    raise exception using errcode = 'P0001', message = 'Every feature needs a text and whether it is included.', hint = 'plan.invalid_feature', detail = 'features';
  end if;
  return new;
end
$$;
create trigger check_features before insert or update of features on public.plans for each row execute function private.check_plan_features();

do $$
declare
  name text;
begin
  foreach name in array array['plans', 'addons', 'services'] loop
    execute format('create trigger touch before update on public.%I for each row execute function private.touch_updated_at()', name);
    execute format('create trigger audit after insert or update or delete on public.%I for each row execute function private.audit()', name);
    execute format('create trigger revise after insert or update or delete or truncate on public.%I for each statement execute function private.bump_content_revision()', name);
    execute format('alter table public.%I enable row level security', name);
    execute format('grant select on public.%I to anon, authenticated', name);
    execute format('grant delete on public.%I to authenticated', name);
    execute format('create policy "Everyone sees what is on sale" on public.%I for select to anon, authenticated using (is_active)', name);
    execute format('create policy "Super admins see the whole price book" on public.%I for select to authenticated using ((select private.is_super_admin()))', name);
    execute format('create policy "Super admins add to the price book" on public.%I for insert to authenticated with check ((select private.is_super_admin()))', name);
    execute format('create policy "Super admins update the price book" on public.%I for update to authenticated using ((select private.is_super_admin())) with check ((select private.is_super_admin()))', name);
    execute format('create policy "Super admins delete from the price book" on public.%I for delete to authenticated using ((select private.is_super_admin()))', name);
  end loop;
end
$$;
grant insert (name, description, category, price, period, highlight, badge, features, max_students, position, is_active),
  update (name, description, category, price, period, highlight, badge, features, max_students, position, is_active) on public.plans to authenticated;
grant insert (name, description, category, price, features, aliases, pricing_name, pricing_price, features_price, icon, is_active, is_popular, position),
  update (name, description, category, price, features, aliases, pricing_name, pricing_price, features_price, icon, is_active, is_popular, position) on public.addons to authenticated;
grant insert (name, description, category, price, unit, position, is_active),
  update (name, description, category, price, unit, position, is_active) on public.services to authenticated;

-- Lists the store's price everywhere: ends a disagreement between pages.
create function public.align_addon_prices(addon_id uuid) returns public.addons
language plpgsql security definer set search_path = '' as $$
declare
  aligned public.addons;
begin
  perform private.require_super_admin();
  update public.addons set pricing_price = price, features_price = case when features_price is null then null else price end
  where id = addon_id returning * into aligned;
  if not found then
    raise exception using errcode = 'P0002', message = 'This add-on is no longer in the price book.', hint = 'addon.not_found';
  end if;
  return aligned;
end
$$;
grant execute on function public.align_addon_prices(uuid) to authenticated;
