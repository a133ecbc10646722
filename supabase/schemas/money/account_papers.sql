-- Receipts and statements of a student's account, which are kept as they were handed out.

-- Of what a receipt says.
create function private.receipt_says(content jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select private.paper_says(private.say('Receipt'),
    jsonb_build_array(private.say('Number'), content #> '{payment,receipt_number}'),
    jsonb_build_array(private.say('Student'), content #> '{student,name}'),
    jsonb_build_array(private.say('Admission number'), content #> '{student,admission_number}'),
    jsonb_build_array(private.say('Received'), private.money((content #>> '{payment,amount}')::numeric)),
    jsonb_build_array(private.say('Paid on'), private.day((content #>> '{payment,paid_on}')::date)),
    jsonb_build_array(private.say('Reference'), content #> '{payment,reference}'),
    jsonb_build_array(private.say('Balance when printed'), private.money((content ->> 'balance')::numeric)))
$$;
grant execute on function private.receipt_says(jsonb) to authenticated;

create function private.read_receipt_paper(of jsonb)
  returns table (subject text, students uuid[], content jsonb, says jsonb)
language plpgsql security invoker set search_path = '' as $$
declare
  account constant jsonb := public.student_account((read_receipt_paper.of ->> 'student')::uuid);
  student constant jsonb := account -> 'student';
  payment jsonb;
begin
  select p.value into payment from jsonb_array_elements(account -> 'payments') as p
    where p.value -> 'id' = read_receipt_paper.of -> 'payment';
  if payment is null then
    return;
  end if;
  -- One that was taken back has a second receipt, which says so.
  subject := payment ->> 'id' || case when (payment ->> 'is_reversed')::boolean then '/reversed' else '' end;
  students := array[(student ->> 'id')::uuid];
  content := jsonb_build_object('school', account -> 'school', 'student', student, 'balance', account -> 'balance',
    'payment', payment);
  says := private.receipt_says(content);
  return next;
end
$$;
grant execute on function private.read_receipt_paper(jsonb) to authenticated;

create function private.receipt_state(paper private.issued_papers) returns text
language sql stable security definer set search_path = '' as $$
  select case when exists (select from public.fee_payments p
    where p.id = left(receipt_state.paper.subject, 36)::uuid and p.reversed_at is null) then 'holds'
    else 'withdrawn' end
$$;

create function private.read_statement_paper(of jsonb)
  returns table (subject text, students uuid[], content jsonb, says jsonb)
language plpgsql security invoker set search_path = '' as $$
declare
  account constant jsonb := public.student_account((read_statement_paper.of ->> 'student')::uuid);
  student constant jsonb := account -> 'student';
begin
  if account is null then
    return;
  end if;
  subject := student ->> 'id';
  students := array[subject::uuid];
  -- Lists that the paper has not, and of which families see less.
  content := account || '{"charges": [], "payments": []}';
  says := private.paper_says(private.say('Statement of account'),
    jsonb_build_array(private.say('Student'), student -> 'name'),
    jsonb_build_array(private.say('Admission number'), student -> 'admission_number'),
    jsonb_build_array(private.say('Charged'), private.money((account ->> 'charged')::numeric)),
    jsonb_build_array(private.say('Paid'), private.money((account ->> 'paid')::numeric)),
    jsonb_build_array(private.say('Balance when printed'), private.money((account ->> 'balance')::numeric)));
  return next;
end
$$;
grant execute on function private.read_statement_paper(jsonb) to authenticated;

insert into private.paper_kinds (name, reads, keeps_first, state) values
  ('receipt', 'private.read_receipt_paper', true, 'private.receipt_state'),
  ('statement', 'private.read_statement_paper', false, null);
