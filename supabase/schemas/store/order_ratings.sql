create table public.order_ratings (
  order_id uuid primary key references public.orders (id) on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  comment text check (length(comment) <= 1000),
  created_at timestamptz not null default now()
);

create index order_ratings_created_idx on public.order_ratings (created_at);

alter table public.order_ratings enable row level security;
grant select on public.order_ratings to authenticated;

create policy "Super admins see ratings" on public.order_ratings for select to authenticated using ((select private.is_super_admin()));

create function public.rate_order(order_number text, email text, rating integer, comment text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  rated uuid;
begin
  select o.id into rated from public.orders o
  where o.order_number = upper(btrim(rate_order.order_number)) and lower(o.customer_email) = lower(btrim(rate_order.email));
  if rated is null then
    raise exception using errcode = 'P0002', message = 'No order has this number and email address.', hint = 'order.not_found';
  end if;
  if rate_order.rating is null or rate_order.rating not between 1 and 5 then
    raise exception using errcode = 'P0001', message = 'Choose one to five stars.', hint = 'rating.out_of_range', detail = 'rating';
  end if;
  insert into public.order_ratings (order_id, rating, comment) values (rated, rate_order.rating, left(private.null_if_blank(rate_order.comment), 1000))
  on conflict (order_id) do update set rating = excluded.rating, comment = excluded.comment, created_at = now();
end
$$;
grant execute on function public.rate_order(text, text, integer, text) to anon, authenticated;
