set check_function_bodies = off;

-- Receipts that were made before keep what they said.
create temporary table kept_receipts as select * from private.issued_papers;
drop function private.keep_receipt (jsonb, jsonb);
drop function public.issue_receipt (uuid, uuid, jsonb);
drop table private.issued_papers;
delete from private.school_tables where name = 'private.issued_papers';

create table private.issued_paper_students (
  paper_id   uuid not null,
  student_id uuid not null,
  constraint issued_paper_students_pkey primary key (paper_id, student_id)
);

alter table private.issued_paper_students
  enable row level security;

create table private.issued_papers (
  id          uuid                     not null default gen_random_uuid(),
  school_id   uuid                     not null,
  kind        text                     not null,
  subject     text                     not null,
  code        text                     not null,
  content     jsonb                    not null,
  says        jsonb                    not null,
  made_with   jsonb                    not null,
  printed_on  date                     not null,
  issued_by   uuid,
  issued_at   timestamp with time zone not null default now(),
  printed_at  timestamp with time zone not null default now(),
  replaced_at timestamp with time zone,
  constraint issued_papers_code_check check ((code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'::text)),
  constraint issued_papers_code_key unique (code),
  constraint issued_papers_made_with_check
    check (((made_with ?& '{template,compiler,fonts}'::text[]) AND (pg_column_size(made_with) <= 2000))),
  constraint issued_papers_pkey primary key (id),
  constraint issued_papers_says_check check ((says ?& '{title,facts}'::text[])),
  constraint issued_papers_subject_check check (((length(subject) >= 1) AND (length(subject) <= 1000)))
);

alter table private.issued_papers
  enable row level security;

create table private.paper_kinds (
  name        text    not null,
  reads       text    not null,
  keeps_first boolean not null default false,
  state       text,
  constraint paper_kinds_name_check check ((name ~ '^[a-z]+(-[a-z]+)*$'::text)),
  constraint paper_kinds_pkey primary key (name)
);

alter table private.paper_kinds
  enable row level security;

revoke all on table private.paper_kinds from service_role;

create or replace function private.card_percent (
  assessments jsonb
)
  returns text
  language sql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
  select floor(sum((a ->> 'score')::numeric * 100 * (a ->> 'weight')::numeric / (a ->> 'max_score')::numeric)
    / nullif(sum((a ->> 'weight')::numeric), 0) + 0.5) || '%'
  from jsonb_array_elements(card_percent.assessments) as a
$function$;

create or replace function private.cbse_paper_state (
  paper private.issued_papers
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when exists (select from public.cbse_marks m join public.cbse_tests t on t.id = m.test_id
    where m.student_id = left(cbse_paper_state.paper.subject, 36)::uuid
      and t.cbse_class_id = right(cbse_paper_state.paper.subject, 36)::uuid
      and m.updated_at > cbse_paper_state.paper.printed_at) then 'changed' else 'holds' end
$function$;

create or replace function private.exported_papers (
  student uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('paper', private.in_english(i.says -> 'title'), 'code', i.code,
    'printed_on', i.printed_on, 'replaced_at', i.replaced_at, 'content', case
      when not exists (select from private.issued_paper_students o
        where o.paper_id = i.id and o.student_id <> exported_papers.student) then i.content
      when i.content ? 'students' then i.content || jsonb_build_object('students', jsonb_path_query_array(i.content,
        '$.students[*] ? (@.id == $id)', jsonb_build_object('id', exported_papers.student)))
      end) order by i.issued_at), '[]')
  from private.issued_paper_students p join private.issued_papers i on i.id = p.paper_id
  where p.student_id = exported_papers.student
    and (i.school_id = private.school_where('protection:manage') or p.student_id in (select private.my_student_ids()))
$function$;

create or replace function private.keep_paper (
  kind      text,
  subject   text,
  students  uuid[],
  data      jsonb,
  says      jsonb,
  made_with jsonb
)
  returns table (
    code       text,
    printed_on date,
    content    jsonb
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := coalesce((select s.school_id from public.students s where s.id = keep_paper.students[1]),
    private.my_school());
  kept uuid;
begin
  -- Waits for who is being erased at this moment.
  perform from public.students s where s.id = any (keep_paper.students) for share;
  if exists (select from public.audit_log l where l.action = 'erase' and l.entity = 'students'
    and l.student_id = any (keep_paper.students) and l.at > now() - interval '10 minutes') then
    perform private.refuse('paper.student_erased',
      'The data of a student was erased while this was made. Try again in ten minutes.');
  end if;
  update private.issued_papers i set printed_at = case when k.keeps_first or i.content = keep_paper.data then now()
      else i.printed_at end,
    replaced_at = case when not k.keeps_first and i.content <> keep_paper.data then now() end
  from private.paper_kinds k
  where k.name = keep_paper.kind and i.kind = k.name and i.subject = keep_paper.subject and i.replaced_at is null;
  insert into private.issued_papers as i (school_id, kind, subject, code, content, says, made_with, printed_on,
    issued_by)
  values (school, keep_paper.kind, keep_paper.subject, private.new_paper_code(), keep_paper.data, keep_paper.says,
    keep_paper.made_with, private.school_today(school),
    (select u.id from public.users u where u.id = private.signed_in_uid()))
  on conflict (kind, subject) where replaced_at is null do nothing returning i.id into kept;
  insert into private.issued_paper_students (paper_id, student_id)
  select kept, s from unnest(keep_paper.students) as s where kept is not null on conflict do nothing;
  return query select i.code, i.printed_on, i.content from private.issued_papers i
    where i.kind = keep_paper.kind and i.subject = keep_paper.subject and i.replaced_at is null;
end
$function$;

create or replace function private.new_paper_code()
  returns text
  language sql
  set search_path to ''
  AS $function$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(r.bytes, n) % 32, 1), '' order by n)
  from (select extensions.gen_random_bytes(16) as bytes) r, generate_series(0, 15) as n
$function$;

create or replace function private.paper_reader (
  kind text
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select k.reads from private.paper_kinds k where k.name = paper_reader.kind
$function$;

create or replace function private.paper_says (
  title    jsonb,
  VARIADIC facts jsonb[]
)
  returns jsonb
  language sql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
  select jsonb_build_object('title', paper_says.title, 'facts', coalesce(
    (select jsonb_agg(f.fact order by f.n) from unnest(paper_says.facts) with ordinality as f (fact, n)
      where coalesce(f.fact -> 1, 'null') not in ('null', '""')), '[]'))
$function$;

create or replace function private.quick_receipt_state (
  paper private.issued_papers
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case count(*) filter (where p.reversed_at is not null) when 0 then 'holds' when count(*) then 'withdrawn'
    else 'changed' end
  from public.fee_payments p where p.id in (select l.payment_id from private.quick_receipt_lines l
    where l.receipt_id = left(quick_receipt_state.paper.subject, 36)::uuid)
$function$;

create or replace function private.read_cbse_papers (
  of jsonb
)
  returns table (
    subject  text,
    students uuid[],
    content  jsonb,
    says     jsonb
  )
  language plpgsql
  set search_path to ''
  AS $function$
declare
  read constant jsonb := public.cbse_cards((read_cbse_papers.of ->> 'class')::uuid);
  has_year constant boolean := jsonb_array_length(read -> 'parts') = jsonb_array_length(read -> 'weights');
  card jsonb;
begin
  for card in
    select c.value from jsonb_array_elements(read -> 'cards') with ordinality as c (value, n) order by c.n
  loop
    subject := concat_ws('/', card #>> '{student,id}', read_cbse_papers.of ->> 'class');
    students := array[(card #>> '{student,id}')::uuid];
    content := read || jsonb_build_object('cards', jsonb_build_array(card));
    says := private.paper_says(private.say('Report card'), variadic array[
      jsonb_build_array(private.say('Student'), card #> '{student,name}'),
      jsonb_build_array(private.say('Admission number'), card #> '{student,admission_number}'),
      jsonb_build_array(private.say('Class'), read -> 'class_name'),
      jsonb_build_array(private.say('Year'), read -> 'year')]
      || array(select jsonb_build_array(s.value -> 'name', concat_ws(' ',
          coalesce(case when has_year then s.value ->> 'year' else s.value #>> '{parts,-1,result}' end, '–'),
          case when has_year then s.value ->> 'grade' else s.value #>> '{parts,-1,grade}' end))
        from jsonb_array_elements(card -> 'subjects') with ordinality as s (value, n) order by s.n));
    return next;
  end loop;
end
$function$;

create or replace function private.read_quick_receipt_paper (
  of jsonb
)
  returns table (
    subject  text,
    students uuid[],
    content  jsonb,
    says     jsonb
  )
  language plpgsql
  set search_path to ''
  AS $function$
declare
  read constant jsonb := public.read_quick_receipt((read_quick_receipt_paper.of ->> 'receipt')::uuid);
begin
  if read is null then
    return;
  end if;
  select concat_ws('/', read ->> 'id', string_agg(s.value ->> 'payment_id', '/' order by s.n)
      filter (where (s.value ->> 'is_reversed')::boolean)), array_agg((s.value ->> 'id')::uuid order by s.n),
    private.paper_says(private.say('Receipt'), variadic array[
      jsonb_build_array(private.say('Number'), read -> 'receipt_number'),
      jsonb_build_array(private.say('Received'), private.money((read ->> 'amount')::numeric)),
      jsonb_build_array(private.say('Paid on'), private.day((read ->> 'paid_on')::date)),
      jsonb_build_array(private.say('Reference'), read -> 'reference')]
      || array_agg(jsonb_build_array(s.value -> 'name', private.money((s.value ->> 'amount')::numeric)) order by s.n))
  into subject, students, says
  from jsonb_array_elements(read -> 'students') with ordinality as s (value, n);
  content := read;
  return next;
end
$function$;

create or replace function private.read_receipt_paper (
  of jsonb
)
  returns table (
    subject  text,
    students uuid[],
    content  jsonb,
    says     jsonb
  )
  language plpgsql
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.read_report_cards (
  of jsonb
)
  returns table (
    subject  text,
    students uuid[],
    content  jsonb,
    says     jsonb
  )
  language plpgsql
  set search_path to ''
  AS $function$
declare
  read constant jsonb := public.report_cards((read_report_cards.of ->> 'term')::uuid,
    (read_report_cards.of ->> 'class')::uuid, (read_report_cards.of ->> 'student')::uuid);
  card jsonb;
begin
  for card in
    select c.value from jsonb_array_elements(read -> 'cards') with ordinality as c (value, n) order by c.n
  loop
    subject := concat_ws('/', card #>> '{student,id}', read_report_cards.of ->> 'term');
    students := array[(card #>> '{student,id}')::uuid];
    content := read || jsonb_build_object('cards', jsonb_build_array(card));
    says := private.paper_says(private.say('Report card'), variadic array[
      jsonb_build_array(private.say('Student'), card #> '{student,name}'),
      jsonb_build_array(private.say('Admission number'), card #> '{student,admission_number}'),
      jsonb_build_array(private.say('Class'), card -> 'class_name'),
      jsonb_build_array(private.say('Term'), read #> '{term,name}')]
      || array(select jsonb_build_array(s.value -> 'name', private.card_percent(s.value -> 'assessments'))
        from jsonb_array_elements(card -> 'subjects') with ordinality as s (value, n) order by s.n));
    return next;
  end loop;
end
$function$;

create or replace function private.read_statement_paper (
  of jsonb
)
  returns table (
    subject  text,
    students uuid[],
    content  jsonb,
    says     jsonb
  )
  language plpgsql
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.receipt_says (
  content jsonb
)
  returns jsonb
  language sql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
  select private.paper_says(private.say('Receipt'),
    jsonb_build_array(private.say('Number'), content #> '{payment,receipt_number}'),
    jsonb_build_array(private.say('Student'), content #> '{student,name}'),
    jsonb_build_array(private.say('Admission number'), content #> '{student,admission_number}'),
    jsonb_build_array(private.say('Received'), private.money((content #>> '{payment,amount}')::numeric)),
    jsonb_build_array(private.say('Paid on'), private.day((content #>> '{payment,paid_on}')::date)),
    jsonb_build_array(private.say('Reference'), content #> '{payment,reference}'),
    jsonb_build_array(private.say('Balance when printed'), private.money((content ->> 'balance')::numeric)))
$function$;

revoke all on function private.receipt_says(jsonb) from public;

grant execute on function private.receipt_says(jsonb) to authenticated;

create or replace function private.receipt_state (
  paper private.issued_papers
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when exists (select from public.fee_payments p
    where p.id = left(receipt_state.paper.subject, 36)::uuid and p.reversed_at is null) then 'holds'
    else 'withdrawn' end
$function$;

create or replace function private.remove_paper_about_child()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  delete from private.issued_papers i where i.id = old.paper_id;
  return null;
end
$function$;

create or replace function private.report_card_state (
  paper private.issued_papers
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when exists (select from public.grades g
    where g.student_id = left(report_card_state.paper.subject, 36)::uuid
      and g.term_id = right(report_card_state.paper.subject, 36)::uuid
      and g.updated_at > report_card_state.paper.printed_at) then 'changed' else 'holds' end
$function$;

create or replace function public.check_paper (
  code text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  most_misses constant integer := 30;
  network constant text := coalesce(private.caller_network(), 'unknown');
  -- As people read it from paper: O is a zero, I and L are a one.
  given constant text := translate(regexp_replace(upper(left(check_paper.code, 60)), '[^0-9A-Z]', '', 'g'), 'OIL',
    '011');
  paper private.issued_papers;
  kind private.paper_kinds;
  state text;
begin
  if given is null then
    return null;
  end if;
  perform private.limit_rate('paper checks from ' || network, 300, interval '1 hour');
  if exists (select from private.rate_limits r where r.subject = 'wrong paper codes from ' || network
    and r.window_start = date_bin(interval '1 hour', now(), timestamptz '2000-01-01') and r.hits >= most_misses) then
    perform private.refuse('request.too_many',
      'Too many requests from this address. Please try again in an hour.', errcode => 'PT429');
  end if;
  select * into paper from private.issued_papers i where i.code = given;
  if paper.id is null then
    perform private.is_within_rate('wrong paper codes from ' || network, most_misses, interval '1 hour');
    return null;
  end if;
  select * into kind from private.paper_kinds k where k.name = paper.kind;
  if kind.state is not null then
    execute format('select %s($1)', kind.state) into state using paper;
  end if;
  return jsonb_build_object('code', paper.code, 'says', paper.says, 'printed_on', paper.printed_on,
    'school', (select h.name from public.schools h where h.id = paper.school_id),
    'replaced_on', private.school_day(paper.school_id, paper.replaced_at),
    'state', case when state = 'withdrawn' then state when paper.replaced_at is not null then 'replaced'
      else coalesce(state, 'holds') end);
end
$function$;

create or replace function public.issue_paper (
  kind      text,
  of        jsonb,
  made_with jsonb
)
  returns table (
    code       text,
    printed_on date,
    content    jsonb
  )
  language plpgsql
  set search_path to ''
  AS $function$
declare
  reads constant text := private.paper_reader(issue_paper.kind);
  draft record;
begin
  if reads is null then
    return;
  end if;
  for draft in execute format('select * from %s($1)', reads) using issue_paper.of loop
    return query select k.* from private.keep_paper(issue_paper.kind, draft.subject, draft.students, draft.content,
      draft.says, issue_paper.made_with) k;
  end loop;
end
$function$;

alter table private.issued_paper_students
  add constraint issued_paper_students_student_id_fkey foreign key (student_id) references public.students(id) on delete cascade;

alter table private.issued_papers
  add constraint issued_papers_issued_by_fkey foreign key (issued_by) references public.users(id) on delete set null;

alter table private.issued_paper_students
  add constraint issued_paper_students_paper_id_fkey foreign key (paper_id) references private.issued_papers(id) on delete cascade;

alter table private.issued_papers
  add constraint issued_papers_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

create index issued_paper_students_student_idx on private.issued_paper_students using btree (student_id);

create index issued_papers_age_idx on private.issued_papers using btree (issued_at);

create unique index issued_papers_holding_key on private.issued_papers using btree (kind, subject)
  where (replaced_at is null);

create index issued_papers_issued_by_idx on private.issued_papers using btree (issued_by);

create index issued_papers_school_idx on private.issued_papers using btree (school_id, issued_at desc);

create trigger remove_paper
  after delete on private.issued_paper_students
  for each row
  execute function private.remove_paper_about_child();

comment on column private.issued_papers.made_with is 'Versions of the first print: {template, compiler, fonts}.';

comment on column private.issued_papers.printed_at is 'The latest print, at which it was what holds.';

comment on column private.issued_papers.replaced_at is 'Since when another paper says what holds.';

comment on column private.paper_kinds.keeps_first is 'Whether a paper says for ever what it said at first, as a receipt does; else a later print that says something else replaces it.';

comment on column private.paper_kinds.reads is 'The function (of jsonb) that gives what papers say to who calls it, a row for each: subject, which names the paper, students, whom it is about, content, as its template reads it, and says, what a check of the paper tells, made by private.paper_says.';

comment on column private.paper_kinds.state is 'A function (paper private.issued_papers) that returns holds, changed or withdrawn; without it a paper holds until it is replaced.';

comment on function public.check_paper(text) is 'What a paper with this code says, for anybody who holds it: {code, school, printed_on, says: {title, facts}, state: holds, changed, replaced or withdrawn, replaced_on}. Null where no paper has the code.';

comment on function public.issue_paper(text, jsonb, jsonb) is 'What papers of a kind say, and the code by which anybody checks them: as it was when they were first made, as long as it holds. made_with is {template, compiler, fonts}. No rows for those who may not read it.';

comment on table private.issued_paper_students is 'The children whom a paper is about: it goes with the first that is erased.';

comment on table private.issued_papers is 'Papers as they were first made. What the law wants kept is what they are about; this goes when a child in it is erased.';

comment on table private.paper_kinds is 'The papers that are kept; a row is written beside its functions.';

revoke all on function private.card_percent(jsonb) from public;

grant execute on function private.card_percent(jsonb) to authenticated;

revoke all on function private.cbse_paper_state(private.issued_papers) from public;

revoke all on function private.exported_papers(uuid) from public;

grant execute on function private.exported_papers(uuid) to authenticated;

revoke all on function private.keep_paper(text, text, uuid[], jsonb, jsonb, jsonb) from public;

grant execute on function private.keep_paper(text, text, uuid[], jsonb, jsonb, jsonb) to authenticated;

revoke all on function private.new_paper_code() from public;

revoke all on function private.paper_reader(text) from public;

grant execute on function private.paper_reader(text) to authenticated;

revoke all on function private.paper_says(jsonb, jsonb[]) from public;

grant execute on function private.paper_says(jsonb, jsonb[]) to authenticated;

revoke all on function private.quick_receipt_state(private.issued_papers) from public;

revoke all on function private.read_cbse_papers(jsonb) from public;

grant execute on function private.read_cbse_papers(jsonb) to authenticated;

revoke all on function private.read_quick_receipt_paper(jsonb) from public;

grant execute on function private.read_quick_receipt_paper(jsonb) to authenticated;

revoke all on function private.read_receipt_paper(jsonb) from public;

grant execute on function private.read_receipt_paper(jsonb) to authenticated;

revoke all on function private.read_report_cards(jsonb) from public;

grant execute on function private.read_report_cards(jsonb) to authenticated;

revoke all on function private.read_statement_paper(jsonb) from public;

grant execute on function private.read_statement_paper(jsonb) to authenticated;

revoke all on function private.receipt_state(private.issued_papers) from public;

revoke all on function private.remove_paper_about_child() from public;

revoke all on function private.report_card_state(private.issued_papers) from public;

revoke all on function public.check_paper(text) from public;

grant execute on function public.check_paper(text) to anon, authenticated;

grant execute on function public.check_paper(text) to service_role;

revoke all on function public.issue_paper(text, jsonb, jsonb) from public;

grant execute on function public.issue_paper(text, jsonb, jsonb) to authenticated;

grant execute on function public.issue_paper(text, jsonb, jsonb) to service_role;

grant all on table private.issued_paper_students to service_role;

grant all on table private.issued_papers to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "private.issued_paper_students", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": "private.exported_papers", "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.issued_papers", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": "issued_at", "feature": null, "notices": [], "subject": null, "retention": "papers", "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false}]');

insert into private.paper_kinds select * from jsonb_populate_recordset(null::private.paper_kinds, '[
  {"name": "cbse-report-card", "reads": "private.read_cbse_papers", "state": "private.cbse_paper_state", "keeps_first": false},
  {"name": "quick-receipt", "reads": "private.read_quick_receipt_paper", "state": "private.quick_receipt_state", "keeps_first": true},
  {"name": "receipt", "reads": "private.read_receipt_paper", "state": "private.receipt_state", "keeps_first": true},
  {"name": "report-card", "reads": "private.read_report_cards", "state": "private.report_card_state", "keeps_first": false},
  {"name": "statement", "reads": "private.read_statement_paper", "state": null, "keeps_first": false}]');

insert into public.retention_rules (key, position, data, months, counted_from, reason, ending, translations) values
  ('papers', 11, 'Copies of printed papers: receipts, statements and report cards', 84, 'the first print',
    'To print them again and to check those that people hold', 'deleted',
    '{"sw": {"data": "Nakala za hati zilizochapishwa: risiti, taarifa za akaunti na ripoti za wanafunzi", '
      '"counted_from": "siku ya kuchapishwa mara ya kwanza", "reason": "Kuchapisha tena na kuthibitisha hati ambazo '
      'watu wanazo"}}');

with kept as (
  insert into private.issued_papers (school_id, kind, subject, code, content, says, made_with, printed_on, issued_by,
    issued_at)
  select k.school_id, 'receipt', k.payment_id || case when k.is_reversed then '/reversed' else '' end,
    private.new_paper_code(), k.content - 'printed_on', private.receipt_says(k.content), k.made_with,
    (k.content ->> 'printed_on')::date, k.issued_by, k.issued_at
  from kept_receipts k returning id, content)
insert into private.issued_paper_students (paper_id, student_id)
select k.id, (k.content #>> '{student,id}')::uuid from kept k;
drop table kept_receipts;
