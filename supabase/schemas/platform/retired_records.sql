-- What modules kept for schools that the product no longer has: every row as it was, so that a school still exports it
-- and the erasure of a child still finds it.

create table public.retired_records (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  student_id uuid references public.students (id) on delete cascade,
  feature text not null,
  name text not null,
  record jsonb not null,
  retired_at timestamptz not null default now()
);
comment on table public.retired_records is 'The rows of retired modules; name is the table that each was in.';

create index retired_records_school_idx on public.retired_records (school_id, feature, name);
create index retired_records_student_idx on public.retired_records (student_id) where student_id is not null;

select private.school_table('public.retired_records', subject => 'student_id', erase => 'delete',
  needs_subscription => false);
grant select on public.retired_records to authenticated;

create policy "Administrators see what retired modules kept for their school" on public.retired_records for select
  to authenticated using (school_id = (select private.school_where('school:export')));

-- Called by the migration that retires a module or an add-on, before it drops what the schema made: keeps each school's
-- rows, and takes away what was declared.
create function private.retire_module(feature text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  own constant text := retire_module.feature;
  kept private.school_tables;
  school uuid;
begin
  for kept in select * from private.school_tables t where t.feature = own order by t.name loop
    for school in select h.id from public.schools h order by h.id loop
      execute format(
        'insert into public.retired_records (school_id, student_id, feature, name, record)
         select $1, %s, $2, $3, to_jsonb(t) - $4 from %s t where %s',
        coalesce('t.' || quote_ident(kept.subject), 'null'), kept.name, private.export_condition(kept.name::regclass))
      using school, own, split_part(kept.name, '.', 2), kept.unexported;
    end loop;
  end loop;
  delete from private.permissions p where p.feature = own;
  perform private.write_granted(array(select r.id from private.school_roles r));
  delete from private.addon_setting_defaults d where d.feature = own;
  update public.addons a set is_active = false, is_ready = false
  where a.feature = any (private.features_within(own));
  update private.addon_features f set is_built = false
  where f.feature = any (private.features_within(own));
  delete from private.declared_features f where own in (f.feature, f.part_of);
end
$$;
