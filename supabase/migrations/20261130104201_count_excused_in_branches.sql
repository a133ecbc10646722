set check_function_bodies = off;

create or replace function private.branch_figures (
  school   uuid,
  from_day date,
  to_day   date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object('id', s.id, 'name', private.branch_name(s.id), 'is_head', s.branch_of is null,
    'students', private.active_students(s.id), 'staff', private.people_at(array[s.id]),
    'came', r.came, 'marked', r.marked,
    'charged', (select coalesce(sum(c.amount - c.credited), 0) from public.fee_charges c
      where c.school_id = s.id and c.due_on between from_day and to_day),
    'collected', (select coalesce(sum(p.amount), 0) from public.fee_payments p
      where p.school_id = s.id and p.paid_on between from_day and to_day),
    'balance', (select coalesce(sum(b.balance), 0) from public.student_balances b where b.school_id = s.id),
    'between', (select coalesce(sum(e.amount), 0) from public.branch_entries e where e.school_id = s.id),
    'term', t.name, 'is_closed', t.closed_at is not null)
  from public.schools s
  cross join lateral (select coalesce(sum(d.present + d.late), 0) as came,
      coalesce(sum(d.present + d.late + d.excused + d.absent), 0) as marked
    from public.register_days d where d.school_id = s.id and d.day between from_day and to_day) r
  left join lateral (select k.name, k.closed_at from public.school_terms k
    where k.school_id = s.id and k.starts_on <= to_day order by k.starts_on desc limit 1) t on true
  where s.id = branch_figures.school
$function$;
