-- Fees, announcements, notifications and documents.
create table public.fees (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  term_id uuid not null,
  class_id uuid,
  name text not null check (length(btrim(name)) between 1 and 80),
  amount integer not null check (amount between 1 and 10000000),
  due_on date not null,
  created_at timestamptz not null default now(),
  unique (id, school_id),
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);
comment on table public.fees is 'What a term costs, for one class or (class_id null) for every learner.';
create index fees_school_idx on public.fees (school_id, term_id);
create index fees_class_idx on public.fees (class_id);

create table public.fee_charges (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  fee_id uuid,
  name text not null,
  amount integer not null check (amount > 0),
  due_on date not null,
  created_at timestamptz not null default now(),
  unique (fee_id, student_id),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (fee_id, school_id) references public.fees (id, school_id) on delete restrict
);
create index fee_charges_student_idx on public.fee_charges (student_id);
create index fee_charges_school_idx on public.fee_charges (school_id, due_on);

create table public.fee_payments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  receipt_number text not null,
  amount integer not null check (amount > 0),
  method text not null check (method in ('mpesa', 'cash', 'bank', 'cheque')),
  reference text check (length(reference) <= 60),
  paid_on date not null default current_date,
  recorded_by uuid references public.users (id) on delete set null,
  request_id uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  unique (school_id, receipt_number),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete restrict
);
create unique index fee_payments_reference_key on public.fee_payments (school_id, method, reference) where reference is not null;
create index fee_payments_student_idx on public.fee_payments (student_id);
create index fee_payments_school_idx on public.fee_payments (school_id, paid_on desc);

create table private.receipt_counters (school_id uuid primary key references public.schools (id) on delete cascade, last integer not null);
alter table private.receipt_counters enable row level security;

create view public.student_balances with (security_invoker = true) as
  select s.id as student_id, s.school_id, coalesce(c.charged, 0) as charged, coalesce(p.paid, 0) as paid, coalesce(c.charged, 0) - coalesce(p.paid, 0) as balance
  from public.students s
  left join (select student_id, sum(amount) as charged from public.fee_charges group by student_id) c on c.student_id = s.id
  left join (select student_id, sum(amount) as paid from public.fee_payments group by student_id) p on p.student_id = s.id;
comment on view public.student_balances is 'What each learner was charged, has paid and owes, in whole shillings.';

create table public.announcements (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  class_id uuid,
  title text not null check (length(btrim(title)) between 1 and 160),
  body text not null check (length(btrim(body)) between 1 and 5000),
  audience public.user_role[] not null default '{admin,teacher,staff,parent,student}' check (cardinality(audience) > 0),
  author_id uuid references public.users (id) on delete set null default auth.uid(),
  author_name text not null default '',
  published_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);
comment on column public.announcements.published_at is 'Readers see it from then on.';
create index announcements_school_idx on public.announcements (school_id, published_at desc);
create index announcements_class_idx on public.announcements (class_id);

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  title text not null check (length(btrim(title)) between 1 and 160),
  body text not null default '' check (length(body) <= 1000),
  link text check (link ~ '^/[^/]' and length(link) <= 300),
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index notifications_user_idx on public.notifications (user_id, created_at desc);
create index notifications_unread_idx on public.notifications (user_id) where read_at is null;

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  student_id uuid,
  title text not null check (length(btrim(title)) between 1 and 160),
  file_path text not null unique,
  file_size bigint not null check (file_size between 0 and 26214400),
  mime_type text not null check (length(mime_type) <= 120),
  audience public.user_role[] not null default '{admin,teacher,staff,parent,student}' check (cardinality(audience) > 0),
  uploaded_by uuid references public.users (id) on delete set null default auth.uid(),
  created_at timestamptz not null default now(),
  check (split_part(file_path, '/', 1) = school_id::text),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.documents is 'Files of a school in the private bucket school-documents, at <school id>/<name>. With a student_id only for that learner''s people.';
create index documents_school_idx on public.documents (school_id, created_at desc);
create index documents_student_idx on public.documents (student_id);
create trigger touch before update on public.announcements for each row execute function private.touch_updated_at();

create function private.sign_announcement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.author_name := coalesce((select private.filled(concat_ws(' ', u.first_name, u.last_name)) from public.users u where u.id = new.author_id), nullif(new.author_name, ''), 'The office');
  return new;
end
$$;
create trigger sign before insert on public.announcements for each row execute function private.sign_announcement();
