-- Breaches of personal data. The Data Protection Commissioner is told within 72 hours of becoming aware (Data
-- Protection Act, 2019, section 43).
create table public.breaches (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  noticed_at timestamptz not null,
  report_by timestamptz not null,
  what_happened text not null check (length(btrim(what_happened)) between 1 and 2000),
  data_concerned text not null check (length(btrim(data_concerned)) between 1 and 1000),
  people_affected integer check (people_affected >= 0),
  measures text not null default '' check (length(measures) <= 2000),
  reported_at timestamptz check (reported_at >= noticed_at),
  people_told_at timestamptz check (people_told_at >= noticed_at),
  closed_at timestamptz,
  entered_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.breaches is 'A school''s register of breaches. Entries are changed, never deleted.';

create index breaches_school_idx on public.breaches (school_id, noticed_at desc, id);
create index breaches_entered_by_idx on public.breaches (entered_by);

select private.school_table('public.breaches', needs_subscription => false, refuses_unread => true, audit => true,
  verbs => '{insert,update}');
grant select on public.breaches to authenticated;

create policy "Administrators see their school's breaches, super admins all" on public.breaches for select
  to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and (select private.may('protection:read')));

create trigger touch before update on public.breaches for each row execute function private.touch_updated_at();

create function public.save_breach(
  noticed_at timestamptz, what_happened text, data_concerned text, people_affected integer default null,
    measures text default '',
  reported_at timestamptz default null, people_told_at timestamptz default null, is_closed boolean default false,
    breach_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('protection:manage');
  saved uuid;
begin
  if save_breach.noticed_at is null or save_breach.noticed_at > now() then
    perform private.refuse('breach.noticed', 'Enter when the school discovered it.', field => 'noticed_at');
  end if;
  if save_breach.reported_at not between save_breach.noticed_at and now()
    or save_breach.people_told_at not between save_breach.noticed_at and now() then
    perform private.refuse('breach.order',
      'Enter a time after the breach was discovered and not in the future.', field => 'reported_at');
  end if;
  if save_breach.is_closed and save_breach.reported_at is null then
    perform private.refuse('breach.unreported', 'Report it to the Data Protection Commissioner before you close it.',
      field => 'reported_at');
  end if;
  if save_breach.breach_id is null then
    insert into public.breaches (school_id, noticed_at, report_by, what_happened, data_concerned, people_affected,
      measures, reported_at, people_told_at, closed_at, entered_by)
    values (school, save_breach.noticed_at,
      save_breach.noticed_at + interval '72 hours',
      private.require_text(save_breach.what_happened, 2000, 'what_happened', 'Describe what happened.'),
      private.require_text(save_breach.data_concerned, 1000, 'data_concerned', 'Describe the data affected.'),
        save_breach.people_affected, coalesce(btrim(save_breach.measures), ''),
      save_breach.reported_at, save_breach.people_told_at, case when save_breach.is_closed then now() end,
        private.signed_in_uid())
    returning id into saved;
    return saved;
  end if;
  update public.breaches b set noticed_at = save_breach.noticed_at,
    report_by = save_breach.noticed_at + interval '72 hours',
    what_happened = private.require_text(save_breach.what_happened, 2000, 'what_happened', 'Describe what happened.'),
    data_concerned = private.require_text(save_breach.data_concerned, 1000, 'data_concerned',
      'Describe the data affected.'),
    people_affected = save_breach.people_affected, measures = coalesce(btrim(save_breach.measures), ''),
      reported_at = save_breach.reported_at,
    people_told_at = save_breach.people_told_at,
      closed_at = case when save_breach.is_closed then coalesce(b.closed_at, now()) end
  where b.id = save_breach.breach_id and b.school_id = school returning b.id into saved;
  if saved is null then
    perform private.refuse('breach.not_found', 'This entry is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$$;
comment on function public.save_breach(timestamptz, text, text, integer, text, timestamptz, timestamptz, boolean, uuid)
  is
  'Enters a breach of personal data, or changes the entry. The Commissioner is to be told within 72 hours of its '
    'notice.';
grant execute on function public.save_breach(timestamptz, text, text, integer, text, timestamptz, timestamptz, boolean,
  uuid) to authenticated;
