import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../access/api.ts';
import { addFixture } from '../access/fixture.ts';
import { useDatabase } from '../database.ts';

/** What screens of earlier releases ask of tables that changed since: they may be open while a new release is installed. */
const database = useDatabase();
beforeAll(() => addFixture(database.owner));
const api = useApi(database);

type Mark = { assessment: string | null; max_score?: number | null };
it.each([
  ['a gradebook', 'teacher', 'student_id,assessment,score'],
  [
    'the marks of a child',
    'parent',
    'id,term_id,assessment,score,max_score,subjects!grades_subject_id_school_id_fkey(name),school_terms!grades_term_id_school_id_fkey(name)',
  ],
] as const)('%s has the names of the assessments, and their maximum', async (_name, actor, columns) => {
  const { body, status } = await api.ask(actor, 'GET', `grades?select=${columns}&order=id&limit=500`);
  expect(status).toBe(200);
  const marks = body as Mark[];
  expect(marks.map(({ assessment }) => assessment)).toEqual(expect.arrayContaining(['CAT 1', 'Mid-term']));
  expect(marks.map(({ assessment }) => assessment)).not.toContain(null);
  expect(marks.find(({ assessment }) => assessment === 'CAT 1')?.max_score).toBe(columns.includes('max_score') ? 100 : undefined);
});
