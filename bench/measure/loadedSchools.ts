import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { withClient } from '@masomo/local/database/connections';
import type { Db } from '@masomo/data';
import { recordAttendance } from '@masomo/data/learning/attendance';
import { saveScores } from '@masomo/data/learning/scores';
import { recordFeePayment } from '@masomo/data/money/fees';
import { loadedEmail, studentsPerSchool } from '@masomo/tools/database/loadSchools.ts';
import type { Product } from '@masomo/tools/browser/openProduct.ts';
import type { Place, Role } from './screenReads.ts';

export type LoadedPlace = Place & {
  number: number;
  /** The students of the class. */
  classmates: string[];
  /** Columns of its gradebook with the present scores of its first students. */
  assessments: { id: string; scores: { studentId: string; score: number }[] }[];
};

const scoresAtOnce = 30;
const dayMs = 86_400_000;

/** Who opens the screens of a loaded school. */
export const loadedAccounts = (school: number): Record<Role, string> => ({
  admin: loadedEmail(school, 'admin1'),
  teacher: loadedEmail(school, 'teacher1'),
  staff: loadedEmail(school, 'staff1'),
  parent: loadedEmail(school, 'parent1'),
  student: loadedEmail(school, 'student1'),
  superAdmin: 'superadmin@masomo.test',
});

const firstRegisterDaysAgo = 700;
const openedDays = 3_000;

/** Gives the schools a term in the years before, and the class its students then: a register is of a day of a term and of who was there. */
async function openEarlierDays(client: pg.Client, places: readonly LoadedPlace[]): Promise<void> {
  await client.query(
    `insert into public.school_terms (school_id, name, starts_on, ends_on)
      select id, 'Earlier years', current_date - $2::integer, current_date - $3::integer from unnest($1::uuid[]) as id on conflict do nothing`,
    [places.map(({ school }) => school), openedDays, firstRegisterDaysAgo],
  );
  await client.query('update public.students set admitted_on = current_date - $2::integer where class_id = any ($1)', [
    places.map(({ group }) => group),
    openedDays,
  ]);
}

/** Finds the places of loaded schools by their numbers, in that order, and opens the days whose registers are written. */
export async function findLoadedPlaces(databaseUrl: string, schools: readonly number[]): Promise<LoadedPlace[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<LoadedPlace>(
      `select n as number, s.id as school, c.id as group, b.id as subject, t.id as term, c.class_teacher_id as teacher, a.id as admin, k.id as child, k.class_id as "childClass",
        mates.ids as classmates, mates.ids[1] as student, t.starts_on::text as from, current_date::text as to,
        (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'scores', (select jsonb_agg(jsonb_build_object('studentId', g.student_id, 'score', g.score)) from public.grades g
            where g.assessment_id = x.id and g.student_id = any (mates.ids[1:$2::integer])))), '[]')
          from public.assessments x where x.class_id = c.id and x.term_id = t.id) as assessments
      from unnest($1::integer[]) with ordinality as wanted (n, position)
      join public.schools s on s.name = 'Load school ' || lpad(n::text, 5, '0')
      join public.users u on u.email = 'teacher1@school' || n || '.load.test' join public.users a on a.email = 'admin1@school' || n || '.load.test'
      join public.classes c on c.class_teacher_id = u.id join public.subjects b on b.school_id = s.id and b.name = 'Mathematics'
      join public.school_terms t on t.school_id = s.id and current_date between t.starts_on and t.ends_on
      join public.students k on k.school_id = s.id and k.admission_number = 'LD/0001',
      lateral (select array_agg(m.id order by m.admission_number) as ids from public.students m where m.class_id = c.id) as mates
      order by position`,
      [schools, scoresAtOnce],
    );
    if (rows.length !== schools.length) throw new Error(`${rows.length} of ${schools.length} loaded schools were found.`);
    await openEarlierDays(client, rows);
    return rows;
  });
}

export type Write = (caller: number) => Promise<unknown>;

/** Writes a register of the class for one school day more, further back each time. */
export function createRegisterWrite(place: LoadedPlace, db: Db, firstDaysAgo = firstRegisterDaysAgo): () => Promise<unknown> {
  let daysAgo = firstDaysAgo;
  return async () => {
    daysAgo += 1;
    const day = new Date(Date.parse(place.to) - daysAgo * dayMs).toISOString().slice(0, 10);
    await recordAttendance(db, {
      classId: place.group,
      day,
      marks: place.classmates.map((studentId, index) => ({ studentId, status: index % 9 === 0 ? 'absent' : 'present', seen: [] })),
    });
  };
}

/** What people of a school write at the same time; every caller marks a column of its own. */
export async function schoolWrites(product: Product, place: LoadedPlace): Promise<Record<string, Write>> {
  const { admin, teacher } = loadedAccounts(place.number);
  const [adminDb, teacherDb] = [await product.dbAs(admin), await product.dbAs(teacher)];
  let [payments, parents] = [0, 0];
  return {
    [`register of ${place.classmates.length}`]: createRegisterWrite(place, teacherDb),
    payment: () => {
      payments += 1;
      const studentId = place.classmates[payments % place.classmates.length] ?? place.student;
      return recordFeePayment(adminDb, {
        studentId,
        amount: 1_000,
        method: 'cash',
        reference: '',
        paidOn: place.to,
        requestId: randomUUID(),
      });
    },
    [`${scoresAtOnce} marks`]: async (caller) => {
      const column = place.assessments[caller % place.assessments.length];
      if (!column) throw new Error('The loaded class has no assessments.');
      const next = column.scores.map(({ studentId, score }) => ({ studentId, seen: score, score: score >= 99 ? 30 : score + 1 }));
      const refusals = await saveScores(teacherDb, { assessmentId: column.id, cells: next });
      if (refusals.length > 0) throw new Error(refusals[0]?.message);
      column.scores = next.map(({ studentId, score }) => ({ studentId, score }));
    },
    'sign-in': () => {
      parents = (parents % studentsPerSchool) + 1;
      return product.signIn(loadedEmail(place.number, `parent${parents}`));
    },
  };
}
