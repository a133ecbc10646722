set check_function_bodies = off;

create or replace function private.find_caller (
  statement text
)
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  token constant jsonb := auth.jwt();
  -- As auth.uid(), which would parse the token again.
  me constant uuid := coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), token ->> 'sub')::uuid;
  my_account uuid;
  my_school uuid;
  my_role public.user_role;
  has_session boolean := false;
  is_signed_in boolean := false;
  has_code boolean := false;
  role text := 'user';
  school text := '';
  first_school text := '';
  last_school text := '';
  childrens_school text := '';
  found_caller text;
begin
  if me is not null then
    -- A token outlives its session, and one that names none signs nobody in: it was made for something else.
    has_session := exists (
      select from auth.sessions s where s.id = (token ->> 'session_id')::uuid and s.user_id = me
        and coalesce(s.not_after > now(), true));
    -- With the second factor where the account has one; a trusted device stands for it.
    has_code := coalesce(token ->> 'aal', 'aal1') = 'aal2';
    if has_session and not has_code and exists (select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then
      has_code := private.is_trusted_session((token ->> 'session_id')::uuid, me);
      is_signed_in := has_code;
    else
      is_signed_in := has_session;
    end if;
  end if;
  if is_signed_in then
    select u.id, u.school_id, u.role into my_account, my_school, my_role from public.users u where u.id = me and u.is_active;
    -- Without an open school a person is a plain user; into a closed one only administrators come.
    if exists (select from public.schools h where h.id = my_school and h.is_active and (h.closed_at is null or my_role = 'admin')) then
      role := my_role;
      school := my_school;
      first_school := school;
      last_school := school;
      childrens_school := school;
    end if;
    if my_account is not null and exists (select from public.super_admins a where a.id = my_account) then
      role := 'super_admin';
      first_school := '00000000-0000-0000-0000-000000000000';
      last_school := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
      childrens_school := coalesce(private.opened_school(my_account)::text, '');
    end if;
    -- Whoever must have a second factor and has none gets no further than to set one up, which needs Auth only.
    if not has_code and role <> 'user' and private.is_second_step_required(me, nullif(school, '')::uuid, role::public.user_role) then
      role := 'user';
      school := '';
      first_school := '';
      last_school := '';
      childrens_school := '';
      is_signed_in := false;
    end if;
  end if;
  found_caller := concat_ws(' ', role, school, first_school, last_school, childrens_school, is_signed_in, case when has_session then me end);
  perform set_config('masomo.statement', statement, true), set_config('masomo.caller', found_caller, true);
  return found_caller;
end
$function$;
