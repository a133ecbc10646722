import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const teacher = 'teacher@greenfield.test';
const ids: Record<string, string> = {};

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = (await database.owner.query<{ id: string }>(sql)).rows[0]!.id;
  };
  await find('east', "select id from public.classes where name = 'Form 3 East'");
  await find('brian', "select id from public.students where admission_number = 'GA/1041'");
  await find(
    'other',
    "select s.id from public.students s join public.classes c on c.id = s.class_id where c.name = 'Form 3 East' and s.admission_number <> 'GA/1041' order by s.id limit 1",
  );
  await find('westerner', "select id from public.students where admission_number = 'GA/1081'");
  await find(
    'biology',
    "select id from public.subjects where name = 'Biology' and school_id = (select school_id from public.classes where name = 'Form 3 East')",
  );
  await find(
    'term',
    "select t.id from public.school_terms t join public.classes c on c.school_id = t.school_id where c.name = 'Form 3 East' order by t.starts_on desc limit 1",
  );
});

const save = async (caller: string, name: string, { max = 50, weight = 2, id = null as string | null, archived = false } = {}) =>
  (
    await database.as(caller, (client) =>
      client.query<{ id: string }>('select public.save_assessment($1, $2, $3, $4, $5, $6, $7, $8) as id', [
        ids['east'],
        ids['biology'],
        ids['term'],
        name,
        max,
        weight,
        id,
        archived,
      ]),
    )
  ).rows[0]!.id;
type Cell = { score: number | null; seen: number | null; student?: string; age?: number };
const writeCells = async (caller: string, assessment: string, cells: readonly Cell[]) =>
  (
    await database.as(caller, (client) =>
      client.query<{ student_id: string; code: string; message: string; standing: number | null; by: string | null; at: Date | null }>(
        'select * from public.save_scores($1, $2)',
        [assessment, JSON.stringify(cells.map(({ student = 'brian', ...cell }) => ({ student_id: ids[student], ...cell })))],
      ),
    )
  ).rows;
const write = (caller: string, assessment: string, score: number | null, seen: number | null, student = 'brian') =>
  writeCells(caller, assessment, [{ score, seen, student }]);
const scores = async (name: string) =>
  (
    await database.owner.query(
      'select g.score, a.max_score from public.grades g join public.assessments a on a.id = g.assessment_id where a.name = $1',
      [name],
    )
  ).rows;

describe('the gradebook', () => {
  it('keeps scores within the scale, and refuses to overwrite those changed since', async () => {
    const cat = await save(teacher, 'CAT one');
    await write(teacher, cat, 40, null);
    expect(await write(teacher, cat, 51, 40)).toMatchObject([{ code: 'grade.out_of_range', standing: 40 }]);
    const { rows } = await database.owner.query<{ name: string }>(
      `update public.grades g set graded_by = u.id, updated_at = '2026-01-05T08:00:00Z' from public.users u
       where g.assessment_id = $1 and u.email = 'admin@greenfield.test' returning private.full_name(u.first_name, u.last_name) as name`,
      [cat],
    );
    expect(await write(teacher, cat, 30, 12)).toMatchObject([
      { code: 'grade.changed', standing: 40, by: rows[0]?.name, at: new Date('2026-01-05T08:00:00Z') },
    ]);
    await write(teacher, cat, 40, null);
    expect(await scores('CAT one')).toEqual([{ score: 40, max_score: 50 }]);
    await write(teacher, cat, null, 40);
    expect(await scores('CAT one')).toEqual([]);
  });

  it('is no conflict with oneself, unless one has written it since this was typed', async () => {
    const cat = await save(teacher, 'On two devices');
    await write(teacher, cat, 40, null);
    expect(await write(teacher, cat, 30, 12)).toEqual([]);
    expect(await writeCells(teacher, cat, [{ score: 20, seen: 12, age: 3600 }])).toMatchObject([{ code: 'grade.changed', standing: 30 }]);
    expect(await scores('On two devices')).toEqual([{ score: 30, max_score: 50 }]);
  });

  it('saves the good ones of many scores and names the refused ones', async () => {
    const test = await save(teacher, 'Many');
    const refused = await writeCells(teacher, test, [
      { student: 'westerner', score: 5, seen: null },
      { student: 'brian', score: 12, seen: null },
      { student: 'other', score: 70, seen: null },
    ]);
    expect(refused.map(({ student_id, code }) => [student_id, code])).toEqual([
      [ids['westerner'], 'grade.not_in_class'],
      [ids['other'], 'grade.out_of_range'],
    ]);
    expect(await scores('Many')).toEqual([{ score: 12, max_score: 50 }]);
  });

  it('empties and fills cells in one call, keeps the later of two scores for a student, and counts the results', async () => {
    const column = await save(teacher, 'At once');
    await write(teacher, column, 20, null, 'other');
    expect(
      await writeCells(teacher, column, [
        { student: 'brian', score: 30, seen: null },
        { student: 'other', score: null, seen: 20 },
        { student: 'brian', score: 35, seen: null },
      ]),
    ).toEqual([]);
    expect(await scores('At once')).toEqual([{ score: 35, max_score: 50 }]);
    const { rows } = await database.owner.query<{ assessments: number }>(
      'select assessments from public.subject_results where student_id = $1 and subject_id = $2 and term_id = $3',
      [ids['other'], ids['biology'], ids['term']],
    );
    const { rows: graded } = await database.owner.query<{ n: number }>(
      `select count(*)::integer as n from public.grades g where g.student_id = $1 and g.subject_id = $2 and g.term_id = $3
       and exists (select from public.assessments a where a.id = g.assessment_id and a.archived_at is null)`,
      [ids['other'], ids['biology'], ids['term']],
    );
    expect(rows[0]?.assessments ?? 0).toBe(graded[0]?.n);
  });

  it('renames and rescales a column with its scores, never below a score, and keeps names apart', async () => {
    const paper = await save(teacher, 'Paper');
    await write(teacher, paper, 45, null);
    expect((await refusal(save(teacher, 'Paper', { id: paper, max: 44 })))?.hint).toBe('assessment.max_score');
    expect((await refusal(save(teacher, 'PAPER')))?.hint).toBe('assessment.name_taken');
    await save(teacher, 'Paper 1', { id: paper, max: 60, archived: true });
    expect(await scores('Paper 1')).toEqual([{ score: 45, max_score: 60 }]);
  });

  it('is written by who teaches the subject only, and for the class only', async () => {
    const quiz = await save(teacher, 'Quiz');
    for (const caller of ['admin@greenfield.test', 'parent@greenfield.test', 'student@greenfield.test', 'teacher@lakeside.test']) {
      expect((await refusal(save(caller, 'Mine')))?.code).toBe('42501');
      expect((await refusal(write(caller, quiz, 50, null)))?.code).toBe('42501');
    }
    expect(await write(teacher, quiz, 5, null, 'westerner')).toMatchObject([{ code: 'grade.not_in_class' }]);
    const { rows } = await database.as('teacher@lakeside.test', (client) =>
      client.query('select id from public.assessments where class_id = $1', [ids['east']]),
    );
    expect(rows).toEqual([]);
  });
});
