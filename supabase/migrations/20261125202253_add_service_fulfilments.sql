set check_function_bodies = off;

create table public.service_fulfilments (
  order_item_id uuid                     not null,
  order_id      uuid                     not null,
  person        text,
  starts_on     date,
  ends_on       date,
  notes         text,
  changed_by    uuid,
  created_at    timestamp with time zone not null default now(),
  updated_at    timestamp with time zone not null default now(),
  constraint service_fulfilments_check check ((ends_on >= starts_on)),
  constraint service_fulfilments_notes_check check ((length(notes) <= 2000)),
  constraint service_fulfilments_person_check check ((length(person) <= 120)),
  constraint service_fulfilments_pkey primary key (order_item_id)
);

alter table public.service_fulfilments
  enable row level security;

create type public.fulfilment_state as enum (
  'waiting',
  'scheduled',
  'started',
  'done',
  'cancelled'
);

alter table public.service_fulfilments
  add column state public.fulfilment_state not null default 'waiting'::public.fulfilment_state;

create or replace function private.cancel_fulfilments (
  refunded uuid
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  update public.service_fulfilments f set state = 'cancelled' where f.order_id = refunded and f.state <> 'done'
$function$;

create or replace function private.complete_if_paid (
  wanted uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  paid public.orders;
  last public.payments;
begin
  select * into paid from public.orders where id = wanted;
  if paid.paid_at is not null or paid.total_amount > (select coalesce(sum(p.amount - p.refunded_amount), 0) from public.payments p where p.order_id = wanted and p.state = 'received') then
    return;
  end if;
  select * into last from public.payments p where p.order_id = wanted and p.state = 'received' order by p.created_at desc limit 1;
  update public.orders o set paid_at = last.paid_at, status = 'completed' where o.id = wanted;
  if paid.status <> 'completed' then
    insert into public.order_events (order_id, actor_id, kind, from_status, to_status) values (wanted, last.recorded_by, 'status', paid.status, 'completed');
  end if;
  perform private.issue_licences(paid);
  perform private.apply_paid_plans(paid);
  perform private.open_fulfilments(paid.id);
  perform private.queue_mail('order-receipt/' || paid.id || case when paid.refunded_amount > 0 then '/' || last.id else '' end, 'order-receipt', paid.customer_email,
    private.order_mail(paid) || jsonb_build_object('receipt', last.receipt, 'paid_at', last.paid_at, 'payment_method', last.method), private.team_email('salesEmail'), paid.language);
end
$function$;

create or replace function private.complete_refund (
  refund    public.refunds,
  reference text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  payment public.payments;
  target public.orders;
  before public.order_status;
begin
  update public.refunds set status = 'done', finished_at = now(), last_error = null, provider_reference = coalesce(private.null_if_blank(reference), provider_reference) where id = refund.id;
  update public.payments set refunded_amount = refunded_amount + refund.amount where id = refund.payment_id returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (refund.order_id, private.signed_in_uid(), 'refund', format('Refunded %s of receipt %s: %s', private.shillings(refund.amount), payment.receipt, refund.reason));
  if payment.state = 'received' then
    update public.orders set refunded_amount = refunded_amount + refund.amount where id = refund.order_id;
    select * into target from public.orders where id = refund.order_id;
    if target.paid_at is not null and not exists (select from public.payments p where p.order_id = target.id and p.state = 'received' and p.refunded_amount < p.amount) then
      before := target.status;
      update public.orders set status = 'cancelled', paid_at = null where id = target.id returning * into target;
      perform private.revoke_licences(target.id);
      perform private.revoke_paid_plans(target.id);
      perform private.cancel_fulfilments(target.id);
      insert into public.order_events (order_id, actor_id, kind, from_status, to_status, note) values (target.id, private.signed_in_uid(), 'status', before, 'cancelled', 'Refunded in full: the licences are revoked.');
    end if;
  else
    select * into target from public.orders where id = refund.order_id;
  end if;
  perform private.queue_mail('order-refund/' || refund.id, 'order-refund', target.customer_email,
    private.order_mail(target) || jsonb_build_object('refund_amount', refund.amount, 'refund_method', payment.method, 'receipt', payment.receipt, 'reason', refund.reason, 'is_cancelled', target.status = 'cancelled'),
    private.team_email('salesEmail'), target.language);
end
$function$;

create or replace function private.open_fulfilments (
  paid uuid
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into public.service_fulfilments (order_item_id, order_id) select i.id, i.order_id from public.order_items i where i.order_id = paid and i.kind = 'service'
  on conflict (order_item_id) do update set state = case public.service_fulfilments.state when 'cancelled' then 'waiting' else public.service_fulfilments.state end
$function$;

create or replace function private.order_document (
  o public.orders
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.order_mail(o) - 'order_key' || jsonb_build_object(
    'status', o.status, 'paid_at', o.paid_at, 'updated_at', o.updated_at, 'refunded_amount', o.refunded_amount,
    'customer_email', o.customer_email, 'customer_phone', o.customer_phone, 'billing_address', o.billing_address, 'city', o.city, 'country', o.country,
    'vat_percent', case when o.net_amount > 0 then round(o.vat_amount * 100 / o.net_amount) else 0 end,
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', p.method, 'amount', p.amount, 'receipt', p.receipt, 'paid_at', p.paid_at) order by p.paid_at, p.id), '[]')
      from public.payments p where p.order_id = o.id and p.state = 'received'),
    'licences', (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'category', l.category, 'quantity', l.quantity, 'licence_key', l.licence_key,
        'school', coalesce(s.name, o.institution), 'valid_from', l.valid_from, 'valid_until', l.valid_until, 'is_revoked', l.revoked_at is not null) order by i.position), '[]')
      from public.licences l join public.order_items i on i.id = l.order_item_id left join public.schools s on s.id = l.school_id where l.order_id = o.id),
    'services', (select coalesce(jsonb_agg(jsonb_build_object('name', i.addon_name, 'state', f.state, 'person', f.person, 'starts_on', f.starts_on, 'ends_on', f.ends_on, 'notes', f.notes) order by i.position), '[]')
      from public.service_fulfilments f join public.order_items i on i.id = f.order_item_id where f.order_id = o.id),
    'tax', (select jsonb_build_object('control_unit', t.control_unit, 'receipt_number', t.receipt_number, 'receipt_signature', t.receipt_signature, 'signed_at', t.signed_at)
      from public.tax_documents t where t.order_id = o.id and t.kind = 'invoice' and t.status = 'signed' order by t.number desc limit 1),
    'bank', private.setting('payments', 'bank'), 'issuer', private.document_issuer())
$function$;

create or replace function public.save_fulfilment (
  order_item_id uuid,
  state         public.fulfilment_state,
  person        text                    default null::text,
  starts_on     date                    default null::date,
  ends_on       date                    default null::date,
  notes         text                    default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_super_admin();
  if save_fulfilment.ends_on < save_fulfilment.starts_on then
    raise exception using errcode = 'P0001', message = 'The last day is before the first one. Correct one of them.', hint = 'fulfilment.dates', detail = 'ends_on';
  elsif save_fulfilment.state in ('scheduled', 'started', 'done') and private.null_if_blank(save_fulfilment.person) is null then
    raise exception using errcode = 'P0001', message = 'Say who does it.', hint = 'fulfilment.person', detail = 'person';
  end if;
  update public.service_fulfilments f set state = save_fulfilment.state, person = private.null_if_blank(save_fulfilment.person), starts_on = save_fulfilment.starts_on, ends_on = save_fulfilment.ends_on,
    notes = private.null_if_blank(save_fulfilment.notes), changed_by = private.signed_in_uid()
  where f.order_item_id = save_fulfilment.order_item_id;
  if not found then
    raise exception using errcode = 'P0002', message = 'This service is no longer here.', hint = 'fulfilment.not_found';
  end if;
end
$function$;

alter table public.service_fulfilments
  add constraint service_fulfilments_changed_by_fkey foreign key (changed_by) references public.users(id) on delete set null;

alter table public.service_fulfilments
  add constraint service_fulfilments_order_id_fkey foreign key (order_id) references public.orders(id) on delete cascade;

alter table public.service_fulfilments
  add constraint service_fulfilments_order_item_id_fkey foreign key (order_item_id) references public.order_items(id) on delete cascade;

create index service_fulfilments_changed_by_idx on public.service_fulfilments using btree (changed_by)
  where (changed_by is not null);

create index service_fulfilments_open_idx on public.service_fulfilments using btree (created_at)
  where (state = ANY (ARRAY['waiting'::public.fulfilment_state, 'scheduled'::public.fulfilment_state, 'started'::public.fulfilment_state]));

create index service_fulfilments_order_idx on public.service_fulfilments using btree (order_id);

create trigger audit
  after update on public.service_fulfilments
  for each row
  execute function private.audit();

create trigger touch
  before update on public.service_fulfilments
  for each row
  execute function private.touch_updated_at();

create policy "Whoever sees an order sees what becomes of its services" on public.service_fulfilments
  for select
  to authenticated
  using ((( select private.is_super_admin() as is_super_admin) or (exists ( select
   from public.orders o
  where (o.id = service_fulfilments.order_id)))));

comment on function public.save_fulfilment(uuid, public.fulfilment_state, text, date, date, text) is 'What becomes of a paid service. Super admins only.';

comment on table public.service_fulfilments is 'One per paid line of a service: state, the person who does it, dates and notes, all of which the buyer reads.';

revoke all on function private.cancel_fulfilments(uuid) from public;

revoke all on function private.open_fulfilments(uuid) from public;

revoke all on function public.save_fulfilment(uuid, public.fulfilment_state, text, date, date, text) from public;

grant execute on function public.save_fulfilment(uuid, public.fulfilment_state, text, date, date, text) to authenticated;

grant execute on function public.save_fulfilment(uuid, public.fulfilment_state, text, date, date, text) to service_role;

grant select on table public.service_fulfilments to authenticated;

grant all on table public.service_fulfilments to service_role;
