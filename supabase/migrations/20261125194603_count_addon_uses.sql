set check_function_bodies = off;

create table private.addon_uses (
  feature   text not null,
  month     date not null,
  school_id uuid not null,
  constraint addon_uses_pkey primary key (feature, month, school_id),
  constraint addon_uses_feature_check check (private.is_feature(feature))
);

alter table private.addon_uses
  enable row level security;

create or replace function private.note_addon_use()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into private.addon_uses (feature, month, school_id)
  select tg_argv[0], date_trunc('month', private.my_today())::date, s.id from (select private.my_school() as id) s
  where private.is_entitled(s.id, tg_argv[0]) <> 'off'
  on conflict do nothing;
  return null;
end
$function$;

create or replace function public.addon_figures()
  returns table (
    feature  text,
    held_by  bigint,
    used_by  bigint,
    failures bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return query
  select f.feature,
    (select count(distinct l.school_id) from public.licences l where l.feature = f.feature and l.revoked_at is null and l.valid_from <= private.today() and coalesce(l.valid_until, 'infinity') >= private.today()),
    (select count(*) from private.addon_uses u where u.feature = f.feature and u.month = date_trunc('month', private.today())::date),
    (select count(*) from public.release_failures r where r.app = 'addon-' || split_part(f.feature, ':', 2))
  from (select distinct a.feature from private.addon_features a) f;
end
$function$;

alter table private.addon_uses
  add constraint addon_uses_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

create index addon_uses_school_idx on private.addon_uses using btree (school_id);

create trigger note_use
  after insert or update on private.second_step_rules
  for each STATEMENT
  execute function private.note_addon_use('addon:two-factor');

create trigger note_use
  after insert or update on private.trusted_devices
  for each STATEMENT
  execute function private.note_addon_use('addon:two-factor');

create trigger note_use
  after insert or update on public.behaviour_entries
  for each STATEMENT
  execute function private.note_addon_use('addon:behaviour-records');

create trigger note_use
  after insert or update on public.behaviour_follow_ups
  for each STATEMENT
  execute function private.note_addon_use('addon:behaviour-records');

create trigger note_use
  after insert or update on public.gate_cards
  for each STATEMENT
  execute function private.note_addon_use('addon:qr-attendance');

create trigger note_use
  after insert or update on public.gate_sightings
  for each STATEMENT
  execute function private.note_addon_use('addon:qr-attendance');

create trigger note_use
  after insert or update on public.quick_receipts
  for each STATEMENT
  execute function private.note_addon_use('addon:quick-fees');

create trigger note_use
  after insert or update on public.thermal_prints
  for each STATEMENT
  execute function private.note_addon_use('addon:thermal-print');

comment on function public.addon_figures() is 'For each add-on of the product: the schools that hold it, those that worked with it this month, and the failures that browsers reported in the last 14 days. Super admins only.';

revoke all on function private.note_addon_use() from public;

revoke all on function public.addon_figures() from public;

grant execute on function public.addon_figures() to authenticated;

grant execute on function public.addon_figures() to service_role;

grant all on table private.addon_uses to service_role;
