-- What guardians are asked, in the words they agree to. New words are a new version.
create table public.consent_purposes (
  key text primary key,
  position integer not null unique,
  version integer not null default 1,
  name text not null,
  statement text not null,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object')
);

alter table public.consent_purposes enable row level security;
grant select on public.consent_purposes to anon, authenticated;

create policy "Everyone reads what guardians are asked" on public.consent_purposes for select to anon,
  authenticated using (true);

insert into public.consent_purposes (key, position, name, statement, translations) values
  ('processing', 1, 'School records',
    'The school keeps records of my child''s learning, attendance, health and conduct in this system.',
    '{"sw": {"name": "Rekodi za shule", "statement": "Shule inaweka kwenye mfumo huu rekodi za masomo, mahudhurio, '
      'afya na nidhamu ya mtoto wangu."}}'),
  ('photographs', 2, 'Photographs', 'The school may show photographs of my child in its newsletters and on its pages.',
    '{"sw": {"name": "Picha", "statement": "Shule inaweza kuonyesha picha za mtoto wangu kwenye majarida na kurasa '
      'zake."}}'),
  ('messages', 3, 'Reminders by email', 'The school may send me reminders and news about my child by email.',
    '{"sw": {"name": "Vikumbusho kwa barua pepe", "statement": "Shule inaweza kunitumia vikumbusho na habari za '
      'mtoto wangu kwa barua pepe."}}'),
  ('biometrics', 4, 'Fingerprints and faces',
    'A reader at the school may recognise my child by a fingerprint or the face. A card is used without it.',
    '{"sw": {"name": "Alama za vidole na nyuso", "statement": "Kifaa cha shule kinaweza kumtambua mtoto wangu kwa '
      'alama ya kidole au uso. Bila ruhusa hii, kadi hutumika."}}');

create table public.consents (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  guardian_id uuid not null,
  purpose text not null references public.consent_purposes (key),
  version integer not null,
  is_given boolean not null,
  decided_at timestamptz not null default now(),
  recorded_by uuid references public.users (id) on delete set null,
  replaced_at timestamptz,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (guardian_id, school_id) references public.guardians (id, school_id) on delete cascade
);
comment on table public.consents is 'Each guardian''s decision for each child and purpose. A consent that is '
  'withdrawn is replaced by a refusal, so both stay with their time.';
comment on column public.consents.recorded_by is 'The guardian, or who entered a signed form.';

create index consents_school_idx on public.consents (school_id, student_id);
create index consents_guardian_idx on public.consents (guardian_id);
create index consents_purpose_idx on public.consents (purpose);
create unique index consents_current_key on public.consents (student_id, guardian_id, purpose)
  where replaced_at is null;

select private.school_table('public.consents', subject => 'student_id', erase => 'delete', needs_subscription => false);
grant select on public.consents to authenticated;

create policy "The office sees decisions, guardians their own" on public.consents for select to authenticated
  using (school_id = (select private.my_school()) and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('consent:manage'))
      or student_id in (select private.my_student_ids())
        and guardian_id in (select id from public.guardians where user_id = (select private.signed_in_uid()))));

-- The stricter choice holds: one refusal is enough. Null until somebody has decided.
create function private.consent_state(student uuid, purpose text) returns boolean
language sql stable security definer set search_path = '' as $$
  select bool_and(c.is_given) from public.consents c where c.student_id = student and c.purpose = consent_state.purpose
    and c.replaced_at is null
$$;

-- The guardian that the caller is for this student, unless their information is withheld.
create function private.my_guardian_of(student uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select g.id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
  where sg.student_id = student and g.user_id = private.signed_in_uid()
    and sg.student_id in (select private.my_student_ids()) limit 1
$$;

create function public.decide_consent(student_id uuid, purpose text, is_given boolean, guardian_id uuid default null)
  returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  decider constant uuid := coalesce(private.my_guardian_of(decide_consent.student_id), (
    select sg.guardian_id from public.student_guardians sg
    where sg.student_id = decide_consent.student_id and sg.guardian_id = decide_consent.guardian_id
      and sg.school_id = private.school_where('consent:manage')));
begin
  if decider is null and not private.is_guardian() and not private.may('consent:manage') then
    perform private.refuse(
      'consent.guardians_decide', 'Only guardians decide this, and the office enters their signed forms.',
      errcode => '42501');
  end if;
  if decider is null or decide_consent.is_given is null then
    perform private.refuse('guardian.not_found', 'This guardian is no longer here.', errcode => 'P0002');
  end if;
  perform from public.student_guardians sg where sg.student_id = decide_consent.student_id
    and sg.guardian_id = decider for update;
  if exists (select from public.consents c where c.student_id = decide_consent.student_id and c.guardian_id = decider
    and c.purpose = decide_consent.purpose
    and c.replaced_at is null and c.is_given = decide_consent.is_given
      and c.version = (select p.version from public.consent_purposes p where p.key = c.purpose)) then
    return;
  end if;
  update public.consents c set replaced_at = now() where c.student_id = decide_consent.student_id
    and c.guardian_id = decider and c.purpose = decide_consent.purpose and c.replaced_at is null;
  insert into public.consents (school_id, student_id, guardian_id, purpose, version, is_given, recorded_by)
  select s.school_id, s.id, decider, p.key, p.version, decide_consent.is_given, private.signed_in_uid()
  from public.students s cross join public.consent_purposes p where s.id = decide_consent.student_id
    and p.key = decide_consent.purpose;
  if not found then
    perform private.refuse('consent.unknown_purpose', 'There is no such question.', errcode => 'P0002');
  end if;
end
$$;
comment on function public.decide_consent(uuid, text, boolean, uuid) is
  'A guardian''s yes or no for one child and purpose; with guardian_id the office enters a signed form.';
grant execute on function public.decide_consent(uuid, text, boolean, uuid) to authenticated;

-- Lists JSON: each purpose has the decisions of every guardian.
create function public.student_consents(student_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  mine constant uuid := private.my_guardian_of(student_consents.student_id);
  in_office constant boolean := exists (select from public.students s where s.id = student_consents.student_id
    and s.school_id = private.school_where('consent:manage')
      and s.id <> all ((select private.withheld_from_me())::uuid[]));
begin
  if mine is null and not in_office then
    if private.is_guardian() or private.may('consent:manage') then
      return '[]';
    end if;
    perform private.refuse('consent.guardians_only', 'Only guardians and the office see this.', errcode => '42501');
  end if;
  return (
    select jsonb_agg(jsonb_build_object('purpose', p.key, 'name', p.name, 'statement', p.statement,
      'version', p.version, 'translations', p.translations,
      'is_allowed', private.consent_state(student_consents.student_id, p.key),
      'decisions', (select coalesce(jsonb_agg(jsonb_build_object('guardian_id', g.id,
        'guardian', g.full_name, 'is_mine', g.id is not distinct from mine,
          'is_given', c.is_given, 'decided_at', c.decided_at, 'version', c.version,
          'recorded_by', u.full_name,
          'withdrawn_at', case when not c.is_given then (select max(b.replaced_at) from public.consents b
            where b.student_id = sg.student_id and b.guardian_id = g.id and b.purpose = p.key and b.is_given) end)
        order by sg.is_primary desc, g.last_name, g.id), '[]')
        from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
        left join public.consents c on c.student_id = sg.student_id and c.guardian_id = g.id and c.purpose = p.key
          and c.replaced_at is null
        left join public.users u on u.id = c.recorded_by
        where sg.student_id = student_consents.student_id and (in_office or g.id = mine))) order by p.position)
    from public.consent_purposes p);
end
$$;
comment on function public.student_consents(uuid) is
  'What each guardian of a student has decided, and whether it is allowed: one refusal is enough. A guardian sees '
    'their own decisions.';
grant execute on function public.student_consents(uuid) to authenticated;
