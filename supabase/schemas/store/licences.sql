create table public.licences (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.orders (id) on delete restrict,
  order_item_id uuid unique references public.order_items (id) on delete restrict,
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
  created_at timestamptz not null default now(),
  feature text check (private.is_feature(feature)),
  campus_ids uuid[] check (cardinality(campus_ids) <= quantity),
  issued_as uuid,
  installation uuid,
  reminded_days integer,
  search_text text generated always as (private.fold_text(name || ' ' || licence_key)) stored,
  constraint licences_come_from_order_or_key check ((order_id is null) = (order_item_id is null)
    and (order_id is null) = (issued_as is not null))
);
comment on table public.licences is 'One per paid line of an order, or per feature of a key that a Standalone school '
  'has entered. valid_until null never ends; a repeat purchase starts when the licence before it ends.';
comment on column public.licences.issued_as
  is 'The id of the licence at the installation that sold it, where this one was read from a signed key.';
comment on column public.licences.reminded_days is 'Days before the end of the last reminder sent for this licence.';
comment on column public.licences.installation
  is 'The number of the Standalone school that a signed key was issued for, where the order names no school.';
comment on column public.licences.feature
  is 'What it switches on at the school, such as addon:<name>; null where it switches on nothing by itself.';
comment on column public.licences.campus_ids
  is 'The campuses that the school chose; null covers all of them while they are no more than quantity.';

create index licences_school_idx on public.licences (school_id, valid_until);
create index licences_feature_idx on public.licences (school_id, feature, valid_until) where revoked_at is null;
create index licences_end_idx on public.licences (valid_until) where revoked_at is null and kind = 'addon';
create index licences_order_idx on public.licences (order_id);
create index licences_user_idx on public.licences (user_id);
create unique index licences_issued_as_key
  on public.licences (school_id, issued_as, feature) nulls not distinct where issued_as is not null;
create index licences_issued_idx on public.licences (issued_as) where issued_as is not null;

select private.school_table('public.licences', needs_subscription => false, live => '{platform,members}');
grant select on public.licences to authenticated;

-- A row holds the licence's key.
create policy "Super admins see every licence, administrators and buyers theirs" on public.licences for select
  to authenticated
  using (school_id = (select private.school_where('plan:manage')) or user_id = (select private.signed_in_uid())
    and coalesce(school_id = (select private.my_school()), true) or id >= (select private.first_id())
    and id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff');

create trigger set_feature before insert on public.licences for each row execute function private.set_licence_feature();

-- One licence per line that is paid, however often the payment is reported. A licence of what the school holds already
-- starts the day after that ends.
create function private.issue_licences(paid public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line public.order_items;
  sold text;
  running public.licences;
  today constant date := coalesce(private.school_today(paid.school_id), private.today());
begin
  for line in select i.* from public.order_items i where i.order_id = paid.id and i.granted_as <> 'owed'
    order by i.position loop
    -- What the order was paid for a second time after a refund becomes valid again under the same key.
    continue when exists (select from public.licences l where l.order_item_id = line.id and l.revoked_at is null);
    sold := (select a.feature from public.addons a where a.id = line.addon_id);
    running := null;
    if sold is not null and paid.school_id is not null then
      perform pg_advisory_xact_lock(hashtextextended('licences of ' || paid.school_id::text || sold, 0));
      select l.* into running from public.licences l
      where l.school_id = paid.school_id and l.feature = sold and l.revoked_at is null and l.valid_until >= today
        order by l.valid_until desc limit 1;
    end if;
    insert into public.licences (order_id, order_item_id, school_id, user_id, kind, name, category, quantity,
      licence_key, campus_ids, valid_from, valid_until)
    values (paid.id, line.id, paid.school_id, paid.user_id, line.kind, line.addon_name, line.category, line.quantity,
      upper(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')),
      case when cardinality(running.campus_ids) <= line.quantity then running.campus_ids end,
        coalesce(running.valid_until + 1, today),
      case when line.granted_days is null then private.licence_end(line, coalesce(running.valid_until, today))
        else coalesce(running.valid_until + 1, today) + line.granted_days - 1 end)
    on conflict (order_item_id) do update set revoked_at = null, created_at = now(), valid_from = excluded.valid_from,
      valid_until = excluded.valid_until;
  end loop;
  -- Keys that a school of this same installation has entered hold again, for the days that were paid now.
  update public.licences k set revoked_at = null, valid_from = l.valid_from, valid_until = l.valid_until
  from public.licences l where l.order_id = paid.id and k.issued_as = l.id and l.revoked_at is null;
  delete from private.revoked_licences r using public.licences l where l.order_id = paid.id and r.issued_as = l.id
    and l.revoked_at is null;
end
$$;

-- Revokes the licences of an order that was paid back.
create function private.revoke_licences(order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  item uuid;
begin
  for item in select i.id from public.order_items i where i.order_id = revoke_licences.order_id order by i.position loop
    perform private.shorten_licences(item, 0);
  end loop;
end
$$;

-- Leaves a line's licence the share of its days that is still paid. What was bought to follow it comes forward.
create function private.shorten_licences(item uuid, share numeric) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.licences;
  later record;
  free date;
begin
  update public.licences l set
    valid_until = case when share > 0 then l.valid_from + floor((l.valid_until - l.valid_from + 1) * share)::integer - 1
      else l.valid_until end,
    revoked_at = case when share = 0
      or l.valid_from + floor((l.valid_until - l.valid_from + 1) * share)::integer - 1 < l.valid_from then now() end
  where l.order_item_id = item and l.revoked_at is null returning * into own;
  if not found then
    return;
  end if;
  -- Keys that a school of this same installation has entered; others learn of it by the list of revoked licences.
  update public.licences k set revoked_at = coalesce(k.revoked_at, own.revoked_at), valid_until = own.valid_until
    where k.issued_as = own.id;
  if own.school_id is null or own.feature is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('licences of ' || own.school_id::text || own.feature, 0));
  free := private.school_today(own.school_id);
  for later in
    select l.id, l.valid_from, l.valid_until from public.licences l
    where l.school_id = own.school_id and l.feature = own.feature and l.revoked_at is null and l.valid_until >= free
      order by l.valid_from, l.created_at
  loop
    if later.valid_from > free then
      update public.licences l set valid_from = free, valid_until = free + (later.valid_until - later.valid_from)
        where l.id = later.id returning l.valid_until into later.valid_until;
    end if;
    free := greatest(free, later.valid_until + 1);
  end loop;
end
$$;

create function private.licence_end(item public.order_items, from_day date) returns date
language sql stable security definer set search_path = '' as $$
  select (from_day + case
    when item.kind = 'plan' then (
      select private.period_length(private.sold_billing(p.period, item.billing)) * item.quantity from public.plans p
        where p.id = item.plan_id)
    when item.kind = 'service' then (
      select case s.unit when 'per term' then private.period_length('termly') when 'per month' then interval '1 month'
        when 'per year' then private.period_length('annual') end from public.services s where s.id = item.service_id)
    else private.period_length('termly') end)::date
$$;

-- The school's licences that end within two weeks and that nothing follows.
create function private.ending_licences(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'ends_on', l.valid_until,
    'days_left', l.valid_until - t.today) order by l.valid_until, l.name), '[]')
  from (select private.school_today(school) as today) t
  join public.licences l on l.school_id = ending_licences.school and l.valid_until between t.today and t.today + 14
    and private.is_last_licence(l)
$$;

-- Whether the school loses something with its end: it is in force, switches something on, and no later one follows it.
create function private.is_last_licence(l public.licences) returns boolean
language sql stable security definer set search_path = '' as $$
  select l.revoked_at is null and l.kind = 'addon' and l.feature is not null and l.school_id is not null
    and (l.order_id is null or exists (select from public.schools s where s.id = l.school_id and s.version = 'saas'))
    and not exists (select from public.licences n where n.school_id = l.school_id and n.feature = l.feature
      and n.revoked_at is null and (n.order_id is null) = (l.order_id is null)
      and coalesce(n.valid_until, 'infinity') > l.valid_until)
$$;

-- The index finds what ends soon; the days left are those of the school.
create function private.due_licence_reminders(only_id uuid default null)
  returns table (licence_id uuid, school_id uuid, days integer, details jsonb)
language sql stable security definer set search_path = '' as $$
  select l.id, l.school_id, r.days, jsonb_build_object('school', s.name, 'name', l.name, 'ends_on', l.valid_until)
  from public.licences l join public.schools s on s.id = l.school_id
  cross join lateral (select private.due_reminder(l.valid_until - private.school_today(l.school_id)) as days) r
  where (only_id is null or l.id = only_id) and l.revoked_at is null and l.kind = 'addon'
    and l.valid_until >= private.today() - 1 and l.valid_until <= private.today() + 1 + private.longest_reminder()
    and r.days is not null and (l.reminded_days is null or r.days < l.reminded_days) and private.is_last_licence(l)
$$;

-- Tells the school before the end of a licence, each reminder once.
create function private.remind_of_licence_end(licence uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  due record;
begin
  -- A licence that follows is inserted, so the school's licences are locked by its row.
  perform from public.schools s
    where s.id = (select l.school_id from public.licences l where l.id = licence) for update;
  perform from public.licences l where l.id = licence for update;
  select * into due from private.due_licence_reminders(licence);
  if found then
    perform private.mail_school(due.school_id,
      format('licence-ending/%s/%s/%s', licence, due.details ->> 'ends_on', due.days), 'licence-ending', due.details);
    update public.licences l set reminded_days = due.days where l.id = licence;
  end if;
end
$$;
