-- What a new school starts with, so that nobody begins at empty lists. The school changes and removes any of it.

create table private.ministry_terms (
  year integer not null check (year between 2026 and 2100),
  term integer not null check (term between 1 and 3),
  starts_on date not null,
  ends_on date not null,
  primary key (year, term),
  check (ends_on > starts_on)
);
comment on table private.ministry_terms is 'Term dates that the Ministry of Education has published, by year.';

alter table private.ministry_terms enable row level security;

insert into private.ministry_terms (year, term, starts_on, ends_on) values
  (2026, 1, '2026-01-05', '2026-04-02'), (2026, 2, '2026-04-27', '2026-07-31'), (2026, 3, '2026-08-24', '2026-10-23');

create table private.proposed_subjects (
  kind public.institution_kind not null,
  name text not null check (length(btrim(name)) between 1 and 80),
  code text not null check (length(code) <= 12),
  primary key (kind, name)
);
comment on table private.proposed_subjects
  is 'Learning areas and subjects by kind of school. Colleges and universities enter their own.';

alter table private.proposed_subjects enable row level security;

insert into private.proposed_subjects (kind, name, code) values
  ('primary', 'English', 'ENG'), ('primary', 'Kiswahili', 'KIS'), ('primary', 'Mathematics', 'MAT'),
    ('primary', 'Environmental Activities', 'ENV'), ('primary', 'Science and Technology', 'SCI'),
  ('primary', 'Integrated Science', 'ISC'), ('primary', 'Social Studies', 'SST'),
    ('primary', 'Religious Education', 'CRE'), ('primary', 'Agriculture', 'AGR'), ('primary', 'Creative Arts', 'ART'),
  ('primary', 'Pre-Technical Studies', 'PTS'),
  ('secondary', 'English', 'ENG'), ('secondary', 'Kiswahili', 'KIS'), ('secondary', 'Mathematics', 'MAT'),
    ('secondary', 'Biology', 'BIO'), ('secondary', 'Chemistry', 'CHE'), ('secondary', 'Physics', 'PHY'),
  ('secondary', 'History and Government', 'HIS'), ('secondary', 'Geography', 'GEO'),
    ('secondary', 'Religious Education', 'CRE'), ('secondary', 'Agriculture', 'AGR'),
  ('secondary', 'Business Studies', 'BST'), ('secondary', 'Computer Studies', 'COM');

-- The terms of the present school year, or of the next one after its last term. A year whose dates are not published
-- has the weeks of the last known one.
create function private.proposed_terms(today date) returns table (name text, starts_on date, ends_on date)
language sql stable security definer set search_path = '' as $$
  with years as (
    select y.year, (select max(m.year) from private.ministry_terms m where m.year <= y.year) as known
    from unnest(array[extract(year from today)::integer, extract(year from today)::integer + 1]) as y (year)),
  terms as (
    select y.year, y.year <> y.known as is_assumed, m.term, m.starts_on + s.days as starts_on,
      m.ends_on + s.days as ends_on
    from years y
    cross join lateral (select (round((make_date(y.year, 1, 1) - make_date(y.known, 1, 1)) / 7.0) * 7)::integer as days)
      s
    join private.ministry_terms m on m.year = y.known)
  select format(case when t.is_assumed then 'Term %s %s (to be confirmed)' else 'Term %s %s' end, t.term, t.year),
    t.starts_on, t.ends_on
  from terms t where t.year = (select min(u.year) from terms u where u.ends_on >= today) order by t.term
$$;

-- Secondary schools change over from Forms to Grades: Grade 10 began in 2026, and the last Form 4 sits its examinations
-- in 2027.
create function private.proposed_classes(kind public.institution_kind, year integer) returns table (name text)
language sql immutable set search_path = '' as $$
  select 'PP' || n from generate_series(1, 2) as n where kind = 'primary'
  union all select 'Grade ' || n from generate_series(1, 9) as n where kind = 'primary'
  union all select 'Grade ' || n from generate_series(10, least(12, 10 + year - 2026)) as n where kind = 'secondary'
  union all select 'Form ' || n from generate_series(3 + year - 2026, 4) as n where kind = 'secondary'
  union all select 'Year ' || n
    from generate_series(1, case kind when 'college' then 3 when 'university' then 4 else 0 end) as n
$$;

create function private.set_up_school(school uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  school_kind constant public.institution_kind := (select s.kind from public.schools s where s.id = school);
  year integer;
begin
  insert into public.school_terms (school_id, name, starts_on, ends_on)
  select school, t.name, t.starts_on, t.ends_on from private.proposed_terms(private.school_today(school)) t;
  select extract(year from min(t.starts_on)) into year from public.school_terms t where t.school_id = school;
  insert into public.classes (school_id, name, level) select school, c.name, c.name
    from private.proposed_classes(school_kind, year) c;
  insert into public.subjects (school_id, name, code) select school, b.name, b.code from private.proposed_subjects b
    where b.kind = school_kind;
end
$$;
