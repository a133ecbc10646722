-- Super admins see children's records of a school only after they have said why, for an hour, and the school is told.
create table public.record_openings (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  opened_by uuid references public.users (id) on delete set null,
  reason text not null check (length(btrim(reason)) between 10 and 500),
  opened_at timestamptz not null default now(),
  closes_at timestamptz not null default now() + interval '1 hour'
);

create index record_openings_school_idx on public.record_openings (school_id, opened_at desc);
create index record_openings_person_idx on public.record_openings (opened_by, closes_at);

select private.school_table('public.record_openings', needs_subscription => false);
grant select on public.record_openings to authenticated;

create policy "Super admins see every opening, administrators those of their school" on public.record_openings
  for select to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and (select private.may('protection:read')));

create function public.open_records(school_id uuid, reason text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  opened public.record_openings;
begin
  perform private.require('records:open');
  if not exists (select from public.schools s where s.id = open_records.school_id) then
    perform private.refuse('school.not_found', 'This school is no longer here.', errcode => 'P0002');
  end if;
  if length(private.require_text(open_records.reason, 500, 'reason',
    'Give the reason in a sentence. The school will read it.')) < 10 then
    perform private.refuse('records.reason',
      'Give the reason in a sentence. The school will read it.', field => 'reason');
  end if;
  insert into public.record_openings (school_id, opened_by, reason)
    values (open_records.school_id, private.signed_in_uid(), btrim(open_records.reason)) returning * into opened;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, reason)
  values (private.signed_in_uid(), opened.school_id, 'open', 'record_openings', opened.id, opened.reason);
  perform private.notify(private.people_with(opened.school_id, 'protection:read'), 'opening/' || opened.id,
    private.say('A super admin opened your school''s records'), to_jsonb(opened.reason), '/dashboard/school/log');
  return opened.closes_at;
end
$$;
comment on function public.open_records(uuid, text) is 'Opens the children''s records of a school to the calling '
  'super admin for an hour; its administrators are told why. Returns when it ends.';
grant execute on function public.open_records(uuid, text) to authenticated;

create function public.close_records() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('records:open');
  update public.record_openings o set closes_at = now() where o.opened_by = private.signed_in_uid()
    and o.closes_at > now();
end
$$;
comment on function public.close_records() is 'Ends what the calling super admin has opened.';
grant execute on function public.close_records() to authenticated;
