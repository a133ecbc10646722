set check_function_bodies = off;

alter view private.kept_sums rename to stored_sums;

drop function private.complete_if_paid(uuid);

drop function private.count_day(date);

drop function private.found_orders(uuid, text, text, integer, boolean);

drop function private.free_school_name(text, text);

drop function private.lock_page(uuid);

drop function private.matching_orders(uuid, text, public.order_status, text, integer, boolean);

drop function private.newest_orders(text, text, integer, integer);

drop function private.note_surplus(uuid);

drop function private.numbered_orders(text, text, integer);

drop function private.order_for_change(uuid);

drop function private.received_amount(uuid);

drop function private.require_class(uuid, uuid);

drop function private.require_class_to_mark(uuid);

drop function private.returning_amount(uuid);

drop function private.revoke_licences(uuid);

drop function private.revoke_paid_plans(uuid);

drop function private.searched_orders(uuid, text, public.order_status, text, integer, boolean);

drop function private.take_back_grants(uuid);

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
  -- What a deletion takes away must not be in the log afterwards.
  if current_setting('masomo.unaudited', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value) into changed_before, changed_after
    from jsonb_each(is_now) where value is distinct from was -> key;
    if changed_after is null then
      return null;
    end if;
  end if;
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, before, after, reason)
  values (
    (select id from public.users where id = private.signed_in_uid()),
    (select id from public.schools
      where id = case when tg_table_name = 'schools' then (whole ->> 'id')::uuid
      else (whole ->> 'school_id')::uuid end),
    (whole ->> private.subject_of(tg_table_schema, tg_table_name))::uuid, lower(tg_op), tg_table_name,
    coalesce(whole ->> 'id', whole ->> 'key'), changed_before, changed_after,
    nullif(current_setting('masomo.reason', true), ''));
  return null;
end
$function$;

create or replace function private.check_registers (
  school uuid,
  since  date
)
  returns table (
    what       text,
    key        text,
    difference jsonb
  )
  language sql
  stable
  security definer
  set search_path to ''
  set work_mem to '64MB'
  AS $function$
  select 'register', coalesce(k.class_id, c.class_id) || ' ' || coalesce(k.day, c.day),
    jsonb_build_object('stored', to_jsonb(k), 'computed', to_jsonb(c))
  from (select r.class_id, r.day, r.present, r.late, r.excused, r.absent from public.register_days r
    where r.school_id = check_registers.school and r.day >= check_registers.since) k
  full join (
    select a.class_id, a.day, count(*) filter (where a.status = 'present') as present,
      count(*) filter (where a.status = 'late') as late,
      count(*) filter (where a.status = 'excused') as excused, count(*) filter (where a.status = 'absent') as absent
    from public.attendance a where a.school_id = check_registers.school and a.day >= check_registers.since
      group by a.class_id, a.day) c
    on c.class_id = k.class_id and c.day = k.day
  where (k.present, k.late, k.excused, k.absent) is distinct from (c.present, c.late, c.excused, c.absent)
$function$;

create or replace function private.check_sums (
  night date default null::date
)
  returns table (
    what       text,
    key        text,
    difference jsonb
  )
  language sql
  stable
  security definer
  set search_path to ''
  set work_mem to '64MB'
  AS $function$
  select coalesce(k.what, c.what), coalesce(k.key, c.key),
    jsonb_build_object('stored', to_jsonb(k) - 'what' - 'key', 'computed', to_jsonb(c) - 'what' - 'key')
  from private.stored_sums k
  full join (select * from private.computed_sums m where (m.amount, m.other) <> (0, 0) or m.day is not null) c
    on c.what = k.what and c.key = k.key and (c.what = 'balance' or c.day is not distinct from k.day)
  where (k.amount, k.other, k.day) is distinct from (c.amount, c.other, c.day)
  union all
  select r.what, r.key, r.difference
  from public.schools s, private.check_registers(s.id,
    case when (get_byte(uuid_send(s.id), 15) + (check_sums.night - date '2000-01-01')) % 64 <> 0 then check_sums.night
    - 10 else '-infinity' end) r
$function$;

create or replace function private.complete_if_paid (
  order_id uuid
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
  select * into paid from public.orders where id = complete_if_paid.order_id;
  if paid.paid_at is not null or paid.status = 'cancelled'
    or paid.total_amount > private.received_amount(complete_if_paid.order_id) then
    return;
  end if;
  select * into last from public.payments p where p.order_id = complete_if_paid.order_id and p.state = 'received'
    order by p.created_at desc limit 1;
  update public.orders o set paid_at = last.paid_at, status = 'completed' where o.id = complete_if_paid.order_id;
  if paid.status <> 'completed' then
    insert into public.order_events (order_id, actor_id, kind, from_status, to_status)
      values (complete_if_paid.order_id, last.recorded_by, 'status', paid.status, 'completed');
  end if;
  perform private.decide_grants(paid);
  perform private.issue_licences(paid);
  perform private.open_fulfilments(paid.id);
  perform private.queue_mail('order-receipt/' || paid.id || case when paid.refunded_amount > 0 then '/' || last.id
    else '' end, 'order-receipt', paid.customer_email,
    private.order_mail(paid) || jsonb_build_object('receipt', last.receipt, 'paid_at', last.paid_at,
      'payment_method', last.method), private.team_email('salesEmail'), paid.language);
end
$function$;

create or replace function private.count_day (
  counted_day date,
  OUT         sign_ins integer,
  OUT         changes integer
)
  returns record
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  first_moment constant timestamptz := counted_day::timestamp at time zone 'Africa/Nairobi';
  next_moment constant timestamptz := (counted_day + 1)::timestamp at time zone 'Africa/Nairobi';
begin
  select d.sign_ins, d.changes into sign_ins, changes from private.finished_days d where d.day = counted_day;
  if not found then
    sign_ins := (select count(distinct s.user_id) from auth.sessions s where s.created_at >= first_moment
      and s.created_at < next_moment);
    changes := (select count(*) from public.audit_log l where l.at >= first_moment and l.at < next_moment);
  end if;
end
$function$;

create or replace function private.delete_school (
  school uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  kept constant text[] := array['orders', 'licences', 'school_exits'];
  counts jsonb := '{}';
  rows_found bigint;
  name text;
begin
  -- Nobody joins or leaves until this is done.
  perform from public.users u where u.school_id = school for update;
  update public.users u set school_id = null, role = default where u.school_id = school
    and exists (select from public.super_admins s where s.id = u.id);
  for name in select c.relname from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid
    and a.attname = 'school_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (kept) order by 1 loop
    execute format('select count(*) from public.%I where school_id = $1', name) into rows_found using school;
    if rows_found > 0 then
      counts := counts || jsonb_build_object(name, rows_found);
    end if;
  end loop;
  select count(*) into rows_found from storage.objects o
    where o.bucket_id in ('school-documents', 'school-exports', 'job-files') and o.name like school || '/%';
  insert into private.files_to_delete (bucket, name) select o.bucket_id, o.name from storage.objects o
    where o.bucket_id in ('school-documents', 'school-exports', 'job-files') and o.name like school || '/%'
    on conflict do nothing;
  counts := counts || jsonb_build_object('files', rows_found);
  perform set_config('masomo.unaudited', 'on', true);
  delete from public.mail_outbox m using public.students s where s.school_id = school
    and split_part(m.idempotency_key, '/', 2) = s.id::text;
  delete from private.mail_spending m where m.subject = 'school ' || school;
  delete from public.audit_log l where l.school_id = school;
  delete from public.support_tickets t where t.school_id = school;
  delete from public.fee_payments p where p.school_id = school;
  delete from public.fee_charges c where c.school_id = school;
  delete from auth.users a where a.id in (select u.id from public.users u where u.school_id = school);
  delete from public.schools s where s.id = school;
  perform set_config('masomo.unaudited', '', true);
  return counts;
end
$function$;

create or replace function private.enabled_payment_methods()
  returns text[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(array_agg(listed.method order by listed.ordinal), '{}')
  from jsonb_array_elements_text(coalesce(private.setting('payments', 'methods'), '["bank"]'))
    with ordinality as listed (method, ordinal)
  where listed.method = 'bank' or listed.method in (select p.method::text from private.payment_providers p)
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
  home uuid;
  chosen uuid;
  my_school uuid;
  my_role public.user_role;
  is_guarded boolean := false;
  membership record;
  tried uuid;
  today date;
  is_open boolean;
  has_session boolean := false;
  is_signed_in boolean := false;
  has_code boolean := false;
  role text := 'user';
  school text := '';
  first_school text := '';
  last_school text := '';
  childrens_school text := '';
  withheld text := '{}';
  bases text := '';
  granted text := '';
  granted_about_children text := '';
  found_caller text;
begin
  if me is not null then
    -- A token outlives its session, and one that names none signs nobody in: it was made for something else.
    select true, a.school_id into has_session, chosen
    from auth.sessions s left join private.active_schools a on a.session_id = s.id
    where s.id = (token ->> 'session_id')::uuid and s.user_id = me and coalesce(s.not_after > now(), true);
    has_session := coalesce(has_session, false);
    -- With the second factor where the account has one; a trusted device stands for it.
    has_code := coalesce(token ->> 'aal', 'aal1') = 'aal2';
    if has_session and not has_code
      and exists (select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then
      has_code := private.is_trusted_session((token ->> 'session_id')::uuid, me);
      is_signed_in := has_code;
    else
      is_signed_in := has_session;
    end if;
  end if;
  if is_signed_in then
    select u.id, u.school_id into my_account, home from public.users u where u.id = me and u.is_active;
    -- The school that the session has chosen, while the person has a role there, else their own. Without an open school
    -- a person is a plain user; into a closed one only administrators come.
    for membership in
      select m.school_id, m.starts_on, m.ends_on, r.base, r.granted, r.granted_about_children, r.needs_second_step
      from private.memberships m join private.school_roles r on r.id = m.role_id where m.user_id = my_account
      order by m.school_id = chosen desc nulls last, m.school_id = home desc nulls last, m.school_id, r.base
    loop
      if membership.school_id is distinct from tried then
        exit when my_school is not null;
        tried := membership.school_id;
        select (private.current_moment() at time zone h.time_zone)::date, h.closed_at is null into today, is_open
          from public.schools h
        where h.id = tried and h.is_active;
      end if;
      continue when today is null or membership.starts_on > today or membership.ends_on < today
        or not is_open and membership.base <> 'admin';
      my_school := tried;
      my_role := coalesce(my_role, membership.base);
      bases := concat_ws(',', nullif(bases, ''), membership.base);
      granted := granted || ' ' || membership.granted;
      granted_about_children := granted_about_children || ' ' || membership.granted_about_children;
      is_guarded := is_guarded or membership.needs_second_step;
    end loop;
    bases := '{' || bases || '}';
    if my_school is not null then
      role := my_role;
      school := my_school;
      first_school := school;
      last_school := school;
      childrens_school := school;
    end if;
    if my_account is not null and exists (select from public.super_admins a where a.id = my_account) then
      role := 'super_admin';
      first_school := '00000000-0000-0000-0000-000000000000';
      last_school := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
      childrens_school := coalesce(private.opened_school(my_account)::text, '');
    end if;
    if role in ('user', 'super_admin') then
      select r.granted, r.granted_about_children, r.needs_second_step into granted, granted_about_children, is_guarded
      from private.school_roles r where r.school_id is null and r.slug = role;
      bases := '{}';
    end if;
    -- Who must have a second factor and has none gets no further than to set one up, which needs Auth only.
    if not has_code and role <> 'user' and private.is_second_step_required(me, nullif(school, '')::uuid,
      coalesce(nullif(bases, '{}')::public.user_role[], array[role::public.user_role]), is_guarded) then
      role := 'user';
      bases := '{}';
      granted := '';
      granted_about_children := '';
      school := '';
      first_school := '';
      last_school := '';
      childrens_school := '';
      is_signed_in := false;
    end if;
  end if;
  if is_signed_in then
    -- Custody outranks every role: who may not be told about their child does not learn it at work either.
    if role in ('admin', 'teacher', 'staff') then
      select coalesce(array_agg(m.student_id), '{}')::text into withheld
      from public.guardians g join public.custody_marks m on m.guardian_id = g.id
      where g.user_id = me and g.school_id = my_school and not m.may_be_told;
    end if;
    -- What shows children's records is a super admin's only while a school's records are open.
    if role = 'super_admin' and childrens_school = '' then
      granted_about_children := '';
    end if;
  end if;
  found_caller := concat_ws(' ', role, school, first_school, last_school, childrens_school, is_signed_in,
    coalesce(case when has_session then me::text end, ''), withheld, coalesce(nullif(bases, ''), '{}'), granted,
      granted_about_children, '');
  perform set_config('masomo.statement', statement, true), set_config('masomo.caller', found_caller, true);
  return found_caller;
end
$function$;

create or replace function private.found_orders (
  scope     uuid,
  condition text,
  pattern   text,
  most      integer,
  newest    boolean
)
  returns SETOF uuid
  language plpgsql
  stable
  set search_path to ''
  set enable_indexscan to 'off'
  set enable_seqscan to 'off'
  AS $function$
begin
  return query execute format(
    'with found as materialized (select o.id, o.created_at, o.status, o.school_id, o.user_id from public.orders o
       where o.search_text like %L %s)
     select o.id from found o where %s %s limit %s',
    pattern, case when scope <> private.all_schools_scope() then format('and o.school_id = %L', scope) end, condition,
    case when newest then 'order by o.created_at desc, o.id desc' end, most);
end
$function$;

create or replace function private.free_school_name (
  chosen_name text,
  county      text
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select n.name from (
    select 0 as place, btrim(chosen_name) as name
    union all select 1, btrim(chosen_name) || ', ' || county where county is not null
    union all select i, concat_ws(', ', btrim(chosen_name), county) || ' ' || i from generate_series(2, 1000) as i) n
  where not exists (select from public.schools s where private.fold_text(s.name) = private.fold_text(n.name))
    order by n.place limit 1
$function$;

create or replace function private.issue_licences (
  paid public.orders
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  line public.order_items;
  sold text;
  running public.licences;
  today constant date := coalesce(private.school_today(paid.school_id), private.today());
begin
  for line in select i.* from public.order_items i where i.order_id = paid.id and i.granted_as <> 'owed'
    order by i.position loop
    -- What the order was paid for a second time after a refund becomes valid again under the same key.
    continue when exists (select from public.licences l where l.order_item_id = line.id and l.revoked_at is null);
    sold := (select a.feature from public.addons a where a.id = line.addon_id);
    running := null;
    if sold is not null and paid.school_id is not null then
      perform pg_advisory_xact_lock(hashtextextended('licences of ' || paid.school_id::text || sold, 0));
      select l.* into running from public.licences l
      where l.school_id = paid.school_id and l.feature = sold and l.revoked_at is null and l.valid_until >= today
        order by l.valid_until desc limit 1;
    end if;
    insert into public.licences (order_id, order_item_id, school_id, user_id, kind, name, category, quantity,
      licence_key, campus_ids, valid_from, valid_until)
    values (paid.id, line.id, paid.school_id, paid.user_id, line.kind, line.addon_name, line.category, line.quantity,
      upper(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')),
      case when cardinality(running.campus_ids) <= line.quantity then running.campus_ids end,
        coalesce(running.valid_until + 1, today),
      case when line.granted_days is null then private.licence_end(line, coalesce(running.valid_until, today))
        else coalesce(running.valid_until + 1, today) + line.granted_days - 1 end)
    on conflict (order_item_id) do update set revoked_at = null, created_at = now(), valid_from = excluded.valid_from,
      valid_until = excluded.valid_until;
  end loop;
  -- Keys that a school of this same installation has entered hold again, for the days that were paid now.
  update public.licences k set revoked_at = null, valid_from = l.valid_from, valid_until = l.valid_until
  from public.licences l where l.order_id = paid.id and k.issued_as = l.id and l.revoked_at is null;
  delete from private.revoked_licences r using public.licences l where l.order_id = paid.id and r.issued_as = l.id
    and l.revoked_at is null;
end
$function$;

create or replace function private.keep_enrolment()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.school_today(new.school_id);
  class constant uuid := case when new.status not in ('graduated', 'left') then new.class_id end;
begin
  if tg_op = 'INSERT' then
    if class is not null then
      perform private.enrol(new.id, class, new.admitted_on);
    end if;
    return null;
  end if;
  if new.admitted_on <> old.admitted_on then
    update public.enrolments e set started_on = new.admitted_on, has_begun = new.admitted_on <= today
    where e.student_id = new.id and e.started_on = old.admitted_on
      and (e.ended_on is null or e.ended_on > new.admitted_on)
      and not exists (select from public.enrolments b where b.student_id = e.student_id
        and b.started_on < e.started_on);
  end if;
  if class is distinct from private.class_on(new.id, today)
    and (class, new.status) is distinct from (old.class_id, old.status) then
    perform private.enrol(new.id, class, today);
  end if;
  return null;
end
$function$;

create or replace function private.lock_page (
  page_id uuid
)
  returns public.cms_pages
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  page public.cms_pages;
begin
  perform private.require('page:write');
  select * into page from public.cms_pages where id = page_id for update;
  if not found then
    perform private.refuse('page.not_found',
      'This page is no longer here. Someone may have deleted it.', errcode => 'P0002');
  end if;
  return page;
end
$function$;

create or replace function private.matching_orders (
  scope     uuid,
  condition text,
  status    public.order_status,
  search    text,
  most      integer,
  newest    boolean
)
  returns SETOF uuid
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  sample constant integer := 1000;
  pattern constant text := private.search_pattern(search);
  total constant bigint := private.counted_orders(scope, status);
  ids constant uuid[] := array(select private.newest_orders(condition, pattern, most, sample));
  hits constant integer := cardinality(ids);
  share constant numeric := greatest(cardinality(ids), 0.5) / sample;
  common numeric;
  found bigint;
begin
  if hits = most or total <= sample then
    return query select unnest(ids);
  elsif search ~* '^\s*ord-[0-9]{4}' then
    return query select private.numbered_orders(condition, pattern, most);
  elsif length(btrim(search)) < 3 then
    -- The text index needs three letters: fewer are searched in the newest 20,000 orders.
    return query select private.newest_orders(condition, pattern, most, 20000);
  else
    if hits < 20 then
      select count(*) filter (where o.search_text like pattern) / greatest(count(*), 1)::numeric into common
      from (select s.search_text from public.orders s where s.id >= '40000000-0000-0000-0000-000000000000'
        order by s.id limit 300) as o;
    end if;
    found := private.counted_orders(scope, null) * greatest(share, common);
    -- Costs in entries of the list's index: an entry of the text index costs seven, a row five.
    if least(total, most / share) < found * 7 + 5 * (case when newest then found else most end) then
      return query select private.newest_orders(condition, pattern, most, 0);
    else
      return query select private.found_orders(scope, condition, pattern, most, newest);
    end if;
  end if;
end
$function$;

create or replace function private.newest_orders (
  condition text,
  pattern   text,
  most      integer,
  bound     integer
)
  returns SETOF uuid
  language plpgsql
  stable
  set search_path to ''
  set enable_bitmapscan to 'off'
  set enable_seqscan to 'off'
  set enable_sort to 'off'
  AS $function$
begin
  return query execute format(
    'select n.id from (select o.id, o.search_text, o.created_at from public.orders o where %s order by o.created_at '
      'desc, o.id desc limit %s) as n where n.search_text like %L limit %s',
    condition, case when bound > 0 then bound::text else 'all' end, pattern, most);
end
$function$;

create or replace function private.note_surplus (
  order_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  target public.orders;
  owed numeric;
begin
  select * into target from public.orders o where o.id = note_surplus.order_id;
  owed := private.owed_amount(target);
  if owed = target.surplus_amount then
    return;
  end if;
  update public.orders o set surplus_amount = owed where o.id = note_surplus.order_id;
  if owed > target.surplus_amount and not target.is_demo then
    perform private.note_on_order(note_surplus.order_id, null, 'payment',
      private.say('{amount} is owed back to the buyer.', jsonb_build_object('amount', private.money(owed))));
    perform private.queue_mail('order-surplus/' || note_surplus.order_id || '/' || gen_random_uuid(),
      'order-surplus', target.customer_email,
      private.order_mail(target) || jsonb_build_object('surplus_amount', owed), private.team_email('salesEmail'),
        target.language);
  end if;
end
$function$;

create or replace function private.numbered_orders (
  condition text,
  pattern   text,
  most      integer
)
  returns SETOF uuid
  language plpgsql
  stable
  set search_path to ''
  set enable_bitmapscan to 'off'
  set enable_seqscan to 'off'
  set enable_sort to 'off'
  AS $function$
begin
  return query execute format(
    'select o.id from public.orders o where o.order_number collate "C" like %L and %s order by o.order_number '
      'collate "C" desc limit %s', upper(substr(pattern, 2)), condition, most);
end
$function$;

create or replace function private.order_for_change (
  order_id uuid
)
  returns public.orders
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  found_order public.orders;
begin
  perform private.require('order:set-status');
  select * into found_order from public.orders where id = order_for_change.order_id for update;
  if not found then
    perform private.refuse('order.not_found', 'This order is no longer here.', errcode => 'P0002');
  end if;
  return found_order;
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
  sold constant text[] := (select private.sold_to(s.version, private.addon_states(s.id)) from public.schools s
    where s.id = private.my_school());
  line record;
  priced integer;
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) = 0 then
    perform private.refuse('order.empty_cart', 'Your cart is empty.', field => 'lines');
  end if;
  if jsonb_array_length(lines) > 50 then
    perform private.refuse('order.too_many_lines',
      'An order can have at most 50 items. Place two orders.', field => 'lines');
  end if;
  for line in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    if jsonb_typeof(line.value) <> 'object'
      or (select count(*) from jsonb_object_keys(line.value) as key
        where key in ('addon_id', 'plan_id', 'service_id')) <> 1
      or coalesce(line.value ->> 'addon_id', line.value ->> 'plan_id', line.value ->> 'service_id',
        '') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.refuse('order.not_on_sale',
        'One item in your cart is not on sale. Remove it and try again.', field => 'lines');
    end if;
    if jsonb_typeof(line.value -> 'quantity') is distinct from 'number' or line.value ->> 'quantity' !~ '^[0-9]{1,3}$'
      or (line.value ->> 'quantity')::integer = 0 then
      perform private.refuse('order.invalid_quantity',
        'Quantities are whole numbers from 1 to 999.', field => 'quantity');
    end if;
    if line.value ->> 'billing' not in ('termly', 'annual')
      or jsonb_typeof(line.value -> 'is_upgrade') <> 'boolean' then
      perform private.refuse('order.invalid_billing', 'A plan is bought for a term or for a year.', field => 'lines');
    end if;
  end loop;
  if exists (select from jsonb_array_elements(lines) l where l.value ->> 'is_upgrade' = 'true'
    and (l.value ->> 'quantity')::integer > 1) then
    perform private.refuse('order.one_upgrade', 'A plan is upgraded once at a time.', field => 'quantity');
  end if;
  if exists (select from jsonb_array_elements(lines) l join public.addons a on a.id = (l.value ->> 'addon_id')::uuid
    where not a.is_ready) then
    perform private.refuse('order.in_preparation',
      'Something in your cart is still in preparation and cannot be bought yet. Remove it and try again.',
      field => 'lines');
  end if;
  if exists (
    select from jsonb_array_elements(lines) l left join public.addons a on a.id = (l.value ->> 'addon_id')::uuid
      left join public.plans p on p.id = (l.value ->> 'plan_id')::uuid
      left join public.services s on s.id = (l.value ->> 'service_id')::uuid
    where not coalesce(a.category, p.category, s.category)::text = any (sold) and (a.feature = any (sold)) is not true)
      then
    if 'saas' = any (sold) then
      perform private.refuse('order.other_version',
        'Something in your cart is for schools with their own server, and yours is hosted by us. Remove it and '
          'choose from what the store shows you.',
        field => 'lines');
    end if;
    perform private.refuse('order.needs_standalone',
      'Something in your cart is for schools that we host, and yours has its own server. Remove it and choose the '
        'Standalone version.',
      field => 'lines');
  end if;
  return query
    with requested as (
      select
        coalesce(l.value ->> 'addon_id', l.value ->> 'plan_id', l.value ->> 'service_id')::uuid as id,
        case when l.value ? 'addon_id' then 'addon' when l.value ? 'plan_id' then 'plan'
          else 'service' end::public.order_item_kind as kind,
        sum((l.value ->> 'quantity')::integer)::integer as quantity,
        min(l.ordinality) as ordinal,
        case when l.value ? 'plan_id' then l.value ->> 'billing' end as billing,
        l.value ? 'plan_id' and coalesce((l.value ->> 'is_upgrade')::boolean, false) as is_upgrade
      from jsonb_array_elements(lines) with ordinality as l group by 1, 2, 5, 6),
    on_sale as (
      select 'addon'::public.order_item_kind as kind, id, name, category, price, null::public.plan_period as period
        from public.addons where is_active
      union all select 'plan', id, name, category, price, period from public.plans where is_active
        and (in_store or private.school_where('plan:manage') is not null)
      union all select 'service', id, name, category, price, null from public.services where is_active and in_store)
    select a.kind, a.id, case when a.is_upgrade then s.name || ', upgrade'
      when a.billing = 'annual' then s.name || ', one year' else s.name end, s.category,
      case when a.is_upgrade then private.upgrade_price(private.school_where('plan:manage'), a.id)
        when a.kind = 'plan' then private.plan_price(a.id, private.sold_billing(s.period, a.billing)) else s.price end,
        a.quantity, a.ordinal, a.billing, a.is_upgrade
    from requested a join on_sale s on s.kind = a.kind and s.id = a.id order by a.ordinal;
  get diagnostics priced = row_count;
  if priced <> (select count(distinct (lower(value ->> 'addon_id'), lower(value ->> 'plan_id'),
    lower(value ->> 'service_id'), value ->> 'billing', value ->> 'is_upgrade')) from jsonb_array_elements(lines)) then
    perform private.refuse('order.unknown_item',
      'Something in your cart is no longer on sale. Remove it and try again.', field => 'lines');
  end if;
  if exists (select from (select sum((value ->> 'quantity')::integer) as quantity from jsonb_array_elements(lines)
      group by coalesce(value ->> 'addon_id', value ->> 'plan_id', value ->> 'service_id')) as sums
        where quantity > 999) then
    perform private.refuse('order.invalid_quantity',
      'Quantities are whole numbers from 1 to 999.', field => 'quantity');
  end if;
end
$function$;

create or replace function private.received_amount (
  order_id uuid
)
  returns numeric
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(sum(p.amount - p.refunded_amount - private.reserved_amount(p.id)), 0)
  from public.payments p where p.order_id = received_amount.order_id and p.state = 'received'
$function$;

create or replace function private.refuse_unread_change()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  read text := current_setting('request.headers', true)::jsonb ->> 'x-record-read';
begin
  if split_part(read, ' ', 1) = old.id::text
    and split_part(read, ' ', 2)::timestamptz is distinct from old.updated_at then
    perform private.refuse(
      'record.changed', 'Somebody else has changed this in the meantime. Nothing is saved yet.', field => tg_table_name,
      errcode => 'PT409');
  end if;
  return new;
end
$function$;

create or replace function private.require_class (
  class_id uuid,
  school   uuid
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if class_id is not null and not exists (select from public.classes c where c.id = class_id and c.school_id = school
    and c.is_active) then
    perform private.refuse('class.not_open', 'This class is no longer open. Choose another.', field => 'class_id');
  end if;
  return class_id;
end
$function$;

create or replace function private.require_class_to_mark (
  class_id uuid
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
  select * into class from public.classes c where c.id = class_id
    and (c.school_id = private.school_where('attendance:take-all') or c.id in (select private.my_class_ids()));
  if not found then
    perform private.refuse('class.not_yours', 'This is not one of your classes.', errcode => '42501');
  end if;
  return class;
end
$function$;

create or replace function private.returning_amount (
  order_id uuid
)
  returns numeric
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(sum(private.reserved_amount(p.id)), 0) from public.payments p
  where p.order_id = returning_amount.order_id
$function$;

create or replace function private.revoke_licences (
  order_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  item uuid;
begin
  for item in select i.id from public.order_items i where i.order_id = revoke_licences.order_id order by i.position loop
    perform private.shorten_licences(item, 0);
  end loop;
end
$function$;

create or replace function private.revoke_paid_plans (
  order_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  item uuid;
begin
  for item in select i.id from public.order_items i where i.order_id = revoke_paid_plans.order_id and i.kind = 'plan'
    order by i.position loop
    perform private.shorten_plan(item, 0);
  end loop;
end
$function$;

create or replace function private.searched_orders (
  scope     uuid,
  condition text,
  status    public.order_status,
  search    text,
  most      integer,
  newest    boolean
)
  returns uuid[]
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  -- Without counts the caller's orders are few.
  if scope is null then
    return array(select private.newest_orders(condition, private.search_pattern(search), most, 0));
  end if;
  return array(select private.matching_orders(scope, condition, status, search, most, newest));
end
$function$;

create or replace function private.take_back_grants (
  order_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  target public.orders;
  before public.order_status;
  kept numeric;
begin
  select * into target from public.orders where id = take_back_grants.order_id;
  if target.paid_at is null then
    return;
  end if;
  select coalesce(sum(p.amount - p.refunded_amount), 0) into kept from public.payments p
  where p.order_id = take_back_grants.order_id and p.state = 'received';
  if kept > 0 then
    perform private.shrink_order(target, (select sum(coalesce(i.granted_amount, i.line_total)) from public.order_items i
      where i.order_id = take_back_grants.order_id) - kept);
    return;
  end if;
  before := target.status;
  update public.orders set status = 'cancelled', paid_at = null where id = take_back_grants.order_id;
  perform private.revoke_licences(take_back_grants.order_id);
  perform private.revoke_paid_plans(take_back_grants.order_id);
  perform private.cancel_fulfilments(take_back_grants.order_id);
  update public.order_items i set granted_as = null, granted_amount = null, granted_days = null
  where i.order_id = take_back_grants.order_id;
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status, note, said)
  select take_back_grants.order_id, private.signed_in_uid(), 'status', before, 'cancelled',
    private.in_english(told.said), told.said
  from private.say('Refunded in full: the licences are revoked.') as told (said);
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
  school constant uuid := private.require('protection:manage');
  request public.data_requests;
begin
  select * into request from public.data_requests r where r.id = answer_data_request.request_id
    and r.school_id = school for update;
  if not found then
    perform private.refuse('data_request.not_found', 'This request is no longer here.', errcode => 'P0002');
  end if;
  if request.status <> 'open' then
    perform private.refuse('data_request.closed', 'This request was answered already.');
  end if;
  if not coalesce(answer_data_request.is_done, false) then
    perform private.require_text(answer_data_request.answer, 1000, 'answer',
      'Give the reason, and mention that they may complain to the Data Protection Commissioner.');
  elsif request.kind = 'erasure' then
    perform private.erase_student(request.student_id);
  end if;
  update public.data_requests r set status = case when answer_data_request.is_done then 'done' else 'refused' end,
    answer = left(private.null_if_blank(answer_data_request.answer), 1000),
    closed_at = now(), closed_by = private.signed_in_uid(),
      details = case when request.kind = 'erasure' and answer_data_request.is_done then null else r.details end
  where r.id = request.id;
  perform private.notify(array[request.asked_by], 'data-answer/' || request.id, 
    private.say('The school has answered your data request'),
    coalesce(to_jsonb(private.null_if_blank(answer_data_request.answer)),
      private.say('Your request has been completed.')), '/dashboard');
end
$function$;

create or replace function public.apply_refund_event (
  event_id           uuid,
  note               text,
  provider_reference text,
  is_done            boolean,
  outcome            text
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  refund uuid;
  result text;
begin
  select r.id into refund from public.refunds r
  where r.id::text = substring(note from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')
    or (note is null and r.provider_reference = apply_refund_event.provider_reference) limit 1;
  result := case when refund is null then 'unmatched'
    else public.apply_refund(refund, is_done, apply_refund_event.provider_reference, outcome) end;
  perform public.finish_provider_event(event_id,
    case result when 'unmatched' then 'unmatched' when 'repeated' then 'ignored' else 'applied' end,
    outcome || ': ' || result);
  return result;
end
$function$;

create or replace function public.choose_licence_campuses (
  licence_id uuid,
  campus_ids uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('plan:manage');
  chosen constant uuid[] := array(select distinct c.id from public.campuses c where c.school_id = school
    and c.id = any (choose_licence_campuses.campus_ids));
  licence public.licences;
begin
  select * into licence from public.licences l where l.id = choose_licence_campuses.licence_id
    and l.school_id = school for update;
  if not found then
    perform private.refuse('licence.not_found', 'This licence is no longer here.', errcode => 'P0002');
  end if;
  if cardinality(chosen) > licence.quantity then
    perform private.refuse('licence.too_many_campuses',
      'This licence covers {campuses, plural, one {# campus} other {# campuses}}. Choose no more, or buy it for more.',
      jsonb_build_object('campuses', licence.quantity), 'campus_ids');
  end if;
  update public.licences l set campus_ids = chosen where l.school_id = school and l.feature = licence.feature
    and l.revoked_at is null and l.quantity >= cardinality(chosen);
end
$function$;

create or replace function public.fee_payer_accounts (
  student_ids uuid[]
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name),
      'admission_number', s.admission_number, 'class_name', k.name, 'balance', coalesce(b.balance, 0),
      'fees', (select coalesce(jsonb_agg(jsonb_build_object('name', o.name, 'due_on', o.due_on, 'amount', o.amount)),
        '[]') from private.open_charges(s.id) o),
      'siblings', (select coalesce(jsonb_agg(distinct jsonb_build_object('id', o.id,
        'name', private.full_name(o.first_name, o.last_name), 'balance',
        coalesce((select n.balance from public.student_balances n where n.student_id = o.id), 0))), '[]')
        from public.student_guardians mine join public.student_guardians other on other.guardian_id = mine.guardian_id
          join public.students o on o.id = other.student_id
        where mine.student_id = s.id and o.id <> s.id and o.status in ('active', 'suspended')
          and o.id <> all ((select private.withheld_from_me())::uuid[])))
            order by array_position(fee_payer_accounts.student_ids, s.id)), '[]')
    from public.students s left join public.classes k on k.id = s.class_id
      left join public.student_balances b on b.student_id = s.id
    where s.id = any (fee_payer_accounts.student_ids) and s.school_id = school
      and s.id <> all ((select private.withheld_from_me())::uuid[]));
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
  submission public.submissions;
  graded public.submissions;
begin
  select * into task from public.assignments a where a.id = grade_submission.assignment_id
    and a.class_id in (select private.my_class_ids());
  if not found then
    perform private.refuse('class.not_yours', 'This is not one of your classes.', errcode => '42501');
  end if;
  if grade_submission.score is null or grade_submission.score not between 0 and task.max_score then
    perform private.refuse('grade.score_range',
      'The score is from 0 to {most}.', jsonb_build_object('most', task.max_score), 'score');
  end if;
  select * into submission from public.submissions s where s.assignment_id = task.id
    and s.student_id = grade_submission.student_id for update;
  if submission.graded_at is distinct from grade_submission.seen_graded_at and submission.graded_at is not null then
    perform private.refuse(
      'grade.changed', 'Someone else gave {score} in the meantime. Check it, then save again to keep yours.',
      jsonb_build_object('score', submission.score), 'score', errcode => 'PT409');
  end if;
  if submission.submitted_at is distinct from grade_submission.seen_submitted_at
    and submission.submitted_at is not null then
    perform private.refuse(
      'grade.new_answer', 'A new answer has been handed in. Read it, then save your mark.', field => 'score',
      errcode => 'PT409');
  end if;
  insert into public.submissions (assignment_id, student_id, school_id, score, feedback, graded_at, graded_by)
  select task.id, s.id, task.school_id, grade_submission.score, private.null_if_blank(grade_submission.feedback),
    clock_timestamp(), private.signed_in_uid()
  from public.students s where s.id = grade_submission.student_id
    and (s.id in (select private.students_given(task))
      or private.class_on(s.id, private.school_today(task.school_id)) = task.class_id)
  on conflict (assignment_id, student_id) do update set score = excluded.score, feedback = excluded.feedback,
    graded_at = excluded.graded_at, graded_by = private.signed_in_uid()
  returning * into graded;
  if graded.assignment_id is null then
    perform private.refuse('grade.not_given',
      'This work was not given to this student.', field => 'student_id', errcode => 'P0002');
  end if;
  return graded;
end
$function$;

create or replace function public.licence_claims (
  code         text,
  installation uuid default null::uuid,
  sender_key   text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  sold public.licences;
begin
  perform private.limit_rate('licence key from ' || coalesce(sender_key, 'unknown'), 60, interval '1 hour');
  select * into sold from public.licences l where l.licence_key = upper(btrim(licence_claims.code))
    and l.order_id is not null for update;
  if not found or sold.category <> 'standalone' or sold.kind = 'service' then
    perform private.refuse(
      'licence.unknown_code', 'There is no Standalone licence with this code. Copy the code from your order.',
      field => 'code');
  elsif sold.revoked_at is not null then
    perform private.refuse('licence.paid_back', 'This licence was paid back, so it has no key.', field => 'code');
  end if;
  if sold.school_id is null and sold.installation is null then
    if licence_claims.installation is null then
      perform private.refuse(
        'licence.no_number', 'Enter the number of your school. It is on its screen “Plan and licences”.',
        field => 'installation');
    end if;
    update public.licences l set installation = licence_claims.installation where l.id = sold.id returning * into sold;
  elsif licence_claims.installation <> coalesce(sold.installation, sold.school_id) then
    perform private.refuse(
      'licence.other_number', 'The key of this licence was issued for another school. Write to us to have it moved.',
      field => 'installation');
  end if;
  return jsonb_build_object(
    'licence', sold.id, 'name', sold.name, 'kind', sold.kind, 'number', coalesce(sold.installation, sold.school_id),
    'school', coalesce((select s.name from public.schools s where s.id = sold.school_id),
      (select o.institution from public.orders o where o.id = sold.order_id)),
    'features', case when sold.feature is null then '[]'::jsonb else jsonb_build_array(sold.feature) end,
    'campuses', sold.quantity, 'from', sold.valid_from, 'until', sold.valid_until, 'issued',
      floor(extract(epoch from sold.created_at))::bigint);
end
$function$;

create or replace function public.print_receipt (
  payment_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:thermal-print');
  payment public.fee_payments;
  quick public.quick_receipts;
  content jsonb;
  number integer;
begin
  select * into payment from public.fee_payments p where p.id = print_receipt.payment_id and p.school_id = school
    and p.reverses is null;
  select r.* into quick from public.quick_receipts r
    where r.id = (select l.receipt_id from private.quick_receipt_lines l where l.payment_id = payment.id limit 1);
  if not private.may('fee-receipt:read-all') and quick.cashier_id is distinct from private.signed_in_uid() then
    perform private.refuse(
      'thermal_print.not_yours', 'Receipts are printed by the person who took the payment, or by an administrator.',
      errcode => '42501');
  end if;
  if payment.id is null then
    perform private.refuse('fee.payment_not_found', 'This payment is no longer here.', errcode => 'P0002');
  end if;
  content := case when quick.id is not null then private.quick_receipt(quick.id) else (
    select jsonb_build_object('id', payment.id, 'receipt_number', payment.receipt_number, 'method', payment.method,
      'reference', payment.reference, 'amount', payment.amount, 'received', null, 'paid_on', payment.paid_on,
      'recorded_at', payment.created_at,
      'cashier', (select private.full_name(u.first_name, u.last_name) from public.users u
        where u.id = payment.recorded_by),
      'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone,
        'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = school),
      'students', jsonb_build_array(jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name),
        'admission_number', s.admission_number, 'class_name',
        (select k.name from public.classes k where k.id = s.class_id),
        'balance', coalesce((select b.balance from public.student_balances b where b.student_id = s.id), 0),
          'payment_id', payment.id, 'amount', payment.amount, 'is_reversed', payment.reversed_at is not null, 'lines',
          jsonb_build_array())))
    from public.students s where s.id = payment.student_id) end;
  -- Two windows that print at once wait for each other, and one of them prints the copy.
  perform pg_advisory_xact_lock(hashtextextended('thermal print ' || (content ->> 'id'), 0));
  insert into public.thermal_prints (school_id, document_id, receipt_number, copy, printed_by)
  select school, (content ->> 'id')::uuid, content ->> 'receipt_number',
    (select count(*) from public.thermal_prints t where t.school_id = school
    and t.document_id = (content ->> 'id')::uuid), private.signed_in_uid()
  returning copy into number;
  return content || jsonb_build_object('copy', number, 'printed_at', now(),
    'paper', private.addon_setting(school, 'addon:thermal-print', 'paper'), 'header',
    private.addon_setting(school, 'addon:thermal-print', 'header'),
    'footer', private.addon_setting(school, 'addon:thermal-print', 'footer'));
end
$function$;

create or replace function public.record_attendance (
  class_id uuid,
  day      date,
  marks    jsonb
)
  returns table (
    student_id uuid,
    outcome    text,
    status     public.attendance_status,
    by         text,
    at         timestamp with time zone
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(record_attendance.class_id);
  seen jsonb;
  listed uuid[];
begin
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) not between 1 and 500 then
    perform private.refuse('attendance.empty', 'Mark between 1 and 500 students at a time.', field => 'marks');
  end if;
  -- A mark of a wrong day can still be cleared.
  if record_attendance.day is null
    or exists (select from jsonb_to_recordset(marks) as m (status text) where m.status is not null) then
    perform private.require_register_day(class.school_id, record_attendance.day);
  end if;
  seen := (select jsonb_object_agg(m.student_id, coalesce(m.seen, '[]'))
    from jsonb_to_recordset(marks) as m (student_id uuid, seen jsonb) where m.student_id is not null);
  -- Rows are always locked in the same order, so that two people marking one class cannot deadlock. Of two marks for a
  -- student the later one counts.
  perform from public.attendance a where a.day = record_attendance.day
    and a.student_id in (select m.student_id from jsonb_to_recordset(marks) as m (student_id uuid))
  order by a.student_id for update;
  listed := array(
    select m.id from private.class_members(class.id, record_attendance.day, record_attendance.day) as m (id)
    union
    select a.student_id from public.attendance a where a.class_id = class.id and a.day = record_attendance.day);
  with entered as materialized (
    select distinct on (m.student_id) m.student_id as id, m.status
    from rows from (jsonb_to_recordset(marks) as (student_id uuid, status public.attendance_status))
      with ordinality as m (student_id, status, place)
    where m.student_id = any (listed) order by m.student_id, m.place desc),
  cleared as (
    delete from public.attendance a using entered w
    where w.status is null and a.student_id = w.id and a.day = record_attendance.day
      and seen -> w.id::text ? a.status::text)
  insert into public.attendance as a (student_id, day, school_id, class_id, status, recorded_by)
  select w.id, record_attendance.day, class.school_id, class.id, w.status, private.signed_in_uid() from entered w
    where w.status is not null order by w.id
  on conflict (student_id, day) do update
    set status = excluded.status, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now()
    where a.status <> excluded.status and seen -> a.student_id::text ? a.status::text;
  -- A statement of its own, which sees what another person has set while this one waited.
  return query
  select m.student_id, o.outcome, case when o.outcome = 'changed' then a.status end,
    case when o.outcome = 'changed' then private.full_name(u.first_name, u.last_name) end,
    case when o.outcome = 'changed' then a.recorded_at end
  from jsonb_to_recordset(marks) as m (student_id uuid, status public.attendance_status)
  left join public.attendance a on a.student_id = m.student_id and a.student_id = any (listed)
    and a.day = record_attendance.day
  left join public.users u on u.id = a.recorded_by
  cross join lateral (select case when m.student_id = any (listed) is not true then 'not_in_class'
    when a.status is not distinct from m.status then 'kept' else 'changed' end as outcome) o
  order by m.student_id;
end
$function$;

create or replace function public.save_school_role (
  name        text,
  base        public.user_role,
  permissions text[],
  role_id     uuid             default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('role:manage');
  title constant text := private.require_text(save_school_role.name, 60, 'name', 'Enter the name of the role.');
  chosen constant text[] := array(select distinct w from unnest(save_school_role.permissions) w where w is not null);
  known private.school_roles;
  added text[] := chosen;
  before jsonb;
  saved uuid;
begin
  perform from public.schools s where s.id = school for no key update;
  if save_school_role.role_id is not null then
    select * into known from private.school_roles r where r.id = save_school_role.role_id;
    if known.id is not null and known.school_id is null then
      perform private.refuse('role.common',
        'This role is the same in every school. Add a role of your own instead.', errcode => '42501');
    elsif known.id is null or known.school_id <> school then
      perform private.refuse('role.not_found',
        'This role is no longer there. Load the page again.', errcode => 'P0002');
    end if;
    perform private.require_grantable(known.id);
    added := array(select w from unnest(chosen) w where w <> all (private.permissions_of(known.id)));
    before := jsonb_build_object('name', known.name, 'base', known.base,
      'permissions', private.permissions_of(known.id));
  end if;
  if save_school_role.base is null or save_school_role.base <> all (private.own_role_bases()) then
    perform private.refuse('role.base',
      'Choose what the role is based on: administrator, teacher or staff member.', field => 'base');
  elsif cardinality(chosen) = 0 then
    perform private.refuse('role.empty', 'Choose at least one thing that this role may do.', field => 'permissions');
  elsif exists (select from private.permissions p where p.name = any (chosen) and p.is_platform) then
    perform private.refuse(
      'role.platform_permission', 'Only those who run the platform have this permission. Leave it out of the role.',
      field => 'permissions', errcode => '42501');
  elsif exists (select from unnest(chosen) w where not exists (select from private.permissions p where p.name = w)) then
    perform private.refuse('role.unknown_permission', 'One of these permissions no longer exists. Load the page again.',
      field => 'permissions');
  elsif not added <@ private.may_pass_on() then
    perform private.refuse('role.gives_beyond_own',
      'You can give only what your own role allows. Leave out the rest, or ask an administrator who may do it.',
      field => 'permissions', errcode => '42501');
  elsif (added <> '{}' or save_school_role.base is distinct from known.base) and exists (
    select from private.memberships m where m.role_id = known.id and m.user_id = private.signed_in_uid()) then
    perform private.refuse('role.own',
      'You have this role yourself. Ask another administrator to add to it.', errcode => '42501');
  elsif exists (select from private.school_roles r where r.school_id = school and r.slug = private.fold_text(title)
    and r.id is distinct from known.id) then
    perform private.refuse('role.name_taken',
      'Your school has a role with this name. Choose another name.', field => 'name');
  end if;
  if known.id is null then
    insert into private.school_roles (school_id, slug, base, name)
    values (school, private.fold_text(title), save_school_role.base, title) returning id into saved;
  else
    saved := known.id;
    update private.school_roles r set slug = private.fold_text(title), name = title, base = save_school_role.base
    where r.id = saved;
    delete from private.role_permissions g where g.role_id = saved and g.permission <> all (chosen);
    if known.base <> save_school_role.base then
      -- The profiles of those who have it follow.
      update private.memberships m set role_id = saved where m.role_id = saved;
    end if;
  end if;
  insert into private.role_permissions (role_id, permission) select saved, a from unnest(added) a;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  values (private.signed_in_uid(), school, case when known.id is null then 'insert' else 'update' end,
    'school_roles', saved,
    before, jsonb_build_object('name', title, 'base', save_school_role.base,
      'permissions', private.permissions_of(saved)));
  return saved;
end
$function$;

create or replace function public.set_order_statuses (
  order_ids uuid[],
  status    public.order_status
)
  returns table (
    order_id     uuid,
    order_number text,
    is_changed   boolean,
    refusal      text,
    said         jsonb
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  chosen_order uuid;
  detail text;
begin
  perform private.require('order:set-status');
  if coalesce(cardinality(order_ids), 0) not between 1 and 100 then
    perform private.refuse('order.too_many', 'Choose between 1 and 100 orders.', field => 'order_ids');
  end if;
  -- Locked in the order of their ids, so that two people changing the same orders cannot deadlock.
  for chosen_order in select distinct id from unnest(order_ids) as chosen (id) order by id loop
    set_order_statuses.order_id := chosen_order;
    set_order_statuses.order_number := (select o.order_number from public.orders o where o.id = chosen_order);
    begin
      set_order_statuses.is_changed := (select o.status <> set_order_statuses.status from public.orders o
        where o.id = chosen_order);
      perform public.set_order_status(chosen_order, set_order_statuses.status);
      set_order_statuses.refusal := null;
      set_order_statuses.said := null;
    exception when sqlstate 'PT409' or sqlstate 'P0001' or sqlstate 'P0002' then
      set_order_statuses.is_changed := false;
      set_order_statuses.refusal := sqlerrm;
      get stacked diagnostics detail = pg_exception_detail;
      set_order_statuses.said := nullif(detail, '')::jsonb;
    end;
    return next;
  end loop;
end
$function$;

create or replace function public.set_second_step_roles (
  roles public.user_role[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.second_step_school();
  chosen constant public.user_role[] := coalesce(set_second_step_roles.roles, '{}');
  choices constant public.user_role[] := private.second_step_choices(school);
begin
  if not chosen <@ choices then
    perform private.refuse(
      'second_step.money_roles', 'Choose roles that handle money. Other roles belong to the add-on Two-Factor.',
      field => 'roles');
  end if;
  if not public.fixed_second_step_roles() <@ chosen then
    perform private.refuse(
      'second_step.fixed',
      'Everyone who reads every child''s record or takes money signs in with an authenticator app.',
      field => 'roles');
  end if;
  if private.my_bases() && chosen and coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    perform private.refuse(
      'second_step.own_first', 'Set up your own authenticator app first, so that you do not lock yourself out.',
      field => 'roles');
  end if;
  insert into public.audit_log (actor_id, school_id, action, entity, before, after)
  select private.signed_in_uid(), school, 'update', 'second_step_rules',
    jsonb_build_object('roles', public.second_step_roles()), jsonb_build_object('roles', chosen);
  delete from private.second_step_rules r where r.school_id is not distinct from school and r.role = any (choices)
    and r.role <> all (chosen);
  insert into private.second_step_rules (school_id, role, set_by) select school, w, private.signed_in_uid()
    from unnest(chosen) as w on conflict do nothing;
end
$function$;

alter policy "Whoever sees a student sees the classes they were in" on public.enrolments
  rename to "People who see a student see the classes they were in";

alter policy "Whoever sees an order sees its lines" on public.order_items
  rename to "People who see an order see its lines";

alter policy "Whoever sees an order sees its payments" on public.payments
  rename to "People who see an order see its payments";

alter policy "Whoever sees an order sees what becomes of its services" on public.service_fulfilments
  rename to "People who see an order see what becomes of its services";

alter policy "Whoever sees a document reads its file" on storage.objects
  rename to "People who see a document read its file";

comment on column private.second_step_rules.required_from is 'Null: at once. Who joins later has the days of grace from then on.';

comment on column public.licences.issued_as is 'The id of the licence at the installation that sold it, where this one was read from a signed key.';

comment on column public.school_exits.stopped_at is 'Since when a super admin has stopped it: nothing is closed or deleted from then on.';

comment on column public.subscriptions.issued_as is 'The licence at the installation that sold it, where the period was read from a signed key.';

comment on function private.check_sums(date) is 'Stored sums that are not what they are computed from: no rows when all is well.';

comment on function private.matching_orders(uuid, text, public.order_status, text, integer, boolean) is 'Up to `most` ids of orders that match, the newest ones when `newest`. All matches among the newest thousand are read first; whether the rest is read by time or through the text index is an estimate that affects the speed, never the result.';

comment on function private.recount_sums() is 'Computes every stored sum again, after a load that ran without triggers.';

comment on function public.apply_statement_line(uuid, text, text, numeric, timestamp with time zone) is 'Records money that is in the provider''s statement but was never reported.';

comment on function public.assignment_students(uuid) is 'Whom an assignment is for: who was in the class between publishing and the due day, and who handed it in. Administrators, and teachers of the class.';

comment on function public.gradebook_students(uuid, uuid, uuid) is 'The rows of a gradebook: who was in the class in the term, and who has a mark in it; left_on: since when they are no longer in the class, null for who is. Administrators, and teachers of the class.';

comment on function public.invitation_state(uuid) is 'What became of an invitation, for anyone who has its link: open, accepted or revoked; null where there is none.';

comment on function public.order_by_number_and_email(text, text, uuid) is 'An order for anyone who has its key, or knows its number and the buyer''s address; null otherwise. Without the key it comes without licences and what its papers need: a number and an address are no secret.';

comment on function public.read_payment(text, uuid, text) is 'How the payment of an order stands, for anyone who knows its number and the key it was placed with or the buyer''s address; null otherwise.';

comment on function public.record_attendance(uuid, date, jsonb) is 'Marks students of a class on a day. marks: [{"student_id", "status", "seen": [status...]}]; status null clears a mark, seen: the statuses the caller has seen. Result per student: kept, changed (by another person since: status, by, at) or not_in_class. Idempotent.';

comment on function public.remove_document(uuid, text) is 'Deletes a document, one about a student with a reason; returns the path of its file. By the office, or the person who uploaded it.';

comment on function public.set_second_step_roles(public.user_role[]) is 'Says which roles must sign in with an authenticator. It holds from the next request: who has none gets in no further than to set one up.';

comment on function public.set_two_factor_policy(public.user_role, date, integer) is 'Obliges a role of the caller''s school to sign in with an authenticator from a day on, with days of grace for those who join later too; without a day, no more. Administrators only.';

comment on function public.withdraw_behaviour(uuid, text) is 'Takes an entry out of every count, with a reason; its open follow-ups are closed. By the person who recorded it, or the office.';

comment on table private.sum_checks is 'What the nightly comparison of stored sums found, the first hundred differences each; empty when all is well.';

comment on table public.features is 'Parts of the product that a super admin can close for a while. closed_message is shown while it is.';

comment on table public.subject_results is 'A student''s weighted percent in a subject and term, not rounded: what shows or grades it rounds once; maintained by triggers on grades and assessments. Archived assessments do not count; null where nothing has weight.';

revoke all on function private.complete_if_paid(uuid) from public;

revoke all on function private.count_day(date) from public;

revoke all on function private.found_orders(uuid, text, text, integer, boolean) from public;

revoke all on function private.free_school_name(text, text) from public;

revoke all on function private.lock_page(uuid) from public;

revoke all on function private.matching_orders(uuid, text, public.order_status, text, integer, boolean) from public;

revoke all on function private.newest_orders(text, text, integer, integer) from public;

revoke all on function private.note_surplus(uuid) from public;

revoke all on function private.numbered_orders(text, text, integer) from public;

revoke all on function private.order_for_change(uuid) from public;

revoke all on function private.received_amount(uuid) from public;

revoke all on function private.require_class(uuid, uuid) from public;

revoke all on function private.require_class_to_mark(uuid) from public;

revoke all on function private.returning_amount(uuid) from public;

revoke all on function private.revoke_licences(uuid) from public;

revoke all on function private.revoke_paid_plans(uuid) from public;

revoke all on function private.searched_orders(uuid, text, public.order_status, text, integer, boolean) from public;

revoke all on function private.take_back_grants(uuid) from public;
