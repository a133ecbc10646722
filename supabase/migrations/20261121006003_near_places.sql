-- Where a far page begins, read in the order of the key and no further than the page, by a plan that is made once a connection.
-- While changes wait to be counted, the stretches are added up with them as before.
create or replace function private.order_place(scope uuid, sort text, status public.order_status, skipped bigint, descending boolean,
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


-- Counted with the days of sales, whose counting every run of the jobs and the analytics ask for.
create or replace function private.count_order_places() returns integer
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time: whoever comes second finds nothing left to do.
  if not exists (select from private.order_place_changes) or not pg_try_advisory_xact_lock(hashtextextended('private.count_order_places', 0)) then
    return 0;
  end if;
  with gone as (delete from private.order_place_changes c returning c as change)
  insert into private.order_places as p (scope, sort, amount, words, id, pending, processing, completed, cancelled)
  select (change).scope, k.sort, coalesce(b.amount, 0), coalesce(b.words, ''), coalesce(b.id, private.every_scope()),
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

alter function private.count_dirty_days() rename to count_sold_days;
create function private.count_dirty_days() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_order_places();
  perform private.count_sold_days();
end
$$;
comment on function private.count_dirty_days() is 'Brings what is counted of orders up to date: the stretches of the list and the days of sales.';
