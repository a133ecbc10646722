set check_function_bodies = off;

drop policy "Super admins see every licence, schools and buyers theirs" on public.licences;

drop view public.audit_entries;

drop function public.rate_order(text, text, integer, text);

alter table public.audit_log
  add column student_id uuid;

create or replace function private.audit_key (
  record  jsonb,
  columns text[]
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$ select string_agg(record ->> c.name, '/' order by c.n) from unnest(columns) with ordinality as c (name, n) $function$;

create or replace function private.audit_rows()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  me constant uuid := (select id from public.users where id = private.signed_in_uid());
  -- What changes with every save.
  kept constant text[] := array['updated_at', 'recorded_at', 'search_text'];
begin
  -- Loads and jobs have no caller.
  if coalesce(current_setting('request.jwt.claims', true), '') = '' or current_setting('masomo.unaudited', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, before, after)
    select me, s.id, private.student_of(tg_table_name, c.is_now), 'update', tg_table_name, c.key, d.before, d.after
    from (select private.audit_key(to_jsonb(r), tg_argv) as key, to_jsonb(r) - kept as was from removed r) b
    join (select private.audit_key(to_jsonb(a), tg_argv) as key, to_jsonb(a) - kept as is_now from added a) c on c.key = b.key and c.is_now <> b.was
    join public.schools s on s.id = (c.is_now ->> 'school_id')::uuid
    cross join lateral (select jsonb_object_agg(e.key, b.was -> e.key) as before, jsonb_object_agg(e.key, e.value) as after
      from jsonb_each(c.is_now) e where e.value is distinct from b.was -> e.key) d;
  elsif tg_op = 'INSERT' then
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, after)
    select me, s.id, private.student_of(tg_table_name, c.is_now), 'insert', tg_table_name, private.audit_key(c.is_now, tg_argv), c.is_now
    from (select to_jsonb(a) - kept as is_now from added a) c join public.schools s on s.id = (c.is_now ->> 'school_id')::uuid;
  else
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, before)
    select me, s.id, private.student_of(tg_table_name, c.was), 'delete', tg_table_name, private.audit_key(c.was, tg_argv), c.was
    from (select to_jsonb(r) - kept as was from removed r) c join public.schools s on s.id = (c.was ->> 'school_id')::uuid;
  end if;
  return null;
end
$function$;

create or replace function private.keep_audit_log()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if coalesce(current_setting('request.jwt.claims', true), '') <> ''
    and (tg_op <> 'UPDATE' or to_jsonb(new) - '{actor_id,school_id}'::text[] <> to_jsonb(old) - '{actor_id,school_id}'::text[]
      or new.actor_id is not null and new.actor_id is distinct from old.actor_id or new.school_id is not null and new.school_id is distinct from old.school_id) then
    raise exception using errcode = '42501', message = 'The activity log cannot be changed.', hint = 'audit.append_only';
  end if;
  return coalesce(new, old);
end
$function$;

create or replace function private.order_of_buyer (
  order_number text,
  order_key    uuid,
  email        text
)
  returns public.orders
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  found_order public.orders;
  most_misses constant integer := 20;
  misses_of constant text := 'misses of order ' || left(upper(btrim(order_of_buyer.order_number)), 40);
begin
  select o.* into found_order from public.orders o where o.order_number = upper(btrim(order_of_buyer.order_number));
  if found_order.idempotency_key = order_key then
    return found_order;
  end if;
  if order_of_buyer.email is null or misses_of is null then
    return null;
  end if;
  if exists (select from private.rate_limits r where r.subject = misses_of and r.window_start = date_bin(interval '1 hour', now(), timestamptz '2000-01-01') and r.hits >= most_misses) then
    raise exception using errcode = 'PT429', message = 'Too many wrong addresses for this order. Use the link in the confirmation email, or try again in an hour.', hint = 'request.too_many';
  end if;
  if lower(found_order.customer_email) = lower(btrim(order_of_buyer.email)) then
    return found_order;
  end if;
  perform private.limit_rate(misses_of, most_misses, interval '1 hour');
  return null;
end
$function$;

create or replace function private.student_of (
  entity text,
  record jsonb
)
  returns uuid
  language sql
  immutable
  set search_path to ''
  AS $function$ select (record ->> case entity when 'students' then 'id' else 'student_id' end)::uuid $function$;

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
  if found_order.id is null then
    return null;
  end if;
  -- Other staff of the school see what was bought, but not the keys.
  return private.order_document(found_order) || case when private.is_super_admin() or found_order.school_id = private.admin_school() or found_order.user_id = private.signed_in_uid()
    then '{}' else '{"licences": []}'::jsonb end;
end
$function$;

create or replace function public.rate_order (
  order_number text,
  email        text,
  rating       integer,
  comment      text    default null::text
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  rated constant public.orders := private.order_of_buyer(rate_order.order_number, null, rate_order.email);
begin
  if rated.id is null then
    return false;
  end if;
  if rate_order.rating is null or rate_order.rating not between 1 and 5 then
    raise exception using errcode = 'P0001', message = 'Choose one to five stars.', hint = 'rating.out_of_range', detail = 'rating';
  end if;
  insert into public.order_ratings (order_id, rating, comment) values (rated.id, rate_order.rating, left(private.null_if_blank(rate_order.comment), 1000))
  on conflict (order_id) do update set rating = excluded.rating, comment = excluded.comment, created_at = now();
  return true;
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
  perform set_config('masomo.unaudited', 'on', true);
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

create view public.audit_entries with (security_invoker=true) AS  SELECT l.id,
    l.at,
    l.action,
    l.entity,
    l.entity_id,
    l.before,
    l.after,
    l.school_id,
    s.name AS school,
    l.actor_id,
    COALESCE(NULLIF(btrim(concat_ws(' '::text, u.first_name, u.last_name)), ''::text), u.email) AS actor,
    u.email AS actor_email,
    l.student_id,
    NULLIF(btrim(concat_ws(' '::text, p.first_name, p.last_name)), ''::text) AS student,
    p.admission_number
   FROM (((public.audit_log l
     LEFT JOIN public.users u ON ((u.id = l.actor_id)))
     LEFT JOIN public.schools s ON ((s.id = l.school_id)))
     LEFT JOIN public.students p ON ((p.id = l.student_id)));

create index audit_log_student_idx on public.audit_log using btree (student_id, at desc)
  where (student_id is not null);

create trigger audit_changed after update on public.attendance
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'student_id',
  'day'
);

create trigger audit_removed after delete on public.attendance
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'student_id',
  'day'
);

create trigger keep
  before delete or update on public.audit_log
  for each row
  execute function private.keep_audit_log();

create trigger audit_added after insert on public.documents
  referencing NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_changed after update on public.documents
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.documents
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_changed after update on public.fee_charges
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.fee_charges
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_added after insert on public.fees
  referencing NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_changed after update on public.fees
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.fees
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_changed after update on public.grades
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.grades
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_added after insert on public.guardians
  referencing NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_changed after update on public.guardians
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.guardians
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_added after insert on public.student_guardians
  referencing NEW table as added for each STATEMENT execute function private.audit_rows (
  'student_id',
  'guardian_id'
);

create trigger audit_changed after update on public.student_guardians
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'student_id',
  'guardian_id'
);

create trigger audit_removed after delete on public.student_guardians
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'student_id',
  'guardian_id'
);

create trigger audit_added after insert on public.student_records
  referencing NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_changed after update on public.student_records
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.student_records
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_added after insert on public.students
  referencing NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_changed after update on public.students
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.students
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_changed after update on public.submissions
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'assignment_id',
  'student_id'
);

create trigger audit_removed after delete on public.submissions
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'assignment_id',
  'student_id'
);

create policy "Super admins see every licence, administrators and buyers their" on public.licences
  for select
  to authenticated
  using
    (((school_id = ( select private.admin_school() as admin_school)) or ((user_id = ( select private.signed_in_uid() as signed_in_uid)) AND
    COALESCE((school_id = ( select private.my_school() as my_school)), true)) or
    ((id >= ( select private.first_id() as first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));

comment on column public.audit_log.student_id is 'The child that the changed record is about; kept when the child''s row is gone.';

comment on function public.order_document(uuid) is 'The content of an order''s receipt or proforma invoice, for those who may see the order; null otherwise. Licences with their keys are told to administrators and the buyer only.';

comment on function public.rate_order(text, text, integer, text) is 'Rates an order. False when no order has this number and address of a buyer.';

comment on view public.audit_entries is 'The audit log with names. actor is null for what the product did by itself.';

revoke all on function private.audit_key(jsonb, text[]) from public;

revoke all on function private.audit_rows() from public;

revoke all on function private.keep_audit_log() from public;

revoke all on function private.student_of(text, jsonb) from public;

revoke all on function public.rate_order(text, text, integer, text) from public;

grant execute on function public.rate_order(text, text, integer, text) to anon, authenticated;

grant execute on function public.rate_order(text, text, integer, text) to service_role;

grant select on table public.audit_entries to authenticated;

grant all on table public.audit_entries to service_role;
