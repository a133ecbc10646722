import { expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

const database = useDatabase();
const admin = 'admin@greenfield.test';
const namesAs = async (sql: string) =>
  (await database.as(admin, (client) => client.query<{ name: string }>(sql))).rows.map(({ name }) => name);
const inOrder = ['Form 3 East', 'Form 3 West', 'Form 4 East', 'Form 4 West', 'Grade 7', 'Grade 8', 'Grade 9', 'Grade 10'];

it('classes are listed as people count: Grade 7 before Grade 10', async () => {
  expect(await namesAs('select name from public.classes order by name_key')).toEqual(inOrder);
  expect(await namesAs('select name from public.register_progress(private.today())')).toEqual(inOrder);
  expect(
    await namesAs("select c ->> 'name' as name from jsonb_array_elements(public.dashboard_summary() -> 'home' -> 'registers') as c"),
  ).toEqual(inOrder);
  expect(
    await namesAs(
      'select distinct class_name as name, class_key from public.attendance_by_student(private.today() - 60, private.today()) order by class_key',
    ),
  ).toEqual(inOrder);
});

it('numbers in a text are ordered by their value, of any length and case', async () => {
  const { rows } = await database.owner.query<{ names: string[] }>(
    "select array_agg(n order by private.natural_key(n)) as names from unnest(array['b 2', 'B 10', 'A', 'Year 2026', 'b 010 x', 'b 1']) n",
  );
  expect(rows[0]?.names).toEqual(['A', 'b 1', 'b 2', 'B 10', 'b 010 x', 'Year 2026']);
});
