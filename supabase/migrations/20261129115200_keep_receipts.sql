set check_function_bodies = off;

create table private.issued_papers (
  payment_id  uuid                     not null,
  is_reversed boolean                  not null,
  school_id   uuid                     not null,
  student_id  uuid                     not null,
  content     jsonb                    not null,
  made_with   jsonb                    not null,
  issued_by   uuid,
  issued_at   timestamp with time zone not null default now(),
  constraint issued_papers_made_with_check
    check (((made_with ?& '{template,compiler,fonts}'::text[]) AND (pg_column_size(made_with) <= 2000))),
  constraint issued_papers_pkey primary key (payment_id, is_reversed)
);

alter table private.issued_papers
  enable row level security;

create or replace function private.keep_receipt (
  content   jsonb,
  made_with jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.issue_receipt (
  student_id uuid,
  payment_id uuid,
  made_with  jsonb
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
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
$function$;

alter table private.issued_papers
  add constraint issued_papers_issued_by_fkey foreign key (issued_by) references public.users(id) on delete set null;

alter table private.issued_papers
  add constraint issued_papers_payment_id_fkey foreign key (payment_id) references public.fee_payments(id) on delete cascade;

alter table private.issued_papers
  add constraint issued_papers_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table private.issued_papers
  add constraint issued_papers_student_id_fkey foreign key (student_id) references public.students(id) on delete cascade;

create index issued_papers_issued_by_idx on private.issued_papers using btree (issued_by);

create index issued_papers_school_idx on private.issued_papers using btree (school_id, issued_at desc);

create index issued_papers_student_idx on private.issued_papers using btree (student_id);

comment on column private.issued_papers.content is 'What the receipt says: {school, student, balance, payment, printed_on}.';

comment on column private.issued_papers.made_with is 'Versions of the first print: {template, compiler, fonts}.';

comment on function public.issue_receipt(uuid, uuid, jsonb) is 'What the receipt of a payment says: {school, student, balance, payment, printed_on}, as it was when it was first made; made_with is {template, compiler, fonts}. Null for those who may not see the account.';

comment on table private.issued_papers is 'Receipts as they were first made, before and after the payment was taken back. What the law wants kept is the payment itself; this goes when the child is erased.';

revoke all on function private.keep_receipt(jsonb, jsonb) from public;

grant execute on function private.keep_receipt(jsonb, jsonb) to authenticated;

revoke all on function public.issue_receipt(uuid, uuid, jsonb) from public;

grant execute on function public.issue_receipt(uuid, uuid, jsonb) to authenticated;

grant execute on function public.issue_receipt(uuid, uuid, jsonb) to service_role;

grant all on table private.issued_papers to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "private.issued_papers", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false}]');
