import { beforeAll, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

/** Each of the first steps is read from what the school has. */
const database = useDatabase();
const email = 'head@new-hills.test';
let school = '';
const owned = async <T extends object>(sql: string, values: unknown[] = []) => (await database.owner.query<T>(sql, values)).rows;
const setupOf = async (caller: string) =>
  (
    await database.as(caller, (client) =>
      client.query<{ s: Record<string, boolean> | null }>("select public.dashboard_summary() -> 'setup' as s"),
    )
  ).rows[0]!.s;
const done = async () =>
  Object.entries((await setupOf(email)) ?? {})
    .filter(([, isDone]) => isDone)
    .map(([step]) => step)
    .sort();

beforeAll(async () => {
  school = (await owned<{ id: string }>("insert into public.schools (name, kind) values ('New Hills', 'primary') returning id"))[0]!.id;
  const [head] = await owned<{ id: string }>(
    "insert into auth.users (id, aud, role, email, created_at, updated_at) values (gen_random_uuid(), 'authenticated', 'authenticated', $1, now(), now()) returning id",
    [email],
  );
  await owned("update public.users set role = 'admin', school_id = $2 where id = $1", [head!.id, school]);
});

const add: Record<string, () => Promise<unknown>> = {
  terms: () =>
    owned(
      "insert into public.school_terms (school_id, name, starts_on, ends_on) values ($1, 'Now', private.today() - 5, private.today() + 60)",
      [school],
    ),
  classes: () => owned("insert into public.classes (school_id, name, level) values ($1, 'Grade 4', 'Grade 4')", [school]),
  subjects: async () => {
    await owned("insert into public.subjects (school_id, name, code) values ($1, 'English', 'ENG')", [school]);
    await owned(
      `insert into public.class_subjects (class_id, subject_id, school_id)
       select c.id, s.id, c.school_id from public.classes c join public.subjects s on s.school_id = c.school_id where c.school_id = $1`,
      [school],
    );
  },
  staff: () => owned("insert into public.invitations (email, role, school_id) values ('teacher@new-hills.test', 'teacher', $1)", [school]),
  students: () =>
    owned(
      `insert into public.students (school_id, admission_number, first_name, last_name, class_id, admitted_on)
       select $1, 'NH/1', 'Zawadi', 'Were', c.id, private.today() - 3 from public.classes c where c.school_id = $1`,
      [school],
    ),
  fees: () =>
    owned(
      "insert into public.fees (school_id, term_id, name, amount, due_on) select $1, t.id, 'Tuition', 100, private.today() + 9 from public.school_terms t where t.school_id = $1",
      [school],
    ),
  guardians: () =>
    owned("insert into public.invitations (email, role, school_id) values ('mother@new-hills.test', 'parent', $1)", [school]),
  register: () =>
    owned(
      `insert into public.attendance (school_id, student_id, class_id, day, status)
       select s.school_id, s.id, s.class_id, private.today(), 'present' from public.students s where s.school_id = $1`,
      [school],
    ),
};

it('each step is done when the school has what it asks for, and not before', async () => {
  expect(await done()).toEqual([]);
  const expected: string[] = [];
  for (const [step, work] of Object.entries(add)) {
    await work();
    expected.push(step);
    expect(await done()).toEqual(expected.toSorted());
  }
  await owned("update public.invitations set revoked_at = now() where school_id = $1 and role = 'teacher'", [school]);
  expect(await done()).not.toContain('staff');
  await owned("update public.invitations set revoked_at = null where school_id = $1 and role = 'teacher'", [school]);
});

it('the list is gone for all administrators once one of them puts it away, at this school alone', async () => {
  expect(
    (await refusal(database.as('teacher@greenfield.test', (client) => client.query('select public.dismiss_first_steps()'))))?.code,
  ).toBe('42501');
  expect(await setupOf('teacher@greenfield.test')).toBeNull();
  await database.as(email, (client) => client.query('select public.dismiss_first_steps()'));
  await database.as(email, (client) => client.query('select public.dismiss_first_steps()'));
  expect(await setupOf(email)).toBeNull();
  expect(await owned('select from private.dismissed_first_steps where school_id = $1', [school])).toHaveLength(1);
  await owned('delete from private.dismissed_first_steps where school_id = $1', [school]);
});

it('the list is gone once all of it is done, the crest last', async () => {
  expect(await setupOf(email)).toMatchObject({ details: false });
  await owned("update public.schools set phone = '+254700000001', address = 'P.O. Box 4' where id = $1", [school]);
  expect(await setupOf(email)).toMatchObject({ details: false });
  await owned("insert into private.school_looks (school_id, accent, crest_path) values ($1, '#0b5d4b', 'look/crest.png')", [school]);
  expect(await setupOf(email)).toBeNull();
});

it('the demonstration’s schools are past it', async () => {
  expect(await setupOf('admin@greenfield.test')).toBeNull();
  expect(await setupOf('admin@lakeside.test')).toBeNull();
});
