set check_function_bodies = off;

alter table public.release_failures
  drop constraint release_failures_app_check;

alter table public.release_samples
  drop constraint release_samples_app_check;

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
    (select count(*) from public.release_failures r where r.app = replace(f.feature, ':', '-'))
  from (select distinct a.feature from private.addon_features a) f;
end
$function$;

alter table public.release_failures
  add constraint release_failures_app_check check ((app ~ '^(shell|(mfe|addon|module)-[a-z-]{1,40})$'::text));

alter table public.release_samples
  add constraint release_samples_app_check check ((app ~ '^(shell|(mfe|addon|module)-[a-z-]{1,40})$'::text));
