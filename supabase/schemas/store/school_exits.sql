-- Schools that leave. The end of a subscription opens an exit: the school is closed after the grace period, and its
-- records are deleted sixty days later. Each exit is a row that super admins see and can stop; a school that renews
-- returns, and its exit is over.

create table public.school_exits (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  school text not null,
  ended_on date not null,
  closes_on date not null,
  deletes_on date not null check (deletes_on > closes_on),
  closed_at timestamptz,
  returned_at timestamptz,
  deleted_at timestamptz,
  counts jsonb,
  stopped_at timestamptz,
  stopped_by uuid references public.users (id) on delete set null,
  stop_reason text check (length(stop_reason) <= 300),
  held_at timestamptz,
  held_by text check (held_by in ('order', 'payment', 'refund')),
  created_at timestamptz not null default now(),
  search_text text generated always as (private.fold_text(school)) stored,
  check (deleted_at is null or counts is not null)
);
comment on table public.school_exits is 'What happens to a school after the end of its subscription. The row of a '
  'deleted school stays: it is the certificate of deletion.';
comment on column public.school_exits.school_id is 'Without a reference, since the row outlives the school.';
comment on column public.school_exits.stopped_at
  is 'Since when a super admin has stopped it: nothing is closed or deleted from then on.';
comment on column public.school_exits.held_by is
  'What money is not settled while the deletion waits: an order without payment, a payment in progress or in review, '
    'a refund that is owed.';
comment on column public.school_exits.held_at
  is 'When the deletion was last found to have to wait; it is looked at again an hour later.';
comment on column public.school_exits.counts is 'What was deleted: rows by table.';

create unique index school_exits_open_key on public.school_exits (school_id) where returned_at is null
  and deleted_at is null;
create index school_exits_school_idx on public.school_exits (school_id, deletes_on);
create index school_exits_stopped_by_idx on public.school_exits (stopped_by) where stopped_by is not null;
create index school_exits_due_idx on public.school_exits (deletes_on) where returned_at is null and deleted_at is null;

select private.school_table('public.school_exits', needs_subscription => false);
grant select on public.school_exits to authenticated;

create policy "Super admins see the schools that leave" on public.school_exits for select to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and (select private.may('subscription:read')));

-- That a deletion has to wait is written down once, not each time it is found again.
create trigger audit after update on public.school_exits for each row
  when (old.held_at is not distinct from new.held_at or old.held_by is distinct from new.held_by)
    execute function private.audit();

-- The days on which the schools were looked through: once a day, since it reads them all.
create table private.exit_runs (day date primary key);
alter table private.exit_runs enable row level security;

-- The days between closing and deletion, in which administrators still sign in to export and to renew.
create function private.closed_days() returns integer
language sql immutable set search_path = '' as $$ select 60 $$;

create function private.mail_school(school uuid, key text, template text, data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text;
begin
  for address in
    select lower(u.email) from public.users u where u.id = any (private.people_with(school, 'plan:manage'))
      and u.email is not null
    union select lower(s.email) from public.schools s where s.id = school and s.email is not null
    order by 1
  loop
    perform private.queue_mail(key || '/' || md5(address), template, address, data, null, null, school);
  end loop;
end
$$;

create table private.files_to_delete (
  bucket text not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (bucket, name)
);
comment on table private.files_to_delete is 'Files of deleted schools, until the storage service has removed them.';

alter table private.files_to_delete enable row level security;

-- Deletes what a school has entered, its accounts and its log. Orders, invoices and receipts of ours stay, as tax law
-- asks. Super admins who are its members leave it and keep their accounts.
create function private.delete_school(school uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept constant text[] := array['orders', 'licences', 'school_exits'];
  counts jsonb := '{}';
  rows_found bigint;
  name text;
  branch uuid;
begin
  -- Its branches go with it, and are counted with it.
  for branch in select s.id from public.schools s where s.branch_of = school order by s.id loop
    counts := (select coalesce(jsonb_object_agg(n.key, n.amount), '{}') from (
      select e.key, sum(e.value::bigint) as amount from (select * from jsonb_each_text(counts)
        union all select * from jsonb_each_text(private.delete_school(branch))) e group by e.key) n);
  end loop;
  -- Nobody joins or leaves until this is done.
  perform from public.users u where u.school_id = school for update;
  update public.users u set school_id = null, role = default where u.school_id = school
    and exists (select from public.super_admins s where s.id = u.id);
  for name in select c.relname from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid
    and a.attname = 'school_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (kept) order by 1 loop
    execute format('select count(*) from public.%I where school_id = $1', name) into rows_found using school;
    if rows_found > 0 then
      counts := counts || jsonb_build_object(name, rows_found + coalesce((counts ->> name)::bigint, 0));
    end if;
  end loop;
  select count(*) into rows_found from storage.objects o
    where o.bucket_id in ('school-documents', 'school-exports', 'job-files', 'import-files', 'assignment-files')
      and o.name like school || '/%';
  insert into private.files_to_delete (bucket, name) select o.bucket_id, o.name from storage.objects o
    where o.bucket_id in ('school-documents', 'school-exports', 'job-files', 'import-files', 'assignment-files')
      and o.name like school || '/%'
    on conflict do nothing;
  counts := counts || jsonb_build_object('files', rows_found + coalesce((counts ->> 'files')::bigint, 0));
  perform set_config('masomo.unaudited', 'on', true);
  delete from public.mail_outbox m using public.students s where s.school_id = school
    and split_part(m.idempotency_key, '/', 2) = s.id::text;
  delete from private.mail_spending m where m.subject = 'school ' || school;
  delete from public.audit_log l where l.school_id = school;
  delete from public.support_tickets t where t.school_id = school;
  delete from public.fee_payments p where p.school_id = school;
  delete from public.fee_charges c where c.school_id = school;
  delete from auth.users a where a.id in (select u.id from public.users u where u.school_id = school);
  delete from public.schools s where s.id = school;
  perform set_config('masomo.unaudited', '', true);
  return counts;
end
$$;

create function public.list_files_to_delete() returns table (bucket text, name text)
language sql security definer set search_path = '' as $$
  select f.bucket, f.name from private.files_to_delete f order by f.created_at, f.name limit 100
$$;
comment on function public.list_files_to_delete() is 'For the server: files that the storage service is to remove.';

create function public.files_deleted(bucket text, names text[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.files_to_delete f where f.bucket = files_deleted.bucket and f.name = any (files_deleted.names)
$$;

-- Opens the exits of schools whose subscription is over, and ends those of schools that have renewed.
create function private.find_leaving_schools() returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.today();
begin
  insert into private.exit_runs (day) values (today) on conflict do nothing;
  if not found then
    return;
  end if;
  delete from private.exit_runs r where r.day < today;
  update public.school_exits e set returned_at = now() where e.returned_at is null and e.deleted_at is null
    and private.is_running(e.school_id);
  insert into public.school_exits (school_id, school, ended_on, closes_on, deletes_on)
  select s.id, s.name, p.last_day, d.closes_on, d.closes_on + private.closed_days()
  from public.schools s
  cross join lateral (select max(b.ends_on) as last_day from public.subscriptions b where b.school_id = s.id
    and b.revoked_at is null) p
  cross join lateral (select greatest(p.last_day + private.grace_days() + 1, today) as closes_on) d
  where p.last_day < today and not s.is_demo and not private.is_running(s.id)
  on conflict (school_id) where returned_at is null and deleted_at is null do nothing;
end
$$;

create function private.due_school_exits(only_id uuid default null) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select e.id from public.school_exits e
  where (only_id is null or e.id = only_id) and e.returned_at is null and e.deleted_at is null and e.stopped_at is null
    and case when e.closed_at is null then e.closes_on else e.deletes_on end <= private.today()
    and coalesce(e.held_at, '-infinity') < now() - interval '1 hour'
  order by e.id
$$;

-- What money of a school is not settled. While there is any, its records are needed to settle it.
create function private.unsettled_money(school uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select from public.orders o join public.refunds r on r.order_id = o.id where o.school_id = school
      and r.status <> 'done') then 'refund'
    when exists (select from public.orders o join public.payments p on p.order_id = o.id where o.school_id = school
      and p.state <> 'received' and p.refunded_amount < p.amount)
      or exists (select from public.orders o join public.payment_attempts a on a.order_id = o.id
        where o.school_id = school and a.resolved_at is null and a.status in ('open', 'needs_review'))
      then 'payment'
    when exists (select from public.orders o where o.school_id = school and o.paid_at is null
      and o.status in ('pending', 'processing')) then 'order' end
$$;

-- Closes a school or deletes it. Whether it is to be is asked again once nobody else can change it: who has renewed is
-- neither closed nor deleted.
create function private.go_on_with_exit(exit_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  leaving public.school_exits;
  obstacle text;
begin
  select * into leaving from public.school_exits e where e.id = exit_id;
  -- In the order in which a payment locks them.
  perform from public.orders o where o.school_id = leaving.school_id order by o.id for update;
  perform private.lock_subscription(leaving.school_id);
  perform from public.schools s where s.id = leaving.school_id for update;
  select * into leaving from public.school_exits e where e.id = exit_id for update;
  if not exists (select from private.due_school_exits(exit_id)) then
    return;
  elsif private.is_running(leaving.school_id) then
    update public.school_exits e set returned_at = now(), held_at = null, held_by = null where e.id = exit_id;
    return;
  elsif leaving.closed_at is null then
    perform private.close_school(leaving);
    return;
  end if;
  obstacle := private.unsettled_money(leaving.school_id);
  if obstacle is not null then
    update public.school_exits e set held_at = now(), held_by = obstacle where e.id = exit_id;
    return;
  end if;
  perform private.finish_exit(leaving);
end
$$;

create function private.close_school(leaving public.school_exits) returns void
language plpgsql security definer set search_path = '' as $$
declare
  last_day constant date := greatest(leaving.deletes_on, private.today() + private.closed_days());
begin
  update public.schools s set closed_at = now() where leaving.school_id in (s.id, s.branch_of) and s.closed_at is null;
  update public.school_exits e set closed_at = now(), deletes_on = last_day where e.id = leaving.id;
  perform private.mail_school(leaving.school_id, 'school-closed/' || leaving.id,
    'school-closed', jsonb_build_object('school', leaving.school, 'deletes_on', last_day));
end
$$;

create function private.finish_exit(leaving public.school_exits) returns void
language plpgsql security definer set search_path = '' as $$
declare
  deleted jsonb;
begin
  -- The addresses go with the school, so the certificate is queued before; a failure takes both back.
  perform private.mail_school(leaving.school_id, 'school-deleted/' || leaving.id,
    'school-deleted', jsonb_build_object('school', leaving.school, 'certificate', upper(left(leaving.id::text, 8)),
    'deleted_on', private.today()));
  deleted := private.delete_school(leaving.school_id);
  update public.school_exits e set deleted_at = now(), counts = deleted, held_at = null, held_by = null
    where e.id = leaving.id;
end
$$;

create function public.stop_school_exit(exit_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('subscription:write');
  update public.school_exits e set stopped_at = now(), stopped_by = private.signed_in_uid(),
    stop_reason = private.require_text(reason, 300, 'reason', 'Say why you are pausing it.')
  where e.id = exit_id and e.returned_at is null and e.deleted_at is null and e.stopped_at is null;
  if not found then
    perform private.refuse('exit.paused',
      'This closure is over or already paused. Open the list again.', errcode => 'PT409');
  end if;
end
$$;
grant execute on function public.stop_school_exit(uuid, text) to authenticated;

-- Nobody is surprised by what a stop has held back: at least a week passes before the deletion.
create function public.resume_school_exit(exit_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('subscription:write');
  update public.school_exits e set stopped_at = null, stopped_by = null, stop_reason = null,
    deletes_on = greatest(e.deletes_on, private.today() + 7, e.closes_on + 1)
  where e.id = exit_id and e.returned_at is null and e.deleted_at is null and e.stopped_at is not null;
  if not found then
    perform private.refuse('exit.over', 'This closure is over or not paused. Open the list again.', errcode => 'PT409');
  end if;
end
$$;
grant execute on function public.resume_school_exit(uuid) to authenticated;
