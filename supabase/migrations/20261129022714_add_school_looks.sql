set check_function_bodies = off;

create table private.school_looks (
  school_id      uuid                     not null,
  accent         text                     not null,
  head           text                     not null default ''::text,
  foot           text                     not null default ''::text,
  thanks         text                     not null default ''::text,
  signer_name    text                     not null default ''::text,
  signer_title   text                     not null default ''::text,
  crest_path     text,
  signature_path text,
  updated_at     timestamp with time zone not null default now(),
  constraint school_looks_accent_check check ((accent ~ '^#[0-9a-f]{6}$'::text)),
  constraint school_looks_foot_check check ((length(foot) <= 200)),
  constraint school_looks_head_check check ((length(head) <= 404)),
  constraint school_looks_pkey primary key (school_id),
  constraint school_looks_signer_name_check check ((length(signer_name) <= 80)),
  constraint school_looks_signer_title_check check ((length(signer_title) <= 80)),
  constraint school_looks_thanks_check check ((length(thanks) <= 200))
);

alter table private.school_looks
  enable row level security;

create or replace function private.contrast_with_white (
  color text
)
  returns numeric
  language sql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
  select 1.05 / (0.05 + sum(p.weight * case when p.part <= 0.04045 then p.part / 12.92
    else power((p.part + 0.055) / 1.055, 2.4) end))
  from (select w.weight, get_byte(decode(substr(contrast_with_white.color, 2), 'hex'), w.place) / 255.0 as part
    from (values (0, 0.2126), (1, 0.7152), (2, 0.0722)) as w (place, weight)) p
$function$;

create or replace function private.look_pictures()
  returns SETOF text
  language sql
  stable
  security definer
  rows 2
  set search_path to ''
  AS $function$
  select p.path from private.school_looks l cross join lateral unnest(array[l.crest_path, l.signature_path]) as p (path)
  where l.school_id = private.my_school() and p.path is not null
$function$;

create or replace function private.paper_school (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object('name', h.name, 'motto', h.motto, 'email', h.email, 'phone', h.phone,
    'address', concat_ws(', ', h.address, h.city), 'time_zone', h.time_zone,
    'payment_instructions', h.payment_instructions,
    'look', (select to_jsonb(l) - '{school_id,updated_at}'::text[] from private.school_looks l
      where l.school_id = h.id))
  from public.schools h where h.id = paper_school.school
$function$;

create or replace function private.quick_receipt (
  receipt uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object('id', r.id, 'receipt_number', r.receipt_number, 'method', r.method,
    'reference', r.reference, 'amount', r.amount, 'received', r.received, 'paid_on', r.paid_on, 'recorded_at',
    r.recorded_at,
    'cashier', (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = r.cashier_id),
    'school', private.paper_school(r.school_id),
    'students', (select jsonb_agg(jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name),
      'admission_number', s.admission_number, 'class_name', k.name,
        'balance', coalesce((select b.balance from public.student_balances b where b.student_id = s.id), 0),
          'payment_id', p.id, 'amount', p.amount, 'is_reversed', p.reversed_at is not null,
        'lines', (select jsonb_agg(jsonb_build_object('name', l.name, 'amount', l.amount) order by l.position)
          from private.quick_receipt_lines l where l.receipt_id = r.id and l.payment_id = p.id)) order by g.first)
      from (select l.payment_id, min(l.position) as first from private.quick_receipt_lines l where l.receipt_id = r.id
        group by l.payment_id) g
      join public.fee_payments p on p.id = g.payment_id join public.students s on s.id = p.student_id
        left join public.classes k on k.id = s.class_id))
  from public.quick_receipts r where r.id = quick_receipt.receipt
$function$;

create or replace function private.require_paper_picture (
  school uuid,
  path   text,
  field  text
)
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  picture constant text := private.null_if_blank(path);
begin
  if picture is null or exists (select from private.school_looks l where l.school_id = school
    and picture in (l.crest_path, l.signature_path)) then
    return picture;
  end if;
  if not exists (select from storage.objects o where o.bucket_id = 'school-documents' and o.name = picture
    and o.name like school || '/look/%' and o.owner_id = private.signed_in_uid()::text
    and o.metadata ->> 'mimetype' in ('image/png', 'image/jpeg')
    and (o.metadata ->> 'size')::bigint between 1 and 512000) then
    perform private.refuse('look.picture', 'Choose a PNG or JPEG picture of at most 500 KB.', field => field);
  end if;
  return picture;
end
$function$;

create or replace function private.sweep_files()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  swept integer;
begin
  insert into private.files_to_delete (bucket, name)
  select o.bucket_id, o.name from storage.objects o
  where o.created_at < now() - interval '1 day' and case o.bucket_id
    when 'school-documents' then not exists (select from public.documents d where d.file_path = o.name)
      and not exists (select from private.school_looks l where o.name in (l.crest_path, l.signature_path))
    when 'cms-media' then not exists (select from public.cms_media m where m.file_path = o.name
      or m.sizes @> jsonb_build_array(jsonb_build_object('path', o.name)))
      and not exists (select from public.cms_pages p
        where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), o.name) > 0)
      and not exists (select from public.published_pages p
        where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), o.name) > 0)
      and not exists (select from public.settings s where strpos(s::text, o.name) > 0)
    else false end
  on conflict do nothing;
  get diagnostics swept = row_count;
  return swept;
end
$function$;

create or replace function private.term_cards (
  term     public.school_terms,
  students uuid[],
  classes  uuid[]
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with listed as materialized (select * from unnest(students, classes) as l (student, class)),
  marks as materialized (
    select g.student_id as student, g.subject_id as subject,
      case when g.class_id <> l.class then g.class_id end as other_class, a.name, a.created_at, g.score, a.max_score,
      a.weight
    from listed l join public.grades g on g.student_id = l.student and g.term_id = term.id
    join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id
      and a.name = g.assessment and a.archived_at is null),
  subjects as (
    select m.student, b.name, jsonb_agg(jsonb_build_object('name', m.name, 'score', m.score, 'max_score', m.max_score,
      'weight', m.weight,
        'class_name', (select c.name from public.classes c where c.id = m.other_class))
          order by m.created_at, m.name, m.other_class) as assessments
    from marks m join public.subjects b on b.id = m.subject group by m.student, b.name)
  select jsonb_build_object(
    'school', private.paper_school(term.school_id),
    'term', jsonb_build_object('name', term.name, 'starts_on', term.starts_on, 'ends_on', term.ends_on,
      'next_starts_on', (select min(n.starts_on) from public.school_terms n where n.school_id = term.school_id
        and n.starts_on > term.ends_on)),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object(
        'student', jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name),
          'admission_number', s.admission_number),
        'class_name', c.name, 'class_teacher', private.class_teacher_name(c.id), 'scale',
          private.grading_scale(private.scale_of_level(c.level, term.ends_on)),
        'attendance', (select jsonb_build_object('marked', count(*),
          'present', count(*) filter (where a.status = 'present'), 'late', count(*) filter (where a.status = 'late'),
          'excused', count(*) filter (where a.status = 'excused'), 'absent',
            count(*) filter (where a.status = 'absent')) from public.attendance a where a.student_id = s.id
            and a.day between term.starts_on and term.ends_on),
        'subjects', (select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'assessments', b.assessments)
          order by b.name), '[]') from subjects b where b.student = s.id))
      order by c.name, s.last_name, s.first_name), '[]')
      from listed l join public.students s on s.id = l.student left join public.classes c on c.id = l.class))
$function$;

create or replace function public.save_school_look (
  accent         text,
  head           text default ''::text,
  foot           text default ''::text,
  thanks         text default ''::text,
  signer_name    text default ''::text,
  signer_title   text default ''::text,
  crest_path     text default null::text,
  signature_path text default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('school:run');
  color constant text := lower(btrim(save_school_look.accent));
  lines constant text[] := regexp_split_to_array(btrim(coalesce(save_school_look.head, ''), E' \r\n\t'), '\s*\n\s*');
begin
  if color is null or color !~ '^#[0-9a-f]{6}$' then
    perform private.refuse('look.color', 'Enter the colour as six digits, such as #0b5d4b.', field => 'accent');
  end if;
  if private.contrast_with_white(color) < 4.5 then
    perform private.refuse('look.pale_color', 'This colour is too pale to be read on white paper. Choose a darker one.',
      field => 'accent');
  end if;
  if cardinality(lines) > 5 then
    perform private.refuse('look.head_lines', 'Use at most {limit} lines.', jsonb_build_object('limit', 5), 'head');
  end if;
  if exists (select from unnest(lines) as l (line) where length(l.line) > 80) then
    perform private.refuse('look.head_line', 'Use at most {limit} characters in a line.',
      jsonb_build_object('limit', 80), 'head');
  end if;
  insert into private.school_looks as l
    (school_id, accent, head, foot, thanks, signer_name, signer_title, crest_path, signature_path)
  values (school, color, array_to_string(lines, E'\n'), private.optional_text(save_school_look.foot, 200, 'foot'),
    private.optional_text(save_school_look.thanks, 200, 'thanks'),
    private.optional_text(save_school_look.signer_name, 80, 'signer_name'),
    private.optional_text(save_school_look.signer_title, 80, 'signer_title'),
    private.require_paper_picture(school, save_school_look.crest_path, 'crest_path'),
    private.require_paper_picture(school, save_school_look.signature_path, 'signature_path'))
  on conflict (school_id) do update set accent = excluded.accent, head = excluded.head, foot = excluded.foot,
    thanks = excluded.thanks, signer_name = excluded.signer_name, signer_title = excluded.signer_title,
    crest_path = excluded.crest_path, signature_path = excluded.signature_path;
end
$function$;

create or replace function public.school_look()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.paper_school(private.require('school:run'))
$function$;

create or replace function public.student_account (
  student_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  with entries as (
    select coalesce(i.issued_on, least(private.school_day(c.school_id, c.created_at), c.due_on)) as day,
      c.created_at as at, 'charge' as kind, c.name as text, coalesce(i.invoice_number, '') as reference,
      c.amount as charged, 0 as paid
    from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id
      where c.student_id = student_account.student_id
    union all
    select k.issued_on, k.created_at, 'credit', c.name || ': ' || k.reason, k.credit_number, -k.amount, 0
    from public.fee_credits k join public.fee_charges c on c.id = k.charge_id
      where k.student_id = student_account.student_id
    union all
    select p.paid_on, p.created_at, case when p.reverses is null then 'payment' else 'reversal' end,
      case when p.reverses is null then p.method else p.reason end, p.receipt_number, 0, p.amount
    from public.fee_payments p where p.student_id = student_account.student_id),
  ledger as (select *, sum(charged - paid) over (order by day, at, reference, text) as balance from entries)
  select jsonb_build_object(
    'student', jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name),
      'admission_number', s.admission_number, 'class_name',
      (select c.name from public.classes c where c.id = s.class_id)),
    'school', private.paper_school(s.school_id),
    'charged', coalesce((select sum(charged) from ledger), 0), 'paid', coalesce((select sum(paid) from ledger), 0),
      'balance', coalesce((select sum(charged - paid) from ledger), 0),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('day', l.day, 'kind', l.kind, 'text', l.text,
      'reference', l.reference, 'charged', l.charged, 'paid', l.paid, 'balance', l.balance)
      order by l.day, l.at, l.reference, l.text), '[]') from ledger l),
    'charges', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'amount', c.amount,
      'credited', c.credited, 'due_on', c.due_on, 'invoice_number', i.invoice_number,
      'class_name', (select k.name from public.fees f join public.classes k on k.id = f.class_id where f.id = c.fee_id))
        order by c.due_on desc, c.created_at desc, c.name), '[]')
      from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id where c.student_id = s.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'receipt_number', p.receipt_number,
      'amount', p.amount, 'method', p.method, 'reference', p.reference, 'paid_on', p.paid_on, 'is_reversed',
      p.reversed_at is not null,
      'recorded_by', (select coalesce(private.full_name(u.first_name, u.last_name), '') from public.users u
        where u.id = p.recorded_by)) order by p.paid_on desc, p.created_at desc), '[]')
      from public.fee_payments p where p.student_id = s.id and p.reverses is null))
  from public.students s where s.id = student_account.student_id
    and (private.may('fee-account:read-all') and s.school_id = private.childrens_school()
    or s.id in (select private.my_student_ids()))
$function$;

alter table private.school_looks
  add constraint school_looks_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

create trigger audit
  after insert or delete or update on private.school_looks
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on private.school_looks
  for each STATEMENT
  execute function private.require_subscription();

create trigger touch
  before update on private.school_looks
  for each row
  execute function private.touch_updated_at();

create policy "Administrators upload the pictures of papers" on storage.objects
  for insert
  to authenticated
  with
    check
    (((bucket_id = 'school-documents'::text) AND ((storage.foldername(name))[2] = 'look'::text) AND ((storage.foldername(name))[1] = ((
    SELECT private.school_where('school:run'::text) AS school_where))::text) AND ( SELECT private.may_write() AS may_write) AND
    private.require_storage_room(( SELECT private.school_where('school:run'::text) AS school_where), metadata)));

create policy "Members read the pictures of their school's papers" on "storage"."objects"
  for select
  to "authenticated"
  using
    (((bucket_id = 'school-documents'::text) AND ((name in ( select private.look_pictures() as look_pictures)) or
    (((storage.foldername(name))[1] = (( select private.school_where('school:run'::text) as school_where))::text) AND
    ((storage.foldername(name))[2] = 'look'::text)))));

comment on function private.look_pictures() is 'Paths of the pictures on the papers of the caller''s school.';

comment on function private.paper_school(uuid) is 'What the papers of a school say of it: {name, motto, email, phone, address, time_zone, payment_instructions, look}; look is null until the school has set one.';

comment on function public.save_school_look(text, text, text, text, text, text, text, text) is 'Sets what the papers of the caller''s school look like; head is up to five lines, a path without a value takes the picture away. For administrators.';

comment on function public.school_look() is 'What the papers of the caller''s school say of it; for administrators.';

comment on table private.school_looks is 'The look of the papers of a school: colour, lines of the head and the foot, thanks, who signs. Pictures are in the bucket school-documents, at <school id>/look/<name>.';

revoke all on function private.contrast_with_white(text) from public;

revoke all on function private.look_pictures() from public;

grant execute on function private.look_pictures() to authenticated;

revoke all on function private.paper_school(uuid) from public;

grant execute on function private.paper_school(uuid) to authenticated;

revoke all on function private.require_paper_picture(uuid, text, text) from public;

revoke all on function public.save_school_look(text, text, text, text, text, text, text, text) from public;

grant execute on function public.save_school_look(text, text, text, text, text, text, text, text) to authenticated;

grant execute on function public.save_school_look(text, text, text, text, text, text, text, text) to service_role;

revoke all on function public.school_look() from public;

grant execute on function public.school_look() to authenticated;

grant execute on function public.school_look() to service_role;

grant all on table private.school_looks to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "private.school_looks", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true}]');
