-- The order in which the store shows its add-ons: one step up or down, in the whole list.

create function public.move_addon(addon_id uuid, up boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  list uuid[];
begin
  perform private.require_super_admin();
  -- Two people moving at once take turns.
  perform pg_advisory_xact_lock(hashtext('order of addons'));
  list := private.move_in_list(array(select a.id from public.addons a order by a.position, a.name, a.id), addon_id, up);
  update public.addons a set position = place.number from unnest(list) with ordinality as place (id, number) where a.id = place.id and a.position <> place.number;
end
$$;
comment on function public.move_addon(uuid, boolean) is 'One step among the add-ons of the store.';

revoke execute on function public.move_addon(uuid, boolean) from public, anon;
grant execute on function public.move_addon(uuid, boolean) to authenticated;
