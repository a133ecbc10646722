-- How long each kind of personal data is kept. The privacy policy prints these rows and the jobs delete by them, so
-- that both say the same.
create table public.retention_rules (
  key text primary key,
  position integer not null unique,
  data text not null,
  months integer not null check (months between 1 and 240),
  counted_from text not null,
  reason text not null,
  ending text not null check (ending in ('deleted', 'closed', 'kept')),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object')
);
comment on column public.retention_rules.ending is 'deleted: by the jobs, after the period. closed: to whom it was '
  'open. kept: at least this long, since the law asks for it.';

alter table public.retention_rules enable row level security;
grant select on public.retention_rules to anon, authenticated;

create policy "Everyone reads how long data is kept" on public.retention_rules for select to anon,
  authenticated using (true);

create trigger revise after insert or update
  or delete on public.retention_rules for each statement execute function private.bump_content_revision();

insert into public.retention_rules (key, position, data, months, counted_from, reason, ending, translations) values
  ('sign_ins', 1, 'Sign-ins, with device and network address', 12, 'the sign-in',
    'So that people notice a stranger in their account', 'deleted',
    '{"sw": {"data": "Kumbukumbu za kuingia, pamoja na kifaa na anwani ya mtandao", "counted_from": "siku ya '
      'kuingia", "reason": "Ili mtu agundue mgeni kwenye akaunti yake"}}'),
  ('notifications', 2, 'Notifications in the product', 12, 'the notification', 'To look back over a school year',
    'deleted',
    '{"sw": {"data": "Arifa ndani ya mfumo", "counted_from": "siku ya arifa", "reason": "Kuangalia nyuma mwaka mmoja '
      'wa masomo"}}'),
  ('mails', 3, 'Copies of the emails that we sent', 12, 'the sending', 'To answer questions about them', 'deleted',
    '{"sw": {"data": "Nakala za barua pepe tulizotuma", "counted_from": "siku ya kutumwa", "reason": "Kujibu maswali '
      'kuzihusu"}}'),
  ('enquiries', 4, 'Messages and demo requests', 24, 'receipt', 'To answer and to follow up', 'deleted',
    '{"sw": {"data": "Ujumbe na maombi ya onyesho", "counted_from": "siku ya kupokelewa", "reason": "Kujibu na '
      'kufuatilia"}}'),
  ('tickets', 5, 'Closed support tickets', 24, 'the last change', 'To recognise a problem that comes back', 'deleted',
    '{"sw": {"data": "Tiketi za usaidizi zilizofungwa", "counted_from": "badiliko la mwisho", "reason": "Kutambua '
      'tatizo linalorudi"}}'),
  ('cookie_choices', 6, 'Cookie choices', 24, 'the choice', 'To prove what was allowed', 'deleted',
    '{"sw": {"data": "Chaguo za vidakuzi", "counted_from": "siku ya kuchagua", "reason": "Kuthibitisha '
      'kilichoruhusiwa"}}'),
  ('student_access', 7, 'A guardian''s view of a former student', 12, 'the day the student left',
    'For reports and fees that come late', 'closed',
    '{"sw": {"data": "Mzazi au mlezi kuona taarifa za mwanafunzi aliyeondoka", "counted_from": "siku mwanafunzi '
      'alipoondoka", "reason": "Kwa ripoti na karo zinazochelewa"}}'),
  ('student_notes', 8, 'Notes about a former student: behaviour, health, merits, contacts and visits', 24,
    'the day the student left', 'For questions of the next school', 'deleted',
    '{"sw": {"data": "Kumbukumbu za mwanafunzi aliyeondoka: nidhamu, afya, pongezi, mawasiliano na ziara", '
      '"counted_from": "siku mwanafunzi alipoondoka", "reason": "Kwa maswali ya shule inayofuata"}}'),
  ('audit_log', 9, 'The log of who read and changed records', 60, 'the entry', 'To find out what happened to a record',
    'deleted',
    '{"sw": {"data": "Kumbukumbu za nani alisoma na kubadilisha rekodi", "counted_from": "siku ya kumbukumbu", '
      '"reason": "Kujua kilichotokea kwa rekodi"}}'),
  ('books', 10, 'Fees, payments, orders and receipts', 84, 'the end of the year', 'Tax and company law', 'kept',
    '{"sw": {"data": "Karo, malipo, maagizo na risiti", "counted_from": "mwisho wa mwaka", "reason": "Sheria za kodi '
      'na za kampuni"}}'),
  ('papers', 11, 'Copies of printed papers: receipts, statements and report cards', 84, 'the first print',
    'To print them again and to check those that people hold', 'deleted',
    '{"sw": {"data": "Nakala za hati zilizochapishwa: risiti, taarifa za akaunti na ripoti za wanafunzi", '
      '"counted_from": "siku ya kuchapishwa mara ya kwanza", "reason": "Kuchapisha tena na kuthibitisha hati ambazo '
      'watu wanazo"}}');

create trigger audit after update on public.retention_rules for each row execute function private.audit();

create function public.set_retention(rule text, months integer) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  changed public.retention_rules;
begin
  perform private.require('settings:write');
  select * into changed from public.retention_rules r where r.key = set_retention.rule for update;
  if not found then
    perform private.refuse('retention.not_found',
      'This period is no longer here. Reload the page.', errcode => 'P0002');
  end if;
  if set_retention.months is null or set_retention.months not between 1 and 240 then
    perform private.refuse('retention.months', 'A period is from 1 to 240 months.', field => 'months');
  end if;
  if changed.ending = 'kept' and set_retention.months < changed.months then
    perform private.refuse('retention.law',
      'The law requires this period. It can be longer but not shorter.', field => 'months');
  end if;
  update public.retention_rules r set months = set_retention.months where r.key = changed.key;
  -- A shorter period deletes more on the same day.
  update public.purge_runs p set is_finished = false where p.rule = changed.key and p.day = private.today();
end
$$;
comment on function public.set_retention(text, integer)
  is 'Changes how many months a kind of data is kept. What the law asks for only becomes longer.';
grant execute on function public.set_retention(text, integer) to authenticated;

create table public.purge_runs (
  day date not null,
  rule text not null references public.retention_rules (key) on delete cascade,
  purged integer not null,
  is_finished boolean not null,
  primary key (day, rule)
);
comment on table public.purge_runs
  is 'What the jobs deleted of each kind of data, by day. A day that is not finished goes on with the next run.';

create index purge_runs_rule_idx on public.purge_runs (rule);

alter table public.purge_runs enable row level security;
grant select on public.purge_runs to authenticated;

create policy "Super admins see what was deleted" on public.purge_runs for select to authenticated
  using ((select private.may('platform:read')));

create function private.retention_months(rule text) returns integer
language sql stable security definer set search_path = '' as $$ select r.months from public.retention_rules r
  where r.key = retention_months.rule $$;

-- The day a student left; null for those who are still taught.
create function private.left_on(student uuid) returns date
language sql stable security definer set search_path = '' as $$
  select coalesce((select max(e.ended_on) from public.enrolments e where e.student_id = s.id),
    private.school_day(s.school_id, s.updated_at))
  from public.students s where s.id = left_on.student and s.status in ('left', 'graduated')
$$;

-- Deletes rows of the tables that say this rule, at most so many of each; returns how many. A table that refers to
-- another comes first, so that its rows are not gone before their entries in the log.
create function private.purge_duties(rule text, older_than timestamptz, size integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  duty private.school_tables;
  rows integer;
  purged integer := 0;
begin
  for duty in select t.* from private.school_tables t where t.retention = purge_duties.rule
    order by private.references_among(t.name, array(
      select o.name from private.school_tables o where o.retention = t.retention)) desc, t.name
  loop
    if duty.aged_by is not null then
      execute format('delete from %1$s where ctid = any (array(
        select t.ctid from %1$s t where t.%2$I < $1 order by t.%2$I limit $2))', duty.name, duty.aged_by)
      using older_than, size;
      get diagnostics rows = row_count;
    else
      -- The log repeats what stood in them.
      execute format('with gone as (delete from %1$s where ctid = any (array(
          select t.ctid from %1$s t join public.students s on s.id = t.%2$I
          where s.status in (''left'', ''graduated'') and private.left_on(s.id) < private.school_day(s.school_id, $1)
          limit $2 for share of s)) returning to_jsonb(%3$I) as was),
        unlogged as (delete from public.audit_log l using gone g
          where l.entity = $3 and l.entity_id = private.audit_key(g.was, $4))
        select count(*) from gone', duty.name, duty.subject, split_part(duty.name, '.', 2))
      into rows using older_than, size, split_part(duty.name, '.', 2),
        case when duty.key = '{}' then '{id}' else duty.key end;
    end if;
    purged := purged + rows;
  end loop;
  return purged;
end
$$;

-- Deletes at most so many rows of one kind from before a moment; returns how many. What can come back to life while
-- this runs, a mail that is sent again, a ticket that is opened again or a student who returns, is checked once more as
-- the row is locked.
create function private.purge_batch(rule text, older_than timestamptz, size integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  purged integer;
  more integer := 0;
begin
  case purge_batch.rule
    when 'mails' then
      delete from public.mail_outbox
        where id in (select m.id from public.mail_outbox m where m.created_at < older_than
        and m.status in ('sent', 'failed', 'withdrawn') limit size)
        and status in ('sent', 'failed', 'withdrawn');
    when 'enquiries' then
      delete from public.demo_requests
        where id in (select d.id from public.demo_requests d where d.created_at < older_than limit size);
      get diagnostics more = row_count;
      delete from public.contact_messages
        where id in (select c.id from public.contact_messages c where c.created_at < older_than limit size);
    when 'tickets' then
      delete from public.support_tickets
        where id in (select t.id from public.support_tickets t where t.updated_at < older_than
        and t.status = 'closed' limit size)
        and status = 'closed' and updated_at < older_than;
    when 'cookie_choices' then
      delete from public.cookie_choices
        where id in (select c.id from public.cookie_choices c where c.decided_at < older_than limit size);
    else
      return private.purge_duties(purge_batch.rule, older_than, size);
  end case;
  get diagnostics purged = row_count;
  return purged + more;
end
$$;

create function private.due_retention_rules() returns setof text
language sql stable security definer set search_path = '' as $$
  select r.key from public.retention_rules r where r.ending = 'deleted' and not exists (
    select from public.purge_runs p where p.day = private.today() and p.rule = r.key and p.is_finished)
      order by r.position
$$;

-- One batch: a run that is killed loses it, and the next goes on from there. A period that is being changed is waited
-- for, since a longer one keeps more.
create function private.purge_expired(rule text, size integer default 5000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due public.retention_rules;
  purged integer;
begin
  select * into due from public.retention_rules r where r.key = purge_expired.rule and r.ending = 'deleted' for share;
  if not found then
    return 0;
  end if;
  perform set_config('masomo.purging', 'on', true), set_config('masomo.unaudited', 'on', true);
  purged := private.purge_batch(due.key, private.current_moment() - make_interval(months => due.months), size);
  insert into public.purge_runs as p (day, rule, purged, is_finished)
    values (private.today(), due.key, purged, purged = 0)
  on conflict on constraint purge_runs_pkey do update set purged = p.purged + excluded.purged,
    is_finished = excluded.is_finished;
  perform set_config('masomo.purging', '', true), set_config('masomo.unaudited', '', true);
  return purged;
end
$$;
comment on function private.purge_expired(text, integer)
  is 'Deletes a batch of what is kept no longer of one kind; returns how many rows.';
