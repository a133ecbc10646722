import { beforeAll, describe, expect, it } from 'vitest';
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

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = (await database.owner.query<{ id: string }>(sql)).rows[0]!.id;
  };
  await find('school', "select id from public.schools where name = 'Greenfield Academy'");
  await find('east', "select id from public.classes where name = 'Form 1 East'");
  await find('brian', "select id from public.students where admission_number = 'GA/1041'");
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
    expect(await queryAs(student, 'select score, max_score from public.grades where assignment_id = $1', [draft])).toEqual([
      { score: 16, max_score: 40 },
    ]);
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
