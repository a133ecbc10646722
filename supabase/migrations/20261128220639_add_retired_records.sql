set check_function_bodies = off;

create table public.retired_records (
  id         uuid                     not null default gen_random_uuid(),
  school_id  uuid                     not null,
  student_id uuid,
  feature    text                     not null,
  name       text                     not null,
  record     jsonb                    not null,
  retired_at timestamp with time zone not null default now(),
  constraint retired_records_pkey primary key (id)
);

alter table public.retired_records
  enable row level security;

create or replace function private.retire_module (
  feature text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
  update public.addons a set is_active = false, is_ready = false where a.feature = own;
  update private.addon_features f set is_built = false where f.feature = own;
  delete from private.declared_features f where f.feature = own;
end
$function$;

alter table public.retired_records
  add constraint retired_records_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.retired_records
  add constraint retired_records_student_id_fkey foreign key (student_id) references public.students(id) on delete cascade;

create index retired_records_school_idx on public.retired_records using btree (school_id, feature, name);

create index retired_records_student_idx on public.retired_records using btree (student_id)
  where (student_id is not null);

create policy "Administrators see what retired modules kept for their school" on public.retired_records
  for select
  to authenticated
  using ((school_id = ( select private.school_where('school:export'::text) as school_where)));

comment on table public.retired_records is 'The rows of retired modules; name is the table that each was in.';

revoke all on function private.retire_module(text) from public;

grant select on table public.retired_records to authenticated;

grant all on table public.retired_records to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "public.retired_records", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false}]');
