-- A word that many orders have and the newest lack ("2025" in a number of the year before) was looked up in the index of the
-- text and every order that has it fetched. Now the newest thousand orders tell how far a walk from the newest would go, and
-- where they hardly know the word three hundred others, as far apart as random keys lie, tell how many the index would find.
create or replace function private.matching_orders(scope uuid, condition text, status public.order_status, search text, wanted integer, newest boolean) returns setof uuid
language plpgsql stable set search_path = '' as $$
declare
  sample constant integer := 1000;
  pattern constant text := private.search_pattern(search);
  total constant bigint := private.counted_orders(scope, status);
  ids constant uuid[] := array(select private.newest_orders(condition, pattern, wanted, sample));
  hits constant integer := cardinality(ids);
  share constant numeric := greatest(cardinality(ids), 0.5) / sample;
  common numeric;
  found bigint;
begin
  if hits = wanted or total <= sample then
    return query select unnest(ids);
  elsif search ~* '^\s*ord-[0-9]{4}' then
    return query select private.numbered_orders(condition, pattern, wanted);
  elsif length(btrim(search)) < 3 then
    -- Fewer than three letters have no place in the index of the text: the newest twenty thousand are looked through.
    return query select private.newest_orders(condition, pattern, wanted, 20000);
  else
    if hits < 20 then
      select count(*) filter (where o.search_text like pattern) / greatest(count(*), 1)::numeric into common
      from (select s.search_text from public.orders s where s.id >= '40000000-0000-0000-0000-000000000000' order by s.id limit 300) as o;
    end if;
    found := private.counted_orders(scope, null) * greatest(share, common);
    -- In entries of the list's index walked: one found in the text's index costs seven, a row fetched five.
    if least(total, wanted / share) < found * 7 + 5 * (case when newest then found else wanted end) then
      return query select private.newest_orders(condition, pattern, wanted, 0);
    else
      return query select private.found_orders(scope, condition, pattern, wanted, newest);
    end if;
  end if;
end
$$;
comment on function private.matching_orders(uuid, text, public.order_status, text, integer, boolean) is
  'Up to `wanted` ids of orders that match, the newest ones when `newest`. All matches among the newest thousand are known first; whether the rest comes from a walk by time or from the index of the text is a guess that changes the speed and never the answer.';
