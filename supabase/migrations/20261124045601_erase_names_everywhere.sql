set check_function_bodies = off;

create or replace function private.audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'updated_at' end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'updated_at' end;
  changed_before jsonb := was;
  changed_after jsonb := is_now;
  whole jsonb := coalesce(is_now, was);
begin
  -- What a deletion takes away must not stand in the log afterwards.
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
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  values (
    (select id from public.users where id = private.signed_in_uid()),
    (select id from public.schools where id = case when tg_table_name = 'schools' then (whole ->> 'id')::uuid else (whole ->> 'school_id')::uuid end),
    lower(tg_op), tg_table_name, coalesce(whole ->> 'id', whole ->> 'key'), changed_before, changed_after);
  return null;
end
$$;

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
  for name in select c.relname from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (kept) order by 1 loop
    execute format('select count(*) from public.%I where school_id = $1', name) into rows_found using school;
    if rows_found > 0 then
      counts := counts || jsonb_build_object(name, rows_found);
    end if;
  end loop;
  select count(*) into rows_found from storage.objects o where o.bucket_id = 'school-documents' and o.name like school || '/%';
  insert into private.files_to_delete (bucket, name) select o.bucket_id, o.name from storage.objects o where o.bucket_id = 'school-documents' and o.name like school || '/%' on conflict do nothing;
  counts := counts || jsonb_build_object('files', rows_found);
  perform set_config('masomo.unaudited', 'on', true);
  delete from public.mail_outbox m using public.students s where s.school_id = school and split_part(m.idempotency_key, '/', 2) = s.id::text;
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
    raise exception using errcode = 'P0001', message = 'This student cannot be erased yet. The reasons stand with the request.', hint = 'erasure.not_yet';
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

create index mail_outbox_subject_idx on public.mail_outbox using btree (split_part(idempotency_key, '/'::text, 2));

create or replace function public.export_student(student_id uuid) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  source record;
  found jsonb;
  notes jsonb;
  parts jsonb := '{}';
begin
  if coalesce(private.my_role() not in ('admin', 'parent', 'student'), true) then
    raise exception using errcode = '42501', message = 'Only guardians and administrators take a child''s data out.', hint = 'export.guardians_only';
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
  if private.member_addon_school('addon:behaviour-records') is not null then
    select coalesce(jsonb_agg(to_jsonb(r) - 'total'), '[]') into notes from public.read_behaviour(of_student => export_student.student_id, size => 1000) r;
    if notes <> '[]' then
      parts := parts || jsonb_build_object('behaviour_entries', notes);
    end if;
  end if;
  perform private.log_export(export_student.student_id);
  return parts || jsonb_build_object('guardians', found);
end
$$;
