set check_function_bodies = off;

alter table public.addons
  drop constraint addons_category_name_key;

alter table public.assessments
  drop constraint assessments_class_id_subject_id_term_id_name_key;

alter table public.faqs
  drop constraint faqs_surface_question_key;

alter table public.plans
  drop constraint plans_category_name_key;

alter table public.services
  drop constraint services_name_key;

drop function private.subscription_of(uuid);

drop view public.subscription_overview;

create or replace function private.assessment_name (
  class   uuid,
  subject uuid,
  term    uuid,
  written text
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce((select a.name from public.assessments a where a.class_id = assessment_name.class
    and a.subject_id = assessment_name.subject and a.term_id = assessment_name.term
    and private.fold_text(a.name) = private.fold_text(assessment_name.written)), assessment_name.written)
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
      or coalesce(jsonb_typeof(feature -> 'isPartlyReady'), 'boolean') <> 'boolean' or private.null_if_blank(feature ->> 'text') is null or length(feature ->> 'text') > 120) then
    raise exception using errcode = 'P0001', message = 'Every feature needs a text of at most 120 characters and whether it is included.', hint = 'plan.invalid_feature', detail = 'features';
  elsif jsonb_array_length(new.features) > 30 then
    raise exception using errcode = 'P0001', message = 'A plan shows at most 30 features.', hint = 'plan.too_many_features', detail = 'features';
  elsif (select count(*) <> count(distinct private.fold_text(feature ->> 'text')) from jsonb_array_elements(new.features) as feature) then
    raise exception using errcode = 'P0001', message = 'Two features are the same. Keep one of them.', hint = 'plan.feature_twice', detail = 'features';
  end if;
  return new;
end
$function$;

create or replace function private.copy_score_to_gradebook()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  task public.assignments;
  term uuid;
  title text;
begin
  if new.score is null then
    return null;
  end if;
  select * into task from public.assignments a where a.id = new.assignment_id;
  select t.id into term from public.school_terms t where t.school_id = task.school_id and t.starts_on <= task.due_on order by t.starts_on desc limit 1;
  if term is null then
    return null;
  end if;
  update public.grades g set score = new.score, max_score = task.max_score, graded_by = new.graded_by, updated_at = now()
  where g.assignment_id = task.id and g.student_id = new.student_id;
  if not found then
    title := private.assessment_name(task.class_id, task.subject_id, term, left(task.title, 50));
    insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, graded_by, assignment_id)
    values (task.school_id, new.student_id, task.class_id, task.subject_id, term, title, new.score, task.max_score, new.graded_by, task.id)
    -- Two assignments of the same name in one term keep separate columns in the gradebook.
    on conflict (student_id, subject_id, term_id, class_id, assessment) do nothing;
    if not found then
      insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, graded_by, assignment_id)
      values (task.school_id, new.student_id, task.class_id, task.subject_id, term, left(task.title, 50) || ' ' || left(task.id::text, 8), new.score, task.max_score, new.graded_by, task.id);
    end if;
  end if;
  return null;
end
$function$;

create or replace function private.create_missing_assessments()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score)
  select distinct on (n.class_id, n.subject_id, n.term_id, n.assessment) n.school_id, n.class_id, n.subject_id, n.term_id, n.assessment, greatest(n.max_score, 1) from written n
  on conflict (class_id, subject_id, term_id, private.fold_text(name)) do nothing;
  return null;
end
$function$;

create or replace function private.fee_purpose (
  term uuid,
  name text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$ select term || ' ' || private.fold_text(name) $function$;

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
  select class.school_id, s.id, class.id, record_grades.subject_id, record_grades.term_id,
    private.assessment_name(class.id, record_grades.subject_id, record_grades.term_id,
      private.require_text(record_grades.assessment, 60, 'assessment', 'Name the assessment.')),
    (v.value ->> 'score')::numeric, record_grades.max_score, private.null_if_blank(v.value ->> 'remark'), private.signed_in_uid()
  from jsonb_array_elements(scores) v join private.students_to_mark(class.id, record_grades.subject_id, record_grades.term_id) as s (id) on s.id = (v.value ->> 'student_id')::uuid
  on conflict (student_id, subject_id, term_id, class_id, assessment) do update
    set score = excluded.score, max_score = excluded.max_score, remark = excluded.remark, graded_by = excluded.graded_by, updated_at = now();
  get diagnostics written = row_count;
  if written <> jsonb_array_length(scores) then
    raise exception using errcode = 'P0001', message = 'A student of the list is not in this class. Reload the list.', hint = 'grade.not_in_class', detail = 'scores';
  end if;
  return written;
end
$function$;

create view public.subscription_overview with (security_invoker=true) AS  SELECT school_id,
    school,
    is_school_active,
    (present).id AS subscription_id,
    (present).plan_id AS plan_id,
    ( SELECT p.name
           FROM public.plans p
          WHERE (p.id = (d.present).plan_id)) AS plan,
        CASE
            WHEN ((present).id IS NULL) THEN 'none'::text
            ELSE (private.subscription_state(closed_at, ((present).ends_on >= day), (present).is_trial, last_day, day, ( SELECT private.grace_days() AS grace_days)))::text
        END AS status,
    (present).billing AS billing,
    (present).started_on AS started_on,
    last_day AS ends_on,
        CASE
            WHEN (last_day < day) THEN (last_day + ( SELECT private.grace_days() AS grace_days))
            ELSE NULL::date
        END AS grace_until,
    ( SELECT p.max_students
           FROM public.plans p
          WHERE (p.id = private.limiting_plan((d.present).plan_id, (d.present).is_trial))) AS max_students,
    ( SELECT (COALESCE(sum(k.students), (0)::bigint))::integer AS coalesce
           FROM public.student_counts k
          WHERE ((k.school_id = d.school_id) AND (k.status = 'active'::public.student_status))) AS students,
    search_text
   FROM ( SELECT s.id AS school_id,
            s.name AS school,
            s.search_text,
            s.is_active AS is_school_active,
            s.closed_at,
            t.day,
            ( SELECT x.*::public.subscriptions AS x
                   FROM public.subscriptions x
                  WHERE ((x.school_id = s.id) AND (x.revoked_at IS NULL) AND (x.started_on <= t.day))
                  ORDER BY x.ends_on DESC
                 LIMIT 1) AS present,
            ( SELECT x.ends_on
                   FROM public.subscriptions x
                  WHERE ((x.school_id = s.id) AND (x.revoked_at IS NULL))
                  ORDER BY x.ends_on DESC
                 LIMIT 1) AS last_day
           FROM (public.schools s
             CROSS JOIN LATERAL ( SELECT ((( SELECT private.current_moment() AS current_moment) AT TIME ZONE s.time_zone))::date AS day) t)) d;

create or replace function private.subscription_of (
  school uuid
)
  returns public.subscription_overview
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$ select v.* from public.subscription_overview v where v.school_id = subscription_of.school $function$;

comment on view public.subscription_overview is 'Every school with its present or last subscription period, its size and its plan''s limit; ends_on is the last day of all that is paid.';

revoke all on function private.assessment_name(uuid, uuid, uuid, text) from public;

revoke all on function private.subscription_of(uuid) from public;

grant select on table public.subscription_overview to authenticated;

grant all on table public.subscription_overview to service_role;

alter table public.addons
  add column search_text text generated always as (private.fold_text(((name || ' '::text) || description))) stored;

alter table public.cms_media
  add column search_text text generated always as (private.fold_text(((original_filename || ' '::text) || COALESCE(alt_text, ''::text))))
    stored;

alter table public.cms_pages
  add column search_text text generated always as (private.fold_text(((title || ' '::text) || slug))) stored;

alter table public.faqs
  add column search_text text generated always as (private.fold_text(((question || ' '::text) || answer))) stored;

alter table public.licences
  add column search_text text generated always as (private.fold_text(((name || ' '::text) || licence_key))) stored;

alter table public.published_pages
  add column search_text text generated always as
    (private.fold_text(((((((title || ' '::text) || COALESCE(meta_description, ''::text)) || ' '::text) || COALESCE((translations #>>
    '{sw,title}'::text[]), ''::text)) || ' '::text) || COALESCE((translations #>> '{sw,meta_description}'::text[]), ''::text)))) stored;

comment on column public.published_pages.search_text is 'Title and description in every language, folded, for the search of visitors.';

alter table public.school_exits
  add column search_text text generated always as (private.fold_text(school)) stored;

alter table public.site_redirects
  add column search_text text generated always as (private.fold_text(((from_path || ' '::text) || to_path))) stored;

alter table public.testimonials
  add column search_text text generated always as (private.fold_text(((((quote || ' '::text) || author) || ' '::text) || institution)))
    stored;

alter table public.thermal_prints
  add column search_text text generated always as (private.fold_text(receipt_number)) stored;

insert into private.unexported_columns (table_name, column_name, reason) values
  ('licences', 'search_text', 'repeats other columns'),
  ('school_exits', 'search_text', 'repeats other columns'),
  ('thermal_prints', 'search_text', 'repeats other columns');

-- Names that differ in case, accents or apostrophes only become distinguishable before the indexes ask for it.
alter table public.assessments disable trigger user;
alter table public.grades disable trigger user;
with renamed as (
  update public.assessments a set name = left(a.name, 50) || ' ' || left(a.id::text, 8)
  from (select id, name, row_number() over (partition by class_id, subject_id, term_id, private.fold_text(name) order by created_at, id) as place
    from public.assessments) n
  where n.id = a.id and n.place > 1 returning a.class_id, a.subject_id, a.term_id, n.name as was, a.name)
update public.grades g set assessment = r.name from renamed r
where g.class_id = r.class_id and g.subject_id = r.subject_id and g.term_id = r.term_id and g.assessment = r.was;
alter table public.grades enable trigger user;
alter table public.assessments enable trigger user;

alter table public.plans disable trigger user;
update public.plans t set name = left(t.name, 110) || ' ' || left(t.id::text, 8)
from (select id, row_number() over (partition by category, private.fold_text(name) order by created_at, id) as place from public.plans) n
where n.id = t.id and n.place > 1;
alter table public.plans enable trigger user;

alter table public.addons disable trigger user;
update public.addons t set name = left(t.name, 110) || ' ' || left(t.id::text, 8)
from (select id, row_number() over (partition by category, private.fold_text(name) order by created_at, id) as place from public.addons) n
where n.id = t.id and n.place > 1;
alter table public.addons enable trigger user;

alter table public.services disable trigger user;
update public.services t set name = left(t.name, 110) || ' ' || left(t.id::text, 8)
from (select id, row_number() over (partition by  private.fold_text(name) order by created_at, id) as place from public.services) n
where n.id = t.id and n.place > 1;
alter table public.services enable trigger user;

alter table public.faqs disable trigger user;
update public.faqs t set question = left(t.question, 290) || ' ' || left(t.id::text, 8)
from (select id, row_number() over (partition by surface, private.fold_text(question) order by created_at, id) as place from public.faqs) n
where n.id = t.id and n.place > 1;
alter table public.faqs enable trigger user;

-- What was charged already is found by the new rule, unless one student was charged twice by the old one.
alter table public.fee_charges disable trigger user;
update public.fee_charges c set purpose = private.fold_text(c.purpose)
where c.purpose <> private.fold_text(c.purpose) and not exists (select from public.fee_charges o
  where o.student_id = c.student_id and o.id <> c.id and private.fold_text(o.purpose) = private.fold_text(c.purpose));
alter table public.fee_charges enable trigger user;

create unique index addons_name_key on public.addons using btree (category, private.fold_text(name));

create unique index assessments_name_key on public.assessments using btree (class_id, subject_id, term_id, private.fold_text(name));

create unique index faqs_question_key on public.faqs using btree (surface, private.fold_text(question));

create unique index plans_name_key on public.plans using btree (category, private.fold_text(name));

create unique index services_name_key on public.services using btree (private.fold_text(name));
