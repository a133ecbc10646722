-- Far pages of the order list in the order of a total, a customer, an institution or a number. The orders of a scope are cut
-- into stretches of some thousand, and how many each holds is kept: a page begins in the stretch that its place lies in, so
-- the last page of a million is as near as the first. An order that is placed or changed only adds a row to the changes,
-- which count from that moment and are added to the stretches from time to time: no two orders ever wait for each other here.
create table private.order_places (
  scope uuid not null,
  sort text not null,
  amount bigint not null,
  words text not null,
  id uuid not null,
  pending integer not null default 0,
  processing integer not null default 0,
  completed integer not null default 0,
  cancelled integer not null default 0,
  primary key (scope, sort, amount, words, id)
);
comment on table private.order_places is 'Where each stretch of the sorted orders of a scope begins, and how many orders of each status it holds.';

alter table private.order_places enable row level security;

create table private.order_place_changes (
  place bigint generated always as identity primary key,
  scope uuid not null,
  sign smallint not null,
  status public.order_status not null,
  id uuid not null,
  total_amount bigint not null,
  customer_name text not null,
  institution text not null,
  order_number text not null
);
comment on table private.order_place_changes is 'Orders that came, changed or went since the stretches were last counted.';

create index order_place_changes_scope_idx on private.order_place_changes (scope);

alter table private.order_place_changes enable row level security;

-- The tables of what a statement changed are known inside a trigger's function only, so each kind of statement has its own.
create function private.place_added_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
      begin
        insert into private.order_place_changes (scope, sign, status, id, total_amount, customer_name, institution, order_number)
        select scope, sum(sign), status, id, total_amount, customer_name, institution, order_number
        from (select 1 as sign, * from added) as changes, lateral (select private.all_schools_scope() as scope union all select school_id where school_id is not null) as scopes
        group by scope, status, id, total_amount, customer_name, institution, order_number having sum(sign) <> 0;
        return null;
      end
      $$;
create trigger place_added after insert on public.orders referencing new table as added
  for each statement execute function private.place_added_orders();

create function private.place_changed_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
      begin
        insert into private.order_place_changes (scope, sign, status, id, total_amount, customer_name, institution, order_number)
        select scope, sum(sign), status, id, total_amount, customer_name, institution, order_number
        from (select 1 as sign, * from added union all select -1, * from removed) as changes, lateral (select private.all_schools_scope() as scope union all select school_id where school_id is not null) as scopes
        group by scope, status, id, total_amount, customer_name, institution, order_number having sum(sign) <> 0;
        return null;
      end
      $$;
create trigger place_changed after update on public.orders referencing new table as added old table as removed
  for each statement execute function private.place_changed_orders();

create function private.place_removed_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
      begin
        insert into private.order_place_changes (scope, sign, status, id, total_amount, customer_name, institution, order_number)
        select scope, sum(sign), status, id, total_amount, customer_name, institution, order_number
        from (select -1 as sign, * from removed) as changes, lateral (select private.all_schools_scope() as scope union all select school_id where school_id is not null) as scopes
        group by scope, status, id, total_amount, customer_name, institution, order_number having sum(sign) <> 0;
        return null;
      end
      $$;
create trigger place_removed after delete on public.orders referencing old table as removed
  for each statement execute function private.place_removed_orders();

-- A change under each of the four orders of the list.
create function private.place_keys(change private.order_place_changes) returns table (sort text, amount bigint, words text)
language sql immutable set search_path = '' as $$
  values ('total_amount', change.total_amount, ''), ('customer_name', 0, change.customer_name), ('institution', 0, change.institution), ('order_number', 0, change.order_number)
$$;

-- Where a far page begins, read in the order of the key and no further than the page, by a plan that is made once a connection.
-- While changes wait to be counted, the stretches are added up with them as before.
create function private.order_place(scope uuid, sort text, status public.order_status, skipped bigint, descending boolean,
  out amount bigint, out words text, out id uuid, out to_amount bigint, out to_words text, out to_id uuid, out within bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if exists (select from private.order_place_changes c where c.scope = scope) then
    select s.amount, s.words, s.id, skipped - case when descending then s.total - s.upto else s.upto - s.orders end into amount, words, id, within
    from (
      select n.*, sum(n.orders) over (order by n.amount, n.words, n.id) as upto, sum(n.orders) over () as total
      from private.order_stretches(scope, sort, status) as n) as s
    where case when descending then s.total - s.upto <= skipped and s.total - s.upto + s.orders > skipped else s.upto - s.orders <= skipped and s.upto > skipped end;
  elsif descending then
    select s.amount, s.words, s.id, skipped - s.upto + s.orders into amount, words, id, within
    from (
      select h.*, sum(h.orders) over (order by h.amount desc, h.words desc, h.id desc rows unbounded preceding) as upto
      from (
        select p.amount, p.words, p.id,
          case status when 'pending' then p.pending when 'processing' then p.processing when 'completed' then p.completed when 'cancelled' then p.cancelled
            else p.pending + p.processing + p.completed + p.cancelled end as orders
        from private.order_places p where p.scope = scope and p.sort = sort) as h) as s
    where s.upto > skipped order by s.amount desc, s.words desc, s.id desc limit 1;
  else
    select s.amount, s.words, s.id, skipped - s.upto + s.orders into amount, words, id, within
    from (
      select h.*, sum(h.orders) over (order by h.amount, h.words, h.id rows unbounded preceding) as upto
      from (
        select p.amount, p.words, p.id,
          case status when 'pending' then p.pending when 'processing' then p.processing when 'completed' then p.completed when 'cancelled' then p.cancelled
            else p.pending + p.processing + p.completed + p.cancelled end as orders
        from private.order_places p where p.scope = scope and p.sort = sort) as h) as s
    where s.upto > skipped order by s.amount, s.words, s.id limit 1;
  end if;
  if id is not null and descending then
    select p.amount, p.words, p.id into to_amount, to_words, to_id from private.order_places p
    where p.scope = scope and p.sort = sort and (p.amount, p.words, p.id) > (amount, words, id) order by p.amount, p.words, p.id limit 1;
  end if;
end
$$;

-- The stretches of a scope in one order, each with what it holds of the wanted status (null: of all) at this moment.
create function private.order_stretches(of_scope uuid, of_sort text, status public.order_status) returns table (amount bigint, words text, id uuid, orders bigint)
language sql stable set search_path = '' as $$
  select n.amount, n.words, n.id, sum(n.orders)::bigint
  from (
    select p.amount, p.words, p.id,
      case order_stretches.status when 'pending' then p.pending when 'processing' then p.processing when 'completed' then p.completed when 'cancelled' then p.cancelled
        else p.pending + p.processing + p.completed + p.cancelled end as orders
    from private.order_places p where p.scope = of_scope and p.sort = of_sort
    union all
    select b.amount, b.words, b.id, c.sign
    from private.order_place_changes c, private.place_keys(c) as k, lateral (
      select p.amount, p.words, p.id from private.order_places p
      where p.scope = of_scope and p.sort = of_sort and (p.amount, p.words, p.id) <= (k.amount, k.words, c.id) order by p.amount desc, p.words desc, p.id desc limit 1) as b
    where c.scope = of_scope and k.sort = of_sort and (order_stretches.status is null or c.status = order_stretches.status)) as n
  group by n.amount, n.words, n.id
$$;

-- Counted with the days of sales, whose counting every run of the jobs and the analytics ask for.
create function private.count_order_places() returns integer
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time: whoever comes second finds nothing left to do.
  if not exists (select from private.order_place_changes) or not pg_try_advisory_xact_lock(hashtextextended('private.count_order_places', 0)) then
    return 0;
  end if;
  with gone as (delete from private.order_place_changes c returning c as change)
  insert into private.order_places as p (scope, sort, amount, words, id, pending, processing, completed, cancelled)
  select (change).scope, k.sort, coalesce(b.amount, 0), coalesce(b.words, ''), coalesce(b.id, private.all_schools_scope()),
    coalesce(sum((change).sign) filter (where (change).status = 'pending'), 0), coalesce(sum((change).sign) filter (where (change).status = 'processing'), 0),
    coalesce(sum((change).sign) filter (where (change).status = 'completed'), 0), coalesce(sum((change).sign) filter (where (change).status = 'cancelled'), 0)
  from gone, private.place_keys(change) as k left join lateral (
    select l.amount, l.words, l.id from private.order_places l
    where l.scope = (change).scope and l.sort = k.sort and (l.amount, l.words, l.id) <= (k.amount, k.words, (change).id) order by l.amount desc, l.words desc, l.id desc limit 1) as b on true
  group by 1, 2, 3, 4, 5
  on conflict (scope, sort, amount, words, id) do update
    set pending = p.pending + excluded.pending, processing = p.processing + excluded.processing, completed = p.completed + excluded.completed, cancelled = p.cancelled + excluded.cancelled;
  return private.cut_long_stretches(50);
end
$$;

-- Cuts one stretch into pieces of two thousand. Whatever commits meanwhile waits among the changes: what they hold is left out here.
create function private.cut_order_stretch(of_scope uuid, of_sort text, low_amount bigint, low_words text, low_id uuid) returns void
language plpgsql security definer set search_path = '' set enable_bitmapscan = off set enable_seqscan = off as $$
declare
  high record;
  amounts constant text := case when of_sort = 'total_amount' then 'o.total_amount' else '0::bigint' end;
  texts constant text := case when of_sort = 'total_amount' then '''''::text' else format('o.%I', of_sort) end;
  low constant text := case when of_sort = 'total_amount' then format('(%L::bigint, %L::uuid)', low_amount, low_id) else format('(%L::text, %L::uuid)', low_words, low_id) end;
  bound text := '';
begin
  select p.amount, p.words, p.id into high from private.order_places p
  where p.scope = of_scope and p.sort = of_sort and (p.amount, p.words, p.id) > (low_amount, low_words, low_id) order by p.amount, p.words, p.id limit 1;
  if found then
    bound := format('and (o.%I, o.id) < ', of_sort) || case when of_sort = 'total_amount' then format('(%L::bigint, %L::uuid)', high.amount, high.id) else format('(%L::text, %L::uuid)', high.words, high.id) end;
  end if;
  execute format($f$
    with numbered as materialized (
      select %1$s as amount, %2$s as words, o.id, o.status, (row_number() over (order by o.%3$I, o.id) - 1) / 2000 as piece
      from public.orders o where %4$s and (o.%3$I, o.id) >= %5$s %6$s),
    lows as materialized (
      select 0::bigint as piece, $1::bigint as amount, $2::text as words, $3::uuid as id
      union all
      select distinct on (piece) piece, amount, words, id from numbered where piece > 0 order by piece, amount, words, id),
    held as (
      select piece, status, 1 as sign from numbered
      union all
      select (select l.piece from lows l where (l.amount, l.words, l.id) <= (k.amount, k.words, c.id) order by l.piece desc limit 1), c.status, -c.sign
      from private.order_place_changes c, private.place_keys(c) as k
      where c.scope = $4 and k.sort = $5 and (k.amount, k.words, c.id) >= ($1, $2, $3) and ($6::bigint is null or (k.amount, k.words, c.id) < ($6, $7, $8)))
    insert into private.order_places as p (scope, sort, amount, words, id, pending, processing, completed, cancelled)
    select $4, $5, l.amount, l.words, l.id, coalesce(sum(h.sign) filter (where h.status = 'pending'), 0), coalesce(sum(h.sign) filter (where h.status = 'processing'), 0),
      coalesce(sum(h.sign) filter (where h.status = 'completed'), 0), coalesce(sum(h.sign) filter (where h.status = 'cancelled'), 0)
    from lows l left join held h using (piece) group by l.piece, l.amount, l.words, l.id
    on conflict (scope, sort, amount, words, id) do update
      set pending = excluded.pending, processing = excluded.processing, completed = excluded.completed, cancelled = excluded.cancelled
    $f$, amounts, texts, of_sort, case when of_scope = private.all_schools_scope() then 'true' else format('o.school_id = %L', of_scope) end, low, bound)
  using low_amount, low_words, low_id, of_scope, of_sort, high.amount, high.words, high.id;
end
$$;

create function private.cut_long_stretches(at_most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  long record;
  cuts integer := 0;
begin
  for long in
    select p.scope, p.sort, p.amount, p.words, p.id from private.order_places p
    where p.pending + p.processing + p.completed + p.cancelled > 4000 limit at_most loop
    perform private.cut_order_stretch(long.scope, long.sort, long.amount, long.words, long.id);
    cuts := cuts + 1;
  end loop;
  return cuts;
end
$$;

-- From the orders themselves: once after this migration, and after a load past the triggers.
create function private.recount_order_places() returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.orders in share row exclusive mode;
  delete from private.order_place_changes;
  delete from private.order_places;
  insert into private.order_places (scope, sort, amount, words, id, pending, processing, completed, cancelled)
  select scope, sort, 0, '', private.all_schools_scope(), count(*) filter (where status = 'pending'), count(*) filter (where status = 'processing'),
    count(*) filter (where status = 'completed'), count(*) filter (where status = 'cancelled')
  from public.orders, lateral (select private.all_schools_scope() as scope union all select school_id where school_id is not null) as scopes,
    (values ('total_amount'), ('customer_name'), ('institution'), ('order_number')) as sorts (sort)
  group by scope, sort;
  perform private.cut_long_stretches(1000000);
end
$$;
