-- Who changed children's records, marks, registers, documents and fees. Of rows that name their author and time themselves, such as a mark, only what happens
-- to them later is logged.

create function private.audit_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select id from public.users where id = private.signed_in_uid());
  -- What changes with every save.
  kept constant text[] := array['updated_at', 'recorded_at', 'search_text'];
  why constant text := nullif(current_setting('masomo.reason', true), '');
begin
  -- Loads and jobs have no caller.
  if coalesce(current_setting('request.jwt.claims', true), '') = '' or current_setting('masomo.unaudited', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, before, after, reason)
    select me, s.id, private.student_of(tg_table_name, c.is_now), 'update', tg_table_name, c.key, d.before, d.after, why
    from (select private.audit_key(to_jsonb(r), tg_argv) as key, to_jsonb(r) - kept as was from removed r) b
    join (select private.audit_key(to_jsonb(a), tg_argv) as key, to_jsonb(a) - kept as is_now from added a) c on c.key = b.key and c.is_now <> b.was
    join public.schools s on s.id = (c.is_now ->> 'school_id')::uuid
    cross join lateral (select jsonb_object_agg(e.key, b.was -> e.key) as before, jsonb_object_agg(e.key, e.value) as after
      from jsonb_each(c.is_now) e where e.value is distinct from b.was -> e.key) d;
  elsif tg_op = 'INSERT' then
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, after, reason)
    select me, s.id, private.student_of(tg_table_name, c.is_now), 'insert', tg_table_name, private.audit_key(c.is_now, tg_argv), c.is_now, why
    from (select to_jsonb(a) - kept as is_now from added a) c join public.schools s on s.id = (c.is_now ->> 'school_id')::uuid;
  else
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, before, reason)
    select me, s.id, private.student_of(tg_table_name, c.was), 'delete', tg_table_name, private.audit_key(c.was, tg_argv), c.was, why
    from (select to_jsonb(r) - kept as was from removed r) c join public.schools s on s.id = (c.was ->> 'school_id')::uuid;
  end if;
  return null;
end
$$;

create function private.audit_key(record jsonb, columns text[]) returns text
language sql immutable set search_path = '' as $$ select string_agg(record ->> c.name, '/' order by c.n) from unnest(columns) with ordinality as c (name, n) $$;

create function private.student_of(entity text, record jsonb) returns uuid
language sql immutable set search_path = '' as $$ select (record ->> case entity when 'students' then 'id' else 'student_id' end)::uuid $$;

-- The changes of each table that are logged, and the columns that name its row.
do $$
declare
  audited record;
  verb record;
begin
  for audited in select * from (values
    ('students', '{insert,update,delete}', '{id}'),
    ('guardians', '{insert,update,delete}', '{id}'),
    ('student_guardians', '{insert,update,delete}', '{student_id,guardian_id}'),
    ('custody_marks', '{insert,update,delete}', '{student_id,guardian_id}'),
    ('student_records', '{insert,update,delete}', '{id}'),
    ('behaviour_entries', '{update}', '{id}'),
    ('behaviour_follow_ups', '{update}', '{id}'),
    ('documents', '{insert,update,delete}', '{id}'),
    ('fees', '{insert,update,delete}', '{id}'),
    ('fee_charges', '{update,delete}', '{id}'),
    ('grades', '{update,delete}', '{id}'),
    ('attendance', '{update,delete}', '{student_id,day}'),
    ('submissions', '{update,delete}', '{assignment_id,student_id}')) as t (name, verbs, key)
  loop
    for verb in select * from (values
      ('insert', 'audit_added', 'new table as added'),
      ('update', 'audit_changed', 'old table as removed new table as added'),
      ('delete', 'audit_removed', 'old table as removed')) as v (name, trigger, rows) where v.name = any (audited.verbs::text[])
    loop
      execute format('create trigger %I after %s on public.%I referencing %s for each statement execute function private.audit_rows(%s)', verb.trigger, verb.name, audited.name, verb.rows,
        (select string_agg(quote_literal(k.name), ', ' order by k.n) from unnest(audited.key::text[]) with ordinality as k (name, n)));
    end loop;
  end loop;
end
$$;

-- A change as the log shows it: what notes on a child say is hidden, for it is read with a trace only.
create function private.shown_change(entity text, change jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case
    when entity not in ('student_records', 'behaviour_entries', 'behaviour_follow_ups') or change is null then change
    else (select coalesce(jsonb_object_agg(e.key, case
        when e.value <> 'null' and e.key in ('summary', 'details', 'note', 'agreed', 'task', 'outcome', 'withdrawn_reason') then '"•••"' else e.value end), '{}')
      from jsonb_each(change) e) end
$$;

create function private.audited_before(entry bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.shown_change(l.entity, l.before) from public.audit_log l where l.id = entry
$$;
grant execute on function private.audited_before(bigint) to authenticated;

create function private.audited_after(entry bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.shown_change(l.entity, l.after) from public.audit_log l where l.id = entry
$$;
grant execute on function private.audited_after(bigint) to authenticated;

create view public.audit_entries with (security_invoker = true) as
  select l.id, l.at, l.action, l.entity, l.entity_id, private.audited_before(l.id) as before, private.audited_after(l.id) as after, l.school_id, s.name as school, l.actor_id,
    coalesce(private.full_name(u.first_name, u.last_name), u.email) as actor, u.email as actor_email,
    l.student_id, private.full_name(p.first_name, p.last_name) as student, p.admission_number, l.reason,
    private.fold_text(concat_ws(' ', u.first_name, u.last_name, u.email, s.name, p.first_name, p.last_name, p.admission_number)) as search_text
  from public.audit_log l left join public.users u on u.id = l.actor_id left join public.schools s on s.id = l.school_id left join public.students p on p.id = l.student_id;
comment on view public.audit_entries is 'The audit log with names. actor is null for what the product did by itself; reason for what needs none.';
grant select on public.audit_entries to authenticated;
