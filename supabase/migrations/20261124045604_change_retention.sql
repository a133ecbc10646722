set check_function_bodies = off;

create or replace function public.set_retention (
  rule   text,
  months integer
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  changed public.retention_rules;
begin
  perform private.require_super_admin();
  select * into changed from public.retention_rules r where r.key = set_retention.rule for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This period is no longer here. Reload the page.', hint = 'retention.not_found';
  end if;
  if set_retention.months is null or set_retention.months not between 1 and 240 then
    raise exception using errcode = 'P0001', message = 'A period is from 1 to 240 months.', hint = 'retention.months', detail = 'months';
  end if;
  if changed.ending = 'kept' and set_retention.months < changed.months then
    raise exception using errcode = 'P0001', message = 'The law asks for this period. It can be longer, not shorter.', hint = 'retention.law', detail = 'months';
  end if;
  update public.retention_rules r set months = set_retention.months where r.key = changed.key;
  -- A shorter period deletes more on the same day.
  update public.purge_runs p set is_finished = false where p.rule = changed.key and p.day = private.today();
end
$function$;

comment on function public.set_retention(text, integer) is 'Changes how many months a kind of data is kept. What the law asks for only becomes longer.';

revoke all on function public.set_retention(text, integer) from public;

grant execute on function public.set_retention(text, integer) to authenticated;

grant execute on function public.set_retention(text, integer) to service_role;

create trigger audit
  after update on public.retention_rules
  for each row
  execute function private.audit();
