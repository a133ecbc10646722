create table public.sign_ins (
  id uuid primary key,
  user_id uuid not null references public.users (id) on delete cascade,
  school_id uuid references public.schools (id) on delete cascade,
  signed_in_at timestamptz not null default now(),
  ended_at timestamptz,
  has_second_step boolean not null default false,
  device text not null default '',
  address inet
);
comment on table public.sign_ins
  is 'Each person''s sign-ins of the last twelve months: their session, also after it has ended.';
comment on column public.sign_ins.school_id is 'The person''s school at that time.';
comment on column public.sign_ins.device is 'The browser''s user agent.';

create index sign_ins_user_idx on public.sign_ins (user_id, signed_in_at desc);
create index sign_ins_school_idx on public.sign_ins (school_id, signed_in_at desc, id);
-- The purge reads from its oldest end.
create index sign_ins_age_idx on public.sign_ins (signed_in_at);

select private.school_table('public.sign_ins', needs_subscription => false, retention => 'sign_ins',
  aged_by => 'signed_in_at');
grant select on public.sign_ins to authenticated;

create policy "People see their sign-ins" on public.sign_ins for select to authenticated
  using (user_id = (select private.signed_in_uid()));

create function private.keep_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    update public.sign_ins set ended_at = now() where id = old.id and ended_at is null;
    -- Open pages of the person ask whether it was theirs.
    insert into private.changes (audience, topic) values ('person:' || old.user_id, 'sessions') on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    update public.sign_ins set has_second_step = true where id = new.id;
  else
    -- A session may begin before its person has a profile.
    insert into public.sign_ins (id, user_id, school_id, signed_in_at, has_second_step, device, address)
    select new.id, u.id, u.school_id, coalesce(new.created_at, now()), coalesce(new.aal = 'aal2', false),
      left(coalesce(new.user_agent, ''), 300), new.ip from public.users u where u.id = new.user_id
    on conflict (id) do nothing;
  end if;
  return null;
end
$$;
create trigger masomo_keep_new_session after insert on auth.sessions for each row
  execute function private.keep_session();
create trigger masomo_keep_second_step after update of aal on auth.sessions for each row
  when (new.aal = 'aal2' and old.aal is distinct from 'aal2') execute function private.keep_session();
create trigger masomo_keep_ended_session after delete on auth.sessions for each row
  execute function private.keep_session();
