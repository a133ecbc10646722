-- The order of what visitors read: one step up or down, among those that stand together.

create function private.move_in_list(list uuid[], moved uuid, up boolean) returns uuid[]
language plpgsql immutable set search_path = '' as $$
declare
  place constant integer := array_position(list, moved);
  other constant integer := place + case when up then -1 else 1 end;
begin
  if place is null then
    raise exception using errcode = 'P0002', message = 'This is no longer here. Open the list again.', hint = 'content.not_found';
  end if;
  if other between 1 and cardinality(list) then
    list[place] := list[other];
    list[other] := moved;
  end if;
  return list;
end
$$;

create function public.move_question(question_id uuid, up boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  shown_on constant text := (select f.surface from public.faqs f where f.id = question_id);
  list uuid[];
begin
  perform private.require_super_admin();
  -- Two people moving at once take turns.
  perform pg_advisory_xact_lock(hashtext('order of questions'), hashtext(coalesce(shown_on, '')));
  list := private.move_in_list(array(select f.id from public.faqs f where f.surface = shown_on order by f.position, f.created_at, f.id), question_id, up);
  update public.faqs f set position = place.number from unnest(list) with ordinality as place (id, number) where f.id = place.id and f.position <> place.number;
end
$$;
comment on function public.move_question(uuid, boolean) is 'One step among the questions of its page.';

create function public.move_testimonial(testimonial_id uuid, up boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  list uuid[];
begin
  perform private.require_super_admin();
  perform pg_advisory_xact_lock(hashtext('order of testimonials'));
  list := private.move_in_list(array(select t.id from public.testimonials t order by t.position, t.created_at, t.id), testimonial_id, up);
  update public.testimonials t set position = place.number from unnest(list) with ordinality as place (id, number) where t.id = place.id and t.position <> place.number;
end
$$;
comment on function public.move_testimonial(uuid, boolean) is 'One step among the testimonials.';

revoke execute on function public.move_question(uuid, boolean), public.move_testimonial(uuid, boolean) from public, anon;
grant execute on function public.move_question(uuid, boolean), public.move_testimonial(uuid, boolean) to authenticated;
