set check_function_bodies = off;

drop policy "Authors change their announcements, administrators all" on public.announcements;

drop policy "Authors delete their announcements, administrators all" on public.announcements;

drop policy "People see what is announced to them, authors and administrator" on public.announcements;

drop policy "Administrators see assignments, teachers their classes', famili" on public.assignments;

drop policy "Teachers change their own assignments" on public.assignments;

drop policy "Teachers delete their own assignments" on public.assignments;

drop policy "People see documents meant for them, the office all of them" on public.documents;

drop policy "The office and uploaders change documents" on public.documents;

drop policy "The office and uploaders delete documents" on public.documents;

drop policy "The office sees guardians, teachers those of their students, gu" on public.guardians;

drop policy "Super admins see every licence, schools and buyers theirs" on public.licences;

drop policy "People mark their notifications" on public.notifications;

drop policy "People remove their notifications" on public.notifications;

drop policy "People see their notifications" on public.notifications;

drop policy "Super admins see all orders, schools theirs, buyers their own" on public.orders;

drop policy "People see their own cart" on public.saved_carts;

drop policy "Administrators see their staff, people their own record" on public.staff_members;

drop policy "Super admins see the super admins, people whether they are one" on public.super_admins;

drop policy "Super admins see every ticket, people their own" on public.support_tickets;

drop policy "Super admins see every reply, senders those to them" on public.ticket_replies;

drop policy "People see themselves, schools their own, super admins all" on public.users;

drop policy "People update themselves, administrators their school" on public.users;

drop policy "Who uploaded a document removes its file" on storage.objects;

create or replace function private.audit()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'updated_at' end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'updated_at' end;
  changed_before jsonb := was;
  changed_after jsonb := is_now;
  whole jsonb := coalesce(is_now, was);
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value) into changed_before, changed_after
    from jsonb_each(is_now) where value is distinct from was -> key;
    if changed_after is null then
      return null;
    end if;
  end if;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  values (
    (select id from public.users where id = private.signed_in_uid()),
    (select id from public.schools where id = case when tg_table_name = 'schools' then (whole ->> 'id')::uuid else (whole ->> 'school_id')::uuid end),
    lower(tg_op), tg_table_name, coalesce(whole ->> 'id', whole ->> 'key'), changed_before, changed_after);
  return null;
end
$function$;

create or replace function private.audit_feature()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into public.audit_log (actor_id, action, entity, entity_id, before, after)
  values (private.signed_in_uid(), 'update', 'features', new.name, jsonb_build_object('is_on', old.is_on), jsonb_build_object('is_on', new.is_on));
  return null;
end
$function$;

create or replace function private.check_page_change()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    if old.is_system then
      raise exception using errcode = 'PT409', message = 'This page belongs to the site and cannot be deleted. Unpublish it instead.', hint = 'page.system';
    end if;
    return old;
  end if;
  if not new.is_system and new.slug = any (private.reserved_slugs()) then
    raise exception using errcode = 'P0001', message = format('"%s" belongs to the site itself. Choose another address.', new.slug), hint = 'page.reserved_slug', detail = 'slug';
  end if;
  if tg_op = 'UPDATE' then
    if old.is_system and new.slug <> old.slug then
      raise exception using errcode = 'PT409', message = 'This page belongs to the site and keeps its address.', hint = 'page.system', detail = 'slug';
    end if;
    if (new.title, new.slug, new.meta_description, new.body) is distinct from (old.title, old.slug, old.meta_description, old.body) then
      new.version := old.version + 1;
    end if;
    if (new.title, new.slug, new.meta_description, new.body, new.is_published) is distinct from (old.title, old.slug, old.meta_description, old.body, old.is_published) then
      new.updated_at := now();
      new.updated_by := (select id from public.users where id = private.signed_in_uid());
    end if;
  else
    new.updated_by := (select id from public.users where id = private.signed_in_uid());
  end if;
  return new;
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
  insert into public.order_events (order_id, actor_id, kind, note) values (refund.order_id, private.signed_in_uid(), 'refund', format('%s paid back of receipt %s: %s', private.shillings(refund.amount), payment.receipt, refund.reason));
  if payment.state = 'received' then
    update public.orders set refunded_amount = refunded_amount + refund.amount where id = refund.order_id;
    select * into target from public.orders where id = refund.order_id;
    if target.paid_at is not null and not exists (select from public.payments p where p.order_id = target.id and p.state = 'received' and p.refunded_amount < p.amount) then
      before := target.status;
      update public.orders set status = 'cancelled', paid_at = null where id = target.id returning * into target;
      update public.licences set revoked_at = now() where order_id = target.id and revoked_at is null;
      insert into public.order_events (order_id, actor_id, kind, from_status, to_status, note) values (target.id, private.signed_in_uid(), 'status', before, 'cancelled', 'Paid back in full: the licences are revoked.');
    end if;
  else
    select * into target from public.orders where id = refund.order_id;
  end if;
  perform private.queue_mail('order-refund/' || refund.id, 'order-refund', target.customer_email,
    private.order_mail(target) || jsonb_build_object('refund_amount', refund.amount, 'refund_method', payment.method, 'receipt', payment.receipt, 'reason', refund.reason, 'is_cancelled', target.status = 'cancelled'),
    private.team_email('salesEmail'));
end
$function$;

create or replace function private.find_caller (
  statement text
)
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  token constant jsonb := auth.jwt();
  -- As auth.uid(), which would parse the token again.
  me constant uuid := coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), token ->> 'sub')::uuid;
  my_account uuid;
  my_school uuid;
  my_role public.user_role;
  has_session boolean := false;
  is_signed_in boolean := false;
  role text := 'user';
  school text := '';
  first_school text := '';
  last_school text := '';
  found_caller text;
begin
  if me is not null then
    -- A token outlives its session.
    has_session := token ->> 'session_id' is null or exists (select from auth.sessions s where s.id = (token ->> 'session_id')::uuid and s.user_id = me);
    -- With the second factor where the account has one.
    is_signed_in := has_session and (coalesce(token ->> 'aal', 'aal1') = 'aal2' or not exists (select from auth.mfa_factors f where f.user_id = me and f.status = 'verified'));
  end if;
  if is_signed_in then
    select u.id, u.school_id, u.role into my_account, my_school, my_role from public.users u where u.id = me and u.is_active;
    -- Without an open school a person is a plain user.
    if exists (select from public.schools h where h.id = my_school and h.is_active) then
      role := my_role;
      school := my_school;
      first_school := school;
      last_school := school;
    end if;
    if my_account is not null and exists (select from public.super_admins a where a.id = my_account) then
      role := 'super_admin';
      first_school := '00000000-0000-0000-0000-000000000000';
      last_school := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    end if;
  end if;
  found_caller := concat_ws(' ', role, school, first_school, last_school, is_signed_in, case when has_session then me end);
  perform set_config('masomo.statement', statement, true), set_config('masomo.caller', found_caller, true);
  return found_caller;
end
$function$;

create or replace function private.is_cms_editor()
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from public.cms_rights r where r.id = private.signed_in_uid() and r.cms_right = 'editor')
$function$;

create or replace function private.my_class_ids()
  returns SETOF uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select id from public.classes where class_teacher_id = private.signed_in_uid() and school_id = private.my_school() and private.my_role() = 'teacher'
  union
  select class_id from public.class_subjects where teacher_id = private.signed_in_uid() and school_id = private.my_school() and private.my_role() = 'teacher'
$function$;

create or replace function private.my_student_ids()
  returns SETOF uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id from public.students s where s.user_id = private.signed_in_uid() and s.school_id = private.my_school() and private.my_role() = 'student'
  union
  select sg.student_id from public.guardians g join public.student_guardians sg on sg.guardian_id = g.id
  where g.user_id = private.signed_in_uid() and g.school_id = private.my_school() and private.my_role() = 'parent'
$function$;

create or replace function private.orders_caller (
  OUT scope uuid,
  OUT condition text
)
  returns record
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  me constant uuid := private.signed_in_uid();
begin
  scope := private.my_orders_scope();
  if scope = private.all_schools_scope() then
    condition := 'true';
  elsif scope is null then
    condition := format('o.user_id = %L and (o.school_id is null or o.school_id = %L)', me, private.my_school());
  elsif exists (select from public.orders o where o.user_id = me and o.school_id is null) then
    condition := format('(o.school_id = %L or o.user_id = %L and o.school_id is null)', scope, me);
    scope := null;
  else
    condition := format('o.school_id = %L', scope);
  end if;
end
$function$;

create or replace function private.personal_stats (
  my_role public.user_role
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when my_role in ('parent', 'student') then jsonb_build_array(
      case my_role when 'parent' then private.dashboard_stat('children', (select count(*) from private.my_student_ids()))
        else private.dashboard_stat('assignments_due', (select count(*) from public.assignments where class_id in (select private.my_childrens_class_ids()) and due_on >= private.my_today() and published_at is not null and archived_at is null)) end,
      private.dashboard_stat('attendance', private.attendance_share(array(select private.my_student_ids()), private.my_today() - 29), 'percent'),
      private.dashboard_stat('fees_outstanding', private.students_balance_due(array(select private.my_student_ids())), 'KES'))
    else jsonb_build_array(
      private.dashboard_stat('orders', (select count(*) from public.orders where user_id = private.signed_in_uid() and (school_id is null or school_id = private.my_school()))),
      private.dashboard_stat('licences', (select count(*) from public.licences where user_id = private.signed_in_uid() and (school_id is null or school_id = private.my_school()))),
      private.dashboard_stat('tickets', (select count(*) from public.support_tickets where user_id = private.signed_in_uid()))) end
    || private.dashboard_stat('unread_notifications', (select count(*) from public.notifications where user_id = private.signed_in_uid() and read_at is null))
$function$;

create or replace function private.read_stored_file()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  stored record;
begin
  if auth.uid() is null then
    return new;
  end if;
  select (o.metadata ->> 'size')::bigint as size, o.metadata ->> 'mimetype' as mimetype into stored
  from storage.objects o where o.bucket_id = 'school-documents' and o.name = new.file_path and o.owner_id = private.signed_in_uid()::text;
  if not found then
    raise exception using errcode = 'P0001', message = 'The file has not arrived. Choose it again and upload it.', hint = 'document.no_file', detail = 'file_path';
  end if;
  new.file_size := stored.size;
  new.mime_type := stored.mimetype;
  return new;
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
    case when payment.currency = 'KES' then private.shillings(payment.amount) else payment.currency || ' ' || payment.amount end || ' received, receipt ' || payment.receipt
    || case as_state when 'surplus' then '. The order needed no payment: to be paid back.' when 'review' then format('. Expected was %s: to be looked at.', private.shillings(target.total_amount)) else '' end);
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
      select r.created_at, 'record', format('%s: %s', r.kind, r.summary), r.first_name || ' ' || r.last_name, '/dashboard/records'
      from (select d.created_at, d.kind, d.summary, s.first_name, s.last_name from public.student_records d join public.students s on s.id = d.student_id
        where my_role = 'staff' and d.school_id = private.my_school() order by d.created_at desc limit 5) r
      union all
      select m.created_at, 'notification', m.title, m.body, coalesce(m.link, '/dashboard/notifications')
      from (select * from public.notifications where user_id = private.signed_in_uid() and (source is null or source not like 'announcement/%') order by created_at desc limit 5) m
    ) as everything order by at desc limit 8) as a
$function$;

create or replace function private.record_page_version (
  page   public.cms_pages,
  reason text
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into public.cms_page_versions (page_id, version, title, slug, meta_description, social_image, body, reason, created_by)
  values (page.id, page.version, page.title, page.slug, page.meta_description, page.social_image, page.body, reason, (select id from public.users where id = private.signed_in_uid()))
$function$;

create or replace function private.recovery_hash (
  code text
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select encode(extensions.digest(private.session_uid()::text || ':' || upper(regexp_replace(code, '[^A-Za-z0-9]', '', 'g')), 'sha256'), 'hex')
$function$;

create or replace function private.require_subject_i_teach (
  wanted_class   uuid,
  wanted_subject uuid
)
  returns public.classes
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  class public.classes;
begin
  select * into class from public.classes c where c.id = wanted_class and c.school_id = private.my_school();
  if not found or private.my_role() <> 'teacher' or not exists (
    select from public.class_subjects cs where cs.class_id = class.id and cs.subject_id = wanted_subject and (cs.teacher_id = private.signed_in_uid() or class.class_teacher_id = private.signed_in_uid())) then
    raise exception using errcode = '42501', message = 'You do not teach this subject to this class.', hint = 'grade.not_yours';
  end if;
  return class;
end
$function$;

create or replace function private.save_setting_version()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if tg_op = 'INSERT' or new.value is distinct from old.value then
    insert into public.setting_versions (key, value, saved_by) values (new.key, new.value, (select u.id from public.users u where u.id = private.signed_in_uid()));
    delete from public.setting_versions v where v.key = new.key and v.id not in (select n.id from public.setting_versions n where n.key = new.key order by n.saved_at desc limit 100);
  end if;
  return null;
end
$function$;

create or replace function private.session_uid()
  returns uuid
  language sql
  stable
  AS $function$ select nullif(pg_catalog.split_part(private.caller(), ' ', 6), '')::uuid $function$;

create or replace function private.signed_in_uid()
  returns uuid
  language sql
  stable
  AS $function$ select case when private.is_fully_signed_in() then private.session_uid() end $function$;

create or replace function private.teacher_stats()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_array(
    private.dashboard_stat('classes', (select count(*) from private.my_class_ids())),
    private.dashboard_stat('students', (select count(*) from private.my_taught_student_ids())),
    private.dashboard_stat('lessons_today', (select count(*) from public.lessons where teacher_id = private.signed_in_uid() and weekday = extract(isodow from private.my_today()))),
    private.dashboard_stat('to_mark', (select count(*) from public.submissions s join public.assignments a on a.id = s.assignment_id where a.teacher_id = private.signed_in_uid() and s.submitted_at is not null and s.graded_at is null)))
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
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, private.signed_in_uid(), 'payment', format('%s of receipt %s accepted: %s', private.shillings(payment.amount), payment.receipt, payment.note));
  perform private.complete_if_paid(target.id);
  return payment;
end
$function$;

create or replace function public.add_order_note (
  order_id uuid,
  note     text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  noted public.orders := private.order_for_change(order_id);
begin
  insert into public.order_events (order_id, actor_id, kind, note)
  values (noted.id, private.signed_in_uid(), 'note', private.require_text(note, 1000, 'note', 'Write the note.'));
end
$function$;

create or replace function public.bill_term (
  term_id uuid,
  dry_run boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  due private.due_charge[];
  outcome jsonb;
  new_invoices integer;
  number integer;
begin
  if not exists (select from public.school_terms t where t.id = bill_term.term_id and t.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This term is no longer here. Choose another.', hint = 'term.not_found', detail = 'term_id';
  end if;
  -- Who only looks at what is due waits for nobody.
  if not bill_term.dry_run then
    perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  end if;
  due := array(select d from private.due_charges(school, bill_term.term_id) d);
  select jsonb_build_object('students', count(distinct student_id), 'invoices', count(distinct student_id), 'charges', count(*), 'total', coalesce(sum(amount), 0),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'amount', n.amount, 'students', n.students, 'total', n.total) order by n.name), '[]')
      from (select name, amount, count(*) as students, sum(amount) as total from unnest(due) group by fee_id, name, amount) n),
    'without_class', (select count(*) from public.students s where s.school_id = school and s.status = 'active' and s.class_id is null),
    'has_fees', exists (select from public.fees f where f.term_id = bill_term.term_id and f.school_id = school))
  into outcome from unnest(due);
  if bill_term.dry_run or (outcome ->> 'charges')::integer = 0 then
    return outcome;
  end if;
  new_invoices := (outcome ->> 'invoices')::integer;
  insert into private.invoice_counters (school_id, last) values (school, new_invoices)
  on conflict (school_id) do update set last = private.invoice_counters.last + excluded.last returning last into number;
  with issued as (
    insert into public.fee_invoices (school_id, student_id, term_id, invoice_number, issued_on)
    select school, d.student_id, bill_term.term_id, 'INV-' || lpad((number - new_invoices + row_number() over (order by d.student_id))::text, 5, '0'), private.school_today(school)
    from (select distinct student_id from unnest(due)) d
    returning id, student_id)
  insert into public.fee_charges (school_id, student_id, fee_id, invoice_id, name, amount, due_on)
  select school, d.student_id, d.fee_id, i.id, d.name, d.amount, d.due_on from unnest(due) d join issued i on i.student_id = d.student_id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after) values (private.signed_in_uid(), school, 'bill', 'school_terms', bill_term.term_id::text, outcome - 'items');
  return outcome;
end
$function$;

create or replace function public.cms_people (
  search    text    default null::text,
  page      integer default 1,
  page_size integer default 25
)
  returns table (
    id             uuid,
    name           text,
    email          text,
    cms_right      public.cms_right,
    changes        integer,
    last_change_at timestamp with time zone,
    is_me          boolean,
    total          bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return query
  select u.id, private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)), u.email::text, coalesce(r.cms_right, 'publisher'), coalesce(work.changes, 0), work.last_at, u.id = private.signed_in_uid(), count(*) over ()
  from public.super_admins s
  join public.users u on u.id = s.id
  left join public.cms_rights r on r.id = u.id
  left join lateral (
    select count(*)::integer as changes, max(l.at) as last_at from public.audit_log l
    where l.actor_id = u.id and l.at > now() - interval '30 days'
      and l.entity in ('cms_pages', 'cms_media', 'settings', 'faqs', 'testimonials', 'site_redirects', 'plans', 'addons', 'services', 'price_changes', 'cms_rights')
  ) as work on true
  where private.null_if_blank(cms_people.search) is null or strpos(lower(concat_ws(' ', u.first_name, u.last_name, u.email)), lower(btrim(cms_people.search))) > 0
  order by lower(concat_ws(' ', u.last_name, u.first_name, u.email)), u.id
  limit least(greatest(cms_people.page_size, 1), 100) offset (greatest(cms_people.page, 1) - 1) * least(greatest(cms_people.page_size, 1), 100);
end
$function$;

create or replace function public.current_identity()
  returns table (
    id               uuid,
    email            text,
    first_name       text,
    last_name        text,
    phone            text,
    role             public.user_role,
    school_id        uuid,
    school_name      text,
    school_time_zone text,
    language         text,
    content_revision bigint
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select u.id, u.email, u.first_name, u.last_name, u.phone,
    case when a.id is null then u.role else 'super_admin' end,
    case when a.id is null then u.school_id end,
    case when a.id is null then s.name end,
    case when a.id is null then s.time_zone end,
    u.language, r.revision
  from public.users u
  cross join public.content_revision r
  left join public.super_admins a on a.id = u.id
  left join public.schools s on s.id = (select private.my_school())
  where u.id = (select private.signed_in_uid())
$function$;

create or replace function public.dashboard_summary()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  my_role constant public.user_role := private.my_role();
  school constant uuid := private.my_school();
begin
  if private.signed_in_uid() is null then
    raise exception using errcode = '42501', message = 'Sign in to see your dashboard.', hint = 'permission.sign_in';
  end if;
  return jsonb_build_object(
    'role', my_role, 'school', (select jsonb_build_object('id', s.id, 'name', s.name) from public.schools s where s.id = school),
    'stats', case my_role when 'super_admin' then private.super_admin_stats() when 'admin' then private.admin_stats(school) when 'teacher' then private.teacher_stats()
      when 'staff' then private.office_stats(school) else private.personal_stats(my_role) end,
    'activities', private.recent_activities(my_role));
end
$function$;

create or replace function public.end_my_session (
  session_id uuid
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.is_fully_signed_in() then
    raise exception using errcode = '42501', message = 'Sign in again to do this.', hint = 'session.sign_in';
  end if;
  delete from auth.sessions s where s.id = end_my_session.session_id and s.user_id = private.signed_in_uid();
  return found;
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
    raise exception using errcode = 'PT409', message = format('Somebody gave %s meanwhile. Look at it, then save again if yours should stand.', held.score), hint = 'grade.changed', detail = 'score';
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

create or replace function public.import_students (
  rows    jsonb,
  dry_run boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  outcome jsonb;
begin
  if import_students.rows is null or jsonb_typeof(import_students.rows) <> 'array' or jsonb_array_length(import_students.rows) = 0 then
    raise exception using errcode = 'P0001', message = 'The file has no rows below its header.', hint = 'import.empty', detail = 'rows';
  end if;
  if jsonb_array_length(import_students.rows) > 3000 then
    raise exception using errcode = 'P0001', message = 'A file holds 3,000 students at most. Split it and import the parts.', hint = 'import.too_many', detail = 'rows';
  end if;
  -- One import at a time per school, so that the second sees what the first has added.
  perform pg_advisory_xact_lock(hashtextextended('import ' || school::text, 0));
  perform private.parse_import_rows(school, import_students.rows);
  select jsonb_build_object(
    'total', count(*), 'added', count(*) filter (where problems = '[]' and not is_known), 'known', count(*) filter (where problems = '[]' and is_known),
    'problems', (select coalesce(jsonb_agg(p.value order by i.line, p.ordinality), '[]') from pg_temp.import_row i, jsonb_array_elements(i.problems) with ordinality p))
  into outcome from pg_temp.import_row;
  if import_students.dry_run then
    return outcome;
  end if;
  with added as (
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
    select school, i.number, i.first_name, i.last_name, i.gender, i.born, i.class_id, coalesce(i.admitted, private.school_today(school)) from pg_temp.import_row i where i.problems = '[]' and not i.is_known
    returning id, admission_number)
  update pg_temp.import_row i set student_id = a.id from added a where a.admission_number = i.number and i.problems = '[]';
  perform private.import_guardians(school);
  insert into public.audit_log (actor_id, school_id, action, entity, after) values (private.signed_in_uid(), school, 'import', 'students', outcome - 'problems');
  return outcome;
end
$function$;

create or replace function public.invite_user (
  email      text,
  role       public.user_role,
  school_id  uuid             default null::uuid,
  first_name text             default null::text,
  last_name  text             default null::text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  address constant text := lower(private.null_if_blank(invite_user.email));
  invitation uuid;
begin
  perform private.require_account_manager(invite_user.school_id);
  if address is null or not private.is_email(address) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'invitation.invalid_email', detail = 'email';
  end if;
  if invite_user.role = 'super_admin' then
    raise exception using errcode = 'P0001', message = 'Super admins are added by the operator, not by invitation.', hint = 'invitation.role_not_allowed', detail = 'role';
  end if;
  if invite_user.role <> 'user' and invite_user.school_id is null then
    raise exception using errcode = 'P0001', message = 'Choose the school this person belongs to.', hint = 'invitation.school_required', detail = 'school_id';
  end if;
  if not private.is_super_admin() and exists (select from public.users u where lower(u.email) = address and u.school_id is distinct from invite_user.school_id) then
    raise exception using errcode = 'P0001', message = 'This address has an account elsewhere. Ask support to move it, or use another address.', hint = 'invitation.elsewhere', detail = 'email';
  end if;
  if exists (select from public.users u where lower(u.email) = address) then
    raise exception using errcode = 'P0001', message = 'This address already has an account. Change its role instead.', hint = 'invitation.already_member', detail = 'email';
  end if;
  -- A school cannot replace an invitation of the platform or of another school.
  if not private.is_super_admin() and exists (select from public.invitations i where lower(i.email) = address and i.accepted_at is null and i.revoked_at is null and i.school_id is distinct from invite_user.school_id) then
    raise exception using errcode = 'P0001', message = 'This address is invited elsewhere already. Ask support, or use another address.', hint = 'invitation.elsewhere', detail = 'email';
  end if;
  update public.invitations i set revoked_at = now() where lower(i.email) = address and i.accepted_at is null and i.revoked_at is null;
  insert into public.invitations (email, role, school_id, first_name, last_name, invited_by)
  values (address, invite_user.role, invite_user.school_id, private.null_if_blank(invite_user.first_name), private.null_if_blank(invite_user.last_name), private.signed_in_uid())
  returning id into invitation;
  return invitation;
end
$function$;

create or replace function public.make_recovery_codes()
  returns text[]
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  alphabet constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  codes text[] := '{}';
  bytes bytea;
begin
  if not private.is_fully_signed_in() or coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    raise exception using errcode = 'P0001', message = 'Sign in with your authenticator first, then make recovery codes.', hint = 'recovery.second_step_first';
  end if;
  delete from private.recovery_codes where user_id = private.signed_in_uid();
  for n in 1..10 loop
    bytes := extensions.gen_random_bytes(12);
    codes := codes || (select string_agg(substr(alphabet, get_byte(bytes, i) % 32 + 1, 1) || case when i in (3, 7) then '-' else '' end, '' order by i) from generate_series(0, 11) as i);
  end loop;
  insert into private.recovery_codes (user_id, code_hash) select private.signed_in_uid(), private.recovery_hash(code) from unnest(codes) as code;
  return codes;
end
$function$;

create or replace function public.my_sessions()
  returns table (
    id         uuid,
    started_at timestamp with time zone,
    seen_at    timestamp with time zone,
    device     text,
    is_current boolean
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id, s.created_at, greatest(s.refreshed_at at time zone 'UTC', s.updated_at, s.created_at), coalesce(left(s.user_agent, 300), ''), s.id::text = auth.jwt() ->> 'session_id'
  from auth.sessions s where s.user_id = private.signed_in_uid() and coalesce(s.not_after > now(), true)
  order by 5 desc nulls last, 3 desc limit 50
$function$;

create or replace function public.order_document (
  order_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  found_order public.orders;
begin
  select * into found_order from public.orders o where o.id = order_document.order_id
    and (private.is_super_admin() or o.school_id = private.my_orders_school() or o.user_id = private.signed_in_uid() and (o.school_id is null or o.school_id = private.my_school()));
  return case when found_order.id is not null then private.order_document(found_order) end;
end
$function$;

create or replace function public.order_summary()
  returns table (
    total_orders     bigint,
    total_revenue    bigint,
    paid_revenue     bigint,
    completed_orders bigint,
    pending_orders   bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  mine constant uuid := private.my_orders_scope();
begin
  return query
    select coalesce(sum(orders), 0)::bigint, coalesce(sum(revenue), 0)::bigint, coalesce(sum(paid), 0)::bigint,
      coalesce(sum(orders) filter (where status = 'completed'), 0)::bigint, coalesce(sum(orders) filter (where status = 'pending'), 0)::bigint
    from (
      select c.status, c.orders, c.revenue, c.paid from private.order_counts c where c.scope = mine
      union all
      select o.status, 1, o.total_amount, case when o.paid_at is not null then o.total_amount end
      from public.orders o where o.user_id = private.signed_in_uid() and mine is distinct from private.all_schools_scope() and o.school_id is distinct from mine
        and (o.school_id is null or o.school_id = private.my_school())) as counted;
end
$function$;

create or replace function public.place_order (
  idempotency_key uuid,
  billing         jsonb,
  payment_method  public.payment_method,
  lines           jsonb,
  expected_total  bigint                default null::bigint
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
    raise exception using errcode = 'P0001', message = 'This way of paying is not available at the moment. Choose another.', hint = 'order.payment_method_unavailable', detail = 'paymentMethod';
  end if;
  if coalesce(billing ->> 'country', 'Kenya') not in ('Kenya', 'Uganda', 'Tanzania', 'Rwanda', 'Other') then
    raise exception using errcode = 'P0001', message = 'Choose a country of the list.', hint = 'order.invalid_country', detail = 'country';
  end if;
  if not private.is_email(private.billing_field(billing, 'email', 254, 'Enter your email address.')) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'order.invalid_email', detail = 'email';
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
    billing_address, city, country, segment, payment_method, total_amount, net_amount, vat_amount, user_id, school_id)
  select private.next_order_number(), private.new_payment_reference(), place_order.idempotency_key, hash,
    private.billing_field(billing, 'firstName', 80, 'Enter your first name.') || ' ' || private.billing_field(billing, 'lastName', 80, 'Enter your last name.'),
    btrim(billing ->> 'email'), btrim(billing ->> 'phone'),
    private.billing_field(billing, 'institution', 160, 'Enter your institution.'),
    private.billing_field(billing, 'billingAddress', 200, '', false), private.billing_field(billing, 'city', 80, '', false), coalesce(billing ->> 'country', 'Kenya'),
    coalesce((select s.kind from public.schools s where s.id = private.my_school()), private.institution_segment(billing ->> 'institution')),
    place_order.payment_method, total, net, total - net, (select u.id from public.users u where u.id = private.signed_in_uid()), private.my_school()
  returning * into placed;
  insert into public.order_items (order_id, position, kind, addon_id, plan_id, service_id, addon_name, category, quantity, price, net_amount, vat_amount)
  select placed.id, row_number() over (order by l.ordinal), l.kind,
    case l.kind when 'addon' then l.item_id end, case l.kind when 'plan' then l.item_id end, case l.kind when 'service' then l.item_id end,
    l.name, l.category, l.quantity, l.price, private.net_amount(l.price::bigint * l.quantity), l.price::bigint * l.quantity - private.net_amount(l.price::bigint * l.quantity)
  from private.price_lines(lines) l;
  insert into public.order_events (order_id, actor_id, kind, to_status) values (placed.id, placed.user_id, 'placed', placed.status);
  if placed.payment_method = 'bank' then
    perform private.queue_mail('order-proforma/' || placed.id, 'order-proforma', placed.customer_email, private.order_mail(placed), private.team_email('salesEmail'));
  end if;
  return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount, placed.net_amount, placed.vat_amount, placed.created_at;
end
$function$;

create or replace function public.record_attendance (
  class_id uuid,
  day      date,
  marks    jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(record_attendance.class_id);
  seen jsonb;
begin
  if record_attendance.day is null or record_attendance.day > private.school_today(class.school_id) then
    raise exception using errcode = 'P0001', message = 'Attendance cannot be taken for a day to come.', hint = 'attendance.future', detail = 'day';
  end if;
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) not between 1 and 500 then
    raise exception using errcode = 'P0001', message = 'Mark between 1 and 500 students at a time.', hint = 'attendance.empty', detail = 'marks';
  end if;
  seen := (select jsonb_object_agg(m.student_id, coalesce(m.seen, '[]')) from jsonb_to_recordset(marks) as m (student_id uuid, seen jsonb) where m.student_id is not null);
  -- Rows are always locked in the same order, so that two people marking one class cannot deadlock. Of two marks for a student the later one counts.
  insert into public.attendance as a (student_id, day, school_id, class_id, status, recorded_by)
  select distinct on (s.id) s.id, record_attendance.day, class.school_id, class.id, (m.mark ->> 'status')::public.attendance_status, private.signed_in_uid()
  from jsonb_array_elements(marks) with ordinality as m (mark, place) join public.students s on s.id = (m.mark ->> 'student_id')::uuid and s.class_id = class.id
  order by s.id, m.place desc
  on conflict (student_id, day) do update
    set status = excluded.status, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now()
    where a.status <> excluded.status and seen -> a.student_id::text ? a.status::text;
  -- A statement of its own, which sees what another person has set while this one waited.
  return (
    select jsonb_agg(
      case when s.id is null then jsonb_build_object('student_id', m.student_id, 'outcome', 'not_in_class')
        when a.status = m.status then jsonb_build_object('student_id', m.student_id, 'outcome', 'kept')
        else jsonb_build_object('student_id', m.student_id, 'outcome', 'changed', 'status', a.status, 'by', private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)), 'at', a.recorded_at) end
      order by m.student_id)
    from jsonb_to_recordset(marks) as m (student_id uuid, status public.attendance_status)
    left join public.students s on s.id = m.student_id and s.class_id = class.id
    left join public.attendance a on a.student_id = s.id and a.day = record_attendance.day
    left join public.users u on u.id = a.recorded_by);
end
$function$;

create or replace function public.record_fee_payment (
  student_id uuid,
  amount     integer,
  method     text,
  reference  text    default null::text,
  paid_on    date    default private.my_today(),
  request_id uuid    default gen_random_uuid()
)
  returns public.fee_payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.admin_school();
  code constant text := upper(private.null_if_blank(record_fee_payment.reference));
  payment public.fee_payments;
  other public.fee_payments;
  next integer;
begin
  if not exists (select from public.students s where s.id = record_fee_payment.student_id and s.school_id = school) then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may record its payments.', hint = 'fee.not_yours';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fee payment ' || school::text, 0));
  select * into payment from public.fee_payments p where p.request_id = record_fee_payment.request_id and p.school_id = school;
  if found then
    return payment;
  end if;
  if record_fee_payment.amount is null or record_fee_payment.amount not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings, up to 10,000,000.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if record_fee_payment.method is null or record_fee_payment.method not in ('mpesa', 'cash', 'bank', 'cheque') then
    raise exception using errcode = 'P0001', message = 'Choose how it was paid.', hint = 'fee.method', detail = 'method';
  end if;
  if record_fee_payment.method = 'mpesa' and coalesce(code, '') !~ '^[A-Z][A-Z0-9]{9}$' then
    raise exception using errcode = 'P0001', message = 'Enter the code of the M-Pesa message: 10 letters and digits, such as SKL7X2M9QP.', hint = 'fee.mpesa_code', detail = 'reference';
  end if;
  if record_fee_payment.method in ('bank', 'cheque') and code is null then
    raise exception using errcode = 'P0001', message = 'Enter the number of the slip or the cheque.', hint = 'fee.reference_required', detail = 'reference';
  end if;
  if record_fee_payment.paid_on is null or record_fee_payment.paid_on > private.school_today(school) then
    raise exception using errcode = 'P0001', message = 'A payment cannot be of a day to come.', hint = 'fee.future', detail = 'paid_on';
  end if;
  select * into other from public.fee_payments p
  where p.school_id = school and p.method = record_fee_payment.method and p.reference = code and p.reverses is null and p.reversed_at is null;
  if found then
    raise exception using errcode = 'P0001', hint = 'fee.duplicate_reference', detail = 'reference',
      message = format('A payment with this reference is already recorded: %s for %s.', other.receipt_number, (select s.first_name || ' ' || s.last_name from public.students s where s.id = other.student_id));
  end if;
  insert into private.receipt_counters (school_id, last) values (school, 1)
  on conflict (school_id) do update set last = private.receipt_counters.last + 1 returning last into next;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, request_id)
  values (school, record_fee_payment.student_id, 'RCT-' || lpad(next::text, greatest(5, length(next::text)), '0'), record_fee_payment.amount, record_fee_payment.method,
    code, record_fee_payment.paid_on, private.signed_in_uid(), record_fee_payment.request_id)
  returning * into payment;
  return payment;
end
$function$;

create or replace function public.record_grades (
  class_id   uuid,
  subject_id uuid,
  term_id    uuid,
  assessment text,
  scores     jsonb,
  max_score  numeric default 100
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class public.classes;
  written integer;
begin
  select * into class from public.classes c where c.id = record_grades.class_id and c.school_id = private.my_school();
  if not found or private.my_role() <> 'teacher' or not exists (
    select from public.class_subjects cs where cs.class_id = class.id and cs.subject_id = record_grades.subject_id and (cs.teacher_id = private.signed_in_uid() or class.class_teacher_id = private.signed_in_uid())) then
    raise exception using errcode = '42501', message = 'You do not teach this subject to this class.', hint = 'grade.not_yours';
  end if;
  if scores is null or jsonb_typeof(scores) <> 'array'
    or exists (select from jsonb_array_elements(scores) s where (s.value ->> 'score')::numeric not between 0 and record_grades.max_score) then
    raise exception using errcode = 'P0001', message = format('Scores are from 0 to %s.', record_grades.max_score), hint = 'grade.out_of_range', detail = 'score';
  end if;
  insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, remark, graded_by)
  select class.school_id, s.id, class.id, record_grades.subject_id, record_grades.term_id, private.require_text(record_grades.assessment, 60, 'assessment', 'Name the assessment.'),
    (v.value ->> 'score')::numeric, record_grades.max_score, private.null_if_blank(v.value ->> 'remark'), private.signed_in_uid()
  from jsonb_array_elements(scores) v join public.students s on s.id = (v.value ->> 'student_id')::uuid and s.class_id = class.id
  on conflict (student_id, subject_id, term_id, assessment) do update
    set score = excluded.score, max_score = excluded.max_score, remark = excluded.remark, graded_by = excluded.graded_by, updated_at = now();
  get diagnostics written = row_count;
  if written <> jsonb_array_length(scores) then
    raise exception using errcode = 'P0001', message = 'A student of the list is not in this class. Reload the list.', hint = 'grade.not_in_class', detail = 'scores';
  end if;
  return written;
end
$function$;

create or replace function public.recovery_codes_left()
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select count(*)::integer from private.recovery_codes where user_id = private.signed_in_uid() and used_at is null
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
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, refund.requested_by, 'refund', format('Paying back %s of receipt %s: %s', private.shillings(refund.amount), payment.receipt, refund.reason));
  return refund;
end
$function$;

create or replace function public.release_author()
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_super_admin();
  return (select email from public.users where id = private.signed_in_uid());
end
$function$;

create or replace function public.remove_demonstration_data()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  loaded constant date := coalesce((private.setting('demonstration', 'loadedOn') #>> '{}')::date, private.today());
begin
  perform private.require_super_admin();
  delete from public.licences where order_id in (select id from public.orders where is_demo);
  delete from public.payments where order_id in (select id from public.orders where is_demo);
  delete from public.carts where is_demo;
  delete from public.orders where is_demo;
  update public.visit_counts set visits = visits - demo_visits, demo_visits = 0 where demo_visits > 0;
  delete from public.visit_counts where visits = 0;
  delete from private.demonstration_day;
  delete from public.fee_payments where school_id in (select id from public.schools where is_demo);
  delete from public.fee_charges where school_id in (select id from public.schools where is_demo);
  delete from auth.users where id in (select id from public.users where school_id in (select id from public.schools where is_demo));
  delete from auth.users where email = 'superadmin@masomo.test' and id <> private.signed_in_uid() and exists (select from public.super_admins s where s.id = private.signed_in_uid());
  delete from public.schools where is_demo;
  delete from public.plans p where p.name = 'Professional' and not p.is_active and not private.was_sold('plan', p.id);
  perform private.remove_demonstration_site(); delete from public.settings where key = 'demonstration';
end
$function$;

create or replace function public.reopen_order (
  order_id uuid,
  reason   text,
  status   public.order_status default 'processing'::public.order_status
)
  returns public.orders
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  changed public.orders := private.order_for_change(reopen_order.order_id);
  before constant public.order_status := changed.status;
begin
  if private.null_if_blank(reason) is null then
    raise exception using errcode = 'P0001', message = 'Say why the order is reopened.', hint = 'order.reason_required', detail = 'reason';
  end if;
  if before not in ('completed', 'cancelled') then
    raise exception using errcode = 'PT409', message = 'This order is open already.', hint = 'order.not_locked';
  end if;
  if reopen_order.status not in ('pending', 'processing') then
    raise exception using errcode = 'P0001', message = 'A reopened order is pending or processing.', hint = 'order.invalid_status', detail = 'status';
  end if;
  update public.orders o set status = reopen_order.status where o.id = changed.id returning * into changed;
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status, note)
  values (changed.id, private.signed_in_uid(), 'reopened', before, changed.status, left(btrim(reason), 1000));
  return private.without_order_secrets(changed);
end
$function$;

create or replace function public.reply_to_ticket (
  ticket_id   uuid,
  body        text,
  is_internal boolean              default false,
  status      public.ticket_status default null::public.ticket_status
)
  returns public.ticket_replies
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  ticket public.support_tickets;
  reply public.ticket_replies;
begin
  perform private.require_super_admin();
  select * into ticket from public.support_tickets t where t.id = reply_to_ticket.ticket_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This ticket is no longer here.', hint = 'ticket.not_found';
  end if;
  insert into public.ticket_replies (ticket_id, author_id, author_name, body, is_internal)
  values (ticket.id, private.signed_in_uid(),
    coalesce((select private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)) from public.users u where u.id = private.signed_in_uid()), 'Support'),
    private.require_text(reply_to_ticket.body, 5000, 'body', 'Write your reply.'), reply_to_ticket.is_internal)
  returning * into reply;
  update public.support_tickets t set
    status = coalesce(reply_to_ticket.status, case when reply.is_internal then t.status else 'waiting' end),
    first_reply_at = case when reply.is_internal then t.first_reply_at else coalesce(t.first_reply_at, now()) end,
    assigned_to = coalesce(t.assigned_to, private.signed_in_uid())
  where t.id = ticket.id;
  if not reply.is_internal then
    perform private.queue_mail('ticket-reply/' || reply.id, 'ticket-reply', ticket.sender_email,
      jsonb_build_object('ticket_number', ticket.ticket_number, 'subject', ticket.subject, 'sender_name', ticket.sender_name, 'body', reply.body, 'author_name', reply.author_name),
      private.team_email('supportEmail'));
  end if;
  return reply;
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
    raise exception using errcode = 'P0002', message = 'No mail about this order has been written yet.', hint = 'order.no_mail';
  end if;
  perform private.limit_rate('mail again of ' || target.id, 5, interval '1 hour');
  perform private.queue_mail(split_part(last.idempotency_key, '/again/', 1) || '/again/' || gen_random_uuid(), last.template, target.customer_email, last.data, last.reply_to);
  insert into public.order_events (order_id, actor_id, kind, note)
  values (target.id, private.signed_in_uid(), 'mail', format('Sent again to %s.', target.customer_email));
  return target.customer_email;
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
    private.require_text(reverse_fee_payment.reason, 300, 'reason', 'Say why the payment is taken back.'))
  returning * into reversal;
  return reversal;
end
$function$;

create or replace function public.save_cart (
  lines        jsonb,
  seen_version integer
)
  returns table (
    version    integer,
    kept_lines jsonb,
    is_saved   boolean
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  person constant uuid := (select u.id from public.users u where u.id = private.signed_in_uid());
  current public.saved_carts;
begin
  if person is null then
    raise exception using errcode = '42501', message = 'Sign in to keep your cart with your account.', hint = 'cart.not_signed_in';
  end if;
  if save_cart.lines is null or jsonb_typeof(save_cart.lines) <> 'array' or jsonb_array_length(save_cart.lines) > 200 or exists (
    select from jsonb_array_elements(save_cart.lines) as line
    where jsonb_typeof(line) <> 'object' or coalesce(length(line ->> 'addonId'), 0) not between 1 and 64 or coalesce(length(line ->> 'name'), 0) not between 1 and 200
      or coalesce(line ->> 'quantity', '') !~ '^[0-9]{1,3}$' or (line ->> 'quantity')::integer = 0 or coalesce(line ->> 'seenPrice', '') !~ '^[0-9]{1,9}$') then
    raise exception using errcode = 'P0001', message = 'This cart cannot be saved. Empty it and choose again.', hint = 'cart.invalid_lines', detail = 'lines';
  end if;
  insert into public.saved_carts (user_id, version, lines)
  select person, 1, save_cart.lines where save_cart.seen_version = 0
  on conflict (user_id) do nothing returning * into current;
  if current.user_id is null then
    update public.saved_carts c set version = c.version + 1, lines = save_cart.lines where c.user_id = person and c.version = save_cart.seen_version returning * into current;
  end if;
  if current.user_id is not null then
    return query select current.version, current.lines, true;
    return;
  end if;
  return query select coalesce(c.version, 0), coalesce(c.lines, '[]'), false from (select) as nothing left join public.saved_carts c on c.user_id = person;
end
$function$;

create or replace function public.save_scores (
  assessment_id uuid,
  scores        jsonb
)
  returns table (
    student_id uuid,
    code       text,
    message    text,
    standing   numeric
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  held public.assessments;
begin
  select * into held from public.assessments a where a.id = save_scores.assessment_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This assessment is not there any more. Reload the gradebook.', hint = 'assessment.unknown';
  end if;
  perform private.require_subject_i_teach(held.class_id, held.subject_id);
  -- What is read below still stands when it is written.
  perform from public.grades g
  where g.student_id in (select s.student_id from jsonb_to_recordset(save_scores.scores) as s (student_id uuid))
    and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name order by g.student_id for update;
  return query
  with entries as materialized (
    select distinct on (s.student_id) s.place, s.student_id, s.score, s.seen, p.first_name || ' ' || p.last_name as student, g.score as score_now
    from rows from (jsonb_to_recordset(save_scores.scores) as (student_id uuid, score numeric, seen numeric)) with ordinality as s (student_id, score, seen, place)
    left join public.students p on p.id = s.student_id and p.class_id = held.class_id
    left join public.grades g on g.student_id = p.id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name
    order by s.student_id, s.place desc),
  judged as materialized (
    select e.place, e.student_id, e.score, e.student, e.score_now,
      case when e.student is null then 'grade.not_in_class'
        when e.score not between 0 and held.max_score then 'grade.out_of_range'
        when e.score_now is distinct from e.seen and e.score_now is distinct from e.score then 'grade.changed' end as code
    from entries e),
  emptied as (
    delete from public.grades g using judged j
    where j.code is null and j.score is null and g.student_id = j.student_id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name),
  written as (
    insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, graded_by)
    select held.school_id, j.student_id, held.class_id, held.subject_id, held.term_id, held.name, j.score, held.max_score, private.signed_in_uid()
    from judged j where j.code is null and j.score is not null order by j.student_id
    on conflict (student_id, subject_id, term_id, assessment) do update set score = excluded.score, max_score = excluded.max_score, graded_by = excluded.graded_by, updated_at = now())
  select j.student_id, j.code,
    case j.code when 'grade.not_in_class' then 'This student is not in this class any more.'
      when 'grade.out_of_range' then format('Scores of %s are from 0 to %s.', held.name, trim_scale(held.max_score))
      else format('%s has %s in %s by now, written by somebody else.', j.student, coalesce(trim_scale(j.score_now)::text, 'no score'), held.name) end,
    j.score_now
  from judged j where j.code is not null order by j.place;
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
    raise exception using errcode = 'P0001', message = format('Prices change with %s days notice: choose %s or later.', notice, private.today() + notice), hint = 'price.too_soon', detail = 'effective_on';
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

create or replace function public.set_cms_right (
  person_id uuid,
  new_right public.cms_right
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_super_admin();
  -- One change at a time: two publishers who make each other editors would leave none.
  perform pg_advisory_xact_lock(hashtext('cms rights'));
  if private.is_cms_editor() then
    raise exception using errcode = '42501', message = 'Only a publisher may change rights.', hint = 'cms.publisher_only';
  elsif person_id = private.signed_in_uid() then
    raise exception using errcode = 'P0001', message = 'Another publisher has to change your own right.', hint = 'cms.own_right';
  elsif not exists (select from public.super_admins s where s.id = person_id) then
    raise exception using errcode = 'P0002', message = 'This account may not open the CMS any more.', hint = 'cms.not_found';
  end if;
  insert into public.cms_rights (id, cms_right) values (person_id, new_right) on conflict (id) do update set cms_right = excluded.cms_right where cms_rights.cms_right <> excluded.cms_right;
  return person_id;
end
$function$;

create or replace function public.set_language (
  language text
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  update public.users u set language = set_language.language
  where u.id = (select private.signed_in_uid())
$function$;

create or replace function public.set_order_status (
  order_id uuid,
  status   public.order_status,
  seen     timestamp with time zone default null::timestamp with time zone
)
  returns public.orders
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  changed public.orders := private.order_for_change(set_order_status.order_id);
  before constant public.order_status := changed.status;
begin
  if before = set_order_status.status then
    return private.without_order_secrets(changed);
  end if;
  if before in ('completed', 'cancelled') then
    raise exception using errcode = 'PT409', message = format('Order %s is %s. Reopen it with a reason to change it.', changed.order_number, before), hint = 'order.locked', detail = 'status';
  end if;
  if changed.updated_at <> set_order_status.seen then
    raise exception using errcode = 'PT409', message = format('Somebody else changed order %s in the meantime: it is %s now. Look at it, then decide again.', changed.order_number, before),
      hint = 'order.changed_meanwhile', detail = 'status';
  end if;
  update public.orders o set status = set_order_status.status where o.id = changed.id returning * into changed;
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status) values (changed.id, private.signed_in_uid(), 'status', before, changed.status);
  return private.without_order_secrets(changed);
end
$function$;

create or replace function public.set_user_active (
  user_id   uuid,
  is_active boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require_account_manager((select u.school_id from public.users u where u.id = set_user_active.user_id));
  if set_user_active.user_id = private.signed_in_uid() then
    raise exception using errcode = '42501', message = 'You cannot deactivate yourself.', hint = 'user.own_account';
  end if;
  update public.users u set is_active = set_user_active.is_active
  where u.id = set_user_active.user_id and (private.is_super_admin() or not exists (select from public.super_admins s where s.id = u.id));
  if not found then
    raise exception using errcode = 'P0002', message = 'This person no longer has an account.', hint = 'user.not_found';
  end if;
  -- Auth refuses to sign in a banned account; open sessions end at their next refresh.
  update auth.users set banned_until = case when set_user_active.is_active then null else 'infinity'::timestamptz end where id = set_user_active.user_id;
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
    raise exception using errcode = '42501', message = 'You give roles within your own school only. Deactivate who has left.', hint = 'user.other_school';
  end if;
  update public.users u set role = set_user_role.role, school_id = set_user_role.school_id
  where u.id = set_user_role.user_id and not exists (select from public.super_admins s where s.id = u.id) returning * into changed;
  if not found then
    raise exception using errcode = 'P0002', message = 'This person no longer has an account.', hint = 'user.not_found';
  end if;
  return changed;
end
$function$;

create or replace function public.submit_assignment (
  assignment_id uuid,
  answer        text
)
  returns public.submissions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  student public.students;
  task public.assignments;
  handed_in public.submissions;
begin
  select * into student from public.students s where s.user_id = private.signed_in_uid() and s.school_id = private.my_school() and private.my_role() = 'student';
  select * into task from public.assignments a where a.id = submit_assignment.assignment_id and a.class_id = student.class_id and a.published_at is not null;
  if not found then
    raise exception using errcode = '42501', message = 'This assignment is not for your class.', hint = 'assignment.not_yours';
  end if;
  if task.archived_at is not null then
    raise exception using errcode = 'PT409', message = 'This assignment is closed. Ask your teacher.', hint = 'assignment.closed';
  end if;
  insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at)
  values (task.id, student.id, task.school_id, private.require_text(submit_assignment.answer, 20000, 'answer', 'Write your answer.'), now())
  on conflict (assignment_id, student_id) do update set answer = excluded.answer, submitted_at = now() where public.submissions.graded_at is null
  returning * into handed_in;
  if handed_in.assignment_id is null then
    raise exception using errcode = 'PT409', message = 'This assignment is already marked and cannot be changed.', hint = 'assignment.graded';
  end if;
  return handed_in;
end
$function$;

create or replace function public.take_attendance (
  class_id uuid,
  day      date,
  marks    jsonb
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(take_attendance.class_id);
  taken integer;
begin
  if take_attendance.day > private.school_today(class.school_id) then
    raise exception using errcode = 'P0001', message = 'Attendance cannot be taken for a day to come.', hint = 'attendance.future', detail = 'day';
  end if;
  if marks is null or jsonb_typeof(marks) <> 'array' then
    raise exception using errcode = 'P0001', message = 'Mark at least one student.', hint = 'attendance.empty', detail = 'marks';
  end if;
  insert into public.attendance (student_id, day, school_id, class_id, status, note, recorded_by)
  select s.id, take_attendance.day, class.school_id, class.id, (m.value ->> 'status')::public.attendance_status, private.null_if_blank(m.value ->> 'note'), private.signed_in_uid()
  from jsonb_array_elements(marks) m join public.students s on s.id = (m.value ->> 'student_id')::uuid and s.class_id = class.id
  on conflict (student_id, day) do update set status = excluded.status, note = excluded.note, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now();
  get diagnostics taken = row_count;
  if taken <> jsonb_array_length(marks) then
    raise exception using errcode = 'P0001', message = 'A student of the list is not in this class. Reload the list.', hint = 'attendance.not_in_class', detail = 'marks';
  end if;
  return taken;
end
$function$;

create or replace function public.use_recovery_code (
  code text
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if private.session_uid() is null then
    raise exception using errcode = '42501', message = 'Sign in with your password first.', hint = 'session.sign_in';
  end if;
  perform private.limit_rate('recovery/' || private.session_uid(), 10, interval '1 hour');
  update private.recovery_codes set used_at = now() where user_id = private.session_uid() and code_hash = private.recovery_hash(use_recovery_code.code) and used_at is null;
  if not found then
    return false;
  end if;
  -- The lost phone is no second factor any more; a new one is set up in the profile.
  delete from auth.mfa_factors where user_id = private.session_uid();
  delete from private.recovery_codes where user_id = private.session_uid();
  perform private.notify(array[private.session_uid()], 'recovery/' || now(), 'You signed in with a recovery code', 'Two-step sign-in is off now. Set it up again with your new phone, and make new recovery codes.', '/dashboard/profile');
  return true;
end
$function$;

create policy "Authors change their announcements, administrators all" on public.announcements
  for update
  to authenticated
  using
    (((school_id = ( select private.staff_school() as staff_school)) AND ((( select private.my_role() as my_role) =
    'admin'::public.user_role) or (author_id = ( select private.signed_in_uid() as signed_in_uid)))))
  with
    check
    (((school_id = ( SELECT private.staff_school() AS staff_school)) AND ((class_id IS NULL) OR (( SELECT private.my_role() AS my_role) <>
    'teacher'::public.user_role) OR (class_id IN ( SELECT private.my_class_ids() AS my_class_ids)))));

create policy "Authors delete their announcements, administrators all" on public.announcements
  for delete
  to authenticated
  using
    (((school_id = ( select private.staff_school() as staff_school)) AND ((( select private.my_role() as my_role) =
    'admin'::public.user_role) or (author_id = ( select private.signed_in_uid() as signed_in_uid)))));

create policy "People see what is announced to them, authors and administrator" on public.announcements
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (author_id = (
    select private.signed_in_uid() as signed_in_uid)) or
    ((( select private.my_role() as my_role) = ANY (audience)) AND (published_at <= now()) AND (archived_at is null) AND ((class_id is null)
    or (( select private.my_role() as my_role) = 'staff'::public.user_role) or
    (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (class_id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)))))));

create policy "Administrators see assignments, teachers their classes', famili" on "public"."assignments"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or ((class_id in (
    select private.my_class_ids() as my_class_ids)) AND ((published_at is
    not null) or (teacher_id = ( select private.signed_in_uid() as signed_in_uid)))) or
    ((class_id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)) AND (published_at is not null)))));

create policy "Teachers change their own assignments" on public.assignments
  for update
  to authenticated
  using
    (((school_id = ( select private.my_school() as my_school)) AND (teacher_id = ( select private.signed_in_uid() as signed_in_uid)) AND
    (class_id in ( select private.my_class_ids() as my_class_ids))))
  with
    check
    (((school_id = ( SELECT private.my_school() AS my_school)) AND (teacher_id = ( SELECT private.signed_in_uid() AS signed_in_uid)) AND
    (class_id IN ( SELECT private.my_class_ids() AS my_class_ids))));

create policy "Teachers delete their own assignments" on public.assignments
  for delete
  to authenticated
  using
    (((school_id = ( select private.my_school() as my_school)) AND (teacher_id = ( select private.signed_in_uid() as signed_in_uid)) AND
    (class_id in ( select private.my_class_ids() as my_class_ids))));

create policy "People see documents meant for them, the office all of them" on public.documents
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (uploaded_by = ( select private.signed_in_uid() as signed_in_uid)) or
    ((( select private.my_role() as my_role) = ANY (audience)) AND ((student_id is null) or (student_id in ( select
    private.my_taught_student_ids() as my_taught_student_ids)) or (student_id in ( select private.my_student_ids() as my_student_ids)))))));

create policy "The office and uploaders change documents" on public.documents
  for update
  to authenticated
  using
    (((school_id = ( select private.staff_school() as staff_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['admin'::public.user_role, 'staff'::public.user_role])) or (uploaded_by = ( select private.signed_in_uid() as signed_in_uid)))))
  with check ((school_id = ( SELECT private.staff_school() AS staff_school)));

create policy "The office and uploaders delete documents" on public.documents
  for delete
  to authenticated
  using
    (((school_id = ( select private.staff_school() as staff_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['admin'::public.user_role, 'staff'::public.user_role])) or (uploaded_by = ( select private.signed_in_uid() as signed_in_uid)))));

create policy "The office sees guardians, teachers those of their students, gu" on public.guardians
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (user_id = ( select private.signed_in_uid() as signed_in_uid)) or
    (id in ( select student_guardians.guardian_id
   from public.student_guardians
  where (student_guardians.student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)))))));

create policy "Super admins see every licence, schools and buyers theirs" on public.licences
  for select
  to authenticated
  using
    (((school_id = ( select private.my_school() as my_school)) or ((user_id = ( select private.signed_in_uid() as signed_in_uid)) AND
    coalesce((school_id = ( select private.my_school() as my_school)), true)) or ((id >= ( select private.first_id() as first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));

create policy "People mark their notifications" on public.notifications
  for update
  to authenticated
  using ((user_id = ( select private.signed_in_uid() as signed_in_uid)))
  with check ((user_id = ( SELECT private.signed_in_uid() AS signed_in_uid)));

create policy "People remove their notifications" on public.notifications
  for delete
  to authenticated
  using ((user_id = ( select private.signed_in_uid() as signed_in_uid)));

create policy "People see their notifications" on public.notifications
  for select
  to authenticated
  using ((user_id = ( select private.signed_in_uid() as signed_in_uid)));

create policy "Super admins see all orders, schools theirs, buyers their own" on public.orders
  for select
  to authenticated
  using
    (((school_id = ( select private.my_orders_school() as my_orders_school)) or ((user_id = ( select private.signed_in_uid() as
    signed_in_uid)) AND ((school_id is null) or (school_id = ( select private.my_school() as my_school)))) or
    ((id >= ( select private.first_id() as first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));

create policy "People see their own cart" on public.saved_carts
  for select
  to authenticated
  using ((user_id = ( select private.signed_in_uid() as signed_in_uid)));

create policy "Administrators see their staff, people their own record" on public.staff_members
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (user_id = (
    select private.signed_in_uid() as signed_in_uid)))));

create policy "Super admins see the super admins, people whether they are one" on public.super_admins
  for select
  to authenticated
  using (((id = ( select private.signed_in_uid() as signed_in_uid)) or ( select private.is_super_admin() as is_super_admin)));

create policy "Super admins see every ticket, people their own" on public.support_tickets
  for select
  to authenticated
  using
    (((user_id = ( select private.signed_in_uid() as signed_in_uid)) or ((id >= ( select private.first_id() as first_id)) AND (id <=
    'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));

create policy "Super admins see every reply, senders those to them" on public.ticket_replies
  for select
  to authenticated
  using ((( select private.is_super_admin() as is_super_admin) or ((not is_internal) AND (ticket_id in ( select support_tickets.id
   from public.support_tickets
  where (support_tickets.user_id = ( select private.signed_in_uid() as signed_in_uid)))))));

create policy "People see themselves, schools their own, super admins all" on public.users
  for select
  to authenticated
  using
    ((((school_id = ( select private.staff_school() as staff_school)) AND ((( select private.my_role() as my_role) =
    'admin'::public.user_role) or (role = ANY (ARRAY['admin'::public.user_role, 'teacher'::public.user_role, 'staff'::public.user_role]))))
    or (id = ( select private.signed_in_uid() as signed_in_uid)) or
    ((id >= ( select private.first_id() as first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));

create policy "People update themselves, administrators their school" on public.users
  for update
  to authenticated
  using
    (((school_id = ( select private.admin_school() as admin_school)) or ((id = ( select private.signed_in_uid() as signed_in_uid)) AND (not
    ( select private.is_super_admin() as is_super_admin))) or
    ((id >= ( select private.first_id() as first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) AND (id <> ( select
    private.signed_in_uid() as signed_in_uid)))))
  with
    check
    (((school_id = ( SELECT private.admin_school() AS admin_school)) OR ((id = ( SELECT private.signed_in_uid() AS signed_in_uid)) AND (NOT
    ( SELECT private.is_super_admin() AS is_super_admin))) OR
    ((id >= ( SELECT private.first_id() AS first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) AND (id <> ( SELECT
    private.signed_in_uid() AS signed_in_uid)))));

create policy "Who uploaded a document removes its file" on storage.objects
  for delete
  to authenticated
  using
    (((bucket_id = 'school-documents'::text) AND (owner_id = (( select private.signed_in_uid() as signed_in_uid))::text) AND
    ((storage.foldername(name))[1] = (( select private.staff_school() as staff_school))::text)));

revoke all on function private.session_uid() from public;

grant execute on function private.session_uid() to anon, authenticated;

grant execute on function private.session_uid() to service_role;

revoke all on function private.signed_in_uid() from public;

grant execute on function private.signed_in_uid() to anon, authenticated;

grant execute on function private.signed_in_uid() to service_role;
