set check_function_bodies = off;

create or replace function public.save_level_fee (
  term_id uuid,
  name    text,
  amount  integer,
  due_on  date,
  level   text
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:write');
  saved integer;
begin
  perform public.save_fee(save_level_fee.term_id, save_level_fee.name, save_level_fee.amount, save_level_fee.due_on,
    c.id)
  from public.classes c
  where c.school_id = school and c.is_active and c.level = save_level_fee.level;
  get diagnostics saved = row_count;
  if saved = 0 then
    perform private.refuse('fee.level_empty', 'No class has this level. Choose another.', field => 'class_id');
  end if;
  return saved;
end
$function$;

comment on function public.save_level_fee(uuid, text, integer, date, text) is 'Sets a fee of its own for each class of a level, for all or for none; returns for how many.';

revoke all on function public.save_level_fee(uuid, text, integer, date, text) from public;

grant execute on function public.save_level_fee(uuid, text, integer, date, text) to authenticated;

grant execute on function public.save_level_fee(uuid, text, integer, date, text) to service_role;
