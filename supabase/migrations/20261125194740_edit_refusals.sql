set check_function_bodies = off;

create or replace function private.add_behaviour_follow_up (
  entry       public.behaviour_entries,
  due_on      date,
  assigned_to uuid,
  task        text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  person constant uuid := coalesce(add_behaviour_follow_up.assigned_to, private.signed_in_uid());
  added uuid;
begin
  if add_behaviour_follow_up.due_on is null or add_behaviour_follow_up.due_on not between private.school_today(entry.school_id) and private.school_today(entry.school_id) + 366 then
    raise exception using errcode = 'P0001', message = 'Choose today or a day within the next year.', hint = 'behaviour.due', detail = 'follow_up_on';
  end if;
  if not exists (select from private.behaviour_people(entry.school_id, array[entry.student_id]) p where p = person) then
    raise exception using errcode = 'P0001', message = 'Choose somebody who teaches this student, or the office.', hint = 'behaviour.person', detail = 'follow_up_by';
  end if;
  insert into public.behaviour_follow_ups (school_id, entry_id, student_id, due_on, task, assigned_to, planned_by)
  values (entry.school_id, entry.id, entry.student_id, add_behaviour_follow_up.due_on, private.require_text(add_behaviour_follow_up.task, 300, 'follow_up_task', 'Enter the action to take.'), person, private.signed_in_uid())
  returning id into added;
  if person is distinct from private.signed_in_uid() then
    perform private.notify(array[person], 'behaviour-follow-up/' || added, format('Follow up on %s', (select s.first_name || ' ' || s.last_name from public.students s where s.id = entry.student_id)),
      add_behaviour_follow_up.task, '/dashboard/addons/behaviour-records/follow-ups');
  end if;
  return added;
end
$function$;

create or replace function private.check_assignment_change()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.published_at is null and old.published_at is not null and exists (select from public.submissions s where s.assignment_id = old.id) then
    raise exception using errcode = 'PT409', message = 'Someone has already handed this in or been marked, so it stays published. Archive it to close it.', hint = 'assignment.handed_in';
  end if;
  if new.max_score < old.max_score and exists (select from public.submissions s where s.assignment_id = old.id and s.score > new.max_score) then
    raise exception using errcode = 'P0001', message = format('Someone already has more than %s. Change that mark first.', new.max_score), hint = 'assignment.scale_too_small', detail = 'maxScore';
  end if;
  if new.max_score <> old.max_score then
    update public.grades g set max_score = new.max_score, updated_at = now() where g.assignment_id = old.id;
  end if;
  return new;
end
$function$;

create or replace function private.check_plan_features()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if exists (
    select from jsonb_array_elements(new.features) as feature
    where jsonb_typeof(feature) <> 'object' or jsonb_typeof(feature -> 'text') is distinct from 'string' or jsonb_typeof(feature -> 'included') is distinct from 'boolean'
      or private.null_if_blank(feature ->> 'text') is null or length(feature ->> 'text') > 120) then
    raise exception using errcode = 'P0001', message = 'Every feature needs a text of at most 120 characters and whether it is included.', hint = 'plan.invalid_feature', detail = 'features';
  elsif jsonb_array_length(new.features) > 30 then
    raise exception using errcode = 'P0001', message = 'A plan shows at most 30 features.', hint = 'plan.too_many_features', detail = 'features';
  elsif (select count(*) <> count(distinct lower(btrim(feature ->> 'text'))) from jsonb_array_elements(new.features) as feature) then
    raise exception using errcode = 'P0001', message = 'Two features are the same. Keep one of them.', hint = 'plan.feature_twice', detail = 'features';
  end if;
  return new;
end
$function$;

create or replace function private.erase_student (
  student uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  alone uuid[];
  sources text[];
  account uuid;
begin
  if cardinality(private.erasure_obstacles(student)) > 0 then
    raise exception using errcode = 'P0001', message = 'This student’s data cannot be erased yet. See the reasons with the request.', hint = 'erasure.not_yet';
  end if;
  perform set_config('masomo.unaudited', 'on', true), set_config('masomo.purging', 'on', true);
  alone := array(select sg.guardian_id from public.student_guardians sg where sg.student_id = student
    and not exists (select from public.student_guardians o where o.guardian_id = sg.guardian_id and o.student_id <> student));
  sources := array(select 'record/' || r.id from public.student_records r where r.student_id = student union all select 'behaviour/' || e.id from public.behaviour_entries e where e.student_id = student
    union all select 'behaviour-follow-up/' || f.id from public.behaviour_follow_ups f where f.student_id = student);
  -- Mails and notifications repeat names, marks and notes.
  delete from public.mail_outbox where split_part(idempotency_key, '/', 2) = student::text;
  delete from public.notifications n using public.users u, public.students s
  where s.id = student and u.school_id = s.school_id and n.user_id = u.id and (n.source like '%' || student || '%' or n.source = any (sources));
  delete from public.behaviour_entries where student_id = student;
  delete from public.student_records where student_id = student;
  update public.submissions set answer = null, feedback = null where student_id = student;
  update public.grades set remark = null where student_id = student;
  update public.attendance set note = null where student_id = student and note is not null;
  delete from public.consents where student_id = student;
  delete from public.student_guardians where student_id = student;
  delete from public.guardians where id = any (alone);
  update public.data_requests set asker = 'A guardian', details = null, answer = null where student_id = student;
  account := (select u.id from public.students s join public.users u on u.id = s.user_id where s.id = student and u.role = 'student');
  update public.students set first_name = 'Former', last_name = 'student', admission_number = 'X-' || left(id::text, 13), gender = null, date_of_birth = null, user_id = null where id = student;
  delete from auth.users where id = account;
  -- The log keeps who did what and when, without what stood there.
  update public.audit_log set before = null, after = null where student_id = student;
  update public.audit_log set before = null, after = null where entity = 'guardians' and entity_id = any (alone::text[]);
  update public.audit_log set before = null, after = null where entity = 'users' and entity_id = account::text;
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id)
  select (select u.id from public.users u where u.id = private.signed_in_uid()), s.school_id, s.id, 'erase', 'students', s.id from public.students s where s.id = student;
  perform set_config('masomo.unaudited', '', true), set_config('masomo.purging', '', true);
end
$function$;

create or replace function private.keep_closed_terms()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  closed text;
begin
  if coalesce(current_setting('request.jwt.claims', true), '') = '' or 'on' in (coalesce(current_setting('masomo.purging', true), ''), coalesce(current_setting('masomo.unaudited', true), '')) then
    return null;
  end if;
  case
    when tg_table_name = 'attendance' and tg_op = 'DELETE' then
      select t.name into closed from removed r join public.school_terms t on t.school_id = r.school_id and r.day between t.starts_on and t.ends_on where t.closed_at is not null limit 1;
    when tg_table_name = 'attendance' then
      select t.name into closed from added a join public.school_terms t on t.school_id = a.school_id and a.day between t.starts_on and t.ends_on where t.closed_at is not null limit 1;
    when tg_op = 'DELETE' then
      select t.name into closed from removed r join public.school_terms t on t.id = r.term_id where t.closed_at is not null limit 1;
    when tg_op = 'UPDATE' then
      select t.name into closed from (select term_id from added union select term_id from removed) c join public.school_terms t on t.id = c.term_id where t.closed_at is not null limit 1;
    else
      select t.name into closed from added a join public.school_terms t on t.id = a.term_id where t.closed_at is not null limit 1;
  end case;
  if closed is not null then
    raise exception using errcode = 'P0001', message = format('%s is closed. An administrator can reopen it under School, giving a reason.', closed), hint = 'term.closed';
  end if;
  return null;
end
$function$;

create or replace function private.price_lines (
  lines jsonb
)
  returns table (
    kind       public.order_item_kind,
    item_id    uuid,
    name       text,
    category   public.product_category,
    price      integer,
    quantity   integer,
    ordinal    bigint,
    billing    text,
    is_upgrade boolean
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  line record;
  priced integer;
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) = 0 then
    raise exception using errcode = 'P0001', message = 'Your cart is empty.', hint = 'order.empty_cart', detail = 'lines';
  end if;
  if jsonb_array_length(lines) > 50 then
    raise exception using errcode = 'P0001', message = 'An order can have at most 50 items. Place two orders.', hint = 'order.too_many_lines', detail = 'lines';
  end if;
  for line in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    if jsonb_typeof(line.value) <> 'object'
      or (select count(*) from jsonb_object_keys(line.value) as key where key in ('addon_id', 'plan_id', 'service_id')) <> 1
      or coalesce(line.value ->> 'addon_id', line.value ->> 'plan_id', line.value ->> 'service_id', '') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      raise exception using errcode = 'P0001', message = 'One item in your cart is not on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
    end if;
    if jsonb_typeof(line.value -> 'quantity') is distinct from 'number' or line.value ->> 'quantity' !~ '^[0-9]{1,3}$' or (line.value ->> 'quantity')::integer = 0 then
      raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
    end if;
    if line.value ->> 'billing' not in ('termly', 'annual') or jsonb_typeof(line.value -> 'is_upgrade') <> 'boolean' then
      raise exception using errcode = 'P0001', message = 'A plan is bought for a term or for a year.', hint = 'order.invalid_billing', detail = 'lines';
    end if;
  end loop;
  if exists (select from jsonb_array_elements(lines) l join public.addons a on a.id = (l.value ->> 'addon_id')::uuid where not a.is_ready) then
    raise exception using errcode = 'P0001', message = 'Something in your cart is still in preparation and cannot be bought yet. Remove it and try again.', hint = 'order.in_preparation', detail = 'lines';
  end if;
  return query
    with asked as (
      select
        coalesce(l.value ->> 'addon_id', l.value ->> 'plan_id', l.value ->> 'service_id')::uuid as id,
        case when l.value ? 'addon_id' then 'addon' when l.value ? 'plan_id' then 'plan' else 'service' end::public.order_item_kind as kind,
        sum((l.value ->> 'quantity')::integer)::integer as quantity,
        min(l.ordinality) as ordinal,
        case when l.value ? 'plan_id' then l.value ->> 'billing' end as billing,
        l.value ? 'plan_id' and coalesce((l.value ->> 'is_upgrade')::boolean, false) as is_upgrade
      from jsonb_array_elements(lines) with ordinality as l group by 1, 2, 5, 6),
    on_sale as (
      select 'addon'::public.order_item_kind as kind, id, name, category, price from public.addons where is_active
      union all select 'plan', id, name, category, price from public.plans where is_active and (in_store or private.admin_school() is not null)
      union all select 'service', id, name, category, price from public.services where is_active and in_store)
    select a.kind, a.id, case when a.is_upgrade then s.name || ', upgrade' when a.billing = 'annual' then s.name || ', one year' else s.name end, s.category,
      case when a.is_upgrade then private.upgrade_price(private.admin_school(), a.id) when a.billing is not null then private.plan_price(a.id, a.billing) else s.price end, a.quantity, a.ordinal, a.billing, a.is_upgrade
    from asked a join on_sale s on s.kind = a.kind and s.id = a.id order by a.ordinal;
  get diagnostics priced = row_count;
  if priced <> (select count(distinct (lower(value ->> 'addon_id'), lower(value ->> 'plan_id'), lower(value ->> 'service_id'), value ->> 'billing', value ->> 'is_upgrade')) from jsonb_array_elements(lines)) then
    raise exception using errcode = 'P0001', message = 'Something in your cart is no longer on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
  end if;
  if exists (select from (select sum((value ->> 'quantity')::integer) as quantity from jsonb_array_elements(lines)
      group by coalesce(value ->> 'addon_id', value ->> 'plan_id', value ->> 'service_id')) as sums where quantity > 999) then
    raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
  end if;
end
$function$;

create or replace function private.protect_invoices()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  raise exception using errcode = 'PT409', message = 'An issued invoice never changes. Bill the difference on another one.', hint = 'invoice.issued';
end
$function$;

create or replace function private.refuse_further_lines()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if exists (select from (select w.invoice_id, count(*) as lines from written w where w.invoice_id is not null group by w.invoice_id) i
    where i.lines <> (select count(*) from public.fee_charges c where c.invoice_id = i.invoice_id)) then
    raise exception using errcode = 'PT409', message = 'An issued invoice never changes. Bill the difference on another one.', hint = 'invoice.issued';
  end if;
  return null;
end
$function$;

create or replace function private.require_addon (
  feature text
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.staff_school();
  entitlement constant public.entitlement := private.is_entitled(school, require_addon.feature);
begin
  if school is null then
    raise exception using errcode = '42501', message = 'Only staff of the school may do this.', hint = 'permission.staff_only';
  elsif entitlement = 'read-only' then
    raise exception using errcode = '42501', message = 'The licence for this add-on has expired. You can still read everything; to make changes, ask an administrator to renew it.', hint = 'addon.expired';
  elsif entitlement is distinct from 'on' then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return school;
end
$function$;

create or replace function private.require_subscription()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  -- The law's days run on, also for a school that pays no more.
  if not private.may_write() and coalesce(current_setting('masomo.purging', true), '') = '' then
    raise exception using errcode = '42501', hint = 'subscription.ended',
      message = 'Your school’s subscription has ended. You can still read and export everything; to make changes, ask an administrator to renew it.';
  end if;
  return null;
end
$function$;

create or replace function private.site_setting_problems (
  group_key text,
  value     jsonb
)
  returns table (
    path    text,
    problem text
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  with found as materialized (
    select p.path, p.problem from private.setting_problems(value, private.setting_shapes() -> group_key) as p
  )
  select path, problem from found
  union all
  select part || '.closesAt', 'Closing comes after opening.' from unnest(array['office', 'chat']) as part
  where group_key = 'hours' and not exists (select from found) and (value #>> array[part, 'closesAt'])::integer <= (value #>> array[part, 'opensAt'])::integer
  union all
  select 'text', 'Enter the announcement, or switch the bar off.'
  where group_key = 'announcement' and not exists (select from found) and (value ->> 'isShown')::boolean and btrim(value ->> 'text') = ''
  union all
  select case when btrim(value ->> 'label') = '' then 'label' else 'url' end, 'A link needs a label and an address.'
  where group_key = 'announcement' and not exists (select from found) and (btrim(value ->> 'label') = '') <> (btrim(value ->> 'url') = '')
$function$;

create or replace function private.store_setting_problems (
  group_key text,
  value     jsonb
)
  returns table (
    path    text,
    problem text
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  select 'methods', 'Choose each payment method once: M-Pesa, card or bank transfer.'
  where group_key = 'payments' and (
    exists (select from jsonb_array_elements_text(value -> 'methods') as m (method) where m.method not in ('mpesa', 'card', 'bank'))
    or (select count(*) <> count(distinct m.method) from jsonb_array_elements_text(value -> 'methods') as m (method)))
  union all
  select 'bank.swift', 'A SWIFT code has 8 or 11 letters and digits, such as KCBLKENX.'
  where group_key = 'payments' and value #>> '{bank,swift}' !~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'
  union all
  select 'kraPin', 'A KRA PIN is a letter, nine digits and a letter, such as P051234567Q.'
  where group_key = 'company' and value ->> 'kraPin' <> '' and value ->> 'kraPin' !~ '^[AP][0-9]{9}[A-Z]$'
  union all
  select 'currency', 'Prices are in KES.' where group_key = 'company' and value ->> 'currency' <> 'KES'
  union all
  select 'reminderDays', 'Name each day once.'
  where group_key = 'subscriptions' and (select count(*) <> count(distinct d.day) from jsonb_array_elements_text(value -> 'reminderDays') as d (day))
  union all
  select concat_ws('.', mail.path, part.key), format('This email has no value for %s. It knows %s.', '{{' || unknown.name || '}}',
    (select string_agg('{{' || known || '}}', ', ') from unnest(private.mail_placeholders(mail.key)) as known))
  from (
      select m.key, m.key as path, m.value as template from jsonb_each(case when group_key = 'emails' then value - 'sw' else '{}' end) as m
      union all select m.key, 'sw.' || m.key, m.value from jsonb_each(case when group_key = 'emails' then value -> 'sw' else '{}' end) as m) as mail,
    jsonb_each_text(mail.template) as part (key, text),
    lateral (select btrim(found[1]) as name from regexp_matches(part.text, '\{\{([^{}]*)\}?\}?', 'g') as found) as unknown
  where unknown.name <> all (private.mail_placeholders(mail.key))
$function$;

create or replace function private.tell_family_of_behaviour (
  entries uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  shared record;
begin
  for shared in
    select e.id, e.kind, e.student_id, s.first_name, c.name as category from public.behaviour_entries e
    join public.students s on s.id = e.student_id join public.behaviour_categories c on c.id = e.category_id where e.id = any (entries) loop
    if shared.kind = 'merit' then
      perform private.notify(private.student_family(shared.student_id), 'behaviour/' || shared.id, format('A merit for %s', shared.first_name), shared.category, '/dashboard/addons/behaviour-records/shared');
    else
      perform private.notify(private.student_family(shared.student_id), 'behaviour/' || shared.id, format('The school shared a record about %s', shared.first_name), shared.category, '/dashboard/addons/behaviour-records/shared');
    end if;
  end loop;
end
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
    raise exception using errcode = 'PT409', message = 'This payment cannot be counted for its order. Refund it instead.', hint = 'payment.not_acceptable';
  end if;
  update public.payments p set state = 'received', note = private.require_text(reason, 500, 'reason', 'Say why the payment is accepted.') where p.id = payment.id returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, private.signed_in_uid(), 'payment', format('Accepted %s of receipt %s: %s', private.shillings(payment.amount), payment.receipt, payment.note));
  perform private.complete_if_paid(target.id);
  return payment;
end
$function$;

create or replace function public.answer_data_request (
  request_id uuid,
  is_done    boolean,
  answer     text    default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  asked public.data_requests;
begin
  select * into asked from public.data_requests r where r.id = answer_data_request.request_id and r.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This request is no longer here.', hint = 'data_request.not_found';
  end if;
  if asked.status <> 'open' then
    raise exception using errcode = 'P0001', message = 'This request was answered already.', hint = 'data_request.closed';
  end if;
  if not coalesce(answer_data_request.is_done, false) then
    perform private.require_text(answer_data_request.answer, 1000, 'answer', 'Give the reason, and mention that they may complain to the Data Protection Commissioner.');
  elsif asked.kind = 'erasure' then
    perform private.erase_student(asked.student_id);
  end if;
  update public.data_requests r set status = case when answer_data_request.is_done then 'done' else 'refused' end, answer = left(private.null_if_blank(answer_data_request.answer), 1000),
    closed_at = now(), closed_by = private.signed_in_uid(), details = case when asked.kind = 'erasure' and answer_data_request.is_done then null else r.details end
  where r.id = asked.id;
  perform private.notify(array[asked.asked_by], 'data-answer/' || asked.id, 'The school has answered your data request',
    coalesce(private.null_if_blank(answer_data_request.answer), 'Your request has been completed.'), '/dashboard');
end
$function$;

create or replace function public.assign_provider_event (
  event_id     uuid,
  order_number text
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  event public.provider_events;
  target public.orders;
  payment public.payments;
  is_card boolean;
begin
  perform private.require_super_admin();
  select * into event from public.provider_events e where e.id = event_id for update;
  if event.state is distinct from 'unmatched' then
    raise exception using errcode = 'PT409', message = 'This payment has already been matched.', hint = 'payment.assigned';
  end if;
  select o.* into target from public.orders o where o.order_number = upper(btrim(assign_provider_event.order_number)) for update;
  if not found then
    raise exception using errcode = 'P0001', message = 'There is no order with this number.', hint = 'order.not_found', detail = 'orderNumber';
  end if;
  is_card := event.provider = 'paystack';
  payment := private.receive_payment(target, null, case when is_card then 'card' else 'mpesa' end::public.payment_method,
    case when is_card then (event.payload #>> '{data,amount}')::numeric / 100 else (event.payload ->> 'amount')::numeric end::bigint, coalesce(event.payload #>> '{data,currency}', 'KES'),
    upper(coalesce(event.payload ->> 'transactionId', 'PS-' || (event.payload #>> '{data,id}'))), event.received_at, 'Assigned by hand', coalesce(event.payload #>> '{data,currency}', 'KES') = 'KES');
  update public.provider_events e set state = 'assigned', outcome = 'Assigned to ' || target.order_number where e.id = event.id;
  return payment;
end
$function$;

create or replace function public.close_behaviour_follow_up (
  follow_up_id uuid,
  outcome      text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
begin
  update public.behaviour_follow_ups f set done_at = now(), done_by = private.signed_in_uid(), outcome = private.require_text(close_behaviour_follow_up.outcome, 1000, 'outcome', 'Enter the outcome.')
  where f.id = follow_up_id and f.school_id = school and f.done_at is null and (private.my_role() in ('admin', 'staff') or f.student_id in (select private.my_taught_student_ids()));
  if not found then
    raise exception using errcode = 'P0002', message = 'This follow-up is closed already. Reload the list.', hint = 'behaviour.closed';
  end if;
end
$function$;

create or replace function public.dismiss_provider_event (
  event_id uuid,
  reason   text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_super_admin();
  update public.provider_events e set state = 'ignored', outcome = left('Put aside: ' || private.require_text(reason, 400, 'reason', 'Enter the reason for setting it aside.'), 500) where e.id = event_id and e.state = 'unmatched';
end
$function$;

create or replace function public.export_student (
  student_id uuid
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
declare
  source record;
  found jsonb;
  notes jsonb;
  parts jsonb := '{}';
begin
  if coalesce(private.my_role() not in ('admin', 'parent', 'student'), true) then
    raise exception using errcode = '42501', message = 'Only guardians and administrators can export a child’s data.', hint = 'export.guardians_only';
  end if;
  select to_jsonb(s) - 'search_text' into found from public.students s where s.id = export_student.student_id;
  if found is null then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  parts := jsonb_build_object('students', jsonb_build_array(found));
  for source in
    select c.relname as name from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'student_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'audit_log' and pg_catalog.has_table_privilege(c.oid, 'select') order by c.relname loop
    execute format('select coalesce(jsonb_agg(to_jsonb(t) - ''search_text''), ''[]'') from public.%I t where t.student_id = $1', source.name) into found using export_student.student_id;
    if found <> '[]' then
      parts := parts || jsonb_build_object(source.name, found);
    end if;
  end loop;
  select coalesce(jsonb_agg(to_jsonb(g)), '[]') into found
  from public.guardians g where g.id in (select sg.guardian_id from public.student_guardians sg where sg.student_id = export_student.student_id);
  -- Notes are readable by their function only.
  select coalesce(jsonb_agg(to_jsonb(r) - 'total'), '[]') into notes
  from (select * from public.read_student_records(of_student => export_student.student_id, size => 1000)
    union all select * from public.read_student_records(of_student => export_student.student_id, archived => true, size => 1000)) r;
  if notes <> '[]' then
    parts := parts || jsonb_build_object('student_records', notes);
  end if;
  if private.member_addon_school('addon:behaviour-records') is not null then
    select coalesce(jsonb_agg(to_jsonb(r) - 'total'), '[]') into notes from public.read_behaviour(of_student => export_student.student_id, size => 1000) r;
    if notes <> '[]' then
      parts := parts || jsonb_build_object('behaviour_entries', notes);
    end if;
  end if;
  perform private.log_export(export_student.student_id);
  return parts || jsonb_build_object('guardians', found);
end
$function$;

create or replace function public.grade_submission (
  assignment_id     uuid,
  student_id        uuid,
  score             numeric,
  feedback          text                     default null::text,
  seen_graded_at    timestamp with time zone default null::timestamp with time zone,
  seen_submitted_at timestamp with time zone default null::timestamp with time zone
)
  returns public.submissions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  task public.assignments;
  held public.submissions;
  graded public.submissions;
begin
  select * into task from public.assignments a where a.id = grade_submission.assignment_id and a.class_id in (select private.my_class_ids());
  if not found then
    raise exception using errcode = '42501', message = 'This is not one of your classes.', hint = 'class.not_yours';
  end if;
  if grade_submission.score is null or grade_submission.score not between 0 and task.max_score then
    raise exception using errcode = 'P0001', message = format('The score is from 0 to %s.', task.max_score), hint = 'grade.out_of_range', detail = 'score';
  end if;
  select * into held from public.submissions s where s.assignment_id = task.id and s.student_id = grade_submission.student_id for update;
  if held.graded_at is distinct from grade_submission.seen_graded_at and held.graded_at is not null then
    raise exception using errcode = 'PT409', message = format('Someone else gave %s meanwhile. Check it, then save again to keep yours.', held.score), hint = 'grade.changed', detail = 'score';
  end if;
  if held.submitted_at is distinct from grade_submission.seen_submitted_at and held.submitted_at is not null then
    raise exception using errcode = 'PT409', message = 'A new answer was handed in meanwhile. Read it, then save your mark.', hint = 'grade.new_answer', detail = 'score';
  end if;
  insert into public.submissions (assignment_id, student_id, school_id, score, feedback, graded_at, graded_by)
  select task.id, s.id, task.school_id, grade_submission.score, private.null_if_blank(grade_submission.feedback), clock_timestamp(), private.signed_in_uid()
  from public.students s where s.id = grade_submission.student_id and s.class_id = task.class_id
  on conflict (assignment_id, student_id) do update set score = excluded.score, feedback = excluded.feedback, graded_at = excluded.graded_at, graded_by = private.signed_in_uid()
  returning * into graded;
  if graded.assignment_id is null then
    raise exception using errcode = 'P0002', message = 'This student is not in the class.', hint = 'grade.not_in_class', detail = 'student_id';
  end if;
  return graded;
end
$function$;

create or replace function public.open_payment_attempt (
  order_number text,
  method       public.payment_method,
  attempt_key  uuid,
  order_key    uuid                  default null::uuid,
  email        text                  default null::text,
  phone        text                  default null::text,
  sender_key   text                  default null::text
)
  returns table (
    attempt_id         uuid,
    is_new             boolean,
    order_id           uuid,
    amount             bigint,
    phone_number       text,
    account_reference  text,
    merchant_reference text,
    customer_email     text
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  target public.orders := private.order_of_buyer(open_payment_attempt.order_number, open_payment_attempt.order_key, open_payment_attempt.email);
  attempt public.payment_attempts;
  earlier public.payment_attempts;
  number constant text := private.null_if_blank(open_payment_attempt.phone);
begin
  if target.id is null then
    raise exception using errcode = 'P0002', message = 'We could not find this order. Open it from the link in your confirmation email.', hint = 'payment.order_not_found';
  end if;
  select o.* into target from public.orders o where o.id = target.id for update;
  select * into attempt from public.payment_attempts a where a.attempt_key = open_payment_attempt.attempt_key;
  if found then
    if attempt.order_id <> target.id or attempt.method <> open_payment_attempt.method then
      raise exception using errcode = 'PT409', message = 'This payment was already started for something else. Reload the page and try again.', hint = 'payment.key_reused';
    end if;
    return query select attempt.id, false, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
    return;
  end if;
  if target.paid_at is not null or target.status in ('completed', 'cancelled') then
    raise exception using errcode = 'PT409', message = 'This order needs no payment any more.', hint = 'payment.not_due';
  end if;
  if open_payment_attempt.method = 'bank' or open_payment_attempt.method::text <> all (private.enabled_payment_methods()) then
    raise exception using errcode = 'P0001', message = 'This payment method is not available at the moment. Choose another.', hint = 'payment.method_unavailable', detail = 'method';
  end if;
  if open_payment_attempt.method = 'mpesa' and coalesce(number, '') !~ '^254[17][0-9]{8}$' then
    raise exception using errcode = 'P0001', message = 'Enter a Safaricom number such as 0712 345 678.', hint = 'payment.invalid_phone', detail = 'phone';
  end if;
  if open_payment_attempt.method = 'mpesa' and target.total_amount > 250000 then
    raise exception using errcode = 'P0001', message = 'M-Pesa takes at most KES 250,000 at once. Pay this order by card or bank transfer.', hint = 'payment.limit_exceeded', detail = 'method';
  end if;
  select * into earlier from public.payment_attempts a where a.order_id = target.id and private.payment_prompt_ends_at(a) > now() order by a.created_at desc limit 1;
  if found then
    raise exception using errcode = 'PT409', message = 'Your phone may still show the earlier request. Answer it there, or try again in two minutes.', hint = 'payment.in_progress',
      detail = ceil(extract(epoch from private.payment_prompt_ends_at(earlier) - now()))::text;
  end if;
  if open_payment_attempt.method = 'card' then
    -- One card page per order: a buyer with two tabs, or one who comes back, can be charged only once.
    select * into attempt from public.payment_attempts a
    where a.order_id = target.id and a.method = 'card' and a.resolved_at is null and a.amount = target.total_amount
      and (case when a.accepted_at is null then a.status = 'open' and a.created_at > now() - interval '30 seconds' else a.redirect_url is not null and a.expires_at > now() end)
    order by a.created_at desc limit 1;
    if found then
      update public.payment_attempts a set status = 'expired', failure = 'expired', finished_at = now() where a.order_id = target.id and a.status = 'open' and a.id <> attempt.id;
      update public.payment_attempts a set status = 'open', failure = null, finished_at = null where a.id = attempt.id and a.status <> 'open';
      update public.orders o set payment_method = 'card' where o.id = target.id and o.payment_method <> 'card';
      return query select attempt.id, false, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
      return;
    end if;
  end if;
  perform private.limit_rate('payments of ' || target.id, 15, interval '1 hour');
  if number is not null then
    perform private.limit_rate('payments from ' || number, 6, interval '10 minutes');
  end if;
  if open_payment_attempt.sender_key is not null then
    perform private.limit_rate('payments by ' || open_payment_attempt.sender_key, 40, interval '1 hour');
  end if;
  update public.payment_attempts a set status = case when a.method = 'card' then 'cancelled' else 'expired' end::public.attempt_status, finished_at = now(),
    failure = case when a.method = 'card' then 'cancelled_here' else 'expired' end where a.order_id = target.id and a.status = 'open';
  update public.orders o set payment_method = open_payment_attempt.method where o.id = target.id and o.payment_method <> open_payment_attempt.method;
  insert into public.payment_attempts (order_id, method, provider, amount, phone, attempt_key, merchant_reference, next_check_at, expires_at)
  select target.id, open_payment_attempt.method, case open_payment_attempt.method when 'mpesa' then 'daraja' else 'paystack' end, target.total_amount,
    case when open_payment_attempt.method = 'mpesa' then number end, open_payment_attempt.attempt_key,
    format('%s-%s', target.payment_reference, 1 + (select count(*) from public.payment_attempts a where a.order_id = target.id)), now() + interval '15 seconds',
    now() + case when open_payment_attempt.method = 'mpesa' then interval '75 seconds' else interval '30 minutes' end
  returning * into attempt;
  return query select attempt.id, true, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
end
$function$;

create or replace function public.open_records (
  school_id uuid,
  reason    text
)
  returns timestamp with time zone
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  opened public.record_openings;
begin
  perform private.require_super_admin();
  if not exists (select from public.schools s where s.id = open_records.school_id) then
    raise exception using errcode = 'P0002', message = 'This school is no longer here.', hint = 'school.not_found';
  end if;
  if length(private.require_text(open_records.reason, 500, 'reason', 'Give the reason in a sentence. The school will read it.')) < 10 then
    raise exception using errcode = 'P0001', message = 'Give the reason in a sentence. The school will read it.', hint = 'records.reason', detail = 'reason';
  end if;
  insert into public.record_openings (school_id, opened_by, reason) values (open_records.school_id, private.signed_in_uid(), btrim(open_records.reason)) returning * into opened;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
  values (private.signed_in_uid(), opened.school_id, 'open', 'record_openings', opened.id, jsonb_build_object('reason', opened.reason));
  perform private.notify(array(select u.id from public.users u where u.school_id = opened.school_id and u.role = 'admin'), 'opening/' || opened.id,
    'A super admin opened your school''s records', opened.reason, '/dashboard/school/log');
  return opened.closes_at;
end
$function$;

create or replace function public.place_order (
  idempotency_key uuid,
  billing         jsonb,
  payment_method  public.payment_method,
  lines           jsonb,
  expected_total  bigint                default null::bigint,
  language        text                  default null::text
)
  returns table (
    id                uuid,
    order_number      text,
    payment_reference text,
    status            public.order_status,
    total_amount      bigint,
    net_amount        numeric,
    vat_amount        numeric,
    created_at        timestamp with time zone
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  hash constant text := encode(sha256(convert_to(jsonb_build_array(billing, payment_method, lines)::text, 'UTF8')), 'hex');
  placed public.orders;
  total bigint;
  net numeric;
begin
  if place_order.idempotency_key is null then
    raise exception using errcode = 'P0001', message = 'The order came without its key. Reload the page and try again.', hint = 'order.key_required';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('order ' || place_order.idempotency_key::text, 0));
  select * into placed from public.orders o where o.idempotency_key = place_order.idempotency_key;
  if found then
    if placed.request_hash <> hash then
      raise exception using errcode = 'PT409', message = 'This order was already placed with other contents. Reload the page to start a new one.', hint = 'order.key_reused';
    end if;
    return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount, placed.net_amount, placed.vat_amount, placed.created_at;
    return;
  end if;
  if billing is null or jsonb_typeof(billing) <> 'object' then
    raise exception using errcode = 'P0001', message = 'Enter your billing details.', hint = 'order.required', detail = 'billing';
  end if;
  if place_order.payment_method is null or place_order.payment_method::text <> all (private.enabled_payment_methods()) then
    raise exception using errcode = 'P0001', message = 'This payment method is not available at the moment. Choose another.', hint = 'order.payment_method_unavailable', detail = 'paymentMethod';
  end if;
  if coalesce(billing ->> 'country', 'Kenya') not in ('Kenya', 'Uganda', 'Tanzania', 'Rwanda', 'Other') then
    raise exception using errcode = 'P0001', message = 'Choose a country of the list.', hint = 'order.invalid_country', detail = 'country';
  end if;
  if not private.is_email(private.billing_field(billing, 'email', 254, 'Enter your email address.')) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'order.invalid_email', detail = 'email';
  end if;
  if private.field_with_link(billing) is not null then
    raise exception using errcode = 'P0001', message = 'Leave web and email addresses out of this field.', hint = 'order.link', detail = private.field_with_link(billing);
  end if;
  if private.billing_field(billing, 'phone', 30, 'Enter a phone number.') !~ '^[0-9+() /.-]{7,30}$' then
    raise exception using errcode = 'P0001', message = 'Enter a phone number with digits only, such as 0712 345 678.', hint = 'order.invalid_phone', detail = 'phone';
  end if;
  select sum(q.line_total), sum(q.net_amount) into total, net from public.quote_order(lines) q;
  if expected_total is not null and expected_total <> total then
    raise exception using errcode = 'PT409', message = format('Prices changed: the order now costs KES %s. Check it and confirm again.', to_char(total, 'FM999,999,999,999')),
      hint = 'order.price_changed', detail = total::text;
  end if;
  perform private.limit_rate('orders by ' || lower(btrim(billing ->> 'email')), 30, interval '1 hour');

  insert into public.orders (order_number, payment_reference, idempotency_key, request_hash, customer_name, customer_email, customer_phone, institution,
    billing_address, city, country, segment, payment_method, total_amount, net_amount, vat_amount, user_id, school_id, language)
  select private.next_order_number(), private.new_payment_reference(), place_order.idempotency_key, hash,
    private.billing_field(billing, 'firstName', 80, 'Enter your first name.') || ' ' || private.billing_field(billing, 'lastName', 80, 'Enter your last name.'),
    btrim(billing ->> 'email'), btrim(billing ->> 'phone'),
    private.billing_field(billing, 'institution', 160, 'Enter your institution.'),
    private.billing_field(billing, 'billingAddress', 200, '', false), private.billing_field(billing, 'city', 80, '', false), coalesce(billing ->> 'country', 'Kenya'),
    coalesce((select s.kind from public.schools s where s.id = private.my_school()), private.institution_segment(billing ->> 'institution')),
    place_order.payment_method, total, net, total - net, (select u.id from public.users u where u.id = private.signed_in_uid()), private.my_school(), private.known_language(place_order.language)
  returning * into placed;
  insert into public.order_items (order_id, position, kind, addon_id, plan_id, service_id, addon_name, category, quantity, price, billing, is_upgrade, net_amount, vat_amount)
  select placed.id, row_number() over (order by l.ordinal), l.kind,
    case l.kind when 'addon' then l.item_id end, case l.kind when 'plan' then l.item_id end, case l.kind when 'service' then l.item_id end,
    l.name, l.category, l.quantity, l.price, l.billing, l.is_upgrade, private.net_amount(l.price::bigint * l.quantity), l.price::bigint * l.quantity - private.net_amount(l.price::bigint * l.quantity)
  from private.price_lines(lines) l;
  insert into public.order_events (order_id, actor_id, kind, to_status) values (placed.id, placed.user_id, 'placed', placed.status);
  if placed.payment_method = 'bank' and private.is_within_rate('proformas to ' || lower(placed.customer_email), 10, interval '1 hour') then
    perform private.queue_mail('order-proforma/' || placed.id, 'order-proforma', placed.customer_email, private.order_mail(placed), private.team_email('salesEmail'), placed.language);
  end if;
  return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount, placed.net_amount, placed.vat_amount, placed.created_at;
end
$function$;

create or replace function public.read_student_records (
  of_student uuid    default null::uuid,
  of_kind    text    default null::text,
  archived   boolean default false,
  search     text    default null::text,
  sort       text    default 'happened_on'::text,
  descending boolean default true,
  skipped    integer default 0,
  size       integer default 20
)
  returns table (
    id          uuid,
    updated_at  timestamp with time zone,
    student_id  uuid,
    student     text,
    kind        text,
    summary     text,
    details     text,
    happened_on date,
    visible_to  text,
    archived_at timestamp with time zone,
    total       bigint
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
  in_office constant boolean := private.my_role() in ('super_admin', 'admin', 'staff');
  pattern constant text := private.search_pattern(read_student_records.search);
begin
  if me is null or private.my_role() = 'user' then
    raise exception using errcode = '42501', message = 'Only members of a school can read its records.', hint = 'permission.members_only';
  end if;
  return query
  with found as materialized (
    select r.* from public.student_records r
    where r.school_id >= private.first_childrens_school() and r.school_id <= private.last_childrens_school()
      and (of_student is null or r.student_id = of_student) and (of_kind is null or r.kind = of_kind) and (r.archived_at is not null) = archived
      and (in_office or r.visible_to in ('teachers', 'family') and r.archived_at is null and r.student_id in (select private.my_taught_student_ids())
        or r.visible_to = 'family' and r.archived_at is null and r.student_id in (select private.my_student_ids()))
      and (pattern is null or r.search_text like pattern)),
  page as materialized (
    select f.*, count(*) over () as found_rows from found f
    order by case when sort = 'kind' and not descending then f.kind end, case when sort = 'kind' and descending then f.kind end desc,
      case when not descending then f.happened_on end, case when descending then f.happened_on end desc, f.id
    limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  -- Once an hour for each reader and child: a list that is turned back and forth is one reading.
  logged as (
    insert into public.audit_log (actor_id, school_id, student_id, action, entity)
    select distinct me, p.school_id, p.student_id, 'read', 'student_records' from page p
    where p.kind in ('health', 'behaviour') and not exists (
      select from public.audit_log l where l.student_id = p.student_id and l.actor_id = me and l.action = 'read' and l.at > now() - interval '1 hour'))
  select p.id, p.updated_at, p.student_id, s.first_name || ' ' || s.last_name, p.kind, p.summary, p.details, p.happened_on, p.visible_to, p.archived_at, p.found_rows
  from page p join public.students s on s.id = p.student_id
  order by case when sort = 'kind' and not descending then p.kind end, case when sort = 'kind' and descending then p.kind end desc,
    case when not descending then p.happened_on end, case when descending then p.happened_on end desc, p.id;
end
$function$;

create or replace function public.record_behaviour (
  request_id     uuid,
  student_ids    uuid[],
  category_id    uuid,
  happened_on    date    default null::date,
  note           text    default null::text,
  agreed         text    default null::text,
  is_shared      boolean default null::boolean,
  follow_up_on   date    default null::date,
  follow_up_by   uuid    default null::uuid,
  follow_up_task text    default null::text
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
  day constant date := coalesce(record_behaviour.happened_on, private.school_today(school));
  category public.behaviour_categories;
  recorded integer;
  added public.behaviour_entries[];
begin
  if record_behaviour.request_id is null or coalesce(cardinality(record_behaviour.student_ids), 0) not between 1 and 60 then
    raise exception using errcode = 'P0001', message = 'Choose between 1 and 60 students.', hint = 'behaviour.students', detail = 'student_ids';
  end if;
  if private.my_role() = 'teacher' and exists (select from unnest(record_behaviour.student_ids) c (id) where c.id not in (select private.my_taught_student_ids())) then
    raise exception using errcode = '42501', message = 'Teachers can record only for students they teach.', hint = 'behaviour.not_yours';
  end if;
  if (select count(*) from public.students s where s.id = any (record_behaviour.student_ids) and s.school_id = school and s.status in ('active', 'suspended')) <> (select count(distinct c.id) from unnest(record_behaviour.student_ids) c (id)) then
    raise exception using errcode = 'P0002', message = 'One of these students is no longer here. Choose again.', hint = 'student.not_found', detail = 'student_ids';
  end if;
  select * into category from public.behaviour_categories c where c.id = record_behaviour.category_id and c.school_id = school and c.is_active;
  if category.id is null then
    raise exception using errcode = 'P0001', message = 'Choose a merit or incident.', hint = 'behaviour.category', detail = 'category_id';
  end if;
  if day not between private.school_today(school) - 366 and private.school_today(school) then
    raise exception using errcode = 'P0001', message = 'Choose today or a day of the last twelve months.', hint = 'behaviour.day', detail = 'happened_on';
  end if;
  if category.kind = 'incident' then
    perform private.require_text(record_behaviour.note, 2000, 'note', 'Describe what happened.');
  end if;
  insert into public.behaviour_entries (school_id, student_id, category_id, kind, points, happened_on, note, agreed, request_id, recorded_by, shared_at)
  select school, c.id, category.id, category.kind, category.points, day, private.null_if_blank(record_behaviour.note), private.null_if_blank(record_behaviour.agreed), record_behaviour.request_id, private.signed_in_uid(),
    case when coalesce(record_behaviour.is_shared, category.kind = 'merit' and (private.addon_setting(school, 'addon:behaviour-records', 'share_merits') #>> '{}')::boolean) then now() end
  from (select distinct c.id from unnest(record_behaviour.student_ids) c (id)) c
  on conflict (request_id, student_id) do nothing;
  get diagnostics recorded = row_count;
  if recorded = 0 then
    return 0;
  end if;
  added := array(select e from public.behaviour_entries e where e.request_id = record_behaviour.request_id and e.school_id = school);
  if record_behaviour.follow_up_on is not null then
    perform private.add_behaviour_follow_up(a, record_behaviour.follow_up_on, record_behaviour.follow_up_by, record_behaviour.follow_up_task) from unnest(added) a;
  end if;
  perform private.tell_family_of_behaviour(array(select a.id from unnest(added) a where a.shared_at is not null));
  if category.kind = 'incident' then
    perform private.tell_of_behaviour_points(school, record_behaviour.student_ids, category.points);
  end if;
  return recorded;
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
    raise exception using errcode = 'PT409', message = 'This payment is already being refunded in full.', hint = 'refund.nothing_left';
  end if;
  if coalesce(refund_payment.amount, open_amount) not between 1 and open_amount then
    raise exception using errcode = 'P0001', message = format('Enter an amount from KES 1 to %s.', private.shillings(open_amount)), hint = 'refund.invalid_amount', detail = 'amount';
  end if;
  insert into public.refunds (payment_id, order_id, amount, reason, status, requested_by)
  values (payment.id, target.id, coalesce(refund_payment.amount, open_amount), private.require_text(reason, 500, 'reason', 'Enter the reason for the refund.'),
    case when payment.method <> 'bank' and payment.currency = 'KES' and exists (select from private.payment_providers p where p.method = payment.method) then 'requested' else 'manual' end::public.refund_status,
    (select u.id from public.users u where u.id = private.signed_in_uid()))
  returning * into refund;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, refund.requested_by, 'refund', format('Refunding %s of receipt %s: %s', private.shillings(refund.amount), payment.receipt, refund.reason));
  return refund;
end
$function$;

create or replace function public.remove_fee (
  fee_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
begin
  if exists (select from public.fee_charges c where c.fee_id = remove_fee.fee_id and c.school_id = school) then
    raise exception using errcode = 'PT409', message = 'This fee has already been billed and cannot be removed.', hint = 'fee.billed';
  end if;
  delete from public.fees f where f.id = remove_fee.fee_id and f.school_id = school;
end
$function$;

create or replace function public.reopen_term (
  term_id uuid,
  reason  text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
begin
  update public.school_terms t set closed_at = null, reopen_reason = private.require_text(reopen_term.reason, 300, 'reason', 'Say why you are reopening the term.')
  where t.id = reopen_term.term_id and t.school_id = school and t.closed_at is not null;
  if not found then
    raise exception using errcode = 'P0002', message = 'This term is not closed. Reload the page.', hint = 'term.not_closed';
  end if;
end
$function$;

create or replace function public.request_data (
  student_id uuid,
  kind       text,
  details    text default null::text,
  asker      text default null::text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.my_school();
  in_office constant boolean := private.admin_school() is not null;
  me public.users;
  made public.data_requests;
begin
  if not in_office and coalesce(private.my_role() not in ('parent', 'student'), true) then
    raise exception using errcode = '42501', message = 'Guardians ask for this, and administrators enter what they receive on paper.', hint = 'data_request.guardians_only';
  end if;
  if not exists (select from public.students s where s.id = request_data.student_id and s.school_id = school and (in_office or s.id in (select private.my_student_ids()))) then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  if private.days_to_answer(request_data.kind) is null then
    raise exception using errcode = 'P0001', message = 'Choose the type of request.', hint = 'data_request.kind', detail = 'kind';
  end if;
  if not in_office and exists (select from public.data_requests r where r.student_id = request_data.student_id and r.kind = request_data.kind and r.status = 'open' and r.asked_by = private.signed_in_uid()) then
    raise exception using errcode = 'P0001', message = 'You have asked for this already. The school answers by the day shown.', hint = 'data_request.open', detail = 'kind';
  end if;
  select * into me from public.users u where u.id = private.signed_in_uid();
  insert into public.data_requests (school_id, student_id, kind, asker, asked_by, details, received_on, due_on)
  values (school, request_data.student_id, request_data.kind,
    case when in_office then private.require_text(request_data.asker, 160, 'asker', 'Enter who made the request.') else coalesce(private.null_if_blank(concat_ws(' ', me.first_name, me.last_name)), me.email) end,
    case when not in_office then me.id end, left(private.null_if_blank(request_data.details), 1000), private.school_today(school), private.school_today(school) + private.days_to_answer(request_data.kind))
  returning * into made;
  if not in_office then
    perform private.notify(array(select u.id from public.users u where u.school_id = school and u.role = 'admin'), 'data-request/' || made.id, 'A guardian asks for a child''s data',
      'See Data requests under School for the legal deadline.', '/dashboard/school/privacy');
  end if;
  return made.id;
end
$function$;

create or replace function public.resend_order_mail (
  order_id uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  target public.orders := private.order_for_change(resend_order_mail.order_id);
  last public.mail_outbox;
begin
  select m.* into last from public.mail_outbox m
  where m.template like 'order-%' and m.data ->> 'order_id' = target.id::text
  order by m.created_at desc limit 1;
  if last.id is null then
    raise exception using errcode = 'P0002', message = 'No email about this order has been sent yet.', hint = 'order.no_mail';
  end if;
  perform private.limit_rate('mail again of ' || target.id, 5, interval '1 hour');
  perform private.queue_mail(split_part(last.idempotency_key, '/again/', 1) || '/again/' || gen_random_uuid(), last.template, target.customer_email, last.data, last.reply_to, last.language);
  insert into public.order_events (order_id, actor_id, kind, note)
  values (target.id, private.signed_in_uid(), 'mail', format('Sent again to %s.', target.customer_email));
  return target.customer_email;
end
$function$;

create or replace function public.resume_school_exit (
  exit_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_super_admin();
  update public.school_exits e set stopped_at = null, stopped_by = null, stop_reason = null, deletes_on = greatest(e.deletes_on, private.today() + 7, e.closes_on + 1)
  where e.id = exit_id and e.returned_at is null and e.deleted_at is null and e.stopped_at is not null;
  if not found then
    raise exception using errcode = 'PT409', message = 'This closure is over or not paused. Open the list again.', hint = 'exit.over';
  end if;
end
$function$;

create or replace function public.reverse_fee_payment (
  payment_id uuid,
  reason     text
)
  returns public.fee_payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  paid public.fee_payments;
  reversal public.fee_payments;
begin
  select * into paid from public.fee_payments p where p.id = reverse_fee_payment.payment_id and p.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This payment is no longer here.', hint = 'fee.not_found';
  end if;
  if paid.reverses is not null then
    raise exception using errcode = 'PT409', message = 'A reversal cannot be reversed. Record the payment again.', hint = 'fee.is_reversal';
  end if;
  select * into reversal from public.fee_payments p where p.reverses = paid.id;
  if found then
    return reversal;
  end if;
  update public.fee_payments p set reversed_at = now() where p.id = paid.id;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, reverses, reason)
  values (school, paid.student_id, paid.receipt_number || '-R', -paid.amount, paid.method, paid.reference, private.school_today(school), private.signed_in_uid(), paid.id,
    private.require_text(reverse_fee_payment.reason, 300, 'reason', 'Say why you are reversing the payment.'))
  returning * into reversal;
  return reversal;
end
$function$;

create or replace function public.save_assessment (
  class_id      uuid,
  subject_id    uuid,
  term_id       uuid,
  name          text,
  max_score     numeric,
  weight        numeric,
  assessment_id uuid    default null::uuid,
  archived      boolean default false
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class public.classes := private.require_subject_i_teach(save_assessment.class_id, save_assessment.subject_id);
  title text := private.require_text(save_assessment.name, 60, 'name', 'Name the assessment.');
  held public.assessments;
  highest numeric;
begin
  if save_assessment.max_score is null or save_assessment.max_score not between 1 and 1000 then
    raise exception using errcode = 'P0001', message = 'An assessment is out of 1 to 1000.', hint = 'assessment.max_score', detail = 'maxScore';
  end if;
  if save_assessment.weight is null or save_assessment.weight not between 0 and 100 then
    raise exception using errcode = 'P0001', message = 'A weight is from 0 to 100.', hint = 'assessment.weight', detail = 'weight';
  end if;
  if exists (select from public.assessments a where a.class_id = class.id and a.subject_id = save_assessment.subject_id and a.term_id = save_assessment.term_id
    and lower(a.name) = lower(title) and a.id is distinct from save_assessment.assessment_id) then
    raise exception using errcode = 'P0001', message = 'There is an assessment of this name already. Choose another name.', hint = 'assessment.name_taken', detail = 'name';
  end if;
  if save_assessment.assessment_id is null then
    if not exists (select from public.school_terms t where t.id = save_assessment.term_id and t.school_id = class.school_id) then
      raise exception using errcode = 'P0002', message = 'This term is not of your school.', hint = 'term.unknown', detail = 'termId';
    end if;
    insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score, weight)
    values (class.school_id, class.id, save_assessment.subject_id, save_assessment.term_id, title, save_assessment.max_score, save_assessment.weight) returning * into held;
    return held.id;
  end if;
  select * into held from public.assessments a
  where a.id = save_assessment.assessment_id and a.class_id = class.id and a.subject_id = save_assessment.subject_id and a.term_id = save_assessment.term_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This assessment is not there any more. Reload the gradebook.', hint = 'assessment.unknown';
  end if;
  select max(g.score) into highest from public.grades g where g.class_id = class.id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
  if highest > save_assessment.max_score then
    raise exception using errcode = 'P0001', message = format('Someone already has %s, so it cannot be out of less.', highest), hint = 'assessment.max_score', detail = 'maxScore';
  end if;
  update public.grades g set assessment = title, max_score = save_assessment.max_score
  where g.class_id = class.id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
  update public.assessments a set name = title, max_score = save_assessment.max_score, weight = save_assessment.weight,
    archived_at = case when save_assessment.archived then coalesce(a.archived_at, now()) end
  where a.id = held.id;
  return held.id;
end
$function$;

create or replace function public.save_behaviour_category (
  name        text,
  kind        text,
  points      integer,
  category_id uuid    default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
  title text;
  saved uuid;
begin
  perform private.require_school_admin();
  title := private.require_text(save_behaviour_category.name, 80, 'name', 'Enter a name.');
  if coalesce(save_behaviour_category.kind not in ('merit', 'incident'), true) then
    raise exception using errcode = 'P0001', message = 'Choose merit or incident.', hint = 'behaviour.kind', detail = 'kind';
  end if;
  if coalesce(save_behaviour_category.points not between 0 and 100, true) then
    raise exception using errcode = 'P0001', message = 'Enter points between 0 and 100.', hint = 'behaviour.points', detail = 'points';
  end if;
  if exists (select from public.behaviour_categories c where c.school_id = school and c.kind = save_behaviour_category.kind and lower(c.name) = lower(title) and c.id is distinct from save_behaviour_category.category_id) then
    raise exception using errcode = 'P0001', message = 'This name is already in use, perhaps by one that is switched off.', hint = 'behaviour.name_taken', detail = 'name';
  end if;
  if save_behaviour_category.category_id is null then
    insert into public.behaviour_categories (school_id, name, kind, points) values (school, title, save_behaviour_category.kind, save_behaviour_category.points) returning id into saved;
  else
    update public.behaviour_categories c set name = title, points = save_behaviour_category.points where c.id = save_behaviour_category.category_id and c.school_id = school returning c.id into saved;
  end if;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This is no longer here. Reload the list.', hint = 'behaviour.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.save_breach (
  noticed_at      timestamp with time zone,
  what_happened   text,
  data_concerned  text,
  people_affected integer                  default null::integer,
  measures        text                     default ''::text,
  reported_at     timestamp with time zone default null::timestamp with time zone,
  people_told_at  timestamp with time zone default null::timestamp with time zone,
  is_closed       boolean                  default false,
  breach_id       uuid                     default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  saved uuid;
begin
  if save_breach.noticed_at is null or save_breach.noticed_at > now() then
    raise exception using errcode = 'P0001', message = 'Enter when the school discovered it.', hint = 'breach.noticed', detail = 'noticed_at';
  end if;
  if save_breach.reported_at not between save_breach.noticed_at and now() or save_breach.people_told_at not between save_breach.noticed_at and now() then
    raise exception using errcode = 'P0001', message = 'Enter a time after the breach was discovered and not in the future.', hint = 'breach.order', detail = 'reported_at';
  end if;
  if save_breach.is_closed and save_breach.reported_at is null then
    raise exception using errcode = 'P0001', message = 'Report it to the Data Protection Commissioner before you close it.', hint = 'breach.unreported', detail = 'reported_at';
  end if;
  if save_breach.breach_id is null then
    insert into public.breaches (school_id, noticed_at, report_by, what_happened, data_concerned, people_affected, measures, reported_at, people_told_at, closed_at, entered_by)
    values (school, save_breach.noticed_at, save_breach.noticed_at + interval '72 hours', private.require_text(save_breach.what_happened, 2000, 'what_happened', 'Describe what happened.'),
      private.require_text(save_breach.data_concerned, 1000, 'data_concerned', 'Describe the data affected.'), save_breach.people_affected, coalesce(btrim(save_breach.measures), ''),
      save_breach.reported_at, save_breach.people_told_at, case when save_breach.is_closed then now() end, private.signed_in_uid())
    returning id into saved;
    return saved;
  end if;
  update public.breaches b set noticed_at = save_breach.noticed_at, report_by = save_breach.noticed_at + interval '72 hours',
    what_happened = private.require_text(save_breach.what_happened, 2000, 'what_happened', 'Describe what happened.'),
    data_concerned = private.require_text(save_breach.data_concerned, 1000, 'data_concerned', 'Describe the data affected.'),
    people_affected = save_breach.people_affected, measures = coalesce(btrim(save_breach.measures), ''), reported_at = save_breach.reported_at,
    people_told_at = save_breach.people_told_at, closed_at = case when save_breach.is_closed then coalesce(b.closed_at, now()) end
  where b.id = save_breach.breach_id and b.school_id = school returning b.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This entry is no longer here.', hint = 'breach.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.save_fee (
  term_id  uuid,
  name     text,
  amount   integer,
  due_on   date,
  class_id uuid    default null::uuid,
  fee_id   uuid    default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  saved uuid;
begin
  if not exists (select from public.school_terms t where t.id = save_fee.term_id and t.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This term is no longer here. Choose another.', hint = 'term.not_found', detail = 'term_id';
  end if;
  if save_fee.amount is null or save_fee.amount not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings, up to 10,000,000.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if save_fee.due_on is null then
    raise exception using errcode = 'P0001', message = 'Enter the day it is due.', hint = 'fee.due_required', detail = 'due_on';
  end if;
  perform private.require_class(save_fee.class_id, school);
  if save_fee.fee_id is null then
    insert into public.fees (school_id, term_id, class_id, name, amount, due_on)
    values (school, save_fee.term_id, save_fee.class_id, private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), save_fee.amount, save_fee.due_on) returning id into saved;
    return saved;
  end if;
  if exists (select from public.fee_charges c where c.fee_id = save_fee.fee_id) then
    raise exception using errcode = 'PT409', message = 'This fee has already been billed and cannot change. Add another fee for the difference.', hint = 'fee.billed';
  end if;
  update public.fees f set term_id = save_fee.term_id, class_id = save_fee.class_id, name = private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), amount = save_fee.amount, due_on = save_fee.due_on
  where f.id = save_fee.fee_id and f.school_id = school returning f.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This fee is no longer here.', hint = 'fee.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.schedule_page (
  page_id          uuid,
  expected_version integer,
  publish_at       timestamp with time zone,
  unpublish_at     timestamp with time zone
)
  returns public.cms_pages
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  page public.cms_pages := private.lock_page(page_id);
  snapshot uuid;
begin
  perform private.require_version(page, expected_version);
  if schedule_page.publish_at <= now() or schedule_page.unpublish_at <= now() then
    raise exception using errcode = 'P0001', message = 'Choose a time that is still to come.', hint = 'page.time_has_passed', detail = 'publish_at';
  end if;
  if schedule_page.unpublish_at <= schedule_page.publish_at then
    raise exception using errcode = 'P0001', message = 'A page is unpublished after it is published. Choose a later time.', hint = 'page.times_crossed', detail = 'unpublish_at';
  end if;
  if schedule_page.unpublish_at is not null and schedule_page.publish_at is null and not page.is_published then
    raise exception using errcode = 'P0001', message = 'This page is not published yet. First choose when to publish it.', hint = 'page.not_published', detail = 'unpublish_at';
  end if;
  if schedule_page.publish_at is not null then
    perform private.record_page_version(page, 'scheduled');
    select v.id into snapshot from public.cms_page_versions v where v.page_id = page.id and v.reason = 'scheduled' order by v.created_at desc, v.id limit 1;
  end if;
  update public.cms_pages p set publish_at = schedule_page.publish_at, unpublish_at = schedule_page.unpublish_at, scheduled_version_id = snapshot
  where p.id = page.id returning * into page;
  return page;
end
$function$;

create or replace function public.schedule_price_change (
  kind         public.order_item_kind,
  item_id      uuid,
  new_price    integer,
  effective_on date
)
  returns public.price_changes
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  planned public.price_changes;
  notice constant integer := coalesce((private.setting('subscriptions', 'priceNoticeDays'))::integer, 30);
begin
  perform private.require_super_admin();
  if private.listed_price(schedule_price_change.kind, schedule_price_change.item_id) is null then
    raise exception using errcode = 'P0002', message = 'This is no longer in the price book.', hint = 'price.not_found';
  end if;
  if schedule_price_change.effective_on < private.today() + notice then
    raise exception using errcode = 'P0001', message = format('Price changes need %s days’ notice: choose %s or later.', notice, private.today() + notice), hint = 'price.too_soon', detail = 'effective_on';
  end if;
  update public.price_changes p set cancelled_at = now()
  where p.kind = schedule_price_change.kind and p.item_id = schedule_price_change.item_id and p.applied_at is null and p.cancelled_at is null;
  insert into public.price_changes (kind, item_id, old_price, new_price, effective_on, created_by)
  values (schedule_price_change.kind, schedule_price_change.item_id, private.listed_price(schedule_price_change.kind, schedule_price_change.item_id),
    schedule_price_change.new_price, schedule_price_change.effective_on, private.signed_in_uid())
  returning * into planned;
  return planned;
end
$function$;

create or replace function public.set_custody (
  student_id  uuid,
  guardian_id uuid,
  may_be_told boolean,
  may_collect boolean,
  basis       text    default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
begin
  if not exists (select from public.student_guardians sg where sg.student_id = set_custody.student_id and sg.guardian_id = set_custody.guardian_id and sg.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This guardian is no longer here.', hint = 'guardian.not_found';
  end if;
  if set_custody.may_be_told and set_custody.may_collect then
    delete from public.custody_marks m where m.student_id = set_custody.student_id and m.guardian_id = set_custody.guardian_id;
    return;
  end if;
  insert into public.custody_marks as m (student_id, guardian_id, school_id, may_be_told, may_collect, basis, noted_by)
  values (set_custody.student_id, set_custody.guardian_id, school, coalesce(set_custody.may_be_told, false), coalesce(set_custody.may_collect, false),
    private.require_text(set_custody.basis, 300, 'basis', 'Enter the court order or agreement.'), private.signed_in_uid())
  on conflict (student_id, guardian_id) do update set may_be_told = excluded.may_be_told, may_collect = excluded.may_collect, basis = excluded.basis,
    noted_by = excluded.noted_by, noted_at = now();
end
$function$;

create or replace function public.set_retention (
  rule   text,
  months integer
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  changed public.retention_rules;
begin
  perform private.require_super_admin();
  select * into changed from public.retention_rules r where r.key = set_retention.rule for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This period is no longer here. Reload the page.', hint = 'retention.not_found';
  end if;
  if set_retention.months is null or set_retention.months not between 1 and 240 then
    raise exception using errcode = 'P0001', message = 'A period is from 1 to 240 months.', hint = 'retention.months', detail = 'months';
  end if;
  if changed.ending = 'kept' and set_retention.months < changed.months then
    raise exception using errcode = 'P0001', message = 'The law requires this period. It can be longer but not shorter.', hint = 'retention.law', detail = 'months';
  end if;
  update public.retention_rules r set months = set_retention.months where r.key = changed.key;
  -- A shorter period deletes more on the same day.
  update public.purge_runs p set is_finished = false where p.rule = changed.key and p.day = private.today();
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
    raise exception using errcode = '42501', message = 'You can give roles within your own school only. Deactivate the accounts of people who have left.', hint = 'user.other_school';
  end if;
  update public.users u set role = set_user_role.role, school_id = set_user_role.school_id
  where u.id = set_user_role.user_id and not exists (select from public.super_admins s where s.id = u.id) returning * into changed;
  if not found then
    raise exception using errcode = 'P0002', message = 'This person no longer has an account.', hint = 'user.not_found';
  end if;
  return changed;
end
$function$;

create or replace function public.stop_school_exit (
  exit_id uuid,
  reason  text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_super_admin();
  update public.school_exits e set stopped_at = now(), stopped_by = private.signed_in_uid(), stop_reason = private.require_text(reason, 300, 'reason', 'Say why you are pausing it.')
  where e.id = exit_id and e.returned_at is null and e.deleted_at is null and e.stopped_at is null;
  if not found then
    raise exception using errcode = 'PT409', message = 'This closure is over or already paused. Open the list again.', hint = 'exit.over';
  end if;
end
$function$;

create or replace function public.tell_when_ready (
  addon_id   uuid,
  email      text,
  sender_key text default null::text,
  language   text default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  address constant text := lower(private.require_email(tell_when_ready.email));
begin
  perform private.limit_form_requests('tell when ready', tell_when_ready.sender_key, address);
  if not exists (select from public.addons a where a.id = tell_when_ready.addon_id and a.is_active and not a.is_ready) then
    raise exception using errcode = 'P0001', message = 'This add-on is already on sale. Reload the page.', hint = 'addon.ready';
  end if;
  insert into private.addon_interest (addon_id, email, language) values (tell_when_ready.addon_id, address, private.known_language(tell_when_ready.language))
  on conflict (addon_id, lower(email)) do nothing;
end
$function$;

create or replace function public.withdraw_behaviour (
  entry_id uuid,
  reason   text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  entry constant public.behaviour_entries := private.require_behaviour_entry(withdraw_behaviour.entry_id);
begin
  if private.my_role() = 'teacher' and entry.recorded_by is distinct from private.signed_in_uid() then
    raise exception using errcode = '42501', message = 'Only the person who recorded an entry, or the office, can withdraw it.', hint = 'behaviour.not_yours';
  end if;
  update public.behaviour_entries e set withdrawn_at = now(), withdrawn_by = private.signed_in_uid(), withdrawn_reason = private.require_text(withdraw_behaviour.reason, 300, 'reason', 'Say why it is withdrawn.')
  where e.id = entry.id;
  update public.behaviour_follow_ups f set done_at = now(), done_by = private.signed_in_uid(), outcome = withdraw_behaviour.reason where f.entry_id = entry.id and f.done_at is null;
end
$function$;

update public.features set closed_message = 'The store is not taking orders at the moment. Please come back later, or write to us.' where name = 'checkout';
update public.features set closed_message = 'We are not taking demo requests at the moment. Please write to us instead.' where name = 'demo_requests';
update public.features set closed_message = 'Free trials are not available at the moment. Please write to us instead.' where name = 'trials';
