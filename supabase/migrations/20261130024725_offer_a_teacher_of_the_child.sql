set check_function_bodies = off;

create or replace function private.family_home (
  school uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.school_today(school);
begin
  return jsonb_build_object(
    'today', today, 'term', private.day_in_term(school, today),
    'children', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.full_name,
        'first_name', s.first_name, 'admission_number', s.admission_number, 'class_id', s.class_id, 'class', c.name,
        'attendance', (select jsonb_build_object('status', a.status, 'at', a.recorded_at,
            'is_scanned', a.source is not null)
          from public.attendance a where a.student_id = s.id and a.day = today),
        'fees', private.fees_due(s.id, today),
        'work', private.work_due(s.id, s.class_id, today),
        'marks', private.last_marks(s.id),
        'teacher', (select jsonb_build_object('id', t.id, 'is_class_teacher', t.is_class_teacher)
          from public.teachers_of_child(s.id) t order by t.is_class_teacher desc, t.name, t.id limit 1),
        'questions', private.open_questions(s.id)) order by s.first_name, s.id), '[]')
      from public.students s left join public.classes c on c.id = s.class_id
      where s.id in (select private.my_student_ids()) and s.status in ('active', 'suspended')),
    'own', (select jsonb_build_object('has_lessons', w.days <> '{}',
        'days', (select coalesce(jsonb_agg(jsonb_build_object('day', d.day,
            'lessons', private.lessons_of_class(s.class_id, d.day)) order by d.day), '[]')
          from private.home_days(school, today, w.days) as d (day)),
        'results', private.result_rounds(s.id))
      from public.students s cross join lateral (select array(select distinct l.weekday::integer
        from public.lessons l where l.class_id = s.class_id) as days) w
      where s.user_id = private.signed_in_uid() and s.school_id = family_home.school
        and s.id in (select private.my_student_ids()) and s.status in ('active', 'suspended') limit 1),
    'payment_instructions', (select h.payment_instructions from public.schools h where h.id = school),
    'terms', (select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'starts_on', t.starts_on,
        'ends_on', t.ends_on) order by t.starts_on), '[]')
      from (select * from public.school_terms n where n.school_id = family_home.school and n.ends_on >= today
        order by n.starts_on limit 3) t),
    'notices', private.my_notices(school),
    'documents', private.family_documents(school));
end
$function$;

create or replace function public.list_open_invitations (
  in_school uuid    default null::uuid,
  skipped   integer default 0,
  size      integer default 20
)
  returns table (
    id         uuid,
    email      text,
    name       text,
    role       public.user_role,
    role_id    uuid,
    role_name  text,
    school_id  uuid,
    school     text,
    invited_by text,
    created_at timestamp with time zone,
    total      bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  -- Null for a super admin, who may look into every school.
  own_school constant uuid := private.require_account_manager(coalesce(in_school,
    private.school_where('account:manage')));
  only_school constant uuid := coalesce(own_school, in_school);
begin
  return query
  select i.id, i.email, i.full_name, i.role, i.role_id, r.name, i.school_id, h.name,
    u.full_name, i.created_at, count(*) over ()
  from public.invitations i left join private.school_roles r on r.id = i.role_id
    left join public.schools h on h.id = i.school_id
    left join public.users u on u.id = i.invited_by
  where i.accepted_at is null and i.revoked_at is null and (only_school is null or i.school_id = only_school)
  order by i.created_at desc, i.id
  limit least(greatest(size, 1), 500) offset greatest(skipped, 0);
end
$function$;
