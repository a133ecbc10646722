-- Which rows of an import have the same guardian, and who of the school that is.

-- Rows of one person get one group: the same words of the name with one phone or one address, or what the office said.
-- Rows without a guardian keep a group of their own.
create function private.match_import_guardians(school uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  joined integer;
begin
  loop
    with near as (
      select i.line, least(
        min(i.guardian_group) over (partition by i.guardian_key, coalesce(i.guardian_phone, 'row ' || i.line)),
        min(i.guardian_group) over (partition by i.guardian_key, coalesce(i.guardian_email, 'row ' || i.line)),
        min(i.guardian_group) over (partition by i.guardian_group)) as lowest
      from pg_temp.import_row i where i.guardian_key <> '' and i.problems = '[]'),
    said as (
      select n.line, least(n.lowest, o.guardian_group) as lowest
      from near n join pg_temp.import_row i on i.line = n.line
        left join pg_temp.import_row o on 'row ' || o.line = i.same_guardian_as and o.guardian_key <> ''
          and o.problems = '[]')
    update pg_temp.import_row i set guardian_group = s.lowest from said s where s.line = i.line
      and s.lowest < i.guardian_group;
    get diagnostics joined = row_count;
    exit when joined = 0;
  end loop;
  with known as materialized (
    select g.id, g.created_at, private.person_key(g.first_name || ' ' || g.last_name) as guardian_key,
      private.phone_number(g.phone) as phone, lower(g.email) as email
    from public.guardians g where g.school_id = school),
  found as (
    select i.guardian_group, k.id, k.created_at, 1 as place from pg_temp.import_row i
      join known k on k.guardian_key = i.guardian_key
    where i.guardian_key <> '' and i.problems = '[]' and (k.phone = i.guardian_phone or k.email = i.guardian_email)
    union all
    select i.guardian_group, k.id, k.created_at, 0 from pg_temp.import_row i
      join known k on k.id::text = i.same_guardian_as where i.problems = '[]')
  update pg_temp.import_row i set guardian_id = f.id
  from (select guardian_group, (array_agg(id order by place, created_at, id))[1] as id from found
    group by guardian_group) f
  where f.guardian_group = i.guardian_group and i.guardian_key <> '' and i.problems = '[]';
end
$$;

-- Guardians that may be one person but are not surely: the same name where one of the two has neither phone nor
-- address, or one phone or address with a word of the name in common. Two people of one name with different phones are
-- no question.
create function private.likely_guardians(school uuid) returns jsonb
language sql volatile security definer set search_path = '' as $$
  with named as (
    select distinct on (i.guardian_group) i.guardian_group as line, i.guardian_key, i.guardian_name as name,
      i.guardian_phone as phone, i.guardian_email as email
    from pg_temp.import_row i where i.guardian_key <> '' and i.problems = '[]' and i.guardian_id is null
      and not i.is_known
    order by i.guardian_group, i.line),
  known as (
    select g.id::text as same_as, g.full_name as name,
      private.person_key(g.first_name || ' ' || g.last_name) as guardian_key,
      private.phone_number(g.phone) as phone, lower(g.email) as email, null::integer as line
    from public.guardians g where g.school_id = school
    union all
    select 'row ' || n.line, n.name, n.guardian_key, n.phone, n.email, n.line from named n),
  pairs as (
    select n.line, k.same_as, k.name, k.phone, k.email from named n join known k on k.guardian_key = n.guardian_key
    where (k.line is null or k.line < n.line)
      and (coalesce(n.phone, n.email) is null or coalesce(k.phone, k.email) is null)
    union
    select n.line, k.same_as, k.name, k.phone, k.email from named n join known k on k.phone = n.phone
    where (k.line is null or k.line < n.line) and k.guardian_key <> n.guardian_key
      and string_to_array(k.guardian_key, ' ') && string_to_array(n.guardian_key, ' ')
    union
    select n.line, k.same_as, k.name, k.phone, k.email from named n join known k on k.email = n.email
    where (k.line is null or k.line < n.line) and k.guardian_key <> n.guardian_key
      and string_to_array(k.guardian_key, ' ') && string_to_array(n.guardian_key, ' '))
  select coalesce(jsonb_agg(jsonb_build_object('row', p.line, 'name', n.name, 'same_guardian_as', p.same_as,
    'as_name', p.name, 'as_contact', coalesce(p.phone, p.email))
    order by p.line, p.same_as), '[]')
  from (select distinct on (line) * from pairs order by line, same_as like 'row %', same_as) p
    join named n on n.line = p.line
$$;

-- What is wrong with the cells of a row about its guardian.
create function private.guardian_problems(line integer, guardian_name text, guardian_key text, phone_text text,
  guardian_phone text, guardian_email text, relationship text) returns jsonb[]
language sql immutable set search_path = '' as $$
  select array_remove(array[
    private.import_problem(line, 'guardian_email', coalesce(private.ruined_cell(guardian_email),
      case when not private.is_email(guardian_email)
      then private.say('“{cell}” is not an email address.',
        jsonb_build_object('cell', left(guardian_email, 60))) end)),
    private.import_problem(line, 'guardian_phone', coalesce(private.ruined_cell(phone_text),
      case when phone_text is not null and guardian_phone is null
      then private.say('“{cell}” is not one phone number. Write it as 0712 345 678 or +254712345678.',
        jsonb_build_object('cell', left(phone_text, 40))) end)),
    private.import_problem(line, 'relationship', coalesce(private.ruined_cell(relationship),
      case when length(relationship) > 40 then private.say('Use at most 40 characters.') end)),
    private.import_problem(line, 'guardian_name', coalesce(private.ruined_cell(guardian_name), case
      when guardian_name is null and (phone_text is not null or guardian_email is not null)
        then private.say('Write the guardian''s name, or leave phone and email empty too.')
      when guardian_name is not null
        and (guardian_key = '' or guardian_name !~ '[^\d\s[:punct:]]')
        then private.say('A name has letters. Check the cell.')
      when length(guardian_name) > 160 then private.say('Use at most 160 characters.') end))], null)
$$;

-- The guardians that an import adds, each once with what its rows say of them.
create function private.gather_import_guardians() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  drop table if exists pg_temp.import_guardian;
  create temporary table import_guardian on commit drop as
  select i.guardian_group, gen_random_uuid() as id,
    private.name_parts((array_agg(i.guardian_name order by i.guardian_name = upper(i.guardian_name), i.line))[1])
    as name,
    (array_agg(i.guardian_phone order by i.line) filter (where i.guardian_phone is not null))[1] as phone,
    (array_agg(i.guardian_email order by i.line) filter (where i.guardian_email is not null))[1] as email
  from pg_temp.import_row i where i.problems = '[]' and not i.is_known and i.guardian_key <> ''
    and i.guardian_id is null
  group by i.guardian_group;
end
$$;

-- The records of rows that are saved now.
create function private.gather_saved_rows(import public.imports, lines integer[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  drop table if exists pg_temp.import_saved;
  create temporary table import_saved on commit drop as
  select r.line, x.student_id, x.guardian_id, x.relationship, x.guardian_first_name as first_name,
    x.guardian_last_name as last_name, x.guardian_phone as phone, x.guardian_email as email, r.record
  from public.import_rows r, jsonb_to_record(r.record) as x (student_id uuid, guardian_id uuid, relationship text,
    guardian_first_name text, guardian_last_name text, guardian_phone text, guardian_email text)
  where r.school_id = import.school_id and r.import_id = import.id and r.line = any (lines);
end
$$;

-- What a row says of its guardian, as it is saved.
create function private.guardian_record(student_id uuid, relationship text, guardian_id uuid, name text[], phone text,
  email text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('student_id', student_id, 'relationship', relationship, 'guardian_id', guardian_id,
    'guardian_first_name', left(name[1], 80), 'guardian_last_name', left(name[2], 80), 'guardian_phone', phone,
    'guardian_email', email)
$$;

-- Adds the guardians of the rows in pg_temp.import_saved, those of the school aside, and their links to the students.
-- Notes what it added at these places of the import.
create function private.save_import_guardians(import public.imports, link_place integer, guardian_place integer)
  returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  added uuid[];
begin
  with inserted as (
    insert into public.guardians (id, school_id, first_name, last_name, phone, email)
    select distinct on (s.guardian_id) s.guardian_id, import.school_id, s.first_name, s.last_name, s.phone, s.email
    from pg_temp.import_saved s where s.first_name is not null order by s.guardian_id, s.line
    on conflict (id) do nothing returning id)
  select array_agg(i.id) into added from inserted i;
  perform private.note_imported(import, guardian_place, s.guardian_id, min(s.line)) from pg_temp.import_saved s
  where s.guardian_id = any (added) group by s.guardian_id;
  with inserted as (
    insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
    select s.student_id, g.id, import.school_id, s.relationship,
      row_number() over (partition by s.student_id order by s.line) = 1 and not exists (
        select from public.student_guardians o where o.student_id = s.student_id and o.is_primary)
    from pg_temp.import_saved s join public.guardians g on g.id = s.guardian_id and g.school_id = import.school_id
    on conflict (student_id, guardian_id) do nothing returning id)
  select array_agg(i.id) into added from inserted i;
  if link_place is not null then
    perform private.note_imported(import, link_place, l.id, s.line) from pg_temp.import_saved s
    join public.student_guardians l on l.student_id = s.student_id and l.guardian_id = s.guardian_id
    where l.id = any (added);
  end if;
end
$$;

-- First and last name of a whole name without its title: the first word and the rest, or, with a comma, what stands
-- after and before it.
create function private.name_parts(whole text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select case when n.name like '%,%' and btrim(split_part(n.name, ',', 2)) <> ''
    then array[btrim(split_part(n.name, ',', 2)), btrim(split_part(n.name, ',', 1))]
    else array[split_part(n.plain, ' ', 1), btrim(substr(n.plain, length(split_part(n.plain, ' ', 1)) + 1))] end
  from (select s.name, btrim(replace(s.name, ',', ' ')) as plain
    from (select coalesce(nullif(btrim(regexp_replace(private.clean_cell(whole),
      '^(?:(?:mr|mrs|ms|miss|dr|prof|rev|mwalimu|mwl|bw|bi|mzee|pastor|eng|hon)\M\.?\s*)+', '', 'i')), ''),
      private.clean_cell(whole)) as name) s) n
$$;
