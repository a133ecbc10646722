-- What the platform's screens count over all schools: students by status and accounts by role, by the month in which
-- they came. A write adds what it changes as a row of its own, so that no school waits for another; the due jobs fold
-- these into the sums, which stay a few hundred rows.
create table private.platform_sums (
  what text not null,
  part text not null,
  month date not null,
  amount bigint not null,
  primary key (what, part, month)
);

alter table private.platform_sums enable row level security;

create table private.platform_changes (
  id bigint generated always as identity primary key,
  what text not null,
  part text not null,
  month date not null,
  amount bigint not null
);

alter table private.platform_changes enable row level security;

create view private.platform_counts as
  select what, part, month, amount from private.platform_sums
  union all
  select what, part, month, amount from private.platform_changes;

create function private.add_platform_counts(changes private.platform_counts[]) returns void
language sql security definer set search_path = '' as $$
  insert into private.platform_changes (what, part, month, amount) select n.what, n.part, n.month, n.amount
    from unnest(changes) as n
$$;

create function private.fold_platform_changes() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  folded integer;
begin
  with taken as (delete from private.platform_changes returning what, part, month, amount),
    added as (
      insert into private.platform_sums as k (what, part, month, amount) select what, part, month, sum(amount)
        from taken group by what, part, month
      on conflict (what, part, month) do update set amount = k.amount + excluded.amount)
  select count(*) into folded from taken;
  delete from private.platform_sums where amount = 0;
  return folded;
end
$$;
comment on function private.fold_platform_changes()
  is 'Adds the changes of students and accounts to their sums; returns how many.';

-- Without settings, so that the planner puts it into the query.
create function private.nairobi_month(moment timestamptz) returns date
language sql immutable as $$ select pg_catalog.date_trunc('month', moment at time zone 'Africa/Nairobi')::date $$;

-- Every statement has its own transition tables: each branch reads those of its kind.
create function private.count_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes private.platform_counts[];
begin
  if tg_op = 'INSERT' then
    changes := array(select row('accounts', part, month, count(*))::private.platform_counts
      from (select role || case when is_active then '' else ' deactivated' end as part,
        private.nairobi_month(created_at) as month from added) as n
      group by part, month);
  elsif tg_op = 'DELETE' then
    changes := array(select row('accounts', part, month, -count(*))::private.platform_counts
      from (select role || case when is_active then '' else ' deactivated' end as part,
        private.nairobi_month(created_at) as month from removed) as n
      group by part, month);
  else
    changes := array(select row('accounts', part, month, sum(sign))::private.platform_counts
      from (
        select 1 as sign, role || case when is_active then '' else ' deactivated' end as part,
          private.nairobi_month(created_at) as month from added
        union all
        select -1, role || case when is_active then '' else ' deactivated' end, private.nairobi_month(created_at)
          from removed) as n
      group by part, month having sum(sign) <> 0);
  end if;
  if changes <> '{}' then
    perform private.add_platform_counts(changes);
  end if;
  return null;
end
$$;
create trigger count_new after insert on public.users referencing new table as added for each statement
  execute function private.count_accounts();
create trigger count_changed after update on public.users referencing new table as added old table as removed
  for each statement execute function private.count_accounts();
create trigger count_gone after delete on public.users referencing old table as removed for each statement
  execute function private.count_accounts();

create table private.last_sign_ins (
  user_id uuid primary key references public.users (id) on delete cascade,
  at timestamptz not null
);
comment on table private.last_sign_ins
  is 'When people last signed in: a copy of what the auth service knows, for lists that sort by it or count it.';

create index last_sign_ins_at_idx on private.last_sign_ins (at);

select private.school_table('private.last_sign_ins', needs_subscription => false);

create function private.keep_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.last_sign_ins (user_id, at) select u.id, new.last_sign_in_at from public.users u
    where u.id = new.id
  on conflict (user_id) do update set at = excluded.at;
  return null;
end
$$;
create trigger masomo_keep_new_sign_in after insert on auth.users for each row
  when (new.last_sign_in_at is not null) execute function private.keep_sign_in();
create trigger masomo_keep_sign_in after update of last_sign_in_at on auth.users for each row
  when (new.last_sign_in_at is not null and old.last_sign_in_at is distinct from new.last_sign_in_at)
    execute function private.keep_sign_in();
