-- Figures of every branch side by side, for those who direct them.

-- People who work at one of these schools, each once: by account, or by the address in the staff list.
create function private.people_at(schools uuid[]) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(distinct p.person) from (
    select coalesce(lower(u.email), u.id::text) as person from private.memberships m
      join private.school_roles r on r.id = m.role_id join public.users u on u.id = m.user_id
    where m.school_id = any (people_at.schools) and r.base in ('admin', 'teacher', 'staff') and u.is_active
      and private.is_current(m.starts_on, m.ends_on, private.school_today(m.school_id))
    union
    select coalesce(lower(u.email), lower(s.email), s.id::text) from public.staff_members s
      left join public.users u on u.id = s.user_id
    where s.school_id = any (people_at.schools) and s.is_active) p
$$;

create function private.branch_figures(school uuid, from_day date, to_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;

create function public.branch_report(from_day date, to_day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_director();
  branches jsonb;
begin
  if branch_report.from_day is null or branch_report.to_day is null or branch_report.from_day > branch_report.to_day
  then
    perform private.refuse('report.days', 'Choose a first day that is not after the last.', field => 'from_day');
  end if;
  select jsonb_agg(f.figures order by (f.figures ->> 'is_head')::boolean desc, f.figures ->> 'name') into branches
  from (select private.branch_figures(g, branch_report.from_day, branch_report.to_day) as figures
    from private.schools_of_group(school) as g) f;
  return jsonb_build_object('branches', branches, 'total', (
    select jsonb_build_object('students', sum((b.value ->> 'students')::bigint),
      'staff', private.people_at(array(select private.schools_of_group(school))),
      'came', sum((b.value ->> 'came')::bigint), 'marked', sum((b.value ->> 'marked')::bigint),
      'charged', sum((b.value ->> 'charged')::numeric), 'collected', sum((b.value ->> 'collected')::numeric),
      'balance', sum((b.value ->> 'balance')::numeric), 'between', sum((b.value ->> 'between')::numeric),
      'open', count(*) filter (where not (b.value ->> 'is_closed')::boolean))
    from jsonb_array_elements(branches) b));
end
$$;
comment on function public.branch_report(date, date) is
  'Figures of the main school and its branches in a period, and their sum: {branches: [{id, name, is_head, students, '
    'staff, came, marked, charged, collected, balance, between, term, is_closed}], total: {..., open}}. Who works at '
    'two branches is once in the total; excused days count neither as came nor as marked; open: how many branches '
    'have not closed their term. For those who direct the branches, at the main school.';
grant execute on function public.branch_report(date, date) to authenticated;
