-- The school that a session is at, where its person has several: every tab and device of the session follows.
create table private.active_schools (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  school_id uuid not null references public.schools (id) on delete cascade,
  chosen_at timestamptz not null default now()
);
create index active_schools_school_idx on private.active_schools (school_id);

select private.school_table('private.active_schools', needs_subscription => false);

-- The schools at which a person has a role today, with their roles' names; null where a role has none of its own.
create function private.schools_of(person uuid) returns table (id uuid, name text, bases public.user_role[])
language sql stable security definer set search_path = '' as $$
  select h.id, h.name, array_agg(distinct r.base)
  from private.memberships m join private.school_roles r on r.id = m.role_id join public.schools h on h.id = m.school_id
  where m.user_id = schools_of.person and h.is_active and (h.closed_at is null or r.base = 'admin')
    and private.is_current(m.starts_on, m.ends_on, private.school_today(h.id))
  group by h.id order by h.name, h.id
$$;

create function public.switch_school(school_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.signed_in_uid() is null then
    perform private.refuse('session.sign_in_again', 'Sign in again to do this.', errcode => '42501');
  end if;
  if not exists (select from private.schools_of(private.signed_in_uid()) s where s.id = switch_school.school_id) then
    perform private.refuse('school.not_yours',
      'You have no role at this school. Choose one of your schools.', errcode => '42501');
  end if;
  insert into private.active_schools as a (session_id, school_id)
  values ((auth.jwt() ->> 'session_id')::uuid, switch_school.school_id)
  on conflict (session_id) do update set school_id = excluded.school_id, chosen_at = now();
end
$$;
comment on function public.switch_school(uuid) is
  'Takes the caller''s session to another of the schools where they have a role; it holds from the next request.';
grant execute on function public.switch_school(uuid) to authenticated;
