-- What the platform's screens count over all schools: students by status and accounts by role, by the month in which they came. Rows are kept per
-- school: two people who are admitted to one school at the same moment wait for each other, schools never do. Scope is zeros for people of no school.
create table private.platform_counts (
  what text not null,
  part text not null,
  month date not null,
  scope uuid not null,
  amount integer not null,
  primary key (what, part, month, scope) include (amount)
);

alter table private.platform_counts enable row level security;

-- In the order of the key, so that two transactions cannot deadlock.
create function private.add_platform_counts(changes private.platform_counts[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.platform_counts as k (what, part, month, scope, amount)
  select n.what, n.part, n.month, n.scope, n.amount from unnest(changes) as n order by n.what, n.part, n.month, n.scope
  on conflict (what, part, month, scope) do update set amount = k.amount + excluded.amount;
  delete from private.platform_counts k using unnest(changes) as n
  where k.what = n.what and k.part = n.part and k.month = n.month and k.scope = n.scope and k.amount = 0;
end
$$;

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
    changes := array(select row('accounts', part, month, scope, count(*))::private.platform_counts
      from (select role || case when is_active then '' else ' deactivated' end as part, private.nairobi_month(created_at) as month, coalesce(school_id, private.all_schools_scope()) as scope from added) as n
      group by part, month, scope);
  elsif tg_op = 'DELETE' then
    changes := array(select row('accounts', part, month, scope, -count(*))::private.platform_counts
      from (select role || case when is_active then '' else ' deactivated' end as part, private.nairobi_month(created_at) as month, coalesce(school_id, private.all_schools_scope()) as scope from removed) as n
      group by part, month, scope);
  else
    changes := array(select row('accounts', part, month, scope, sum(sign))::private.platform_counts
      from (
        select 1 as sign, role || case when is_active then '' else ' deactivated' end as part, private.nairobi_month(created_at) as month, coalesce(school_id, private.all_schools_scope()) as scope from added
        union all
        select -1, role || case when is_active then '' else ' deactivated' end, private.nairobi_month(created_at), coalesce(school_id, private.all_schools_scope()) from removed) as n
      group by part, month, scope having sum(sign) <> 0);
  end if;
  if changes <> '{}' then
    perform private.add_platform_counts(changes);
  end if;
  return null;
end
$$;
create trigger count_new after insert on public.users referencing new table as added for each statement execute function private.count_accounts();
create trigger count_changed after update on public.users referencing new table as added old table as removed for each statement execute function private.count_accounts();
create trigger count_gone after delete on public.users referencing old table as removed for each statement execute function private.count_accounts();

create table private.last_sign_ins (
  user_id uuid primary key references public.users (id) on delete cascade,
  at timestamptz not null
);
comment on table private.last_sign_ins is 'When people last signed in: a copy of what the auth service knows, for lists that sort by it or count it.';

create index last_sign_ins_at_idx on private.last_sign_ins (at);

alter table private.last_sign_ins enable row level security;

create function private.keep_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.last_sign_ins (user_id, at) select u.id, new.last_sign_in_at from public.users u where u.id = new.id
  on conflict (user_id) do update set at = excluded.at;
  return null;
end
$$;
create trigger masomo_keep_new_sign_in after insert on auth.users for each row when (new.last_sign_in_at is not null) execute function private.keep_sign_in();
create trigger masomo_keep_sign_in after update of last_sign_in_at on auth.users for each row
  when (new.last_sign_in_at is not null and old.last_sign_in_at is distinct from new.last_sign_in_at) execute function private.keep_sign_in();
