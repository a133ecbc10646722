import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { functionAccess, moduleAccess } from '@masomo/tools/modules/access.ts';
import type { Actor } from '@masomo/domain/tableAccess';
import { useDatabase } from '../database.ts';
import { addFixture } from './fixture.ts';
import { expectFrozen } from './frozenLines.ts';
import { accounts } from './cells.ts';
import { claimsOf } from '../sessions.ts';

const database = useDatabase();
const actors = Object.keys(accounts) as Actor[];
type Signature = { name: string; args: string[]; anonymous: boolean; signedIn: boolean };
let functions: Map<string, Signature>;
let ids: Map<string, string>;
let cells = 0;
/** Who may call each function, a line per function. */
const matrix: string[] = [];

/** Things of one school that a function is called with where nothing but a thing of the caller's school opens the door. */
function samples(school: string, person: (role: string) => string): Record<string, string> {
  const of = (table: string, more = 'true') =>
    `(select id from public.${table} where school_id = ${school} and ${more} order by id limit 1)`;
  const taught = (column: string) =>
    `(select ${column} from public.class_subjects where teacher_id = ${person('teacher')} order by class_id, subject_id limit 1)`;
  const term = of('school_terms');
  const assignment = `(select a.id from public.assignments a join public.submissions s on s.assignment_id = a.id where a.school_id = ${school} and a.teacher_id = ${person('teacher')} order by a.id limit 1)`;
  return {
    invite_user: `'asked@school.test', 'teacher', ${school}`,
    invitation_mail: `'asked@school.test', ${school}`,
    revoke_invitation: of('invitations'),
    set_user_role: `${person('teacher')}, 'teacher', ${school}`,
    set_user_active: `${person('teacher')}, true`,
    list_accounts: school,
    switch_school: school,
    give_role: `${person('teacher')}, private.common_role('staff'), ${school}`,
    take_role: `(select m.id from private.memberships m where m.user_id = ${person('teacher')})`,
    store_analytics: `'30d'`,
    record_fee_payment: `${of('students')}, 100, 'cash'`,
    class_register: `${taught('class_id')}, private.today()`,
    record_attendance: `${taught('class_id')}, private.today(), '[]'`,
    save_assessment: `${taught('class_id')}, ${taught('subject_id')}, ${term}, 'A test', 100, 1`,
    save_scores: `(select id from public.assessments where (class_id, subject_id) in (select class_id, subject_id from public.class_subjects where teacher_id = ${person('teacher')}) order by id limit 1), '[]'`,
    grade_submission: `${assignment}, (select student_id from public.submissions where assignment_id = ${assignment} order by student_id limit 1), 50`,
    submit_assignment: `(select id from public.assignments where class_id = (select e.class_id from public.enrolments e join public.students s on s.id = e.student_id where s.user_id = ${person('student')} limit 1) and published_at is not null order by due_on desc limit 1), 'My answer'`,
  };
}
const schoolNamed = (name: string) => `(select id from public.schools where name = '${name}')`;
const own = {
  ...samples(schoolNamed('Greenfield Academy'), (role) => `(select id from auth.users where email = '${role}@greenfield.test')`),
  // It has no argument of a school: an add-on is the caller's own.
  save_addon_settings: "'addon:qr-attendance', '{}'::jsonb",
  ...Object.assign({}, ...[...moduleAccess.values()].map((access) => access.arguments)),
};
const others = samples(schoolNamed('Lakeside School'), (role) => `(select id from auth.users where email = '${role}@lakeside.test')`);

beforeAll(async () => {
  await addFixture(database.owner);
  const { rows } = await database.owner.query<Signature>(`
    select p.proname as name, p.proargtypes::regtype[]::text[] as args, has_function_privilege('anon', p.oid, 'execute') as anonymous, has_function_privilege('authenticated', p.oid, 'execute') as "signedIn"
    from pg_proc p where p.pronamespace = 'public'::regnamespace`);
  functions = new Map(rows.map((row) => [row.name, row]));
  expect(functions.size, 'a name stands for one function').toBe(rows.length);
  const people = await database.owner.query<{ email: string; id: string }>('select email, id from auth.users');
  ids = new Map(people.rows.map(({ email, id }) => [email, id]));
});

/** The arguments as text that the owner reads, since an actor may not see the thing that is asked for. */
async function argumentsOf(name: string, sample: string | undefined): Promise<string> {
  if (sample === undefined)
    return functions
      .get(name)!
      .args.map((type) => `null::${type}`)
      .join(', ');
  const { rows } = await database.owner.query<unknown[]>({ text: `select ${sample}`, rowMode: 'array' });
  const values = rows[0]!;
  expect(values, `the sample of ${name} exists`).not.toContain(null);
  return values.map((value) => pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))).join(', ');
}

/** The SQLSTATE a call ends with, null when it goes through; nothing is kept. */
async function call(actor: Actor, name: string, args: string): Promise<string | null> {
  const email = accounts[actor];
  const claims = email === null ? { role: 'anon' } : claimsOf(ids.get(email));
  const { owner } = database;
  await owner.query('begin');
  try {
    await owner.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
    await owner.query(`set local role ${email === null ? 'anon' : 'authenticated'}`);
    await owner.query(`select * from public.${name}(${args})`);
    return null;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return error.code ?? '';
  } finally {
    await owner.query('rollback');
  }
}

describe('the written table of functions', () => {
  it('names every function that anybody but the server may call', () => {
    const offered = [...functions.values()].filter(({ anonymous, signedIn }) => anonymous || signedIn).map(({ name }) => name);
    expect(Object.keys(functionAccess).sort()).toEqual(offered.sort());
  });

  it.each(Object.keys(functionAccess))('is what the database does: %s', async (name) => {
    const args = await argumentsOf(name, (own as Record<string, string>)[name]);
    const found: Actor[] = [];
    for (const actor of actors) {
      if ((await call(actor, name, args)) !== '42501') found.push(actor);
      cells += 1;
    }
    matrix.push(`${name}: ${found.join(', ')}`);
    expect(found.sort()).toEqual([...functionAccess[name]!].sort());
  });

  it('was checked in at least 500 cells', () => {
    expect(cells).toBe(actors.length * Object.keys(functionAccess).length);
    expect(cells).toBeGreaterThanOrEqual(500);
  });

  it('is the one of before, whatever is declared', async () => {
    await expectFrozen('functions', matrix.sort());
  });

  it.each(Object.keys(others).filter((name) => !['store_analytics', 'submit_assignment'].includes(name)))(
    'opens nothing of another school: %s',
    async (name) => {
      const exists = functions.get(name)!.args.length > 0;
      const args = exists ? await argumentsOf(name, others[name]) : '';
      for (const actor of actors.filter((each) => each !== 'super_admin'))
        expect([actor, await call(actor, name, args)], name).toEqual([actor, expect.stringMatching(/^(42501|P0002)$/)]);
    },
  );

  it('is closed to everybody without a name in it', async () => {
    const closed = [...functions.values()].filter(({ name }) => !(name in functionAccess));
    expect(closed.length).toBeGreaterThan(20);
    for (const { name, args } of closed) {
      for (const actor of ['anonymous', 'super_admin', 'admin'] as const)
        expect([name, await call(actor, name, args.map((type) => `null::${type}`).join(', '))]).toEqual([name, '42501']);
    }
  });
});
