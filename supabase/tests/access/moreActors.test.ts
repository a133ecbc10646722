import type pg from 'pg';
import { openClient } from '@masomo/local/database/connections';
import { afterAll, beforeAll, it } from 'vitest';
import { tableVerbs } from '@masomo/domain/tableAccess';
import { useDatabase } from '../database.ts';
import { signEveryoneIn } from '../sessions.ts';
import { expectFrozen } from './frozenLines.ts';
import { Prober, readTables, type Table } from './cells.ts';
import { callers, seedSoughtPerson } from './soughtPerson.ts';

/** People whose rights do not follow from their role alone, on every table about a child. */
const actors = [
  'barred guardian',
  'barred guardian in the office',
  'another teacher',
  'another student',
  'super_admin with open records',
] as const;
/** People whom a school's own role, a second role or a second school gives more or less than one of the common roles. */
const ofSeveralRoles = [
  'bursar',
  'driver',
  'teacher who is a parent',
  'of two schools',
  'at the second of them',
  'barred parent at work',
] as const;
const database = useDatabase();
let admin: pg.Client;
let tables: Table[];
let prober: Prober;

beforeAll(async () => {
  const { ids, child } = await seedSoughtPerson(database);
  const { rows } = await database.owner.query<{ school: string }>('select school_id as school from public.students where id = $1', [child]);
  const school = rows[0]!.school;
  await database.owner.query(
    "insert into public.record_openings (school_id, opened_by, reason) select $1, id, 'To look at a ticket' from public.super_admins",
    [school],
  );
  admin = await openClient(database.adminUrl);
  tables = (await readTables(database.owner)).filter(
    ({ name, columns }) => name === 'students' || columns.some((column) => /^(student|guardian)_id$/.test(column.name)),
  );
  const emails = actors.map((actor) => [actor, callers[actor === 'super_admin with open records' ? 'super admin' : actor]!] as const);
  const people = new Map(emails.map(([actor, email]) => [actor as string, ids.get(email)!]));
  for (const [actor, id] of await seedPeopleOfSeveralRoles(school, child)) people.set(actor, id);
  await signEveryoneIn(database.owner);
  await database.owner.query(
    "insert into private.active_schools (session_id, school_id) select md5($1)::uuid, id from public.schools where name = 'Lakeside School'",
    [people.get('at the second of them')],
  );
  prober = new Prober(admin, people, school);
});
afterAll(() => admin?.end());

/** Gives people their roles as an administrator does on the screen. */
async function seedPeopleOfSeveralRoles(school: string, child: string): Promise<[string, string][]> {
  const value = async (sql: string, values: unknown[]) => (await database.owner.query<{ value: string }>(sql, values)).rows[0]!.value;
  const account = async (actor: string, role: string) => {
    const id = await value(
      "insert into auth.users (id, aud, role, email, created_at, updated_at) values (gen_random_uuid(), 'authenticated', 'authenticated', $1, now(), now()) returning id as value",
      [`${actor.replaceAll(' ', '-')}@several.test`],
    );
    await database.owner.query('update public.users set role = $2::public.user_role, school_id = $3 where id = $1', [id, role, school]);
    return id;
  };
  const common = (base: string) => value('select private.common_role($1) as value', [base]);
  const give = (person: string, role: string) =>
    database.as('admin@greenfield.test', (client) => client.query('select public.give_role($1, $2)', [person, role]));
  const guardian = async (person: string, student: string) => {
    const id = await value(
      "insert into public.guardians (school_id, user_id, first_name, last_name, phone) values ($1, $2, 'Of', 'Several', '+254711000003') returning id as value",
      [school, person],
    );
    await database.owner.query(
      'insert into public.student_guardians (school_id, student_id, guardian_id, is_primary) values ($1, $2, $3, false)',
      [school, student, id],
    );
    return id;
  };

  const withOwnRole = async (slug: string) => {
    const person = await account(slug, 'staff');
    const { rows } = await database.as('admin@greenfield.test', (client) =>
      client.query<{ id: string }>(
        'select public.save_school_role(name, base, permissions) as id from public.role_suggestions() where slug = $1',
        [slug],
      ),
    );
    await give(person, rows[0]!.id);
    await database.as('admin@greenfield.test', (client) =>
      client.query('select public.take_role(id) from public.people_with_roles(null, $1) where role_name is null', [person]),
    );
    return person;
  };
  const bursar = await withOwnRole('bursar');
  const driver = await withOwnRole('driver');

  const teacher = await account('teacher who is a parent', 'teacher');
  await give(teacher, await common('parent'));
  await guardian(teacher, child);

  const ofTwo = [await account('of two schools', 'teacher'), await account('at the second of them', 'staff')] as const;
  for (const person of ofTwo)
    await database.as('superadmin@masomo.test', async (client) =>
      client.query("select public.give_role($1, $2, school_id => (select id from public.schools where name = 'Lakeside School'))", [
        person,
        await common('staff'),
      ]),
    );

  const barred = await account('barred parent at work', 'parent');
  await give(barred, await common('staff'));
  const kept = await guardian(barred, child);
  await database.asCommand('admin@greenfield.test', (client) =>
    client.query("select public.set_custody($1, $2, false, false, 'By a court')", [child, kept]),
  );
  return [
    ['bursar', bursar],
    ['driver', driver],
    ['teacher who is a parent', teacher],
    ['of two schools', ofTwo[0]],
    ['at the second of them', ofTwo[1]],
    ['barred parent at work', barred],
  ];
}

async function matrixOf(people: readonly string[]): Promise<string[]> {
  const matrix: string[] = [];
  for (const table of tables)
    for (const verb of tableVerbs) {
      const found: string[] = [];
      for (const actor of people) found.push(`${actor} ${await prober.reach(table, verb, actor)}`);
      matrix.push(`${table.name} ${verb}: ${found.join(', ')}`);
    }
  return matrix.sort();
}

it('reach what they reached before in the tables about a child', async () => expectFrozen('moreActors', await matrixOf(actors)));

it('of several roles reach what these allow together, and nothing of a child that is withheld from them', async () =>
  expectFrozen('severalRoles', await matrixOf(ofSeveralRoles)));
