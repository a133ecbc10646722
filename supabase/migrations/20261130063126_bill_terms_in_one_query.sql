set check_function_bodies = off;

drop function private.due_charges(uuid, uuid);

drop function private.moved_fees(uuid, uuid);

create or replace function private.fee_payers (
  school uuid,
  term   uuid
)
  returns table (
    student_id uuid,
    class_id   uuid,
    boarding   public.boarding
  )
  language sql
  stable
  security definer
  rows 500
  set search_path to ''
  AS $function$
  -- Materialized, or the day would be computed for each student.
  with terms as materialized (
    select t.ends_on, greatest(t.starts_on, least(t.ends_on, private.school_today(t.school_id))) as day
    from public.school_terms t where t.id = fee_payers.term and t.school_id = fee_payers.school)
  select s.id, e.class_id, s.boarding
  from terms t
  join public.students s on s.school_id = fee_payers.school and s.status = 'active' and s.admitted_on <= t.ends_on
  left join public.enrolments e on e.student_id = s.id and e.school_id = fee_payers.school and e.started_on <= t.day
    and (e.ended_on is null or e.ended_on > t.day)
$function$;

create or replace function private.term_bill (
  school uuid,
  term   uuid
)
  returns table (
    student_id       uuid,
    fee_id           uuid,
    name             text,
    amount           integer,
    due_on           date,
    is_moved         boolean,
    charged          integer,
    charged_class_id uuid
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with charges as materialized (select * from private.term_charges(term_bill.school, term_bill.term)),
  charged_classes as materialized (
    select distinct c.student_id, c.class_id from charges c where c.class_id is not null and c.owed > 0),
  payers as materialized (select * from private.fee_payers(term_bill.school, term_bill.term)),
  -- Purposes are sorted by their bytes, for any order does.
  fees as materialized (
    select f.id, f.class_id, f.boarding, f.name, f.amount, f.created_at,
      greatest(f.due_on, (select private.school_today(term_bill.school))) as due_on,
      private.fee_purpose(f.term_id, f.name) collate "C" as purpose
    from public.fees f where f.school_id = term_bill.school and f.term_id = term_bill.term),
  -- A fee taken back from a student is not charged again, nor is a student who paid for one class for another.
  due as (
    select distinct on (s.student_id, f.purpose) s.student_id, f.id, f.name, f.amount, f.due_on
    from fees f join payers s
      on (f.class_id is null or f.class_id = s.class_id) and (f.boarding is null or f.boarding = s.boarding)
    where not exists (select from charges c where c.student_id = s.student_id and c.purpose = f.purpose
        and (c.owed > 0 or c.fee_id = f.id))
      and not exists (select from charged_classes c where c.student_id = s.student_id and c.class_id <> f.class_id)
    order by s.student_id, f.purpose, f.class_id nulls last, f.created_at),
  -- Fees of the class to which a student moved after fees of another class were billed, and fees of boarders of a
  -- student who was billed the same as a day scholar, or the other way round: what was billed stands. Two halves, each
  -- of which the planner joins by equal columns: of another class, and else of the other boarding.
  differing as (
    select s.student_id, f.id, f.name, f.amount, f.due_on, c.owed, c.purpose = f.purpose as is_same, c.class_id
    from fees f join payers s on s.class_id = f.class_id and (f.boarding is null or f.boarding = s.boarding)
    join charges c on c.student_id = s.student_id and c.class_id <> f.class_id
    union all
    select s.student_id, f.id, f.name, f.amount, f.due_on, c.owed, true, c.class_id
    from fees f join charges c on c.purpose = f.purpose and c.boarding <> f.boarding
      and (c.class_id <> f.class_id) is not true
    join payers s on s.student_id = c.student_id and s.boarding = f.boarding
      and (f.class_id is null or f.class_id = s.class_id))
  select d.student_id, d.id, d.name, d.amount, d.due_on, false, 0, null::uuid from due d
  union all
  select d.student_id, d.id, d.name, d.amount, d.due_on, true,
    coalesce(sum(d.owed) filter (where d.is_same), 0)::integer, (array_agg(d.class_id))[1]
  from differing d
  where d.owed > 0 and not exists (select from charges b where b.student_id = d.student_id and b.fee_id = d.id)
  group by d.student_id, d.id, d.name, d.amount, d.due_on
$function$;

create or replace function public.bill_moved_fee (
  student_id uuid,
  fee_id     uuid
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:charge');
  fee public.fees;
  move record;
begin
  perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  select * into fee from public.fees f where f.id = bill_moved_fee.fee_id and f.school_id = school;
  select m.amount - m.charged as difference, m.charged > 0 as is_part into move
  from private.term_bill(school, fee.term_id) m
  where m.is_moved and m.student_id = bill_moved_fee.student_id and m.fee_id = fee.id;
  if move.difference is null or move.difference <= 0 then
    perform private.refuse('fee.no_difference',
      'Nothing more is to be billed for this. Open the bill again.', errcode => 'P0002');
  end if;
  perform private.issue_charges(school, fee.term_id, array[row(bill_moved_fee.student_id, fee.id,
    left(fee.name, 60) || case when move.is_part then ' (difference)' else '' end, move.difference,
      greatest(fee.due_on, private.school_today(school)))::private.due_charge]);
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, after)
  values (private.signed_in_uid(), school, bill_moved_fee.student_id, 'bill',
    'fees', fee.id::text, jsonb_build_object('amount', move.difference));
  return move.difference;
end
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
  lines private.due_charge[];
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
  with bill as materialized (select * from private.term_bill(school, bill_term.term_id)),
  due as (select * from bill b where not b.is_moved)
  select array_agg(row(student_id, fee_id, name, amount, due_on)::private.due_charge),
    jsonb_build_object('students', count(distinct student_id), 'invoices', count(distinct student_id),
    'charges', count(*), 'total', coalesce(sum(amount), 0),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'amount', n.amount, 'students', n.students,
      'total', n.total, 'class_name', k.name, 'boarding', f.boarding) order by n.name, k.name, f.boarding), '[]')
      from (select fee_id, name, amount, count(*) as students, sum(amount) as total from due
        group by fee_id, name, amount) n
      join public.fees f on f.id = n.fee_id left join public.classes k on k.id = f.class_id),
    'without_class', (select count(*) from public.students s where s.school_id = school and s.status = 'active'
      and s.class_id is null),
    'without_boarding', case when exists (select from public.fees f where f.term_id = bill_term.term_id
        and f.school_id = school and f.boarding is not null)
      then (select count(*) from public.students s where s.school_id = school and s.status = 'active'
        and s.boarding is null) else 0 end,
    'has_fees', exists (select from public.fees f where f.term_id = bill_term.term_id and f.school_id = school),
    'moved', (select coalesce(jsonb_agg(jsonb_build_object('student_id', s.id, 'student', s.full_name, 'fee_id', f.id,
        'name', f.name, 'amount', b.amount, 'charged', b.charged, 'boarding', f.boarding, 'class_name', k.name,
        'charged_class_name', o.name) order by s.last_name, s.first_name, s.id, f.name), '[]')
      from bill b join public.students s on s.id = b.student_id join public.fees f on f.id = b.fee_id
      left join public.classes k on k.id = f.class_id left join public.classes o on o.id = b.charged_class_id
      where b.is_moved))
  into lines, outcome from due;
  if bill_term.dry_run or (outcome ->> 'charges')::integer = 0 then
    return outcome;
  end if;
  perform private.issue_charges(school, bill_term.term_id, lines);
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
    values (private.signed_in_uid(), school, 'bill', 'school_terms', bill_term.term_id::text,
    outcome - '{items,moved}'::text[]);
  return outcome;
end
$function$;

revoke all on function private.term_bill(uuid, uuid) from public;
