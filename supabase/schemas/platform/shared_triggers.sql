create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- A save names the record and the version it was read in (x-record-read: "<id> <updated_at>"); it is refused when the
-- record changed since. The answer names the table only: what is stored is read as everything else is, by people who
-- may read it, with its trace.
create function private.refuse_unread_change() returns trigger
language plpgsql set search_path = '' as $$
declare
  read text := current_setting('request.headers', true)::jsonb ->> 'x-record-read';
begin
  if split_part(read, ' ', 1) = old.id::text
    and split_part(read, ' ', 2)::timestamptz is distinct from old.updated_at then
    perform private.refuse(
      'record.changed', 'Somebody else has changed this in the meantime. Nothing is saved yet.', field => tg_table_name,
      errcode => 'PT409');
  end if;
  return new;
end
$$;

create function private.audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'updated_at' end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'updated_at' end;
  changed_before jsonb := was;
  changed_after jsonb := is_now;
  whole jsonb := coalesce(is_now, was);
begin
  -- What a deletion takes away must not be in the log afterwards.
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
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, before, after, reason)
  values (
    (select id from public.users where id = private.signed_in_uid()),
    (select id from public.schools
      where id = case when tg_table_name = 'schools' then (whole ->> 'id')::uuid
      else (whole ->> 'school_id')::uuid end),
    (whole ->> private.subject_of(tg_table_schema, tg_table_name))::uuid, lower(tg_op), tg_table_name,
    coalesce(whole ->> 'id', whole ->> 'key'), changed_before, changed_after,
    nullif(current_setting('masomo.reason', true), ''));
  return null;
end
$$;

create function private.bump_content_revision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.content_revision set revision = revision + 1, changed_at = now();
  return null;
end
$$;
