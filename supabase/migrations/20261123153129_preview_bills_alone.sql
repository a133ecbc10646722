set check_function_bodies = off;

create type private.due_charge as (
  student_id uuid,
  fee_id     uuid,
  name       text,
  amount     integer,
  due_on     date
);

create or replace function private.due_charges (
  school uuid,
  term   uuid
)
  returns SETOF private.due_charge
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id, f.id, f.name, f.amount, greatest(f.due_on, private.school_today(due_charges.school))
  from public.fees f join public.students s on s.school_id = f.school_id and s.status = 'active' and (f.class_id is null or f.class_id = s.class_id)
  where f.school_id = due_charges.school and f.term_id = due_charges.term
    and not exists (select from public.fee_charges c where c.fee_id = f.id and c.student_id = s.id)
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
  school constant uuid := private.require_school_admin();
  due private.due_charge[];
  outcome jsonb;
  new_invoices integer;
  number integer;
begin
  if not exists (select from public.school_terms t where t.id = bill_term.term_id and t.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This term is no longer here. Choose another.', hint = 'term.not_found', detail = 'term_id';
  end if;
  -- Who only looks at what is due waits for nobody.
  if not bill_term.dry_run then
    perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  end if;
  due := array(select d from private.due_charges(school, bill_term.term_id) d);
  select jsonb_build_object('students', count(distinct student_id), 'invoices', count(distinct student_id), 'charges', count(*), 'total', coalesce(sum(amount), 0),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'amount', n.amount, 'students', n.students, 'total', n.total) order by n.name), '[]')
      from (select name, amount, count(*) as students, sum(amount) as total from unnest(due) group by fee_id, name, amount) n),
    'without_class', (select count(*) from public.students s where s.school_id = school and s.status = 'active' and s.class_id is null),
    'has_fees', exists (select from public.fees f where f.term_id = bill_term.term_id and f.school_id = school))
  into outcome from unnest(due);
  if bill_term.dry_run or (outcome ->> 'charges')::integer = 0 then
    return outcome;
  end if;
  new_invoices := (outcome ->> 'invoices')::integer;
  insert into private.invoice_counters (school_id, last) values (school, new_invoices)
  on conflict (school_id) do update set last = private.invoice_counters.last + excluded.last returning last into number;
  with issued as (
    insert into public.fee_invoices (school_id, student_id, term_id, invoice_number, issued_on)
    select school, d.student_id, bill_term.term_id, 'INV-' || lpad((number - new_invoices + row_number() over (order by d.student_id))::text, 5, '0'), private.school_today(school)
    from (select distinct student_id from unnest(due)) d
    returning id, student_id)
  insert into public.fee_charges (school_id, student_id, fee_id, invoice_id, name, amount, due_on)
  select school, d.student_id, d.fee_id, i.id, d.name, d.amount, d.due_on from unnest(due) d join issued i on i.student_id = d.student_id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after) values (auth.uid(), school, 'bill', 'school_terms', bill_term.term_id::text, outcome - 'items');
  return outcome;
end
$function$;

comment on function private.due_charges(uuid, uuid) is 'What students of a school are still to be charged for a term.';

revoke all on function private.due_charges(uuid, uuid) from public;
