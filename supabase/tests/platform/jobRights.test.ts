import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { declareKinds, takeStep, type WorkerOptions } from '@masomo/worker/createWorker';
import type { JobKind } from '@masomo/worker/defineJob';
import { useDatabase } from '../database.ts';
import { kindsOf, workerOf } from '../jobs.ts';
import { sessionOf } from '../sessions.ts';

const database = useDatabase();
const query = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const one = async (sql: string, values: unknown[] = []) => Object.values((await query(sql, values))[0] ?? {})[0];
const [teacher, admin, otherAdmin] = ['teacher@greenfield.test', 'admin@greenfield.test', 'admin@lakeside.test'];
let worker: WorkerOptions;

/** Reads what its arguments name, and counts to three. */
const reachingOut: JobKind = {
  permission: 'grade:write',
  async step({ sql, args, reached }) {
    const count = Number(reached?.['count'] ?? 0) + 1;
    const [seen] = await sql('select count(*)::integer as n from public.students where class_id = $1', [args['class']]);
    const result = { seen: seen?.['n'] };
    return count < 3 ? { reached: { count }, done: count, total: 3, result } : { done: 3, total: 3, result };
  },
};

beforeAll(async () => {
  const kinds = new Map<string, JobKind>([
    ['reaching-out', reachingOut],
    [
      'writing',
      {
        permission: 'grade:write',
        async step({ sql, args }) {
          const [student] = await sql('select student_id from public.record_attendance($1, private.my_today(), $2)', [
            args['class'],
            JSON.stringify([{ student_id: args['student'], status: 'present' }]),
          ]);
          return { result: { student: student?.['student_id'] } };
        },
      },
    ],
    ['of-the-office', { permission: 'school:export', step: 'select 1' }],
    ['not-started-by-people', { step: 'select 1' }],
    ['overreaching', { permission: 'grade:write', step: async ({ sql }) => void (await sql('delete from private.job_kinds')) }],
    ['ending-roles', { permission: 'grade:write', step: async ({ sql }) => void (await sql('reset role')) }],
  ]);
  for (const [name, kind] of await kindsOf('class-report-cards'))
    kinds.set(name, { ...kind, step: async ({ args }) => ({ result: args }) });
  worker = workerOf(database, kinds);
  await declareKinds(worker.pool, kinds);
});
afterAll(() => worker?.pool.end());
beforeEach(() => query('delete from public.jobs'));

const start = (caller: string, kind: string, args: object = {}, subject: string | null = null) =>
  database.as(caller, async (client) =>
    String((await client.query('select public.start_job($1, $2, $3) as id', [kind, JSON.stringify(args), subject])).rows[0].id),
  );
const finish = async () => {
  while (await takeStep(worker));
};
const jobOf = async (id: string) => (await query('select state, done, result, reason from public.jobs where id = $1', [id]))[0];
/** A class with a student, whom the person teaches or not. */
const classOf = (school: string, taughtBy: string, isTheirs: boolean) =>
  one(
    `select c.id from public.classes c join public.schools h on h.id = c.school_id, public.users u
     where h.name = $1 and u.email = $2 and exists (select from public.students s where s.class_id = c.id)
       and $3 = (c.class_teacher_id is not distinct from u.id or exists (select from public.class_subjects cs where cs.class_id = c.id and cs.teacher_id = u.id)) limit 1`,
    [school, taughtBy, isTheirs],
  );
beforeAll(() =>
  query(
    `with class as (insert into public.classes (school_id, name, level) select id, 'Elsewhere', 'Form 3' from public.schools where name = 'Greenfield Academy'
       returning id, school_id)
     insert into public.students (school_id, class_id, admission_number, first_name, last_name) select school_id, id, 'ELSE', 'Zawadi', 'Were' from class`,
  ),
);

describe('a job of a teacher', () => {
  it.each([
    ['another class', 'Greenfield Academy'],
    ['another school', 'Lakeside School'],
  ])('sees and changes nothing of %s', async (_what, school) => {
    const other = await classOf(school, teacher, false);
    expect(other).toBeDefined();
    const id = await start(teacher, 'reaching-out', { class: other });
    await finish();
    expect(await jobOf(id)).toMatchObject({ state: 'done', result: { seen: 0 } });
    const marks = () => one('select count(*)::integer from public.attendance where class_id = $1', [other]);
    const before = await marks();
    const writing = await start(teacher, 'writing', { class: other });
    await finish();
    expect(await jobOf(writing)).toMatchObject({ state: 'failed' });
    expect(await marks()).toBe(before);
  });

  it('sees their own class', async () => {
    const id = await start(teacher, 'reaching-out', { class: await classOf('Greenfield Academy', teacher, true) });
    await finish();
    const job = await jobOf(id);
    expect(job).toMatchObject({ state: 'done', done: 3 });
    expect((job?.['result'] as { seen: number }).seen).toBeGreaterThan(0);
  });

  it.each([
    ['the role was taken away', "update public.users set role = 'user' where email = 'teacher@greenfield.test'", /role does not allow/],
    ['the account was closed', "update public.users set is_active = false where email = 'teacher@greenfield.test'", /role does not allow/],
    [
      'the session was ended',
      `delete from auth.sessions where id in (select md5(id::text)::uuid from public.users where email = 'teacher@greenfield.test')`,
      /session .* has ended/,
    ],
  ])('goes no further once %s', async (_what, change, reason) => {
    const person = await query("select id, role, school_id from public.users where email = 'teacher@greenfield.test'");
    const id = await start(teacher, 'reaching-out', { class: await classOf('Greenfield Academy', teacher, true) });
    expect(await takeStep(worker)).toBe(true);
    await query(change);
    await finish();
    expect(await jobOf(id)).toMatchObject({ state: 'failed', done: 1, reason: expect.stringMatching(reason) });
    const account = String(person[0]?.['id']);
    await query('update public.users set role = $2, school_id = $3, is_active = true where id = $1', [
      account,
      person[0]?.['role'],
      person[0]?.['school_id'],
    ]);
    await query(
      "insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ($1, $2, now(), now(), 'aal1') on conflict do nothing",
      [sessionOf(account), account],
    );
  });

  it('has the rights of the person and not of the database', async () => {
    const id = await start(teacher, 'overreaching');
    await finish();
    expect(await jobOf(id)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/permission denied/) });
  });

  it('that was started with what it does not take fails at once, and says what to do', async () => {
    const args = { term: crypto.randomUUID(), class: crypto.randomUUID(), language: 'sw' };
    const right = await start(teacher, 'class-report-cards', args, 'right');
    const forged = await start(teacher, 'class-report-cards', { ...args, language: 'xx' }, 'forged');
    await finish();
    expect(await jobOf(right)).toMatchObject({ state: 'done', result: args });
    expect(await jobOf(forged)).toMatchObject({ state: 'failed', result: null, reason: expect.stringMatching(/Load the page again/) });
  });

  it('is started only with the permission of its kind, and only if people may start it', async () => {
    await expect(start(teacher, 'of-the-office')).rejects.toThrow(/does not have the permission/);
    for (const kind of ['not-started-by-people', 'retention', 'unknown'])
      await expect(start(admin, kind)).rejects.toThrow('Nobody can start this job.');
  });
});

describe('jobs on the screen', () => {
  it('are seen and ended by who started them and by super admins, and by nobody else', async () => {
    const id = await start(teacher, 'reaching-out', { class: crypto.randomUUID() });
    const seenBy = (caller: string) =>
      database.as(caller, async (client) => (await client.query('select id from public.jobs where id = $1', [id])).rowCount);
    expect(await Promise.all([seenBy(teacher), seenBy('superadmin@masomo.test')])).toEqual([1, 1]);
    for (const caller of [admin, otherAdmin]) {
      expect(await seenBy(caller)).toBe(0);
      await expect(database.as(caller, (client) => client.query('select public.cancel_job($1)', [id]))).rejects.toThrow('not yours');
    }
    await expect(database.as(teacher, (client) => client.query('select claims from public.jobs'))).rejects.toThrow(/permission denied/);
  });

  it('undo the step that is being done when they are cancelled, keep those before, and go on from there when retried', async () => {
    const id = await start(teacher, 'reaching-out', { class: crypto.randomUUID() });
    await takeStep(worker);
    let cancelling: Promise<unknown> = Promise.resolve();
    await takeStep(worker, () => {
      cancelling = database.as(teacher, (client) => client.query('select public.cancel_job($1)', [id]));
    });
    await cancelling;
    const job = await jobOf(id);
    // Cancelled before, during or after the step: never running on.
    expect(await takeStep(worker)).toBe(false);
    expect(await one('select state from public.jobs where id = $1', [id])).toBe('cancelled');
    await database.as(teacher, (client) => client.query('select public.retry_job($1)', [id]));
    await finish();
    expect(await jobOf(id)).toMatchObject({ state: 'done', done: 3 });
    expect(job?.['done']).toBeLessThan(3);
  });
});

describe('turns', () => {
  it('give the first job of another school a step after at most as many steps as there are slots', async () => {
    await query(
      `insert into public.jobs (school_id, kind, started_by, claims, due_at)
       select u.school_id, 'reaching-out', u.id, jsonb_build_object('role', 'authenticated', 'sub', u.id, 'session_id', md5(u.id::text)::uuid, 'aal', 'aal1'),
         now() - interval '1 hour'
       from public.users u, generate_series(1, 1000) where u.email = $1`,
      [teacher],
    );
    const slots = 3;
    const order: string[] = [];
    const slot = { ...worker, kinds: new Map([['reaching-out', watched(order)]]) };
    for (let step = 0; step < 5; step += 1) await takeStep(slot);
    await start('teacher@lakeside.test', 'reaching-out', { class: crypto.randomUUID() });
    const lakeside = String(await one("select id from public.schools where name = 'Lakeside School'"));
    await Promise.all(Array.from({ length: slots }, () => takeStep(slot)));
    expect([order.length, order.slice(5).includes(lakeside)]).toEqual([5 + slots, true]);
  });
});

/** Notes the school of each step. */
function watched(order: string[]): JobKind {
  return {
    ...reachingOut,
    async step({ school }) {
      order.push(school ?? '');
      return {};
    },
  };
}
