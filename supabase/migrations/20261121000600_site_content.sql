-- What the public pages say beside the CMS: settings, questions, testimonials, the exchange rate.
create table public.settings (
  key text primary key check (key ~ '^[a-z][a-z_]{1,60}$'),
  value jsonb not null,
  is_public boolean not null default false,
  updated_at timestamptz not null default now()
);
comment on table public.settings is 'One row per group: brand, contact, social, hours, … Private groups are for super admins only.';

create table public.faqs (
  id uuid primary key default gen_random_uuid(),
  surface text not null check (surface in ('faq', 'versions', 'demo', 'contact', 'pricing')),
  category text not null default 'General' check (category in ('General', 'SaaS Version', 'Standalone', 'Billing & Pricing', 'Technical', 'Security')),
  question text not null check (length(btrim(question)) between 1 and 300),
  answer text not null check (length(btrim(answer)) between 1 and 3000),
  position integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (surface, question)
);
comment on table public.faqs is 'Questions and answers. surface is the page that shows them.';
create index faqs_surface_idx on public.faqs (surface, position);

create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  quote text not null check (length(btrim(quote)) between 1 and 600),
  author text not null check (length(btrim(author)) between 1 and 120),
  role text not null check (length(btrim(role)) between 1 and 120),
  institution text not null check (length(btrim(institution)) between 1 and 160),
  position integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.testimonials is 'What customers say.';
create index testimonials_position_idx on public.testimonials (position);

do $$
declare
  name text;
begin
  foreach name in array array['faqs', 'testimonials'] loop
    execute format('create policy "Everyone sees what is shown" on public.%I for select to anon, authenticated using (is_active)', name);
    execute format('create policy "Super admins see all of it" on public.%I for select to authenticated using ((select private.is_super_admin()))', name);
  end loop;
  foreach name in array array['settings', 'faqs', 'testimonials'] loop
    execute format('create trigger touch before update on public.%I for each row execute function private.touch_updated_at()', name);
    execute format('create trigger audit after insert or update or delete on public.%I for each row execute function private.audit()', name);
    execute format('create trigger revise after insert or update or delete or truncate on public.%I for each statement execute function private.bump_content_revision()', name);
    execute format('alter table public.%I enable row level security', name);
    execute format('grant select on public.%I to anon, authenticated', name);
    execute format('create policy "Super admins add" on public.%I for insert to authenticated with check ((select private.is_super_admin()))', name);
    execute format('create policy "Super admins update" on public.%I for update to authenticated using ((select private.is_super_admin())) with check ((select private.is_super_admin()))', name);
    execute format('create policy "Super admins delete" on public.%I for delete to authenticated using ((select private.is_super_admin()))', name);
  end loop;
end
$$;
create policy "Everyone reads public settings" on public.settings for select to anon, authenticated using (is_public);
create policy "Super admins read every setting" on public.settings for select to authenticated using ((select private.is_super_admin()));
grant insert (key, value, is_public), update (value), delete on public.settings to authenticated;
grant insert (surface, category, question, answer, position, is_active), update (surface, category, question, answer, position, is_active), delete on public.faqs to authenticated;
grant insert (quote, author, role, institution, position, is_active), update (quote, author, role, institution, position, is_active), delete on public.testimonials to authenticated;

-- A setting, for functions: the group's field as text.
create function private.setting(group_key text, variadic field text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select value #> field from public.settings where key = group_key
$$;

create table public.exchange_rates (
  base text not null check (base ~ '^[A-Z]{3}$'),
  quote text not null check (quote ~ '^[A-Z]{3}$'),
  rate numeric(14, 6) not null check (rate > 0),
  source text not null,
  fetched_at timestamptz not null default now(),
  primary key (base, quote, fetched_at)
);
comment on table public.exchange_rates is 'Rates fetched by the server; the newest of a pair counts, the last good one stays when a fetch fails.';
alter table public.exchange_rates enable row level security;
grant select on public.exchange_rates to anon, authenticated;
create policy "Everyone reads the rates" on public.exchange_rates for select to anon, authenticated using (true);
create trigger revise after insert or update or delete on public.exchange_rates for each statement execute function private.bump_content_revision();
