import { expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

const database = useDatabase();
const owner = async (text: string) => (await database.owner.query<Record<string, unknown>>(text)).rows;

// Two installations show the same data only when no choice follows from an id, which each start makes again.
it('a teacher whom two classes want in the same hour is with the first of them by name', async () => {
  const clashes = await owner(
    `select h.name as school, l.weekday, l.starts_at, array_agg(c.name order by c.name) as classes,
       array_agg(c.name) filter (where l.teacher_id is not null) as taught
     from public.lessons l join public.class_subjects cs using (class_id, subject_id) join public.classes c on c.id = cs.class_id
       join public.schools h on h.id = l.school_id
     where cs.teacher_id is not null group by h.name, l.weekday, l.starts_at, cs.teacher_id having count(*) > 1`,
  );
  expect(clashes.length).toBeGreaterThan(5);
  for (const { classes, taught } of clashes) expect(taught).toEqual((classes as string[]).slice(0, 1));
});

it('what is done for a student follows from the admission number', async () => {
  const followUps = await owner(
    `select f.due_on - private.nairobi_day(now()) as days from public.behaviour_follow_ups f join public.students s on s.id = f.student_id
     order by s.admission_number`,
  );
  expect(followUps.length).toBeGreaterThan(5);
  expect(followUps.map(({ days }) => days)).toEqual(followUps.map((_, index) => ((index + 1) % 9) - 2));
  const finished = await owner(
    `select school, array_agg(n order by n) as students
     from (select h.name as school, e.completed_at, row_number() over (partition by e.course_id order by s.admission_number)::integer as n
       from public.course_enrolments e join public.online_courses c on c.id = e.course_id and c.is_ordered
         join public.students s on s.id = e.student_id join public.schools h on h.id = e.school_id) enrolled
     where completed_at is not null group by school order by school`,
  );
  expect(finished).toEqual([
    { school: 'Greenfield Academy', students: [3, 7, 11] },
    { school: 'Lakeside School', students: [3, 7, 11] },
  ]);
});
