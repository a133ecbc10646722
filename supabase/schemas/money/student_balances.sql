create table public.student_balances (
  student_id uuid primary key,
  school_id uuid not null,
  charged integer not null default 0,
  paid integer not null default 0,
  last_paid_on date,
  balance integer not null generated always as (charged - paid) stored,
  foreign key (student_id, school_id) references public.students (id, school_id) on update cascade on delete cascade
);
comment on table public.student_balances is 'What a student was charged less what was credited, has paid and owes, '
  'in whole shillings, kept by triggers on charges and payments. Who was never charged has no row.';

create index student_balances_school_idx on public.student_balances (school_id) include (student_id, charged, paid,
  balance);

select private.school_table('public.student_balances', subject => 'student_id', erase => 'keep',
  needs_subscription => false);
grant select on public.student_balances to authenticated;

create policy "Administrators see balances, families their children's" on public.student_balances for select
  to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('fee-account:read-all')) or student_id in (select private.my_student_ids())));

-- A write locks the rows of its own students only: payments of a school wait for each other when they are for the same
-- student, and never for a sum of the school, which is added up when it is read. In the order of the key, so that two
-- transactions cannot deadlock. Students who are being deleted are left out.
create function private.add_charged(changes public.student_balances[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.student_balances as b (student_id, school_id, charged)
  select n.student_id, n.school_id, n.charged from unnest(changes) as n join public.students s on s.id = n.student_id
    order by n.student_id
  on conflict (student_id) do update set charged = b.charged + excluded.charged;
end
$$;

create function private.keep_charged() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes public.student_balances[];
begin
  if tg_op = 'INSERT' then
    changes := array(select row(student_id, school_id, sum(amount - credited), 0, null, 0)::public.student_balances
      from added group by student_id, school_id);
  elsif tg_op = 'DELETE' then
    changes := array(select row(student_id, school_id, -sum(amount - credited), 0, null, 0)::public.student_balances
      from removed group by student_id, school_id);
  else
    changes := array(select row(student_id, school_id, sum(amount), 0, null, 0)::public.student_balances
      from (select student_id, school_id, amount - credited as amount from added
        union all select student_id, school_id, credited - amount from removed) as n group by student_id, school_id
        having sum(amount) <> 0);
  end if;
  if changes <> '{}' then
    perform private.add_charged(changes);
  end if;
  return null;
end
$$;
create trigger keep_charged_of_new after insert on public.fee_charges referencing new table as added for each statement
  execute function private.keep_charged();
create trigger keep_charged_of_changed after update
  on public.fee_charges referencing new table as added old table as removed for each statement
  execute function private.keep_charged();
create trigger keep_charged_of_gone after delete on public.fee_charges referencing old table as removed
  for each statement execute function private.keep_charged();

-- The last payment cannot be added up, so payments are summed again, under the locks of the rows: of two who write at
-- once, the second counts both.
create function private.sum_payments(students uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.student_balances (student_id, school_id)
  select s.id, s.school_id from public.students s where s.id = any (sum_payments.students) order by s.id
  on conflict (student_id) do nothing;
  perform from public.student_balances b where b.student_id = any (sum_payments.students)
    order by b.student_id for update;
  update public.student_balances b set paid = coalesce(n.paid, 0), last_paid_on = n.last_paid_on
  from unnest(sum_payments.students) as k (id), lateral (
    select sum(p.amount)::integer as paid,
      max(p.paid_on) filter (where p.reverses is null and p.reversed_at is null) as last_paid_on
    from public.fee_payments p where p.student_id = k.id) as n
  where b.student_id = k.id;
end
$$;

create function private.keep_paid() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  touched uuid[];
begin
  if tg_op = 'INSERT' then
    touched := array(select distinct student_id from added);
  elsif tg_op = 'DELETE' then
    touched := array(select distinct student_id from removed);
  else
    touched := array(select student_id from added union select student_id from removed);
  end if;
  if touched <> '{}' then
    perform private.sum_payments(touched);
  end if;
  return null;
end
$$;
create trigger keep_paid_of_new after insert on public.fee_payments referencing new table as added for each statement
  execute function private.keep_paid();
create trigger keep_paid_of_changed after update
  on public.fee_payments referencing new table as added old table as removed for each statement
  execute function private.keep_paid();
create trigger keep_paid_of_gone after delete on public.fee_payments referencing old table as removed for each statement
  execute function private.keep_paid();
