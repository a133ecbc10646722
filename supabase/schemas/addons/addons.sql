-- What every add-on shares: who may use it, and its settings.

-- The caller's school for reading an add-on's tables: null where the caller is no staff, or where the school never had
-- it.
create function private.addon_school(feature text) returns uuid
language sql stable security definer set search_path = '' as $$
  select s.id from (select private.school_where('school:work') as id) s
    where private.is_entitled(s.id, addon_school.feature) <> 'off'
$$;
grant execute on function private.addon_school(text) to authenticated, service_role;

-- The same for what families may read as well.
create function private.member_addon_school(feature text) returns uuid
language sql stable security definer set search_path = '' as $$
  select s.id from (select private.member_school() as id) s
    where private.is_entitled(s.id, member_addon_school.feature) <> 'off'
$$;
grant execute on function private.member_addon_school(text) to authenticated, service_role;

-- The caller's school for writing: refuses people who are no staff, and a school whose licence is over or was never
-- bought.
create function private.require_addon(feature text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.school_where('school:work');
  entitlement constant public.entitlement := private.is_entitled(school, require_addon.feature);
begin
  if school is null then
    perform private.refuse('permission.staff_only', 'Only staff of the school may do this.', errcode => '42501');
  elsif entitlement = 'read-only' then
    if not private.is_running(school) then
      perform private.refuse_without_subscription();
    end if;
    perform private.refuse('addon.expired',
      'The licence for this add-on has expired. You can still read everything; to make changes, ask an administrator '
        'to renew it.',
      errcode => '42501');
  elsif entitlement is distinct from 'on' then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return school;
end
$$;

-- The modules and add-ons that this product has. A school has one of them by its plan or by a licence.
create table private.declared_features (
  feature text primary key check (private.is_feature(feature)),
  part_of text check (private.is_feature(part_of))
);
comment on column private.declared_features.part_of
  is 'The feature of the remote that this one switches on, where a remote is sold as several.';
comment on table private.declared_features
  is 'Each module.ts makes a row, with its permissions and settings, by private.declare_module.';

alter table private.declared_features enable row level security;

-- Those that are on or read-only at a school, for the page to load; null for none.
create function private.addon_states(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(f.feature, f.state) from (
    select d.feature, private.is_entitled(addon_states.school, d.feature) as state from private.declared_features d
    where d.feature like 'module:%' or exists (
      select from public.licences l where l.school_id = private.payer_of(addon_states.school)
        and l.feature = any (private.features_within(d.feature)))) f
  where f.state <> 'off'
$$;

-- What the store sells that brings a feature: of a remote that is sold as several, each of them.
create function public.addons_with(feature text) returns setof public.addons
language sql stable security definer set search_path = '' rows 4 as $$
  select a.* from public.addons a
  where a.is_active and a.feature = any (private.features_within(addons_with.feature)) order by a.position, a.id
$$;
comment on function public.addons_with(text) is
  'The add-ons on sale that switch a feature on, or a part of it where it is sold as several.';
grant execute on function public.addons_with(text) to authenticated;

create function public.my_schools_with(feature text) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select s.id, s.name from private.schools_of(private.signed_in_uid()) s
    where s.id is distinct from private.my_school() and private.is_entitled(s.id, my_schools_with.feature) <> 'off';
end
$$;
comment on function public.my_schools_with(text) is
  'The caller''s other schools that have an add-on: where to go from its address at a school without it.';
grant execute on function public.my_schools_with(text) to authenticated;

-- The settings that modules and add-ons declare; the value that holds until a school chooses one.
create table private.addon_setting_defaults (
  feature text not null check (private.is_feature(feature)),
  name text not null check (name ~ '^[a-z][a-z_]{1,40}$'),
  kind text not null check (kind in ('switch', 'time', 'number', 'text', 'choice')),
  value jsonb not null,
  least numeric,
  most numeric,
  choices text[],
  primary key (feature, name)
);
comment on table private.addon_setting_defaults
  is 'As module.ts says; least and most limit a number, most the length of a text, and choices are those of a choice.';

alter table private.addon_setting_defaults enable row level security;

create table public.addon_settings (
  school_id uuid not null references public.schools (id) on delete cascade,
  feature text not null,
  name text not null,
  value jsonb not null,
  changed_by uuid references public.users (id) on delete set null,
  changed_at timestamptz not null default now(),
  primary key (school_id, feature, name),
  foreign key (feature, name) references private.addon_setting_defaults (feature, name) on delete cascade
);
comment on table public.addon_settings is 'What a school chose for its add-ons.';

create index addon_settings_feature_idx on public.addon_settings (feature, name);
create index addon_settings_changed_by_idx on public.addon_settings (changed_by);

select private.school_table('public.addon_settings');
grant select on public.addon_settings to authenticated;

create policy "Staff see the settings of their school's add-ons" on public.addon_settings for select to authenticated
  using (school_id = (select private.school_where('school:work')));

-- Makes the declaration of a module or an add-on the rows of this database: adds, changes and removes what differs.
create function private.declare_module(feature text, declared jsonb) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  own constant text := declare_module.feature;
  permissions constant jsonb := declare_module.declared -> 'permissions';
  -- Its names by feature: one, none, or several that each bring it.
  sold constant jsonb := case jsonb_typeof(declare_module.declared -> 'sold_as')
    when 'string' then jsonb_build_object(own, declare_module.declared -> 'sold_as')
    when 'object' then declare_module.declared -> 'sold_as' else '{}' end;
begin
  delete from private.declared_features d where d.part_of = own and not sold ? d.feature;
  with added as (
    insert into private.declared_features (feature, part_of)
    select own, null union select s.key, nullif(own, s.key) from jsonb_object_keys(sold) s (key)
    on conflict do nothing returning feature)
  update public.addons a set is_ready = true from added d where a.feature = d.feature and not a.is_ready;
  if not sold ? own then
    delete from private.addon_features f where f.feature = own;
  end if;
  insert into private.addon_features (name, feature, is_built)
  select s.value, s.key, true from jsonb_each_text(sold) s
  on conflict (feature) do update set name = excluded.name, is_built = true;

  insert into private.permissions (name, sentence, is_platform, is_about_children, needs_second_step, feature)
  select p.name, p.sentence, false, coalesce(p.is_about_children, false), coalesce(p.needs_second_step, false), own
  from jsonb_to_recordset(permissions)
    p (name text, sentence text, is_about_children boolean, needs_second_step boolean)
  on conflict (name) do update
    set sentence = excluded.sentence, is_about_children = excluded.is_about_children,
      needs_second_step = excluded.needs_second_step, feature = excluded.feature;
  delete from private.permissions p where p.feature = own and not exists (
    select from jsonb_to_recordset(permissions) d (name text) where d.name = p.name);
  -- Again, so that what is kept with a role follows also a permission that changed its kind.
  delete from private.role_permissions g using private.school_roles r, private.permissions p
  where r.id = g.role_id and r.school_id is null and p.name = g.permission and p.feature = own;
  insert into private.role_permissions (role_id, permission)
  select r.id, p.name from jsonb_to_recordset(permissions) p (name text, roles text[])
    join private.school_roles r on r.school_id is null and r.slug = any (p.roles);
  perform private.write_granted(array(select r.id from private.school_roles r where r.school_id is not null));

  delete from private.addon_setting_defaults d where d.feature = own and not exists (
    select from jsonb_to_recordset(declare_module.declared -> 'settings') s (name text) where s.name = d.name);
  insert into private.addon_setting_defaults (feature, name, kind, value, least, most, choices)
  select own, s.name, s.kind, s.value, s.least, s.most, s.choices
  from jsonb_to_recordset(declare_module.declared -> 'settings')
    s (name text, kind text, value jsonb, least numeric, most numeric, choices text[])
  on conflict (feature, name) do update
    set kind = excluded.kind, value = excluded.value, least = excluded.least, most = excluded.most,
      choices = excluded.choices;
end
$$;

create function private.addon_setting(school uuid, feature text, name text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(s.value, d.value) from private.addon_setting_defaults d
  left join public.addon_settings s on s.school_id = addon_setting.school and s.feature = d.feature and s.name = d.name
  where d.feature = addon_setting.feature and d.name = addon_setting.name
$$;

create function public.save_addon_settings(feature text, changes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('school:run');
  wrong text;
begin
  perform private.require_addon(save_addon_settings.feature);
  wrong := (
    select v.key from jsonb_each(save_addon_settings.changes) v
    left join private.addon_setting_defaults d on d.feature = save_addon_settings.feature and d.name = v.key
    where case d.kind
      when 'switch' then jsonb_typeof(v.value) <> 'boolean'
      when 'time' then jsonb_typeof(v.value) <> 'string' or v.value #>> '{}' !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
      when 'number' then jsonb_typeof(v.value) <> 'number' or (v.value #>> '{}')::numeric not between d.least and d.most
      when 'text' then jsonb_typeof(v.value) <> 'string' or length(v.value #>> '{}') > d.most
      when 'choice' then jsonb_typeof(v.value) <> 'string' or v.value #>> '{}' <> all (d.choices)
      else true end
    limit 1);
  if wrong is not null then
    perform private.refuse('addon.setting', 'This value is not allowed.', field => wrong);
  end if;
  insert into public.addon_settings (school_id, feature, name, value, changed_by)
  select school, save_addon_settings.feature, v.key, v.value, private.signed_in_uid()
    from jsonb_each(save_addon_settings.changes) v
  on conflict (school_id, feature, name) do update set value = excluded.value, changed_by = excluded.changed_by,
    changed_at = now();
end
$$;
comment on function public.save_addon_settings(text, jsonb)
  is 'Stores settings of one of the school''s add-ons: {name: value}. Administrators only.';
grant execute on function public.save_addon_settings(text, jsonb) to authenticated;

-- In which months a school worked with an add-on: what the store manager counts.
create table private.addon_uses (
  feature text not null check (private.is_feature(feature)),
  month date not null,
  school_id uuid not null references public.schools (id) on delete cascade,
  primary key (feature, month, school_id)
);

create index addon_uses_school_idx on private.addon_uses (school_id);

select private.school_table('private.addon_uses', needs_subscription => false);

-- A trigger of the tables that people write by working with an add-on, once per statement.
create function private.note_addon_use() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.addon_uses (feature, month, school_id)
  select tg_argv[0], date_trunc('month', private.my_today())::date, s.id from (select private.my_school() as id) s
  where private.is_entitled(s.id, tg_argv[0]) <> 'off'
  on conflict do nothing;
  return null;
end
$$;

create function public.addon_figures() returns table (feature text, name text, held_by bigint, used_by bigint,
  failures bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require('price:write');
  return query
  select f.feature, f.name,
    (select count(distinct l.school_id) from public.licences l where l.feature = f.feature and l.revoked_at is null
      and l.valid_from <= private.today() and coalesce(l.valid_until, 'infinity') >= private.today()),
    (select count(*) from private.addon_uses u where u.feature = f.feature
      and u.month = date_trunc('month', private.today())::date),
    (select count(*) from public.release_failures r where r.app = replace(f.feature, ':', '-'))
  from private.addon_features f order by f.name, f.feature;
end
$$;
comment on function public.addon_figures() is
  'For each feature that the store sells: what the product calls it, the schools that hold it, those that worked with '
    'it this month, and the failures that browsers reported in the last 14 days. Super admins only.';
grant execute on function public.addon_figures() to authenticated;
