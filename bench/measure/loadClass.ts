import { withClient } from '@masomo/local/database/connections';

/** $1 is the school, $2 how many where the step says of what. The class comes first in every list of names. */
const steps: readonly [sql: string, ...size: ('students' | 'assessments')[]][] = [
  [
    `insert into public.classes (school_id, name, level, room, class_teacher_id) select $1, 'A full class', 'Form 1', 'F1', id from public.users where email = 'teacher@greenfield.test'`,
  ],
  [
    `insert into public.class_subjects (class_id, subject_id, school_id, teacher_id)
    select c.id, b.id, $1, c.class_teacher_id from public.classes c join public.subjects b on b.school_id = c.school_id and b.name = 'Biology' where c.school_id = $1 and c.name = 'A full class'`,
  ],
  [
    `insert into public.students (school_id, admission_number, first_name, last_name, gender, class_id, admitted_on)
    select $1, 'FC/' || lpad(n::text, 3, '0'), (array['Amina', 'Brian', 'Grace', 'Kevin', 'Mercy'])[1 + n % 5], (array['Mwangi', 'Odhiambo', 'Kiprono', 'Wafula', 'Mutiso', 'Hussein', 'Njoroge', 'Cherono', 'Omondi'])[1 + n % 9], 'female', c.id, current_date - 400
    from generate_series(1, $2::integer) as n, public.classes c where c.school_id = $1 and c.name = 'A full class'`,
    'students',
  ],
  [
    `insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score)
    select $1, cs.class_id, cs.subject_id, t.id, 'Test ' || lpad(n::text, 2, '0'), 100
    from public.classes c join public.class_subjects cs on cs.class_id = c.id, generate_series(1, $2::integer) as n,
      (select id from public.school_terms where school_id = $1 and starts_on <= current_date order by starts_on desc limit 1) as t where c.school_id = $1 and c.name = 'A full class'`,
    'assessments',
  ],
  [
    `insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment_id, score)
    select $1, s.id, a.class_id, a.subject_id, a.term_id, a.id, 30 + abs(hashtext(s.admission_number || a.name)) % 70
    from public.students s join public.assessments a on a.class_id = s.class_id where s.school_id = $1 and s.admission_number like 'FC/%'`,
  ],
];

/** Gives Greenfield Academy of the demonstration data one full class, whose gradebook in Biology has many columns. */
export async function loadClass(databaseUrl: string, size: { students: number; assessments: number }): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const {
      rows: [school],
    } = await client.query<{ id: string }>("select id from public.schools where name = 'Greenfield Academy'");
    if (!school) throw new Error('The demonstration school is not here: load into an installation with demonstration data.');
    for (const [sql, ...sizes] of steps) await client.query(sql, [school.id, ...sizes.map((name) => size[name])]);
  });
}
