import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyMigrations } from '@masomo/local/database/migrations';
import { createTestDatabase, type TestDatabase } from '@masomo/local/database/testDatabase';
import { baselineData } from '@masomo/tools/database/keepSeeds.ts';

/** Marks that had the name and the maximum of their assessment, before and after the migration that gives them its key. */
const migrations = path.resolve(import.meta.dirname, '../../migrations');
const files = readdirSync(migrations)
  .filter((name) => name.endsWith('.sql'))
  .sort();
const keyed = files.findIndex((name) => name.endsWith('_refer_marks_to_assessments.sql'));

const folder = mkdtempSync(path.join(tmpdir(), 'masomo-marks-'));
const ids: Record<string, string> = {};
let database: TestDatabase;
let owner: pg.Client;

type Mark = { id: string; name: string; max_score: number; class_id: string; assignment_id: string | null };
const rows = async <T extends object>(sql: string, values: unknown[] = []) => (await owner.query<T>(sql, values)).rows;
const addMarks = async (group: string, name: string, most: number, students: readonly string[], score = 6) => {
  await rows(
    `insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score)
     select $1, s, $2, $3, $4, $5, $7, $6 from unnest($8::uuid[]) s`,
    [ids['school'], ids[group], ids['biology'], ids['term'], name, most, score, students.map((student) => ids[student])],
  );
};
async function addAssignment(key: string, title: string, students: readonly string[]) {
  const [row] = await rows<{ id: string }>(
    `insert into public.assignments (school_id, class_id, subject_id, title, due_on, max_score, published_at)
     values ($1, $2, $3, $4, private.today(), 20, now()) returning id`,
    [ids['school'], ids['east'], ids['biology'], title],
  );
  ids[key] = row!.id;
  await rows(
    `insert into public.submissions (assignment_id, student_id, school_id, score, graded_at)
     select $1, s, $2, 9, now() - interval '1 day' from unnest($3::uuid[]) s`,
    [row!.id, ids['school'], students.map((student) => ids[student])],
  );
}

const marksAfter = () =>
  rows<Mark & { student_id: string; assessment_id: string; weight: number; score: number }>(
    `select g.id, g.student_id, g.score, a.id as assessment_id, a.name, a.max_score::float8 as max_score, a.weight, a.class_id, a.assignment_id
     from public.grades g join public.assessments a on a.id = g.assessment_id`,
  );
const inBiology = async (group: string, name: string) =>
  (
    await rows<Mark & { students: string[] }>(
      `select a.*, a.max_score::float8 as max_score, array(select s.admission_number from public.grades g join public.students s on s.id = g.student_id
         where g.assessment_id = a.id order by 1) as students
       from public.assessments a where a.class_id = $1 and a.subject_id = $2 and a.term_id = $3 and a.name = $4`,
      [ids[group], ids['biology'], ids['term'], name],
    )
  )[0];
let before: Mark[];

beforeAll(async () => {
  for (const name of files.slice(0, keyed)) copyFileSync(path.join(migrations, name), path.join(folder, name));
  database = await createTestDatabase({
    migrations: folder,
    seeds: readdirSync(baselineData)
      .sort()
      .map((name) => path.join(baselineData, name)),
  });
  owner = new pg.Client(database.url);
  await owner.connect();
  const find = async (name: string, sql: string) => {
    ids[name] = (await rows<{ id: string }>(sql))[0]!.id;
  };
  await find('school', "select id from public.schools where name = 'Greenfield Academy'");
  await find('east', "select id from public.classes where name = 'Form 3 East'");
  await find('west', "select id from public.classes where name = 'Form 3 West'");
  await find('biology', `select id from public.subjects where name = 'Biology' and school_id = '${ids['school']}'`);
  await find(
    'term',
    `select id from public.school_terms where school_id = '${ids['school']}' and starts_on <= private.today() order by starts_on desc limit 1`,
  );
  for (const number of ['1041', '1042', '1043', '1081'])
    await find(number, `select id from public.students where admission_number = 'GA/${number}'`);

  // Assessments of one name in two classes, and a child who was marked in both.
  await addMarks('east', 'Opener', 10, ['1041', '1042']);
  await addMarks('west', 'Opener', 20, ['1081', '1041']);
  // Written otherwise: for one who has no mark yet, and for one who has.
  await addMarks('east', 'OPENER', 10, ['1043']);
  await addMarks('east', 'opener', 10, ['1042'], 3);
  // An assessment that was renamed without its marks.
  await addMarks('east', 'Before', 10, ['1041', '1042']);
  await rows("update public.assessments set name = 'After', weight = 4 where name = 'Before'");
  // Assignments: one whose maximum was changed, and two of one title.
  await addAssignment('changed', 'Roots', ['1041', '1042']);
  await rows('update public.assignments set max_score = 40 where id = $1', [ids['changed']]);
  await addAssignment('first', 'Stems', ['1041', '1042']);
  await addAssignment('second', 'Stems', ['1043']);
  before = await rows<Mark>('select id, assessment as name, max_score::float8 as max_score, class_id, assignment_id from public.grades');
  for (const name of files.slice(keyed)) copyFileSync(path.join(migrations, name), path.join(folder, name));
  await applyMigrations(database.url, folder);
}, 180_000);

afterAll(async () => {
  await owner?.end();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

it('gives every mark the assessment of its class, of its name and maximum', async () => {
  const after = new Map((await marksAfter()).map((mark) => [mark.id, mark]));
  expect(after.size).toBe(before.length);
  const moved = before.filter(({ id, name, max_score, class_id, assignment_id }) => {
    const mark = after.get(id)!;
    expect([mark.class_id, mark.max_score, mark.assignment_id]).toEqual([class_id, max_score, assignment_id]);
    return mark.name !== name;
  });
  expect(moved.map(({ name }) => name).sort()).toEqual(['OPENER', 'Stems', 'opener']);
});

it('keeps assessments of one name in two classes apart, also for a child who moved', async () => {
  expect(await inBiology('east', 'Opener')).toMatchObject({ max_score: 10, students: ['GA/1041', 'GA/1042', 'GA/1043'] });
  expect(await inBiology('west', 'Opener')).toMatchObject({ max_score: 20, students: ['GA/1041', 'GA/1081'] });
  expect(await inBiology('east', 'opener (2)')).toMatchObject({ max_score: 10, students: ['GA/1042'] });
});

it('adds the assessment that no longer had the name of its marks', async () => {
  expect(await inBiology('east', 'Before')).toMatchObject({ max_score: 10, students: ['GA/1041', 'GA/1042'] });
  expect(await inBiology('east', 'After')).toMatchObject({ students: [] });
});

it('gives each assignment its column, with the maximum that it has', async () => {
  expect(await inBiology('east', 'Roots')).toMatchObject({ assignment_id: ids['changed'], max_score: 40 });
  expect(await inBiology('east', 'Stems')).toMatchObject({ assignment_id: ids['first'], students: ['GA/1041', 'GA/1042'] });
  expect(await inBiology('east', 'Stems (2)')).toMatchObject({ assignment_id: ids['second'], students: ['GA/1043'] });
});

it('counts the results again that were wrong', async () => {
  expect(
    await rows(`select * from public.subject_results r full join (
      select g.student_id, g.class_id, g.subject_id, g.term_id, trunc(sum(g.score * a.percent_per_mark) / sum(a.weight), 8) as expected, count(*)::integer as marks
      from public.grades g join public.assessments a on a.id = g.assessment_id and a.archived_at is null
      group by 1, 2, 3, 4) m using (student_id, class_id, subject_id, term_id)
    where (r.percent, r.assessments) is distinct from (m.expected, m.marks)`),
  ).toEqual([]);
});

it('still answers what earlier screens ask of a mark', async () => {
  expect(
    await rows(
      "select grades.assessment, grades.max_score::float8 as max_score from public.grades where (grades.assessment, student_id) = ('Roots', $1)",
      [ids['1041']],
    ),
  ).toEqual([{ assessment: 'Roots', max_score: 40 }]);
});
