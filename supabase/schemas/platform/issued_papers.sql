-- What papers said that were handed to somebody: a later print is the same, and anybody who holds one checks it by its
-- code. What is particular to a kind of paper is in a row of private.paper_kinds and the functions that it names.

create table private.paper_kinds (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$'),
  reads text not null,
  keeps_first boolean not null default false,
  state text
);
comment on table private.paper_kinds is 'The papers that are kept; a row is written beside its functions.';
comment on column private.paper_kinds.reads is 'The function (of jsonb) that gives what papers say to who calls it, a '
  'row for each: subject, which names the paper, students, whom it is about, content, as its template reads it, and '
  'says, what a check of the paper tells, made by private.paper_says.';
comment on column private.paper_kinds.keeps_first is 'Whether a paper says for ever what it said at first, as a '
  'receipt does; else a later print that says something else replaces it.';
comment on column private.paper_kinds.state is 'A function (paper private.issued_papers) that returns holds, changed '
  'or withdrawn; without it a paper holds until it is replaced.';

alter table private.paper_kinds enable row level security;
revoke all on private.paper_kinds from service_role;

create table private.issued_papers (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  kind text not null,
  subject text not null check (length(subject) between 1 and 1000),
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  content jsonb not null,
  says jsonb not null check (says ?& '{title,facts}'),
  made_with jsonb not null check (made_with ?& '{template,compiler,fonts}' and pg_column_size(made_with) <= 2000),
  printed_on date not null,
  issued_by uuid references public.users (id) on delete set null,
  issued_at timestamptz not null default now(),
  printed_at timestamptz not null default now(),
  replaced_at timestamptz
);
comment on table private.issued_papers is 'Papers as they were first made. What the law wants kept is what they are '
  'about; this goes when a child in it is erased.';
comment on column private.issued_papers.made_with is 'Versions of the first print: {template, compiler, fonts}.';
comment on column private.issued_papers.printed_at is 'The latest print, at which it was what holds.';
comment on column private.issued_papers.replaced_at is 'Since when another paper says what holds.';

create unique index issued_papers_holding_key on private.issued_papers (kind, subject) where replaced_at is null;
create index issued_papers_school_idx on private.issued_papers (school_id, issued_at desc);
create index issued_papers_age_idx on private.issued_papers (issued_at);
create index issued_papers_issued_by_idx on private.issued_papers (issued_by);

select private.school_table('private.issued_papers', needs_subscription => false, retention => 'papers',
  aged_by => 'issued_at');

create table private.issued_paper_students (
  paper_id uuid not null references private.issued_papers (id) on delete cascade,
  student_id uuid not null references public.students (id) on delete cascade,
  primary key (paper_id, student_id)
);
comment on table private.issued_paper_students is 'The children whom a paper is about: it goes with the first that is '
  'erased.';
create index issued_paper_students_student_idx on private.issued_paper_students (student_id);

select private.school_table('private.issued_paper_students', needs_subscription => false, subject => 'student_id',
  erase => 'delete', reader => 'private.exported_papers');

create function private.remove_paper_about_child() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.issued_papers i where i.id = old.paper_id;
  return null;
end
$$;
create trigger remove_paper after delete on private.issued_paper_students for each row
  execute function private.remove_paper_about_child();

-- For the file of a child: a paper about several has of the others nothing.
create function private.exported_papers(student uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;
grant execute on function private.exported_papers(uuid) to authenticated;

-- What a check of a paper tells: a title and pairs of what it is and what it says, without those that say nothing. Both
-- are a sentence of private.say or a text, a value also an amount, a day or a number.
create function private.paper_says(title jsonb, variadic facts jsonb[]) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_build_object('title', paper_says.title, 'facts', coalesce(
    (select jsonb_agg(f.fact order by f.n) from unnest(paper_says.facts) with ordinality as f (fact, n)
      where coalesce(f.fact -> 1, 'null') not in ('null', '""')), '[]'))
$$;
grant execute on function private.paper_says(jsonb, jsonb[]) to authenticated;

-- Sixteen of the 32 letters and digits that nobody mistakes for another: 80 bits.
create function private.new_paper_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(r.bytes, n) % 32, 1), '' order by n)
  from (select extensions.gen_random_bytes(16) as bytes) r, generate_series(0, 15) as n
$$;

create function private.paper_reader(kind text) returns text
language sql stable security definer set search_path = '' as $$
  select k.reads from private.paper_kinds k where k.name = paper_reader.kind
$$;
grant execute on function private.paper_reader(text) to authenticated;

-- Called by issue_paper with what its caller may read.
create function private.keep_paper(kind text, subject text, students uuid[], data jsonb, says jsonb, made_with jsonb)
  returns table (code text, printed_on date, content jsonb)
language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function private.keep_paper(text, text, uuid[], jsonb, jsonb, jsonb) to authenticated;

create function public.issue_paper(kind text, of jsonb, made_with jsonb)
  returns table (code text, printed_on date, content jsonb)
language plpgsql security invoker set search_path = '' as $$
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
$$;
comment on function public.issue_paper(text, jsonb, jsonb) is 'What papers of a kind say, and the code by which '
  'anybody checks them: as it was when they were first made, as long as it holds. made_with is {template, compiler, '
  'fonts}. No rows for those who may not read it.';
grant execute on function public.issue_paper(text, jsonb, jsonb) to authenticated;

-- Thirty wrong codes an hour from one network, and then none is answered: a code is read from a paper, never guessed.
create function public.check_paper(code text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
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
$$;
comment on function public.check_paper(text) is 'What a paper with this code says, for anybody who holds it: {code, '
  'school, printed_on, says: {title, facts}, state: holds, changed, replaced or withdrawn, replaced_on}. Null where no '
  'paper has the code.';
grant execute on function public.check_paper(text) to anon, authenticated;
