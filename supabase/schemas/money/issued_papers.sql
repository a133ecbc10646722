-- What a receipt said when it was first made, so that every later print of it is the same.
create table private.issued_papers (
  payment_id uuid not null references public.fee_payments (id) on delete cascade,
  is_reversed boolean not null,
  school_id uuid not null references public.schools (id) on delete cascade,
  student_id uuid not null references public.students (id) on delete cascade,
  content jsonb not null,
  made_with jsonb not null check (made_with ?& '{template,compiler,fonts}' and pg_column_size(made_with) <= 2000),
  issued_by uuid references public.users (id) on delete set null,
  issued_at timestamptz not null default now(),
  primary key (payment_id, is_reversed)
);
comment on table private.issued_papers is 'Receipts as they were first made, before and after the payment was taken '
  'back. What the law wants kept is the payment itself; this goes when the child is erased.';
comment on column private.issued_papers.content
  is 'What the receipt says: {school, student, balance, payment, printed_on}.';
comment on column private.issued_papers.made_with is 'Versions of the first print: {template, compiler, fonts}.';

create index issued_papers_school_idx on private.issued_papers (school_id, issued_at desc);
create index issued_papers_student_idx on private.issued_papers (student_id);
create index issued_papers_issued_by_idx on private.issued_papers (issued_by);

select private.school_table('private.issued_papers', needs_subscription => false, subject => 'student_id',
  erase => 'delete');

-- Called by issue_receipt with what its caller may read.
create function private.keep_receipt(content jsonb, made_with jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  payment constant jsonb := keep_receipt.content -> 'payment';
  kept jsonb;
begin
  insert into private.issued_papers as i (payment_id, is_reversed, school_id, student_id, content, made_with, issued_by)
  select p.id, (payment ->> 'is_reversed')::boolean, p.school_id, p.student_id,
    keep_receipt.content || jsonb_build_object('printed_on', private.school_day(p.school_id, now())),
    keep_receipt.made_with, (select u.id from public.users u where u.id = private.signed_in_uid())
  from public.fee_payments p where p.id = (payment ->> 'id')::uuid
  on conflict (payment_id, is_reversed) do nothing;
  select i.content into kept from private.issued_papers i
  where i.payment_id = (payment ->> 'id')::uuid and i.is_reversed = (payment ->> 'is_reversed')::boolean;
  return kept;
end
$$;
grant execute on function private.keep_receipt(jsonb, jsonb) to authenticated;

create function public.issue_receipt(student_id uuid, payment_id uuid, made_with jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  account constant jsonb := public.student_account(issue_receipt.student_id);
  payment jsonb;
begin
  select p.value into payment from jsonb_array_elements(account -> 'payments') as p
  where p.value ->> 'id' = issue_receipt.payment_id::text;
  return case when payment is not null then private.keep_receipt(jsonb_build_object('school', account -> 'school',
    'student', account -> 'student', 'balance', account -> 'balance', 'payment', payment),
    issue_receipt.made_with) end;
end
$$;
comment on function public.issue_receipt(uuid, uuid, jsonb) is 'What the receipt of a payment says: {school, student, '
  'balance, payment, printed_on}, as it was when it was first made; made_with is {template, compiler, fonts}. Null for '
  'those who may not see the account.';
grant execute on function public.issue_receipt(uuid, uuid, jsonb) to authenticated;
