import { beforeAll, describe, expect, it } from 'vitest';
import { weightedPercent } from '@masomo/domain/gradebook';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const [teacher, student, parent] = ['teacher', 'student', 'parent'].map((role) => `${role}@greenfield.test`) as [string, string, string];
const ids: Record<string, string> = {};
let draft: string;

const queryAs = async <T extends object>(caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<T>(sql, values))).rows;
const seen = async (caller: string) => (await queryAs(caller, 'select id from public.assignments where id = $1', [draft])).length;
const change = (set: string, caller = teacher) =>
  queryAs(caller, `update public.assignments set ${set} where id = $1 returning id`, [draft]);
const publish = (isPublished = true) => queryAs(teacher, 'select public.publish_assignment($1, $2)', [draft, isPublished]);
const archive = (isArchived: boolean, caller = teacher) => queryAs(caller, 'select public.archive_assignment($1, $2)', [draft, isArchived]);
const handIn = (text: string) => queryAs(student, 'select public.submit_assignment($1, $2)', [draft, text]);
const grade = (score: number) =>
  queryAs(
    teacher,
    'select public.grade_submission(assignment_id => $1, student_id => $2, score => $3, seen_submitted_at => (select submitted_at from public.submissions where assignment_id = $1 and student_id = $2))',
    [draft, ids['brian'], score],
  );
const told = async (caller: string) =>
  (await queryAs(caller, 'select title from public.notifications where source = $1', [`assignment/${draft}`])).length;

type Mark = { name: string; score: number; max_score: number; weight: number };
/** Marks in Biology on the report card of the term. */
async function marksOf(caller: string, title?: string): Promise<Mark[]> {
  const [row] = await queryAs<{ cards: { cards: { subjects: { name: string; assessments: Mark[] }[] }[] } }>(
    caller,
    'select public.report_cards($1, null, $2) as cards',
    [ids['term'], ids['brian']],
  );
  const marks = row!.cards.cards[0]!.subjects.find(({ name }) => name === 'Biology')?.assessments ?? [];
  return title === undefined ? marks : marks.filter(({ name }) => name === title);
}

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = (await database.owner.query<{ id: string }>(sql)).rows[0]!.id;
  };
  await find('school', "select id from public.schools where name = 'Greenfield Academy'");
  await find('east', "select id from public.classes where name = 'Form 3 East'");
  await find('brian', "select id from public.students where admission_number = 'GA/1041'");
  await find(
    'term',
    `select id from public.school_terms where school_id = '${ids['school']}' and starts_on <= private.today() + 7 order by starts_on desc limit 1`,
  );
  await find('biology', `select id from public.subjects where name = 'Biology' and school_id = '${ids['school']}'`);
  [draft] = (
    await queryAs<{ id: string }>(
      teacher,
      "insert into public.assignments (school_id, class_id, subject_id, title, due_on, max_score, published_at) values ($1, $2, $3, 'Roots and stems', private.today() + 7, 20, null) returning id",
      [ids['school'], ids['east'], ids['biology']],
    )
  ).map(({ id }) => id) as [string];
});

describe('a draft', () => {
  it('is visible to its teacher only, and notifies no one', async () => {
    expect([
      await seen(teacher),
      await seen('admin@greenfield.test'),
      await seen(student),
      await seen(parent),
      await seen('admin@lakeside.test'),
    ]).toEqual([1, 1, 0, 0, 0]);
    expect(await told(student)).toBe(0);
  });

  it('is neither handed in nor marked', async () => {
    expect((await refusal(handIn('Early')))?.hint).toBe('assignment.not_yours');
    expect((await refusal(grade(10)))?.hint).toBe('assignment.draft');
  });
});

describe('a published assignment', () => {
  it('is seen by its class, which hears of it once', async () => {
    await publish();
    expect([await seen(student), await seen(parent), await seen('admin@lakeside.test')]).toEqual([1, 1, 0]);
    await publish(false);
    await publish();
    expect([await told(student), await told(parent)]).toEqual([1, 0]);
  });

  it('stays published and keeps a scale that holds every mark', async () => {
    await handIn('Roots drink');
    expect(await refusal(publish(false))).toMatchObject({ code: 'PT409', hint: 'assignment.handed_in' });
    await grade(16);
    expect((await refusal(change('max_score = 15')))?.hint).toBe('assignment.scale_too_small');
    await change('max_score = 40');
    expect(await marksOf(student, 'Roots and stems')).toEqual([expect.objectContaining({ score: 16, max_score: 40 })]);
  });

  it('changes the result with its maximum', async () => {
    const percent = async () =>
      (
        await database.owner.query<{ percent: number }>(
          'select percent from public.subject_results where student_id = $1 and subject_id = $2 and class_id = $3 order by term_id = $4 desc limit 1',
          [ids['brian'], ids['biology'], ids['east'], ids['term']],
        )
      ).rows[0]!.percent;
    for (const most of [80, 40]) {
      await change(`max_score = ${most}`);
      const marks = await marksOf(student);
      expect(marks.find(({ name }) => name === 'Roots and stems')).toMatchObject({ score: 16, max_score: most });
      expect(await percent()).toBeCloseTo(weightedPercent(marks.map(({ max_score: maxScore, ...mark }) => ({ ...mark, maxScore })))!, 7);
    }
  });

  it('is not changed by another teacher or a student', async () => {
    expect(await change('max_score = 50', 'teacher@lakeside.test')).toEqual([]);
    expect(await change('max_score = 50', student)).toEqual([]);
    expect(await refusal(archive(true, 'teacher@lakeside.test'))).toMatchObject({ code: 'P0002' });
    expect(await refusal(archive(true, student))).toMatchObject({ code: '42501' });
  });

  it('takes nothing more once it is archived', async () => {
    await database.owner.query('update public.submissions set graded_at = null, score = null where assignment_id = $1', [draft]);
    await archive(true);
    expect(await refusal(handIn('Late'))).toMatchObject({ code: 'PT409', hint: 'assignment.closed' });
    expect(await seen(student)).toBe(1);
    await archive(false);
    await handIn('Late');
  });
});

describe('the column of an assignment in the gradebook', () => {
  const set = async (title: string, most: number) =>
    (
      await queryAs<{ id: string }>(
        teacher,
        'insert into public.assignments (school_id, class_id, subject_id, title, due_on, max_score) values ($1, $2, $3, $4, private.today() + 7, $5) returning id',
        [ids['school'], ids['east'], ids['biology'], title, most],
      )
    )[0]!.id;
  const mark = (assignment: string, score: number) =>
    queryAs(teacher, 'select public.grade_submission(assignment_id => $1, student_id => $2, score => $3)', [
      assignment,
      ids['brian'],
      score,
    ]);
  const save = async (name: string, most: number, id: string | null = null) =>
    (
      await queryAs<{ id: string }>(teacher, 'select public.save_assessment($1, $2, $3, $4, $5, 3, $6) as id', [
        ids['east'],
        ids['biology'],
        ids['term'],
        name,
        most,
        id,
      ])
    )[0]!.id;
  const columnOf = async (assignment: string) =>
    (
      await database.owner.query<{ id: string; name: string; max_score: number; weight: number }>(
        'select id, name, max_score, weight from public.assessments where assignment_id = $1',
        [assignment],
      )
    ).rows;

  it('is the one that the teacher made for it', async () => {
    const column = await save('Leaves', 20);
    const leaves = await set('LEAVES', 20);
    await mark(leaves, 11);
    expect(await columnOf(leaves)).toEqual([{ id: column, name: 'Leaves', max_score: 20, weight: 3 }]);
    expect(await marksOf(student, 'Leaves')).toMatchObject([{ score: 11, max_score: 20, weight: 3 }]);
  });

  it('is its own where another assignment, maximum or marks have the name', async () => {
    const taken = await save('Petals', 20);
    await queryAs(teacher, 'select * from public.save_scores($1, $2)', [
      taken,
      JSON.stringify([{ student_id: ids['brian'], score: 3, seen: null }]),
    ]);
    await save('Pollen', 50);
    for (const title of ['Leaves', 'Petals', 'Pollen']) {
      const assignment = await set(title, 20);
      await mark(assignment, 12);
      expect(await columnOf(assignment)).toMatchObject([{ name: `${title} ${assignment.slice(0, 8)}`, max_score: 20, weight: 1 }]);
    }
    expect(await marksOf(student, 'Petals')).toMatchObject([{ score: 3 }]);
    expect(await marksOf(student, 'Leaves')).toMatchObject([{ score: 11 }]);
  });

  it('has the maximum of the assignment, wherever it is changed', async () => {
    const seeds = await set('Seeds', 20);
    await mark(seeds, 12);
    const [column] = await columnOf(seeds);
    expect((await refusal(save('Seeds', 20.5, column!.id)))?.hint).toBe('assessment.whole_maximum');
    expect((await refusal(save('Seeds', 11, column!.id)))?.hint).toBe('assignment.scale_too_small');
    await save('Seeds and fruit', 25, column!.id);
    expect(await queryAs(teacher, 'select title, max_score from public.assignments where id = $1', [seeds])).toEqual([
      { title: 'Seeds', max_score: 25 },
    ]);
    // A mark that is in the gradebook alone.
    await queryAs(teacher, 'select * from public.save_scores($1, $2)', [
      column!.id,
      JSON.stringify([{ student_id: ids['brian'], score: 24, seen: 12 }]),
    ]);
    expect((await refusal(queryAs(teacher, 'update public.assignments set max_score = 20 where id = $1', [seeds])))?.hint).toBe(
      'assessment.max_score',
    );
  });

  it('takes no score above its maximum from anyone', async () => {
    expect(
      (
        await refusal(
          database.owner.query(
            "update public.grades set score = 21 where assessment_id = (select id from public.assessments where name = 'Leaves' and class_id = $1)",
            [ids['east']],
          ),
        )
      )?.hint,
    ).toBe('grade.out_of_range');
  });
});
