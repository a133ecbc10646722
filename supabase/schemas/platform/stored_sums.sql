-- Sums that are stored as rows, computed again: what they are compared with, and what they are set to after a load
-- without triggers.
create view private.computed_sums as
  select 'balance' as what, s.id::text as key, coalesce(c.charged, 0)::bigint as amount,
    coalesce(p.paid, 0)::bigint as other, p.last_paid_on as day
  from public.students s
  left join (select student_id, sum(amount - credited) as charged from public.fee_charges group by student_id) c
    on c.student_id = s.id
  left join (select student_id, sum(amount) as paid,
    max(paid_on) filter (where reverses is null and reversed_at is null) as last_paid_on from public.fee_payments
    group by student_id) p on p.student_id = s.id
  where c.student_id is not null or p.student_id is not null
  union all
  select 'students of a class', concat_ws(' ', school_id, class_id, status), count(*), 0, null from public.students
    group by school_id, class_id, status
  union all
  select 'students', status::text, count(*), 0, date_trunc('month', admitted_on::timestamp)::date from public.students
    group by status, 5
  union all
  select 'accounts', role || case when is_active then '' else ' deactivated' end, count(*), 0,
    private.nairobi_month(created_at) from public.users group by 2, 5
  union all
  select 'last sign-in', u.id::text, extract(epoch from a.last_sign_in_at)::bigint, 0, null from public.users u
    join auth.users a on a.id = u.id where a.last_sign_in_at is not null;

create view private.stored_sums as
  select 'balance' as what, student_id::text as key, charged::bigint as amount, paid::bigint as other,
    last_paid_on as day from public.student_balances where charged <> 0 or paid <> 0 or last_paid_on is not null
  union all
  select 'students of a class', concat_ws(' ', school_id, class_id, status), students, 0, null
    from public.student_counts
  union all
  select what, part, sum(amount)::bigint, 0, month from private.platform_counts group by what, part, month
    having sum(amount) <> 0
  union all
  select 'last sign-in', user_id::text, extract(epoch from at)::bigint, 0, null from private.last_sign_ins;

-- One school and from a day on, which an index answers: attendance is the one table too large to be read as a whole
-- every night.
create function private.check_registers(school uuid, since date) returns table (what text, key text, difference jsonb)
language sql stable security definer set search_path = '' set work_mem = '64MB' as $$
  select 'register', coalesce(k.class_id, c.class_id) || ' ' || coalesce(k.day, c.day),
    jsonb_build_object('stored', to_jsonb(k), 'computed', to_jsonb(c))
  from (select r.class_id, r.day, r.present, r.late, r.excused, r.absent from public.register_days r
    where r.school_id = check_registers.school and r.day >= check_registers.since) k
  full join (
    select a.class_id, a.day, count(*) filter (where a.status = 'present') as present,
      count(*) filter (where a.status = 'late') as late,
      count(*) filter (where a.status = 'excused') as excused, count(*) filter (where a.status = 'absent') as absent
    from public.attendance a where a.school_id = check_registers.school and a.day >= check_registers.since
      group by a.class_id, a.day) c
    on c.class_id = k.class_id and c.day = k.day
  where (k.present, k.late, k.excused, k.absent) is distinct from (c.present, c.late, c.excused, c.absent)
$$;

-- With a night, registers of the ten days before it, and all of the schools whose turn it is: of every school each 64
-- nights.
create function private.check_sums(night date default null) returns table (what text, key text, difference jsonb)
language sql stable security definer set search_path = '' set work_mem = '64MB' as $$
  select coalesce(k.what, c.what), coalesce(k.key, c.key),
    jsonb_build_object('stored', to_jsonb(k) - 'what' - 'key', 'computed', to_jsonb(c) - 'what' - 'key')
  from private.stored_sums k
  full join (select * from private.computed_sums m where (m.amount, m.other) <> (0, 0) or m.day is not null) c
    on c.what = k.what and c.key = k.key and (c.what = 'balance' or c.day is not distinct from k.day)
  where (k.amount, k.other, k.day) is distinct from (c.amount, c.other, c.day)
  union all
  select r.what, r.key, r.difference
  from public.schools s, private.check_registers(s.id,
    case when (get_byte(uuid_send(s.id), 15) + (check_sums.night - date '2000-01-01')) % 64 <> 0 then check_sums.night
    - 10 else '-infinity' end) r
$$;
comment on function private.check_sums(date)
  is 'Stored sums that are not what they are computed from: no rows when all is well.';

create function private.recount_sums() returns void
language plpgsql security definer set search_path = '' set work_mem = '64MB' as $$
begin
  lock table public.students, public.users, public.attendance, public.fee_charges,
    public.fee_payments in share row exclusive mode;
  delete from public.student_balances;
  insert into public.student_balances (student_id, school_id, charged, paid, last_paid_on)
  select s.id, s.school_id, c.amount, c.other, c.day from private.computed_sums c
    join public.students s on s.id = c.key::uuid where c.what = 'balance';
  delete from public.register_days;
  insert into public.register_days (class_id, day, school_id, present, late, excused, absent)
  select class_id, day, school_id, count(*) filter (where status = 'present'), count(*) filter (where status = 'late'),
    count(*) filter (where status = 'excused'), count(*) filter (where status = 'absent')
  from public.attendance group by class_id, day, school_id;
  delete from public.student_counts;
  insert into public.student_counts (school_id, class_id, status, students) select school_id, class_id, status, count(*)
    from public.students group by school_id, class_id, status;
  delete from private.platform_changes;
  delete from private.platform_sums;
  insert into private.platform_sums (what, part, month, amount) select c.what, c.key, c.day, c.amount
    from private.computed_sums c where c.what in ('students', 'accounts');
  delete from private.last_sign_ins;
  insert into private.last_sign_ins (user_id, at) select u.id, a.last_sign_in_at from public.users u
    join auth.users a on a.id = u.id where a.last_sign_in_at is not null;
end
$$;
comment on function private.recount_sums()
  is 'Computes every stored sum again, after a load that ran without triggers.';

create table private.sum_checks (
  day date primary key,
  differences jsonb not null
);
comment on table private.sum_checks
  is 'What the nightly comparison of stored sums found, the first hundred differences each; empty when all is well.';

alter table private.sum_checks enable row level security;

-- After two at night in Nairobi, once a day. A check that fails is reported as one, and the jobs that run with it go
-- on.
create function private.check_sums_nightly() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.today();
  found_differences jsonb;
begin
  if extract(hour from private.current_moment() at time zone 'Africa/Nairobi') < 2
    or exists (select from private.sum_checks s where s.day = today) then
    return null;
  end if;
  begin
    found_differences := (select coalesce(jsonb_agg(to_jsonb(d)), '[]')
      from (select * from private.check_sums(today) limit 100) d);
  exception when query_canceled or others then
    found_differences := jsonb_build_array(jsonb_build_object('what', 'check', 'difference', sqlerrm));
  end;
  insert into private.sum_checks (day, differences) values (today, found_differences);
  delete from private.sum_checks s where s.day < today - 30;
  return jsonb_array_length(found_differences);
end
$$;
