import { withClient } from '@masomo/local/database/connections';
import { formatNumber } from '@masomo/domain/number';

/** How big the loaded school is. */
export type SchoolSize = { classes: number; students: number };

/** $1 is the school, $2 how many where the size says it. Every choice follows from a row's number, so that each load is the same. */
const steps: readonly (readonly [what: string, sql: string, count?: (size: SchoolSize) => number[]])[] = [
  [
    'classes',
    `insert into public.classes (school_id, name, level, room, class_teacher_id)
    select $1, 'Load ' || lpad(n::text, 3, '0'), 'Form ' || 1 + n % 4, 'L' || n, case when n <= 6 then (select id from public.users where email = 'teacher@greenfield.test') end
    from generate_series(1, $2::integer) as n`,
    ({ classes }) => [classes],
  ],
  [
    'subjects of classes',
    `insert into public.class_subjects (class_id, subject_id, school_id, teacher_id)
    select c.id, b.id, $1, case when c.name <= 'Load 010' and b.name = 'Mathematics' then (select id from public.users where email = 'teacher@greenfield.test') end
    from public.classes c, public.subjects b where c.school_id = $1 and b.school_id = $1 and c.name like 'Load %'
      and b.name in ('Biology', 'Chemistry', 'English', 'History', 'Kiswahili', 'Mathematics')`,
  ],
  [
    'students',
    `insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
    select $1, 'LD/' || lpad(n::text, 5, '0'), (array['Amina', 'Brian', 'Grace', 'Kevin', 'Mercy', 'Otieno', 'Joy', 'Kiptoo', 'Wambui', 'Musa'])[1 + n % 10] || ' ' || chr(65 + n % 26),
      (array['Mwangi', 'Odhiambo', 'Kiprono', 'Wafula', 'Mutiso', 'Hussein', 'Njoroge', 'Cherono', 'Omondi', 'Kariuki', 'Barasa'])[1 + n * 7 % 11], case when n % 2 = 0 then 'female' else 'male' end::public.gender,
      current_date - (365 * 12 + n % 1500), c.ids[1 + n % cardinality(c.ids)], current_date - 400
    from generate_series(1, $2::integer) as n, (select array_agg(id order by name) as ids from public.classes where school_id = $1 and name like 'Load %') as c`,
    ({ students }) => [students],
  ],
  [
    'guardians',
    `insert into public.guardians (id, school_id, first_name, last_name, phone)
    select extensions.uuid_generate_v5(extensions.uuid_ns_oid(), 'guardian ' || s.id), $1, 'Mary', s.last_name, '+254 700 000 000' from public.students s where s.school_id = $1 and s.admission_number like 'LD/%'`,
  ],
  [
    'who belongs to whom',
    `insert into public.student_guardians (student_id, guardian_id, school_id, is_primary)
    select s.id, extensions.uuid_generate_v5(extensions.uuid_ns_oid(), 'guardian ' || s.id), $1, true from public.students s where s.school_id = $1 and s.admission_number like 'LD/%'`,
  ],
  [
    'a year of registers',
    `insert into public.attendance (student_id, day, school_id, class_id, status, recorded_at)
    select s.id, day, $1, s.class_id, (array['present', 'present', 'present', 'present', 'present', 'present', 'present', 'late', 'excused', 'absent'])[1 + abs(hashtext(s.admission_number || day)) % 10]::public.attendance_status, day
    from public.students s, (select current_date - n as day from generate_series(0, 364) as n where extract(isodow from current_date - n) < 6
      and exists (select from public.school_terms t where t.school_id = $1 and current_date - n between t.starts_on and t.ends_on) order by n limit 180) as days
    where s.school_id = $1 and s.admission_number like 'LD/%'`,
  ],
  [
    'assessments',
    `insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score)
    select $1, cs.class_id, cs.subject_id, t.id, a.name, 100 from public.class_subjects cs join public.classes c on c.id = cs.class_id and c.name like 'Load %',
      (select id from public.school_terms where school_id = $1 and starts_on <= current_date order by starts_on desc limit 3) as t,
      (values ('CAT 1'), ('CAT 2'), ('Mid-term'), ('End of term')) as a (name) where cs.school_id = $1`,
  ],
  [
    'marks',
    `insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment_id, score)
    select $1, s.id, a.class_id, a.subject_id, a.term_id, a.id, 30 + abs(hashtext(s.admission_number || a.name || a.subject_id)) % 70
    from public.students s join public.assessments a on a.class_id = s.class_id where s.school_id = $1 and s.admission_number like 'LD/%'`,
  ],
  [
    'fees',
    `insert into public.fees (school_id, term_id, name, amount, due_on)
    select $1, t.id, 'Load ' || n, 4000 * n, t.starts_on + 14 from (select id, starts_on from public.school_terms where school_id = $1 and starts_on <= current_date order by starts_on desc limit 3) as t, generate_series(1, 4) as n`,
  ],
  [
    'charges',
    `insert into public.fee_charges (school_id, student_id, fee_id, name, amount, due_on)
    select $1, s.id, f.id, f.name, f.amount, f.due_on from public.students s, public.fees f where s.school_id = $1 and f.school_id = $1 and s.admission_number like 'LD/%' and f.name like 'Load %'`,
  ],
  [
    'invoices',
    `insert into public.fee_invoices (school_id, student_id, term_id, invoice_number, issued_on)
    select $1, c.student_id, f.term_id, 'LD-' || row_number() over (order by f.term_id, c.student_id), min(f.due_on) - 14 from public.fee_charges c join public.fees f on f.id = c.fee_id where f.school_id = $1 and f.name like 'Load %' group by c.student_id, f.term_id`,
  ],
  [
    'charges on invoices',
    `update public.fee_charges c set invoice_id = i.id from public.fees f join public.fee_invoices i on i.term_id = f.term_id where f.id = c.fee_id and i.student_id = c.student_id and c.school_id = $1 and f.name like 'Load %'`,
  ],
  [
    'payments',
    `insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on)
    select $1, s.id, 'LD-' || s.admission_number || '-' || n, 9000 + 100 * (abs(hashtext(s.admission_number)) % 200), 'mpesa', upper(substr(md5(s.admission_number || n), 1, 10)), current_date - (n * 50 + abs(hashtext(s.admission_number)) % 45)
    from public.students s, generate_series(0, 5) as n where s.school_id = $1 and s.admission_number like 'LD/%'`,
  ],
  [
    'records',
    `insert into public.student_records (school_id, student_id, kind, summary, happened_on)
    select $1, s.id, (array['behaviour', 'health', 'merit', 'contact'])[1 + n % 4], 'Note ' || n, current_date - n * 20 from public.students s, generate_series(1, 3) as n where s.school_id = $1 and s.admission_number like 'LD/%'`,
  ],
  [
    'announcements',
    `insert into public.announcements (school_id, title, body, audience, published_at)
    select $1, 'News ' || n, 'Text of the news.', '{admin,teacher,staff,parent,student}', now() - make_interval(hours => n * 8) from generate_series(1, 1000) as n`,
  ],
  [
    'staff',
    `insert into public.staff_members (school_id, staff_number, first_name, last_name, job_title) select $1, 'LD-' || n, 'Jane', 'Wekesa ' || n, 'Teacher' from generate_series(1, 150) as n`,
  ],
];

/** Makes Greenfield Academy of the demonstration data a big school: its classes, students, a year of registers, three terms of marks and fees. */
export async function loadSchool(databaseUrl: string, size: SchoolSize, log: (line: string) => void = () => undefined): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query("set statement_timeout = 0; set work_mem = '64MB'");
    const {
      rows: [school],
    } = await client.query<{ id: string }>("select id from public.schools where name = 'Greenfield Academy'");
    if (!school) throw new Error('The demonstration school is not here: load into an installation with demonstration data.');
    for (const [what, sql, count] of steps) {
      const { rowCount } = await client.query(sql, [school.id, ...(count?.(size) ?? [])]);
      log(`${formatNumber(rowCount ?? 0)} ${what}`);
      // The next step reads these rows, and a plan made for an empty table takes minutes over them.
      await client.query('analyze');
    }
    await client.query('vacuum');
  });
}
