create table public.licences (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  order_item_id uuid not null unique references public.order_items (id) on delete restrict,
  school_id uuid references public.schools (id) on delete set null,
  user_id uuid references public.users (id) on delete set null,
  kind public.order_item_kind not null,
  name text not null,
  category public.product_category not null,
  quantity integer not null,
  licence_key text not null unique,
  valid_from date not null default private.today(),
  valid_until date,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.licences is 'One per paid line of an order. valid_until null never ends.';

create index licences_school_idx on public.licences (school_id, valid_until);
create index licences_order_idx on public.licences (order_id);
create index licences_user_idx on public.licences (user_id);

alter table public.licences enable row level security;
grant select on public.licences to authenticated;

-- A row holds the licence's key.
create policy "Super admins see every licence, administrators and buyers theirs" on public.licences for select to authenticated
  using (school_id = (select private.admin_school()) or user_id = (select private.signed_in_uid()) and coalesce(school_id = (select private.my_school()), true) or id >= (select private.first_id()) and id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff');

create function private.issue_licences(paid public.orders) returns void
language sql security definer set search_path = '' as $$
  insert into public.licences (order_id, order_item_id, school_id, user_id, kind, name, category, quantity, licence_key, valid_until)
  select paid.id, i.id, paid.school_id, paid.user_id, i.kind, i.addon_name, i.category, i.quantity,
    upper(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')), private.licence_end(i)
  from public.order_items i where i.order_id = paid.id
  -- Paid again after a refund: the same licence key becomes valid again.
  on conflict (order_item_id) do update set revoked_at = null, valid_from = private.today(), valid_until = excluded.valid_until where public.licences.revoked_at is not null
$$;

create function private.licence_end(item public.order_items) returns date
language sql stable security definer set search_path = '' as $$
  select case
    when item.kind = 'plan' then case coalesce((select p.period from public.plans p where p.id = item.plan_id), 'year')
      when 'term' then private.today() + interval '4 months' when 'month' then private.today() + interval '1 month' else private.today() + interval '1 year' end
    when item.kind = 'service' then case (select s.unit from public.services s where s.id = item.service_id)
      when 'per term' then private.today() + interval '4 months' when 'per month' then private.today() + interval '1 month' when 'per year' then private.today() + interval '1 year' end
    else private.today() + interval '4 months' end::date
$$;
