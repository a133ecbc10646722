create function private.refuse_closed_term(name text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform private.refuse(
    'term.closed', '{term} is closed. An administrator can reopen it under School, giving a reason.',
    jsonb_build_object('term', refuse_closed_term.name));
end
$$;

-- What belongs to a closed term stands. Loads and jobs have no caller, and what the law lets go is deleted in any term.
create function private.keep_closed_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  closed text;
begin
  if coalesce(current_setting('request.jwt.claims', true), '') = ''
    or 'on' in (coalesce(current_setting('masomo.purging', true), ''),
    coalesce(current_setting('masomo.unaudited', true), '')) then
    return null;
  end if;
  case
    when tg_table_name = 'attendance' and tg_op = 'DELETE' then
      select t.name into closed from removed r join public.school_terms t on t.school_id = r.school_id
        and r.day between t.starts_on and t.ends_on where t.closed_at is not null limit 1;
    when tg_table_name = 'attendance' then
      select t.name into closed from added a join public.school_terms t on t.school_id = a.school_id
        and a.day between t.starts_on and t.ends_on where t.closed_at is not null limit 1;
    when tg_op = 'DELETE' then
      select t.name into closed from removed r join public.school_terms t on t.id = r.term_id
        where t.closed_at is not null limit 1;
    when tg_op = 'UPDATE' then
      select t.name into closed from (select term_id from added union select term_id from removed) c
        join public.school_terms t on t.id = c.term_id where t.closed_at is not null limit 1;
    else
      select t.name into closed from added a join public.school_terms t on t.id = a.term_id
        where t.closed_at is not null limit 1;
  end case;
  if closed is not null then
    perform private.refuse_closed_term(closed);
  end if;
  return null;
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array['attendance', 'assessments', 'grades', 'fees'] loop
    execute format('create trigger keep_closed_added after insert on public.%I referencing new table as added for '
      'each statement execute function private.keep_closed_terms()', name);
    execute format('create trigger keep_closed_changed after update on public.%I referencing old table as removed '
      'new table as added for each statement execute function private.keep_closed_terms()', name);
    execute format('create trigger keep_closed_removed after delete on public.%I referencing old table as removed '
      'for each statement execute function private.keep_closed_terms()', name);
  end loop;
end
$$;
