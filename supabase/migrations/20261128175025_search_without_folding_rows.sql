set check_function_bodies = off;

drop view public.fee_invoice_list;

drop view public.fee_payment_list;

create or replace function private.due_charges (
  school uuid,
  term   uuid
)
  returns SETOF private.due_charge
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with charged as materialized (select * from private.term_charges(due_charges.school, due_charges.term)),
  charged_classes as materialized (
    select distinct c.student_id, c.class_id from charged c where c.class_id is not null and c.owed > 0),
  fees as materialized (
    select f.*, private.fee_purpose(f.term_id, f.name) as purpose from public.fees f where f.school_id = due_charges.school and f.term_id = due_charges.term)
  select distinct on (s.student_id, f.purpose) s.student_id, f.id, f.name, f.amount, greatest(f.due_on, (select private.school_today(due_charges.school)))
  from fees f join private.fee_payers(due_charges.school, due_charges.term) s on f.class_id is null or f.class_id = s.class_id
  where not exists (select from charged c where c.student_id = s.student_id and c.fee_id = f.id)
    and not exists (select from charged c where c.student_id = s.student_id and c.purpose = f.purpose and c.owed > 0)
    and not exists (select from charged_classes c where c.student_id = s.student_id and c.class_id <> f.class_id)
  order by s.student_id, f.purpose, f.class_id nulls last, f.created_at
$function$;

create or replace function private.moved_fees (
  school uuid,
  term   uuid
)
  returns table (
    student_id       uuid,
    fee_id           uuid,
    amount           integer,
    charged          integer,
    charged_class_id uuid
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with charges as materialized (select * from private.term_charges(moved_fees.school, moved_fees.term)),
  fees as materialized (
    select f.id, f.class_id, f.amount, private.fee_purpose(f.term_id, f.name) as purpose from public.fees f
    where f.school_id = moved_fees.school and f.term_id = moved_fees.term)
  select s.student_id, f.id, f.amount, coalesce(sum(c.owed) filter (where c.purpose = f.purpose), 0)::integer,
    (array_agg(c.class_id))[1]
  from fees f join private.fee_payers(moved_fees.school, moved_fees.term) s on s.class_id = f.class_id
  join charges c on c.student_id = s.student_id and c.class_id <> f.class_id and c.owed > 0
  where not exists (select from charges b where b.student_id = s.student_id and b.fee_id = f.id)
  group by s.student_id, f.id, f.amount
$function$;

create or replace function private.term_charges (
  school uuid,
  term   uuid
)
  returns table (
    student_id uuid,
    fee_id     uuid,
    class_id   uuid,
    purpose    text,
    owed       integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  -- The purpose of each fee once, not of each of its charges.
  with fees as materialized (
    select f.id, f.class_id, private.fee_purpose(f.term_id, f.name) as purpose from public.fees f
    where f.school_id = term_charges.school and f.term_id = term_charges.term)
  select c.student_id, f.id, f.class_id, f.purpose, c.amount - c.credited
  from fees f join public.fee_charges c on c.fee_id = f.id
$function$;

create or replace function public.attendance_by_student (
  from_day date,
  to_day   date,
  class_id uuid default null::uuid,
  search   text default null::text
)
  returns table (
    id               uuid,
    admission_number text,
    first_name       text,
    last_name        text,
    class_name       text,
    marked           integer,
    present          integer,
    late             integer,
    excused          integer,
    absent           integer,
    share            numeric,
    total            integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  set work_mem to '16MB'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select s.id, s.admission_number, s.first_name, s.last_name, c.name, a.marked, a.present, a.late, a.excused, a.absent, round((a.present + a.late) * 100.0 / a.marked, 1), (count(*) over ())::integer
  from (
    select a.student_id, count(*)::integer as marked, (count(*) filter (where a.status = 'present'))::integer as present, (count(*) filter (where a.status = 'late'))::integer as late,
      (count(*) filter (where a.status = 'excused'))::integer as excused, (count(*) filter (where a.status = 'absent'))::integer as absent
    from public.attendance a
    where a.school_id = (select private.my_school()) and a.day between attendance_by_student.from_day and attendance_by_student.to_day
      and (attendance_by_student.class_id is null or a.class_id = attendance_by_student.class_id)
      and a.school_id = (select private.childrens_school())
        and a.student_id <> all ((select private.withheld_from_me())::uuid[])
      and ((select private.may('attendance:read-all')) or a.class_id in (select private.my_class_ids()) or a.student_id in (select private.my_student_ids()))
    group by a.student_id) a
  join public.students s on s.id = a.student_id
  left join public.enrolments e on e.student_id = s.id and e.school_id = (select private.my_school())
    and e.started_on <= attendance_by_student.to_day and (e.ended_on is null or e.ended_on > attendance_by_student.to_day)
  left join public.classes c on c.id = coalesce(attendance_by_student.class_id, e.class_id, s.class_id)
  where (select private.search_patterns(attendance_by_student.search)) is null
    or s.search_text like all ((select private.search_patterns(attendance_by_student.search))::text[])
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
  perform private.require('user:set-role');
  return query
  select u.id, private.full_name(u.first_name, u.last_name), u.email::text, coalesce(r.cms_right, 'publisher'), coalesce(work.changes, 0), work.last_at, u.id = private.signed_in_uid(), count(*) over ()
  from public.super_admins s
  join public.users u on u.id = s.id
  left join public.cms_rights r on r.id = u.id
  left join lateral (
    select count(*)::integer as changes, max(l.at) as last_at from public.audit_log l
    where l.actor_id = u.id and l.at > now() - interval '30 days'
      and l.entity in ('cms_pages', 'cms_media', 'settings', 'faqs', 'testimonials', 'site_redirects', 'plans', 'addons', 'services', 'price_changes', 'cms_rights')
  ) as work on true
  where (select private.search_patterns(cms_people.search)) is null
    or private.account_text(u.first_name, u.last_name, u.email) like all ((select private.search_patterns(cms_people.search))::text[])
  order by lower(concat_ws(' ', u.last_name, u.first_name, u.email)), u.id
  limit least(greatest(cms_people.page_size, 1), 100) offset (greatest(cms_people.page, 1) - 1) * least(greatest(cms_people.page_size, 1), 100);
end
$function$;

create or replace function public.find_people (
  search text
)
  returns table (
    kind   text,
    id     uuid,
    name   text,
    detail text
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  -- The words once, of no row of a query: a condition that takes them from one is asked again for every student.
  select * from (
    (select 'student', s.id, private.full_name(s.first_name, s.last_name),
       concat_ws(' · ', s.admission_number, (select c.name from public.classes c where c.id = s.class_id))
     from public.students s
     where (select private.may('student:read')) and (s.search_text like all ((select private.search_patterns(search))::text[])
       or s.id in (select sg.student_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
         where g.search_text like all ((select private.search_patterns(search))::text[])))
     order by s.last_name, s.first_name, s.id limit 8)
    union all
    (select 'staff', m.id, private.full_name(m.first_name, m.last_name), m.job_title from public.staff_members m
     where (select private.may('staff:read')) and m.search_text like all ((select private.search_patterns(search))::text[])
     order by m.last_name, m.first_name, m.id limit 6)
    union all
    (select 'school', h.id, h.name, coalesce(h.country, '') from public.schools h
     where (select private.may('school:write')) and h.search_text like all ((select private.search_patterns(search))::text[])
     order by h.name, h.id limit 6)
    union all
    (select 'account', u.id, u.name, u.email from private.find_accounts((select private.search_patterns(search))) u
     where (select private.may('user:read')))
  ) as found (kind, id, name, detail)
  where length(btrim(search)) >= 2
$function$;

create or replace function public.list_plans (
  search        text                    default null::text,
  only_category public.product_category default null::public.product_category,
  page          integer                 default 1,
  page_size     integer                 default 25
)
  returns table (
    id                uuid,
    name              text,
    description       text,
    category          public.product_category,
    price             integer,
    period            public.plan_period,
    highlight         boolean,
    badge             text,
    features          jsonb,
    max_students      integer,
    max_campuses      integer,
    is_active         boolean,
    in_store          boolean,
    updated_at        timestamp with time zone,
    subscribers       integer,
    orders            integer,
    translations      jsonb,
    needs_translation text[],
    total             bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  rows_per_page constant integer := least(greatest(list_plans.page_size, 1), 100);
begin
  perform private.require('price:write');
  return query
  with found as (
    select p.*, count(*) over () as total from public.plans p
    where (list_plans.only_category is null or p.category = list_plans.only_category)
      and ((select private.search_patterns(list_plans.search)) is null or private.fold_text(p.name || ' ' || p.description) like all ((select private.search_patterns(list_plans.search))::text[]))
    order by p.category, p.position, p.name, p.id
    limit rows_per_page offset (greatest(list_plans.page, 1) - 1) * rows_per_page
  )
  select f.id, f.name, f.description, f.category, f.price, f.period, f.highlight, f.badge, f.features, f.max_students, f.max_campuses, f.is_active, f.in_store, f.updated_at,
    (select count(*) from private.schools_with_plan(f.id))::integer,
    (select count(distinct i.order_id) from public.order_items i where i.plan_id = f.id)::integer, f.translations, f.needs_translation, f.total
  from found f order by f.category, f.position, f.name, f.id;
end
$function$;

create or replace function public.list_price_book (
  only_kind          public.order_item_kind default null::public.order_item_kind,
  search             text                   default null::text,
  only_disagreements boolean                default false,
  page               integer                default 1,
  page_size          integer                default 25
)
  returns table (
    kind           public.order_item_kind,
    id             uuid,
    name           text,
    category       public.product_category,
    unit           text,
    price          integer,
    pricing_price  integer,
    features_price integer,
    disagrees      boolean,
    is_active      boolean,
    in_store       boolean,
    change_id      uuid,
    new_price      integer,
    effective_on   date,
    total          bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require('price:write');
  return query
  with book as (
    select 'plan'::public.order_item_kind as kind, p.id, p.name, p.category, 'per ' || p.period as unit, p.price, null::integer as pricing_price, null::integer as features_price, p.is_active, p.in_store, 1 as place, p.position from public.plans p
    union all
    select 'addon', a.id, a.name, a.category, 'per term', a.price, a.pricing_price, a.features_price, a.is_active, true, 2, a.position from public.addons a
    union all
    select 'service', s.id, s.name, s.category, s.unit, s.price, null, null, s.is_active, s.in_store, 3, s.position from public.services s
  ), judged as (
    select b.*, coalesce(b.pricing_price <> b.price, false) or coalesce(b.features_price <> b.price, false) as disagrees from book b
  )
  select j.kind, j.id, j.name, j.category, j.unit, j.price, j.pricing_price, j.features_price, j.disagrees, j.is_active, j.in_store, c.id, c.new_price, c.effective_on, count(*) over ()
  from judged j
  left join public.price_changes c on c.kind = j.kind and c.item_id = j.id and c.applied_at is null and c.cancelled_at is null
  where (list_price_book.only_kind is null or j.kind = list_price_book.only_kind)
    and ((select private.search_patterns(list_price_book.search)) is null or private.fold_text(j.name) like all ((select private.search_patterns(list_price_book.search))::text[]))
    and (not list_price_book.only_disagreements or j.disagrees)
  order by j.place, j.category, j.position, j.name
  limit least(greatest(list_price_book.page_size, 1), 200) offset (greatest(list_price_book.page, 1) - 1) * least(greatest(list_price_book.page_size, 1), 200);
end
$function$;

create or replace function public.list_services (
  search    text    default null::text,
  page      integer default 1,
  page_size integer default 25
)
  returns table (
    id                uuid,
    name              text,
    description       text,
    category          public.product_category,
    price             integer,
    unit              text,
    is_active         boolean,
    in_store          boolean,
    updated_at        timestamp with time zone,
    orders            integer,
    translations      jsonb,
    needs_translation text[],
    total             bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  rows_per_page constant integer := least(greatest(list_services.page_size, 1), 100);
begin
  perform private.require('price:write');
  return query
  with found as (
    select s.*, count(*) over () as total from public.services s
    where (select private.search_patterns(list_services.search)) is null or private.fold_text(s.name || ' ' || s.description) like all ((select private.search_patterns(list_services.search))::text[])
    order by s.position, s.name, s.id
    limit rows_per_page offset (greatest(list_services.page, 1) - 1) * rows_per_page
  )
  select f.id, f.name, f.description, f.category, f.price, f.unit, f.is_active, f.in_store, f.updated_at,
    (select count(distinct i.order_id) from public.order_items i where i.service_id = f.id)::integer, f.translations, f.needs_translation, f.total
  from found f order by f.position, f.name, f.id;
end
$function$;

create or replace function public.results_by_student (
  term_id  uuid,
  class_id uuid default null::uuid,
  search   text default null::text
)
  returns table (
    id               uuid,
    admission_number text,
    first_name       text,
    last_name        text,
    class_name       text,
    subjects         integer,
    mean             numeric,
    scale_id         uuid,
    total            integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  set work_mem to '16MB'
  AS $function$
  select s.id, s.admission_number, s.first_name, s.last_name, g.class_name, r.subjects, case when g.has_mean then r.mean end, g.scale_id, (count(*) over ())::integer
  from (
    select r.student_id, r.class_id as class, count(*)::integer as subjects, trunc(avg(r.percent), 8) as mean from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_by_student.term_id and (results_by_student.class_id is null or r.class_id = results_by_student.class_id) and r.percent is not null
      and r.school_id = (select private.childrens_school())
        and r.student_id <> all ((select private.withheld_from_me())::uuid[])
      and ((select private.may('result:read-all')) or r.class_id in (select private.my_class_ids()) or r.student_id in (select private.my_student_ids()))
    group by r.student_id, r.class_id) r
  join public.students s on s.id = r.student_id
  join private.class_scales(results_by_student.term_id) g on g.class_id = r.class
  where (select private.search_patterns(results_by_student.search)) is null
    or s.search_text like all ((select private.search_patterns(results_by_student.search))::text[])
$function$;

create or replace function public.search_students (
  search text
)
  returns SETOF public.students
  language sql
  stable
  set search_path to ''
  AS $function$
  select s.* from public.students s
  where (select private.search_patterns(search)) is null
    or s.search_text like all ((select private.search_patterns(search))::text[])
    or s.id in (select sg.student_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
      where g.school_id = (select private.childrens_school())
        and g.search_text like all ((select private.search_patterns(search))::text[]))
$function$;

alter table public.fee_invoices
  add column search_text text generated always as (private.fold_text(invoice_number)) stored;

create view public.fee_invoice_list with (security_invoker=true) AS  SELECT i.id,
    i.school_id,
    i.student_id,
    i.term_id,
    t.name AS term,
    s.first_name,
    s.last_name,
    s.admission_number,
    s.class_id,
    ( SELECT k.name
           FROM public.classes k
          WHERE (k.id = s.class_id)) AS class_name,
    i.invoice_number,
    i.issued_on,
    ( SELECT (COALESCE(sum(c.amount), (0)::bigint))::integer AS coalesce
           FROM public.fee_charges c
          WHERE (c.invoice_id = i.id)) AS amount,
    ( SELECT min(c.due_on) AS min
           FROM public.fee_charges c
          WHERE (c.invoice_id = i.id)) AS due_on,
    COALESCE(( SELECT b.balance
           FROM public.student_balances b
          WHERE (b.student_id = i.student_id)), 0) AS balance,
    ((i.search_text || ' '::text) || s.search_text) AS search_text
   FROM ((public.fee_invoices i
     JOIN public.students s ON ((s.id = i.student_id)))
     JOIN public.school_terms t ON ((t.id = i.term_id)))
  WHERE (i.school_id = ( SELECT private.school_where('fee-account:read-all'::text) AS school_where));

comment on view public.fee_invoice_list is 'The invoices of the calling administrator''s school; balance is the balance due on the student''s whole account now.';

grant select on table public.fee_invoice_list to authenticated;

grant all on table public.fee_invoice_list to service_role;

alter table public.fee_payments
  add column search_text text generated always as (private.fold_text((receipt_number || COALESCE((' '::text || reference), ''::text))))
    stored;

create view public.fee_payment_list with (security_invoker=true) AS  SELECT p.id,
    p.school_id,
    p.student_id,
    s.first_name,
    s.last_name,
    s.admission_number,
    ( SELECT k.name
           FROM public.classes k
          WHERE (k.id = s.class_id)) AS class_name,
    p.receipt_number,
    p.amount,
    p.method,
    p.reference,
    p.paid_on,
    p.created_at,
    (p.reverses IS NOT NULL) AS is_reversal,
    (p.reversed_at IS NOT NULL) AS is_reversed,
    p.reason,
    private.full_name(u.first_name, u.last_name) AS recorded_by,
    ((p.search_text || ' '::text) || s.search_text) AS search_text
   FROM ((public.fee_payments p
     JOIN public.students s ON ((s.id = p.student_id)))
     LEFT JOIN public.users u ON ((u.id = p.recorded_by)))
  WHERE (p.school_id = ( SELECT private.school_where('fee-account:read-all'::text) AS school_where));

comment on view public.fee_payment_list is 'The payments of the calling administrator''s school with who paid for whom; a reversal is a line of its own, below zero.';

grant select on table public.fee_payment_list to authenticated;

grant all on table public.fee_payment_list to service_role;
