set check_function_bodies = off;

-- One row per feature; a second name of the same one goes.
delete from private.addon_features f where exists (
  select from private.addon_features o where o.feature = f.feature and o.name < f.name);

alter table private.addon_features drop constraint addon_features_pkey;

alter table private.addon_features add constraint addon_features_pkey primary key (feature);

comment on column private.addon_features.name is 'What the product calls it; the price book may sell it by other names.';

comment on table private.addon_features
  is 'Each feature that the product sells, or prepares to sell; one where both versions sell it.';

alter table public.addons drop constraint addons_feature_check;

alter table public.addons add constraint addons_feature_fkey foreign key (feature) references private.addon_features (feature);

create index addons_feature_idx on public.addons (feature);

grant insert (feature) on public.addons to authenticated;

drop trigger set_feature on public.addons;

drop function private.set_addon_feature();

create function private.set_addon_readiness() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.is_ready := coalesce((select f.is_built from private.addon_features f where f.feature = new.feature),
    new.is_ready);
  return new;
end
$$;

revoke all on function private.set_addon_readiness() from public;

create trigger set_readiness before insert on public.addons for each row execute function private.set_addon_readiness();

drop function public.addon_figures();

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

revoke all on function public.addon_figures() from public;

grant execute on function public.addon_figures() to authenticated;

create or replace function private.declare_module(feature text, declared jsonb) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  own constant text := declare_module.feature;
  permissions constant jsonb := declare_module.declared -> 'permissions';
  sold_as constant text := declare_module.declared ->> 'sold_as';
begin
  insert into private.declared_features (feature) values (own) on conflict do nothing;
  if found then
    update public.addons a set is_ready = true where a.feature = own and not a.is_ready;
  end if;
  if sold_as is null then
    delete from private.addon_features f where f.feature = own;
  else
    insert into private.addon_features (name, feature, is_built) values (sold_as, own, true)
    on conflict (feature) do update set name = excluded.name, is_built = true;
  end if;

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

select private.declare_module('addon:behaviour-records', '{
"sold_as": "Behaviour Records",
"permissions": [
  {"name": "behaviour:record", "roles": ["admin","teacher","staff"],
    "sentence": "May record behaviour."},
  {"name": "behaviour:read-all", "roles": ["admin","staff"], "is_about_children": true, "needs_second_step": true,
    "sentence": "May see every student''s behaviour, and record it for every student."}],
"settings": [
  {"name":"share_merits","kind":"switch","value":true},
  {"name":"alert_points","kind":"number","value":10,"least":0,"most":1000}]}');
select private.declare_module('addon:qr-attendance', '{
"sold_as": "QR Code Attendance",
"permissions": [
  {"name": "gate:issue-cards", "roles": ["admin","staff"],
    "sentence": "May issue and print gate cards."}],
"settings": [
  {"name":"late_after","kind":"time","value":"08:00"},
  {"name":"message_arrivals","kind":"switch","value":true},
  {"name":"message_departures","kind":"switch","value":false}]}');
select private.declare_module('addon:quick-fees', '{
"sold_as": "Quick Fees",
"permissions": [],
"settings": [
  {"name":"staff_take_fees","kind":"switch","value":true}]}');
select private.declare_module('addon:thermal-print', '{
"sold_as": "Thermal Print",
"permissions": [],
"settings": [
  {"name":"paper","kind":"choice","value":"80","choices":["58","80"]},
  {"name":"header","kind":"text","value":"","most":200},
  {"name":"footer","kind":"text","value":"","most":300}]}');
select private.declare_module('addon:two-factor', '{
"sold_as": "Two-Factor Authentication",
"permissions": [
  {"name": "two-factor:manage", "roles": ["admin"], "needs_second_step": true,
    "sentence": "May say who signs in with two steps, and reset it."}],
"settings": [
  {"name":"trust_days","kind":"number","value":0,"least":0,"most":90}]}');
