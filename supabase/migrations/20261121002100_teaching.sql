-- Subjects, timetable, attendance, assignments and grades.
create type public.attendance_status as enum ('present', 'absent', 'late', 'excused');

create table public.subjects (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 80),
  code text check (length(code) <= 12),
  unique (school_id, name),
  unique (id, school_id)
);

create table public.class_subjects (
  class_id uuid not null,
  subject_id uuid not null,
  school_id uuid not null,
  teacher_id uuid references public.users (id) on delete set null,
  primary key (class_id, subject_id),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade
);
comment on table public.class_subjects is 'Who teaches what to which class. It decides which classes a teacher sees.';
create index class_subjects_teacher_idx on public.class_subjects (teacher_id);
create index class_subjects_subject_idx on public.class_subjects (subject_id);

create table public.lessons (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  class_id uuid not null,
  subject_id uuid not null,
  teacher_id uuid references public.users (id) on delete set null,
  weekday smallint not null check (weekday between 1 and 7),
  starts_at time not null,
  ends_at time not null,
  room text check (length(room) <= 40),
  check (ends_at > starts_at),
  unique (class_id, weekday, starts_at),
  unique (teacher_id, weekday, starts_at),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade
);
comment on table public.lessons is 'The timetable. Weekdays count from 1, Monday.';
create index lessons_subject_idx on public.lessons (subject_id);

create table public.attendance (
  student_id uuid not null,
  day date not null,
  school_id uuid not null,
  class_id uuid not null,
  status public.attendance_status not null,
  note text check (length(note) <= 300),
  recorded_by uuid references public.users (id) on delete set null,
  recorded_at timestamptz not null default now(),
  primary key (student_id, day),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);
create index attendance_class_idx on public.attendance (class_id, day);
create index attendance_school_idx on public.attendance (school_id, day);

create table public.assignments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  class_id uuid not null,
  subject_id uuid not null,
  teacher_id uuid references public.users (id) on delete set null default auth.uid(),
  title text not null check (length(btrim(title)) between 1 and 160),
  instructions text check (length(instructions) <= 5000),
  due_on date not null,
  max_score integer not null default 100 check (max_score between 1 and 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, school_id),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade
);
create index assignments_class_idx on public.assignments (class_id, due_on desc);
create index assignments_subject_idx on public.assignments (subject_id);
create index assignments_teacher_idx on public.assignments (teacher_id);

create table public.submissions (
  assignment_id uuid not null,
  student_id uuid not null,
  school_id uuid not null,
  answer text check (length(answer) <= 20000),
  submitted_at timestamptz,
  score numeric(6, 2) check (score >= 0),
  feedback text check (length(feedback) <= 2000),
  graded_at timestamptz,
  graded_by uuid references public.users (id) on delete set null,
  primary key (assignment_id, student_id),
  foreign key (assignment_id, school_id) references public.assignments (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
create index submissions_student_idx on public.submissions (student_id);

create table public.grades (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  class_id uuid not null,
  subject_id uuid not null,
  term_id uuid not null,
  assessment text not null check (length(btrim(assessment)) between 1 and 60),
  score numeric(6, 2) not null check (score >= 0),
  max_score numeric(6, 2) not null default 100 check (max_score > 0),
  remark text check (length(remark) <= 300),
  graded_by uuid references public.users (id) on delete set null,
  updated_at timestamptz not null default now(),
  check (score <= max_score),
  unique (student_id, subject_id, term_id, assessment),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade,
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade
);
create index grades_class_idx on public.grades (class_id, term_id, subject_id);
create index grades_subject_idx on public.grades (subject_id);
create index grades_term_idx on public.grades (term_id);
create trigger touch before update on public.assignments for each row execute function private.touch_updated_at();
create trigger touch before update on public.classes for each row execute function private.touch_updated_at();
create trigger touch before update on public.students for each row execute function private.touch_updated_at();
create trigger touch before update on public.guardians for each row execute function private.touch_updated_at();
create trigger touch before update on public.staff_members for each row execute function private.touch_updated_at();
