set check_function_bodies = off;

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
      update public.licences set revoked_at = now() where order_id = target.id and revoked_at is null;
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

create or replace function private.receive_payment (
  target      public.orders,
  attempt_id  uuid,
  method      public.payment_method,
  amount      bigint,
  currency    text,
  receipt     text,
  paid_at     timestamp with time zone,
  note        text,
  is_expected boolean
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  payment public.payments;
  as_state constant public.payment_state := case when not is_expected then 'review' when target.paid_at is not null or target.status = 'cancelled' then 'surplus' else 'received' end;
begin
  insert into public.payments (order_id, attempt_id, method, amount, currency, receipt, paid_at, recorded_by, note, state)
  values (target.id, receive_payment.attempt_id, receive_payment.method, receive_payment.amount, receive_payment.currency, receive_payment.receipt, coalesce(receive_payment.paid_at, now()),
    (select u.id from public.users u where u.id = private.signed_in_uid()), private.null_if_blank(receive_payment.note), as_state)
  returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, payment.recorded_by, 'payment',
    format(case as_state when 'surplus' then 'Received %s, receipt %s. The order needed no payment: refund it.' when 'review' then 'Received %s, receipt %s, instead of %s: review it.' else 'Paid %s, receipt %s' end,
      case when payment.currency = 'KES' then private.shillings(payment.amount) else payment.currency || ' ' || payment.amount end, payment.receipt, private.shillings(target.total_amount)));
  perform private.complete_if_paid(target.id);
  return payment;
end
$function$;

create or replace function private.recent_activities (
  my_role public.user_role
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(a) order by a.at desc), '[]') from (
    select * from (
      select o.created_at as at, 'order' as kind, o.order_number as title, o.institution as text, '/dashboard/store/orders' as link
      from (select * from public.orders where my_role = 'super_admin' order by created_at desc, id desc limit 5) o
      union all
      select t.created_at, 'ticket', t.ticket_number, t.subject, '/dashboard/support' from (select * from public.support_tickets where my_role = 'super_admin' order by created_at desc limit 5) t
      union all
      select n.published_at, 'announcement', n.title, left(n.body, 140), case when my_role in ('admin', 'teacher', 'staff') then '/dashboard/announcements' else '/dashboard/notifications' end
      from (select * from public.announcements where school_id = private.my_school() and published_at <= now() and archived_at is null and my_role = any (audience)
        and (class_id is null or my_role in ('admin', 'staff') or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids())) order by published_at desc limit 5) n
      union all
      select h.submitted_at, 'work', format('%s %s handed in %s', h.first_name, h.last_name, h.title), coalesce(h.class_name, ''), '/dashboard/assignments/' || h.assignment_id
      from (select b.submitted_at, b.assignment_id, a.title, s.first_name, s.last_name, c.name as class_name
        from public.submissions b join public.assignments a on a.id = b.assignment_id join public.students s on s.id = b.student_id left join public.classes c on c.id = a.class_id
        where my_role = 'teacher' and a.teacher_id = private.signed_in_uid() and b.submitted_at is not null order by b.submitted_at desc limit 5) h
      union all
      select p.created_at, 'payment', format('%s %s paid KES %s', p.first_name, p.last_name, to_char(p.amount, 'FM999,999,999')), p.receipt_number, '/dashboard/finances/' || p.student_id
      from (select f.created_at, f.amount, f.receipt_number, f.student_id, s.first_name, s.last_name from public.fee_payments f join public.students s on s.id = f.student_id
        where my_role = 'admin' and f.school_id = private.my_school() order by f.created_at desc limit 5) p
      union all
      select r.created_at, 'record', format(case r.kind when 'behaviour' then 'Behaviour: %s' when 'health' then 'Health: %s' when 'merit' then 'Merit: %s'
          when 'contact' then 'Contact: %s' when 'visit' then 'Visit: %s' else 'Other: %s' end, r.summary), r.first_name || ' ' || r.last_name, '/dashboard/records'
      from (select d.created_at, d.kind, d.summary, s.first_name, s.last_name from public.student_records d join public.students s on s.id = d.student_id
        where my_role = 'staff' and d.school_id = private.my_school() order by d.created_at desc limit 5) r
      union all
      select m.created_at, 'notification', m.title, m.body, coalesce(m.link, '/dashboard/notifications')
      from (select * from public.notifications where user_id = private.signed_in_uid() and (source is null or source not like 'announcement/%') order by created_at desc limit 5) m
    ) as everything order by at desc limit 8) as a
$function$;

create or replace function public.accept_payment (
  payment_id uuid,
  reason     text
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  payment public.payments;
  target public.orders;
begin
  perform private.require_super_admin();
  select * into payment from public.payments p where p.id = payment_id;
  target := private.order_for_change(payment.order_id);
  select * into payment from public.payments p where p.id = payment_id for update;
  if payment.state <> 'review' or payment.currency <> 'KES' or target.paid_at is not null or target.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'This payment cannot be counted for its order. Pay it back instead.', hint = 'payment.not_acceptable';
  end if;
  update public.payments p set state = 'received', note = private.require_text(reason, 500, 'reason', 'Say why the payment is accepted.') where p.id = payment.id returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, private.signed_in_uid(), 'payment', format('Accepted %s of receipt %s: %s', private.shillings(payment.amount), payment.receipt, payment.note));
  perform private.complete_if_paid(target.id);
  return payment;
end
$function$;

create or replace function public.apply_refund (
  refund_id          uuid,
  is_done            boolean,
  provider_reference text    default null::text,
  error              text    default null::text
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  refund public.refunds;
begin
  perform 1 from public.orders o where o.id = (select r.order_id from public.refunds r where r.id = refund_id) for update;
  select * into refund from public.refunds where id = refund_id for update;
  if not found then
    return 'unmatched';
  elsif refund.status = 'done' then
    return 'repeated';
  elsif is_done then
    perform private.complete_refund(refund, apply_refund.provider_reference);
    return 'done';
  elsif is_done is null then
    update public.refunds r set status = 'sent', provider_reference = coalesce(apply_refund.provider_reference, r.provider_reference) where r.id = refund_id and r.status in ('requested', 'sent');
    return 'sent';
  end if;
  update public.refunds r set status = 'failed', last_error = left(error, 500), provider_reference = coalesce(apply_refund.provider_reference, r.provider_reference) where r.id = refund_id;
  insert into public.order_events (order_id, kind, note) values (refund.order_id, 'refund', left(format('The refund of %s failed: %s', private.shillings(refund.amount), error), 1000));
  return 'failed';
end
$function$;

create or replace function public.fees_report (
  from_day date,
  to_day   date,
  class_id uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set enable_nestloop to 'off'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  with step as (select case when fees_report.to_day - fees_report.from_day > 120 then 'month' else 'week' end as size),
  students as materialized (
    select s.id, s.class_id as class, coalesce(b.charged, 0) as charged, coalesce(b.paid, 0) as paid, coalesce(b.balance, 0) as balance
    from public.students s left join public.student_balances b on b.student_id = s.id and b.school_id = (select private.admin_school())
    where s.school_id = (select private.admin_school()) and (fees_report.class_id is null or s.class_id = fees_report.class_id)),
  -- What falls due today or later; the rest of what was charged is overdue.
  to_come as (
    select coalesce(sum(c.amount), 0) as amount from public.fee_charges c join students l on l.id = c.student_id where c.school_id = (select private.admin_school()) and c.due_on >= (select private.my_today())),
  entries as materialized (
    select e.class, e.method, date_trunc((select size from step), e.day::timestamp)::date as start, sum(e.charged) as charged, sum(e.collected) as collected, count(*) filter (where e.is_payment) as payments
    from (
      select l.class, null as method, c.due_on as day, c.amount as charged, 0 as collected, false as is_payment
      from public.fee_charges c join students l on l.id = c.student_id where c.school_id = (select private.admin_school()) and c.due_on between fees_report.from_day and fees_report.to_day
      union all
      select l.class, p.method, p.paid_on, 0, p.amount, p.reverses is null
      from public.fee_payments p join students l on l.id = p.student_id where p.school_id = (select private.admin_school()) and p.paid_on between fees_report.from_day and fees_report.to_day) e
    group by 1, 2, 3)
  select jsonb_build_object(
    'step', (select size from step),
    'charged', (select coalesce(sum(charged), 0) from entries), 'collected', (select coalesce(sum(collected), 0) from entries),
    'balance', (select coalesce(sum(balance), 0) from students), 'overdue', (select greatest(0, coalesce(sum(balance), 0) - (select amount from to_come)) from students),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('start', p.start, 'charged', coalesce(d.charged, 0), 'collected', coalesce(d.collected, 0)) order by p.start), '[]')
      from private.period_starts(fees_report.from_day, fees_report.to_day, (select size from step)) as p (start)
      left join (select start, sum(charged) as charged, sum(collected) as collected from entries group by start) d on d.start = p.start),
    'methods', (select coalesce(jsonb_agg(jsonb_build_object('method', d.method, 'amount', d.amount, 'payments', d.payments) order by d.amount desc), '[]') from (
      select method, sum(collected) as amount, sum(payments) as payments from entries where method is not null group by method) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', d.class, 'name', coalesce(c.name, ''), 'charged', d.charged, 'collected', d.collected, 'balance', d.balance) order by c.name), '[]') from (
      select l.class, coalesce(max(e.charged), 0) as charged, coalesce(max(e.collected), 0) as collected, sum(l.balance) as balance
      from students l left join (select class, sum(charged) as charged, sum(collected) as collected from entries group by class) e on e.class is not distinct from l.class
      group by l.class having bool_or(l.charged <> 0 or l.paid <> 0)) d
      left join public.classes c on c.id = d.class))
$function$;

create or replace function public.list_payment_issues()
  returns table (
    kind          text,
    id            uuid,
    order_id      uuid,
    order_number  text,
    customer_name text,
    method        text,
    amount        bigint,
    currency      text,
    receipt       text,
    occurred_at   timestamp with time zone,
    note          text
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_super_admin();
  return query
    select p.state::text, p.id, o.id, o.order_number, o.customer_name, p.method::text, p.amount - p.refunded_amount, p.currency, p.receipt, p.created_at,
      case p.state when 'surplus' then 'The order needed no payment.' else format('The order costs %s.', private.shillings(o.total_amount)) end
    from public.payments p join public.orders o on o.id = p.order_id
    where p.state <> 'received' and p.refunded_amount < p.amount and not exists (select from public.refunds r where r.payment_id = p.id and r.status in ('requested', 'sent', 'manual', 'failed'))
    union all
    select 'refund_' || r.status, r.id, o.id, o.order_number, o.customer_name, p.method::text, r.amount, p.currency, p.receipt, r.created_at, coalesce(r.last_error, r.reason)
    from public.refunds r join public.payments p on p.id = r.payment_id join public.orders o on o.id = r.order_id where r.status in ('failed', 'manual')
    union all
    select 'attempt', a.id, o.id, o.order_number, o.customer_name, a.method::text, a.amount, 'KES', a.provider_reference, coalesce(a.resolved_at, a.created_at), a.result_text
    from public.payment_attempts a join public.orders o on o.id = a.order_id
    where a.status = 'needs_review' and o.paid_at is null and not exists (select from public.payments p where p.attempt_id = a.id)
    union all
    select e.state, e.id, null, null, null, case when e.provider = 'paystack' then 'card' else 'mpesa' end,
      case when e.provider = 'paystack' then (e.payload #>> '{data,amount}')::numeric / 100 else (e.payload ->> 'amount')::numeric end::bigint,
      coalesce(e.payload #>> '{data,currency}', 'KES'), coalesce(e.payload ->> 'transactionId', 'PS-' || (e.payload #>> '{data,id}')), e.received_at,
      case when reference.given is null then e.outcome else format('Reference given: %s', reference.given) end
    from public.provider_events e cross join lateral (select coalesce(e.payload ->> 'billreference', e.payload #>> '{data,reference}') as given) reference
    where e.state = 'unmatched' and e.provider in ('paystack', 'daraja-statement')
    order by 10 desc limit 200;
end
$function$;

create or replace function public.refund_payment (
  payment_id uuid,
  reason     text,
  amount     bigint default null::bigint
)
  returns public.refunds
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  payment public.payments;
  refund public.refunds;
  target public.orders;
  open_amount bigint;
begin
  perform private.require_super_admin();
  select p.* into payment from public.payments p where p.id = refund_payment.payment_id;
  if not found then
    raise exception using errcode = 'P0002', message = 'This payment is no longer here.', hint = 'payment.not_found';
  end if;
  target := private.order_for_change(payment.order_id);
  select p.* into payment from public.payments p where p.id = payment.id for update;
  select payment.amount - payment.refunded_amount - coalesce(sum(r.amount), 0) into open_amount from public.refunds r where r.payment_id = payment.id and r.status in ('requested', 'sent', 'manual');
  if open_amount <= 0 then
    raise exception using errcode = 'PT409', message = 'This payment is being paid back in full already.', hint = 'refund.nothing_left';
  end if;
  if coalesce(refund_payment.amount, open_amount) not between 1 and open_amount then
    raise exception using errcode = 'P0001', message = format('Enter an amount from KES 1 to %s.', private.shillings(open_amount)), hint = 'refund.invalid_amount', detail = 'amount';
  end if;
  insert into public.refunds (payment_id, order_id, amount, reason, status, requested_by)
  values (payment.id, target.id, coalesce(refund_payment.amount, open_amount), private.require_text(reason, 500, 'reason', 'Say why the money goes back.'),
    case when payment.method <> 'bank' and payment.currency = 'KES' and exists (select from private.payment_providers p where p.method = payment.method) then 'requested' else 'manual' end::public.refund_status,
    (select u.id from public.users u where u.id = private.signed_in_uid()))
  returning * into refund;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, refund.requested_by, 'refund', format('Refunding %s of receipt %s: %s', private.shillings(refund.amount), payment.receipt, refund.reason));
  return refund;
end
$function$;

create or replace function public.set_user_role (
  user_id   uuid,
  role      public.user_role,
  school_id uuid             default null::uuid
)
  returns public.users
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  only_school constant uuid := private.require_account_manager((select u.school_id from public.users u where u.id = set_user_role.user_id));
  changed public.users;
begin
  if set_user_role.user_id = private.signed_in_uid() then
    raise exception using errcode = '42501', message = 'You cannot change your own role.', hint = 'user.own_role';
  end if;
  if set_user_role.role = 'super_admin' then
    raise exception using errcode = 'P0001', message = 'Super admins are added by the operator.', hint = 'user.role_not_allowed', detail = 'role';
  end if;
  if set_user_role.role <> 'user' and set_user_role.school_id is null then
    raise exception using errcode = 'P0001', message = 'Choose the school this person belongs to.', hint = 'user.school_required', detail = 'school_id';
  end if;
  if only_school is not null and (set_user_role.role = 'user' or set_user_role.school_id is distinct from only_school) then
    raise exception using errcode = '42501', message = 'You give roles within your own school only. Deactivate the accounts of people who have left.', hint = 'user.other_school';
  end if;
  update public.users u set role = set_user_role.role, school_id = set_user_role.school_id
  where u.id = set_user_role.user_id and not exists (select from public.super_admins s where s.id = u.id) returning * into changed;
  if not found then
    raise exception using errcode = 'P0002', message = 'This person no longer has an account.', hint = 'user.not_found';
  end if;
  return changed;
end
$function$;
