-- What guardians ask of a school under the Data Protection Act, 2019, with the day by which it answers.
create table public.data_requests (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  kind text not null check (kind in ('access', 'rectification', 'erasure', 'portability')),
  asker text not null check (length(btrim(asker)) between 1 and 160),
  asked_by uuid references public.users (id) on delete set null,
  details text check (length(details) <= 1000),
  received_on date not null default private.my_today(),
  due_on date not null,
  status text not null default 'open' check (status in ('open', 'done', 'refused')),
  answer text check (length(answer) <= 1000),
  closed_at timestamptz,
  closed_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  check ((status = 'open') = (closed_at is null)),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);

create index data_requests_school_idx on public.data_requests (school_id, due_on, id);
create index data_requests_student_idx on public.data_requests (student_id);
create index data_requests_asked_by_idx on public.data_requests (asked_by);
create index data_requests_closed_by_idx on public.data_requests (closed_by);

select private.school_table('public.data_requests', subject => 'student_id', erase => 'anonymise',
  blank => '{"asker": "A guardian", "details": null, "answer": null}', needs_subscription => false);
grant select on public.data_requests to authenticated;

create policy "Administrators see their school's requests, guardians their own" on public.data_requests for select
  to authenticated
  using (school_id = (select private.my_school()) and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('protection:manage')) or asked_by = (select private.signed_in_uid())));

-- Data Protection (General) Regulations, 2021 (LN 263).
create function private.days_to_answer(kind text) returns integer
language sql immutable set search_path = '' as $$
  select case kind when 'access' then 7 when 'rectification' then 14 when 'erasure' then 14
    when 'portability' then 30 end
$$;

create function public.request_data(student_id uuid, kind text, details text default null, asker text default null)
  returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.my_school();
  in_office constant boolean := private.may('protection:manage');
  me public.users;
  made public.data_requests;
begin
  if not in_office and not private.has_own_students() then
    perform private.refuse(
      'data_request.guardians_only', 'Guardians ask for this, and administrators enter what they receive on paper.',
      errcode => '42501');
  end if;
  if not exists (select from public.students s where s.id = request_data.student_id and s.school_id = school
    and (in_office or s.id in (select private.my_student_ids()))) then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  end if;
  if private.days_to_answer(request_data.kind) is null then
    perform private.refuse('data_request.kind', 'Choose the type of request.', field => 'kind');
  end if;
  if not in_office and exists (select from public.data_requests r where r.student_id = request_data.student_id
    and r.kind = request_data.kind and r.status = 'open' and r.asked_by = private.signed_in_uid()) then
    perform private.refuse('data_request.open',
      'You have asked for this already. The school answers by the day shown.', field => 'kind');
  end if;
  select * into me from public.users u where u.id = private.signed_in_uid();
  insert into public.data_requests (school_id, student_id, kind, asker, asked_by, details, received_on, due_on)
  values (school, request_data.student_id, request_data.kind,
    case when in_office then private.require_text(request_data.asker, 160, 'asker', 'Enter who made the request.')
      else coalesce(me.full_name, me.email) end,
    case when not in_office then me.id end, left(private.null_if_blank(request_data.details), 1000),
      private.school_today(school), private.school_today(school) + private.days_to_answer(request_data.kind))
  returning * into made;
  if not in_office then
    perform private.notify(private.people_with(school, 'protection:manage'), 'data-request/' || made.id, 
      private.say('A guardian asks for a child''s data'),
      private.say('See Data requests under School for the legal deadline.'), '/dashboard/school/privacy');
  end if;
  return made.id;
end
$$;
comment on function public.request_data(uuid, text, text, text) is
  'Enters a request about a student''s data; the day to answer follows from the kind. An administrator names who asks.';
grant execute on function public.request_data(uuid, text, text, text) to authenticated;

create function public.answer_data_request(request_id uuid, is_done boolean, answer text default null) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.answer_data_request(uuid, boolean, text) is
  'Closes a request as done or refused with the reason. An erasure that is done takes the student''s data away in '
    'the same transaction.';
grant execute on function public.answer_data_request(uuid, boolean, text) to authenticated;

-- Why a student cannot be erased: enrolled, and the school has to keep the record; fees to settle; documents that are
-- still stored. Empty when nothing stands against it.
create function private.erasure_obstacles(student uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when s.status in ('active', 'suspended') then 'enrolled' end,
    case when coalesce((select sum(b.balance) from public.student_balances b where b.student_id = s.id), 0) <> 0
      then 'fees' end,
    case when exists (select from public.documents d where d.student_id = s.id) then 'documents' end], null)
  from public.students s where s.id = student
$$;

create function public.erasure_obstacles(student_id uuid) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('protection:manage');
  return (select private.erasure_obstacles(s.id) from public.students s where s.id = erasure_obstacles.student_id
    and s.school_id = private.school_where('protection:manage'));
end
$$;
comment on function public.erasure_obstacles(uuid)
  is 'What stands against erasing a student: enrolled, fees, documents; empty when nothing does.';
grant execute on function public.erasure_obstacles(uuid) to authenticated;

-- The sources of notifications about rows of a child.
create function private.notice_sources(student uuid) returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  duty private.school_tables;
begin
  for duty in select * from private.school_tables t where t.subject is not null and t.notices <> '{}' loop
    return query execute format('select k || ''/'' || t.id from %s t, unnest($2) k where t.%I = $1',
      duty.name, duty.subject) using student, duty.notices;
  end loop;
end
$$;

-- What an erasure writes into a table that it makes anonymous, by column. Where the table does not name them, every
-- text but keys and choices of a list: a text that nobody thought of is erased rather than kept.
create function private.blanked_columns(duty private.school_tables) returns table (name text, value text)
language sql stable security definer set search_path = '' as $$
  select b.key, b.value from jsonb_each_text(duty.blank) b
  union all
  select a.attname, case when a.attnotnull then case a.atttypid
    when 'text'::regtype then 'Erased' when 'varchar'::regtype then 'Erased' else '{}' end end
  from pg_catalog.pg_attribute a
  where duty.blank is null and a.attrelid = duty.name::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.atttypid = any ('{text,varchar,text[],json,jsonb}'::regtype[])
    and not exists (select from pg_catalog.pg_constraint c where c.conrelid = a.attrelid and a.attnum = any (c.conkey)
      and (c.contype in ('p', 'u', 'f')
        or c.contype = 'c' and pg_catalog.pg_get_constraintdef(c.oid) ~ format('\m%s = ANY \(', a.attname)))
$$;

-- Deletes or makes anonymous what tables hold about a child, as each says. Rows that have nothing to lose are left
-- alone, for a rule about later changes would refuse old ones.
create function private.erase_rows(student uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  duty private.school_tables;
  blanks text;
  differences text;
begin
  for duty in select t.* from private.school_tables t where t.erase in ('delete', 'anonymise')
    order by private.references_among(t.name, array(
      select o.name from private.school_tables o where o.erase = 'delete')) desc, t.name
  loop
    if duty.erase = 'delete' then
      execute format('delete from %s where %I = $1', duty.name, duty.subject) using student;
      continue;
    end if;
    select string_agg(format('%I = %L', b.name, b.value), ', '),
      string_agg(format('%I::text is distinct from %L', b.name, b.value), ' or ')
    into blanks, differences from private.blanked_columns(duty) b;
    if blanks is not null then
      execute format('update %s set %s where %I = $1 and (%s)', duty.name, blanks, duty.subject, differences)
      using student;
    end if;
  end loop;
end
$$;

-- Takes the person out of every row and keeps the figures: books, registers and results of classes still add up.
create function private.erase_student(student uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  alone uuid[];
  account uuid;
begin
  if cardinality(private.erasure_obstacles(student)) > 0 then
    perform private.refuse('erasure.not_yet',
      'This student’s data cannot be erased yet. See the reasons with the request.');
  end if;
  perform set_config('masomo.unaudited', 'on', true), set_config('masomo.purging', 'on', true);
  alone := array(select sg.guardian_id from public.student_guardians sg where sg.student_id = student
    and not exists (select from public.student_guardians o where o.guardian_id = sg.guardian_id
      and o.student_id <> student));
  -- Mails and notifications repeat names, marks and notes.
  delete from public.mail_outbox where split_part(idempotency_key, '/', 2) = student::text;
  delete from public.notifications n using public.users u, public.students s
  where s.id = student and u.school_id = s.school_id and n.user_id = u.id
    and (n.source like '%' || student || '%' or n.source in (select private.notice_sources(student)));
  account := private.account_of_student(student);
  -- The log among them keeps who did what and when, without what stood there.
  perform private.erase_rows(student);
  perform private.remove_import_files((select s.school_id from public.students s where s.id = student));
  delete from public.guardians where id = any (alone);
  update public.students set admission_number = 'X-' || left(id::text, 13), user_id = null where id = student;
  delete from auth.users where id = account;
  update public.audit_log set before = null, after = null, reason = null where entity = 'guardians'
    and entity_id = any (alone::text[]);
  update public.audit_log set before = null, after = null where entity = 'users' and entity_id = account::text;
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id)
  select (select u.id from public.users u where u.id = private.signed_in_uid()), s.school_id, s.id, 'erase', 'students',
    s.id from public.students s where s.id = student;
  perform set_config('masomo.unaudited', '', true), set_config('masomo.purging', '', true);
end
$$;

create function private.log_export(student uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id)
  select (select u.id from public.users u where u.id = private.signed_in_uid()), s.school_id, s.id, 'export',
    'students', s.id from public.students s where s.id = student
$$;
grant execute on function private.log_export(uuid) to authenticated;

-- With the caller's rights: an administrator gets everything, a guardian what a guardian may see. Every table that says
-- that its rows are about a student is in it, also a later one.
create function public.export_student(student_id uuid) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  source record;
  found jsonb;
  parts jsonb := '{}';
begin
  if not private.may('protection:manage') and not private.has_own_students() then
    perform private.refuse('export.guardians_only',
      'Only guardians and administrators can export a child’s data.', errcode => '42501');
  end if;
  select to_jsonb(s) - '{search_text,full_name}'::text[] into found from public.students s
    where s.id = export_student.student_id;
  if found is null then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  end if;
  parts := jsonb_build_object('students', jsonb_build_array(found));
  for source in
    select t.name, split_part(t.name, '.', 2) as part, t.subject, t.reader from private.tables_about_children() t
    where t.reader is not null or pg_catalog.has_table_privilege(t.name, 'select')
  loop
    if source.reader is not null then
      execute format('select %s($1)', source.reader) into found using export_student.student_id;
    else
      execute format('select coalesce(jsonb_agg(to_jsonb(t) - ''{search_text,full_name}''::text[]), ''[]'')
        from %s t where t.%I = $1',
        source.name, source.subject) into found using export_student.student_id;
    end if;
    if found <> '[]' then
      parts := parts || jsonb_build_object(source.part, found);
    end if;
  end loop;
  select coalesce(jsonb_agg(to_jsonb(g) - '{search_text,full_name}'::text[]), '[]') into found
  from public.guardians g where g.id in (
    select sg.guardian_id from public.student_guardians sg where sg.student_id = export_student.student_id);
  perform private.log_export(export_student.student_id);
  return parts || jsonb_build_object('guardians', found);
end
$$;
comment on function public.export_student(uuid)
  is 'Everything that is stored about a student and that the caller may see, by table. Each export is logged.';
grant execute on function public.export_student(uuid) to authenticated;
