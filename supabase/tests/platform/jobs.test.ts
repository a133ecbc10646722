import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openClient } from '@masomo/local/database/connections';
import { findJobs } from '@masomo/worker/findJobs';
import { superAdmin, useDatabase } from '../database.ts';
import { dueOf, runJob, stepOf } from '../jobs.ts';

const database = useDatabase();
const query = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const one = async (sql: string, values: unknown[] = []) => Object.values((await query(sql, values))[0] ?? {})[0];
const run = (job: string) => runJob(database, job);

/** Adds a school whose deletion is due today. */
async function addLeavingSchool(name: string) {
  const school = String(await one('insert into public.schools (name, email) values ($1, $2) returning id', [name, 'office@leaving.test']));
  await query(
    `insert into public.subscriptions (school_id, plan_id, started_on, ends_on)
     select $1, id, private.today() - 300, private.today() - 200 from public.plans where category = 'saas' order by position limit 1`,
    [school],
  );
  const exit = String(
    await one(
      `insert into public.school_exits (school_id, school, ended_on, closes_on, deletes_on, closed_at)
       values ($1, $2, private.today() - 200, private.today() - 169, private.today() - 1, now() - interval '90 days') returning id`,
      [school, name],
    ),
  );
  return { school, exit };
}
const exists = async (school: string) => (await one('select exists (select from public.schools where id = $1)', [school])) === true;
const exitOf = async (exit: string) =>
  (
    await query<{ is_deleted: boolean; has_returned: boolean; held_by: string | null }>(
      'select deleted_at is not null as is_deleted, returned_at is not null as has_returned, held_by from public.school_exits where id = $1',
      [exit],
    )
  )[0];
async function addOrder(school: string, columns: Record<string, unknown> = {}) {
  const billing = {
    firstName: 'Ann',
    lastName: 'Were',
    email: `${crypto.randomUUID()}@school.test`,
    phone: '0712345678',
    institution: 'B',
  };
  const order = String(
    await one("select id from public.place_order(gen_random_uuid(), $1, 'bank', $2)", [
      JSON.stringify(billing),
      JSON.stringify([{ addon_id: await one("select id from public.addons where name = 'Quick Fees'"), quantity: 1 }]),
    ]),
  );
  for (const [column, value] of Object.entries({ school_id: school, ...columns }))
    await query(`update public.orders set ${column} = $2 where id = $1`, [order, value]);
  return order;
}

const renewalOf = (school: string) =>
  `select private.add_subscription_period('${school}', (select id from public.plans where category = 'saas' order by position limit 1), 'termly')`;

beforeEach(async () => {
  await query('delete from public.jobs');
});

describe('a job over several schools', () => {
  afterEach(() => query('drop trigger if exists refuse_deletion on public.schools'));

  it('does each in a transaction of its own: one that fails is named with the reason, tried again, and holds no other', async () => {
    const [broken, sound] = [await addLeavingSchool('Broken'), await addLeavingSchool('Sound')];
    await query(
      "create or replace function private.refuse_deletion() returns trigger language plpgsql as $$ begin raise 'The disk is full'; end $$",
    );
    await query(
      "create trigger refuse_deletion before delete on public.schools for each row when (old.name = 'Broken') execute function private.refuse_deletion()",
    );
    await run('school-exits');
    expect([await exists(broken.school), await exists(sound.school)]).toEqual([true, false]);
    expect([await exitOf(broken.exit), await exitOf(sound.exit)]).toMatchObject([{ is_deleted: false }, { is_deleted: true }]);
    const reported = await database.as(superAdmin, async (client) =>
      Object.values((await client.query("select public.service_status() -> 'failing_jobs' as jobs")).rows[0] as object),
    );
    expect(reported[0]).toMatchObject([{ job: 'school-exits', subject: broken.exit, reason: 'The disk is full', failures: 1 }]);
    await run('school-exits');
    expect(await one("select failures from public.jobs where state <> 'done'")).toBe(1);
    await query("update public.jobs set due_at = now() - interval '1 second'");
    await run('school-exits');
    expect(await one("select failures from public.jobs where state <> 'done'")).toBe(2);
    await query('drop trigger refuse_deletion on public.schools');
    await query("update public.jobs set due_at = now() - interval '1 second'");
    await run('school-exits');
    expect([await exists(broken.school), await one('select count(*) from public.jobs where failures > 0')]).toEqual([false, 0]);
  });

  it('keeps what it has done when it is stopped', async () => {
    const [done, open] = [await addLeavingSchool('First'), await addLeavingSchool('Second')];
    await query("insert into public.jobs (kind, subject, due_at) values ('school-exits', $1, now() - interval '1 minute')", [done.exit]);
    const holder = await openClient(database.url);
    try {
      await holder.query('begin');
      await holder.query('select from public.schools where id = $1 for update', [open.school]);
      const stopped = runJob(database, 'school-exits').catch((error: unknown) => error);
      await expect.poll(() => exists(done.school), { timeout: 10_000 }).toBe(false);
      await query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like 'select private.go_on_with_exit%' and pid <> pg_backend_pid()",
      );
      await stopped;
      // The server gives the job's locks back a moment after the connection is gone.
      await expect
        .poll(() =>
          one("select count(*) from pg_stat_activity where query like 'select private.go_on_with_exit%' and pid <> pg_backend_pid()"),
        )
        .toBe(0);
      expect(await exists(open.school)).toBe(true);
      await holder.query('rollback');
      await query('update public.jobs set due_at = now()');
      await run('school-exits');
      expect(await exists(open.school)).toBe(false);
    } finally {
      await holder.end();
    }
  });
});

describe('a long job', () => {
  it('keeps no other waiting', async () => {
    const { exit } = await addLeavingSchool('Slow');
    const change = await one(
      `insert into public.price_changes (kind, item_id, old_price, new_price, effective_on)
       select 'addon', id, price, price, private.today() from public.addons where name = 'Quick Fees' returning id`,
    );
    const holder = await openClient(database.url);
    await holder.query('begin');
    await holder.query('select from public.school_exits where id = $1 for update', [exit]);
    const slow = run('school-exits');
    await run('prices');
    expect(await one('select applied_at is not null from public.price_changes where id = $1', [change])).toBe(true);
    await holder.query('rollback');
    await slow;
    expect(await exitOf(exit)).toMatchObject({ is_deleted: true });
    await holder.end();
  });

  it('is known by name, and every one that is a statement does its step', async () => {
    // The others need settings and services, and have tests of their own.
    for (const [job, { due, step }] of await findJobs()) {
      if (due === undefined || typeof step !== 'string') continue;
      await run(job);
      expect([job, await query('select kind, reason from public.jobs where failures > 0')]).toEqual([job, []]);
    }
  });
});

describe('a school that is to be deleted', () => {
  it('stays when it renews while the job is waiting for it', async () => {
    const { school, exit } = await addLeavingSchool('Renewing');
    const holder = await openClient(database.url);
    await holder.query('begin');
    await holder.query(renewalOf(school));
    const waiting = run('school-exits');
    await expect
      .poll(
        () =>
          one(
            "select count(*)::integer from pg_stat_activity where query like 'select private.go_on_with_exit%' and wait_event_type = 'Lock'",
          ),
        { timeout: 10_000 },
      )
      .toBe(1);
    await holder.query('commit');
    await waiting;
    expect([await exists(school), await exitOf(exit)]).toMatchObject([true, { is_deleted: false, has_returned: true }]);
    await holder.end();
  });

  it('stays when it renewed, or its exit was stopped, after it was found', async () => {
    const renewed = await addLeavingSchool('Renewed');
    const stopped = await addLeavingSchool('Stopped');
    const due = await dueOf(database, 'school-exits');
    expect(due).toEqual(expect.arrayContaining([renewed.exit, stopped.exit]));
    await query(renewalOf(renewed.school));
    await query('update public.school_exits set stopped_at = now() where id = $1', [stopped.exit]);
    for (const exit of [renewed.exit, stopped.exit]) await stepOf(database, 'school-exits', exit);
    expect([await exists(renewed.school), await exists(stopped.school)]).toEqual([true, true]);
  });

  it('loses a super admin who is its member, who keeps the account', async () => {
    const { school, exit } = await addLeavingSchool('Joined');
    const person = await one('select id from public.users where email = $1', [superAdmin]);
    await query("update public.users set school_id = $2, role = 'admin' where id = $1", [person, school]);
    await run('school-exits');
    expect([await exists(school), await exitOf(exit)]).toMatchObject([false, { is_deleted: true }]);
    expect(await query('select school_id, role from public.users where id = $1', [person])).toEqual([{ school_id: null, role: 'user' }]);
    expect(await one("select counts ? 'users' from public.school_exits where id = $1", [exit])).toBe(false);
  });

  it.each([
    ['order', (school: string) => addOrder(school)],
    [
      'refund',
      async (school: string) => {
        const order = await addOrder(school, { status: 'cancelled' });
        const payment = await one(
          "insert into public.payments (order_id, method, amount, receipt) values ($1, 'bank', 100, $2) returning id",
          [order, `R-${order}`],
        );
        await query("insert into public.refunds (payment_id, order_id, amount, reason, status) values ($1, $2, 100, 'Closed', 'manual')", [
          payment,
          order,
        ]);
        return order;
      },
    ],
    [
      'payment',
      async (school: string) => {
        const order = await addOrder(school, { status: 'cancelled' });
        await query("insert into public.payments (order_id, method, amount, receipt, state) values ($1, 'bank', 100, $2, 'surplus')", [
          order,
          `S-${order}`,
        ]);
        return order;
      },
    ],
  ])('is kept while an %s waits, which the list names, and deleted once that is settled', async (reason, add) => {
    const { school, exit } = await addLeavingSchool(`Owing ${reason}`);
    const order = await add(school);
    await run('school-exits');
    expect([await exists(school), await exitOf(exit)]).toMatchObject([true, { is_deleted: false, held_by: reason }]);
    await query("update public.orders set status = 'cancelled' where id = $1", [order]);
    await query("update public.refunds set status = 'done' where order_id = $1", [order]);
    await query('update public.payments set refunded_amount = amount where order_id = $1', [order]);
    await run('school-exits');
    expect(await exists(school)).toBe(true);
    await query("update public.school_exits set held_at = now() - interval '2 hours' where id = $1", [exit]);
    await run('school-exits');
    expect([await exists(school), await exitOf(exit)]).toMatchObject([false, { is_deleted: true, held_by: null }]);
  });
});
