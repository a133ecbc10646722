-- What becomes of a service that was bought: who does it, when, and what was agreed. Opened when the order is paid;
-- seen by its buyer and by super admins.

create type public.fulfilment_state as enum ('waiting', 'scheduled', 'started', 'done', 'cancelled');

create table public.service_fulfilments (
  order_item_id uuid primary key references public.order_items (id) on delete cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  state public.fulfilment_state not null default 'waiting',
  person text check (length(person) <= 120),
  starts_on date,
  ends_on date check (ends_on >= starts_on),
  notes text check (length(notes) <= 2000),
  changed_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.service_fulfilments
  is 'One per paid line of a service: state, the person who does it, dates and notes, all of which the buyer reads.';

create index service_fulfilments_order_idx on public.service_fulfilments (order_id);
create index service_fulfilments_open_idx on public.service_fulfilments (created_at)
  where state in ('waiting', 'scheduled', 'started');
create index service_fulfilments_changed_by_idx on public.service_fulfilments (changed_by) where changed_by is not null;

select private.school_table('public.service_fulfilments', needs_subscription => false, audit => true,
  verbs => '{update}', live => '{platform}', live_key => 'order_id');
grant select on public.service_fulfilments to authenticated;

create policy "People who see an order see what becomes of its services" on public.service_fulfilments for select
  to authenticated
  using ((select private.may('order:read-all')) or exists (select from public.orders o where o.id = order_id));

create trigger touch before update on public.service_fulfilments for each row
  execute function private.touch_updated_at();

create function private.open_fulfilments(paid uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.service_fulfilments (order_item_id, order_id) select i.id, i.order_id from public.order_items i
    where i.order_id = paid and i.kind = 'service' and i.granted_as <> 'owed'
  on conflict (order_item_id) do update
    set state = case public.service_fulfilments.state when 'cancelled' then 'waiting'
    else public.service_fulfilments.state end
$$;

-- What is not done when the order is paid back is not done at all.
create function private.cancel_fulfilments(refunded uuid) returns void
language sql security definer set search_path = '' as $$
  update public.service_fulfilments f set state = 'cancelled' where f.order_id = refunded and f.state <> 'done'
$$;

create function public.save_fulfilment(order_item_id uuid, state public.fulfilment_state, person text default null,
  starts_on date default null, ends_on date default null, notes text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('order:set-status');
  if save_fulfilment.ends_on < save_fulfilment.starts_on then
    perform private.refuse('fulfilment.dates',
      'The last day is before the first one. Correct one of them.', field => 'ends_on');
  elsif save_fulfilment.state in ('scheduled', 'started', 'done')
    and private.null_if_blank(save_fulfilment.person) is null then
    perform private.refuse('fulfilment.person', 'Say who does it.', field => 'person');
  end if;
  update public.service_fulfilments f set state = save_fulfilment.state,
    person = private.null_if_blank(save_fulfilment.person), starts_on = save_fulfilment.starts_on,
    ends_on = save_fulfilment.ends_on,
    notes = private.null_if_blank(save_fulfilment.notes), changed_by = private.signed_in_uid()
  where f.order_item_id = save_fulfilment.order_item_id;
  if not found then
    perform private.refuse('fulfilment.not_found', 'This service is no longer here.', errcode => 'P0002');
  end if;
end
$$;
comment on function public.save_fulfilment(uuid, public.fulfilment_state, text, date, date, text)
  is 'What becomes of a paid service. Super admins only.';
grant execute on function public.save_fulfilment(uuid, public.fulfilment_state, text, date, date, text)
  to authenticated;
