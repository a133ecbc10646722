set check_function_bodies = off;

create or replace function private.moved_fees (
  school uuid,
  term   uuid
)
  returns table (
    student_id       uuid,
    fee_id           uuid,
    amount           integer,
    charged          integer,
    charged_class_id uuid
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with charges as materialized (select * from private.term_charges(moved_fees.school, moved_fees.term)),
  fees as materialized (
    select f.id, f.class_id, f.boarding, f.amount, private.fee_purpose(f.term_id, f.name) as purpose from public.fees f
    where f.school_id = moved_fees.school and f.term_id = moved_fees.term),
  payers as materialized (select * from private.fee_payers(moved_fees.school, moved_fees.term)),
  -- Two halves, each of which the planner joins by equal columns: of another class, and else of the other boarding.
  differing as (
    select s.student_id, f.id, f.amount, c.owed, c.purpose = f.purpose as is_same, c.class_id
    from fees f join payers s on s.class_id = f.class_id and (f.boarding is null or f.boarding = s.boarding)
    join charges c on c.student_id = s.student_id and c.class_id <> f.class_id
    union all
    select s.student_id, f.id, f.amount, c.owed, true, c.class_id
    from fees f join charges c on c.purpose = f.purpose and c.boarding <> f.boarding
      and (c.class_id <> f.class_id) is not true
    join payers s on s.student_id = c.student_id and s.boarding = f.boarding
      and (f.class_id is null or f.class_id = s.class_id))
  select d.student_id, d.id, d.amount, coalesce(sum(d.owed) filter (where d.is_same), 0)::integer,
    (array_agg(d.class_id))[1]
  from differing d
  where d.owed > 0 and not exists (select from charges b where b.student_id = d.student_id and b.fee_id = d.id)
  group by d.student_id, d.id, d.amount
$function$;

create or replace function public.bill_term (
  term_id uuid,
  dry_run boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:charge');
  due private.due_charge[];
  outcome jsonb;
begin
  if not exists (select from public.school_terms t where t.id = bill_term.term_id and t.school_id = school) then
    perform private.refuse('term.not_there',
      'This term is no longer here. Choose another.', field => 'term_id', errcode => 'P0002');
  end if;
  -- Who only looks at what is due waits for nobody.
  if not bill_term.dry_run then
    perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  end if;
  due := array(select d from private.due_charges(school, bill_term.term_id) d);
  select jsonb_build_object('students', count(distinct student_id), 'invoices', count(distinct student_id),
    'charges', count(*), 'total', coalesce(sum(amount), 0),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'amount', n.amount, 'students', n.students,
      'total', n.total, 'class_name', k.name, 'boarding', f.boarding) order by n.name, k.name, f.boarding), '[]')
      from (select fee_id, name, amount, count(*) as students, sum(amount) as total from unnest(due)
        group by fee_id, name, amount) n
      join public.fees f on f.id = n.fee_id left join public.classes k on k.id = f.class_id),
    'without_class', (select count(*) from public.students s where s.school_id = school and s.status = 'active'
      and s.class_id is null),
    'without_boarding', case when exists (select from public.fees f where f.term_id = bill_term.term_id
        and f.school_id = school and f.boarding is not null)
      then (select count(*) from public.students s where s.school_id = school and s.status = 'active'
        and s.boarding is null) else 0 end,
    'has_fees', exists (select from public.fees f where f.term_id = bill_term.term_id and f.school_id = school),
    'moved', (select coalesce(jsonb_agg(jsonb_build_object('student_id', s.id,
      'student', s.full_name, 'fee_id', f.id, 'name', f.name, 'amount', m.amount,
      'charged', m.charged,
        'boarding', f.boarding, 'class_name', k.name, 'charged_class_name', o.name)
        order by s.last_name, s.first_name, s.id, f.name), '[]')
      from private.moved_fees(school, bill_term.term_id) m join public.students s on s.id = m.student_id
        join public.fees f on f.id = m.fee_id
      left join public.classes k on k.id = f.class_id left join public.classes o on o.id = m.charged_class_id))
  into outcome from unnest(due);
  if bill_term.dry_run or (outcome ->> 'charges')::integer = 0 then
    return outcome;
  end if;
  perform private.issue_charges(school, bill_term.term_id, due);
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
    values (private.signed_in_uid(), school, 'bill', 'school_terms', bill_term.term_id::text,
    outcome - '{items,moved}'::text[]);
  return outcome;
end
$function$;
