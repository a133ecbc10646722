create table public.order_ratings (
  order_id uuid primary key references public.orders (id) on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  comment text check (length(comment) <= 1000),
  created_at timestamptz not null default now()
);

create index order_ratings_created_idx on public.order_ratings (created_at);

select private.school_table('public.order_ratings', needs_subscription => false);
grant select on public.order_ratings to authenticated;

create policy "Super admins see ratings" on public.order_ratings for select to authenticated
  using ((select private.may('order:read-all')));

create function public.rate_order(
  order_number text, rating integer, email text default null, order_key uuid default null, comment text default null)
returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  rated constant public.orders := private.order_of_buyer(
    rate_order.order_number, rate_order.order_key, rate_order.email);
begin
  if rated.id is null then
    return false;
  end if;
  if rate_order.rating is null or rate_order.rating not between 1 and 5 then
    perform private.refuse('rating.out_of_range', 'Choose one to five stars.', field => 'rating');
  elsif rated.status <> 'completed' then
    perform private.refuse('rating.not_completed', 'An order can be rated once it is complete.', errcode => 'PT409');
  end if;
  insert into public.order_ratings (order_id, rating, comment)
  values (rated.id, rate_order.rating, left(private.null_if_blank(rate_order.comment), 1000))
  on conflict (order_id) do update set rating = excluded.rating, comment = excluded.comment, created_at = now();
  return true;
end
$$;
comment on function public.rate_order(text, integer, text, uuid, text) is
  'Rates a completed order, or changes its rating. False when no order has this number and the key or address of a '
    'buyer.';
grant execute on function public.rate_order(text, integer, text, uuid, text) to anon, authenticated;
