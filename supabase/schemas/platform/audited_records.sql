-- The activity log as people read it.

-- A change as the log shows it: what notes on a child say is hidden, for it is read with a trace only, and a
-- class has its name.
create function private.shown_change(entity text, change jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce((
    select coalesce(jsonb_object_agg(e.key,
      case when e.value <> 'null' and e.key = any (t.traced) then '"•••"' else e.value end), '{}')
    from private.school_tables t cross join jsonb_each(change) e
    where split_part(t.name, '.', 2) = entity and t.traced <> '{}' and change is not null
    group by t.name), change) || coalesce((select jsonb_build_object('class_id', c.name) from public.classes c
      where c.id = case when change ->> 'class_id' ~ '^[0-9a-f-]{36}$' then (change ->> 'class_id')::uuid end),
    '{}')
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
  select l.id, l.at, l.action, l.entity, l.entity_id, private.audited_before(l.id) as before,
    private.audited_after(l.id) as after, l.school_id, s.name as school, l.actor_id,
    coalesce(u.full_name, u.email) as actor, u.email as actor_email,
    l.student_id, p.full_name as student, p.admission_number, l.reason,
    private.fold_text(concat_ws(' ', u.first_name, u.last_name, u.email, s.name, p.first_name, p.last_name,
      p.admission_number)) as search_text
  from public.audit_log l left join public.users u on u.id = l.actor_id left join public.schools s on s.id = l.school_id
    left join public.students p on p.id = l.student_id;
comment on view public.audit_entries
  is 'The audit log with names. actor is null for what the product did by itself; reason for what needs none.';
grant select on public.audit_entries to authenticated;

create function public.list_audited_tables() returns table (entity text, label text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('user:read') then
    perform private.require('audit:read');
  end if;
  return query select split_part(t.name, '.', 2), t.label from private.school_tables t
  where t.label is not null order by t.label;
end
$$;
comment on function public.list_audited_tables() is
  'What the activity log calls the tables of modules and add-ons. Super admins and administrators only.';
grant execute on function public.list_audited_tables() to authenticated;
