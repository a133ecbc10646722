import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';
import { runJob } from '../jobs.ts';

const database = useDatabase();
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
let school: string;
let orders: number;

/** Runs the job as it will run so many days after the subscription's end. */
async function runDaysAfterEnd(days: number) {
  await owned(
    'update public.subscriptions set started_on = private.today() - $2::integer - 100, ends_on = private.today() - $2::integer where school_id = $1',
    [school, days],
  );
  await owned(
    `update public.school_exits set ended_on = private.today() - $2::integer, closes_on = private.today() - $2::integer + 31,
      deletes_on = case when closed_at is null then private.today() - $2::integer + 91 else private.today() - $2::integer + 91 end where school_id = $1`,
    [school, days],
  );
  await owned('delete from private.exit_runs');
  return run();
}
/** Runs the jobs; returns of how many exits they moved the state on. */
async function run() {
  const moved = async () =>
    Number(
      (await owned('select count(closed_at) + count(deleted_at) as n from public.school_exits where school_id = $1', [school]))[0]?.['n'],
    );
  const before = await moved();
  await runJob(database, 'leaving-schools');
  await runJob(database, 'school-exits');
  return (await moved()) - before;
}
const exit = async () =>
  (
    await owned(
      'select closed_at is not null as closed, stopped_at is not null as stopped, returned_at is not null as returned, deleted_at is not null as deleted, counts from public.school_exits where school_id = $1 order by created_at desc limit 1',
      [school],
    )
  )[0];
const closedAt = async () =>
  (await owned('select closed_at is not null as closed from public.schools where id = $1', [school]))[0]?.['closed'];
const mails = async (template: string) =>
  (await owned('select to_address from public.mail_outbox where template = $1 order by 1', [template])).map(Object.values).flat();

beforeEach(async () => {
  [school] = (await owned("select id from public.schools where name = 'Lakeside School'")).map(({ id }) => String(id)) as [string];
  if (!school) return;
  await owned("update public.schools set is_demo = false, email = 'office@lakeside.test', closed_at = null where id = $1", [school]);
  await owned('delete from public.school_exits');
  await owned("delete from public.mail_outbox where template like 'school-%'");
  orders = Number((await owned('select count(*) as n from public.orders'))[0]?.['n']);
});

describe('a school whose subscription has ended', () => {
  it('is listed from the first day, closed after the grace period, once, and told so', async () => {
    expect(await runDaysAfterEnd(1)).toBe(0);
    expect(await exit()).toMatchObject({ closed: false });
    expect(await runDaysAfterEnd(30)).toBe(0);
    expect(await closedAt()).toBe(false);
    expect(await runDaysAfterEnd(31)).toBe(1);
    expect([await closedAt(), await mails('school-closed')]).toEqual([true, ['admin@lakeside.test', 'office@lakeside.test']]);
    expect(await runDaysAfterEnd(32)).toBe(0);
    expect(await run()).toBe(0);
  });

  it('has sixty days to return after a closing that came late', async () => {
    await runDaysAfterEnd(1);
    await runDaysAfterEnd(200);
    expect(await closedAt()).toBe(true);
    expect((await owned('select deletes_on - private.today() as days from public.school_exits where school_id = $1', [school]))[0]).toEqual(
      { days: 60 },
    );
  });

  it('is neither closed nor deleted while a super admin has stopped it, and has a week after that', async () => {
    await runDaysAfterEnd(1);
    const [row] = await owned('select id from public.school_exits where school_id = $1', [school]);
    const stop = (caller: string, reason: string) =>
      database.as(caller, (client) => client.query('select public.stop_school_exit($1, $2)', [row!['id'], reason]));
    expect((await refusal(stop('admin@lakeside.test', 'no')))?.code).toBe('42501');
    expect((await refusal(stop(superAdmin, ' ')))?.detail).toBe('reason');
    await stop(superAdmin, 'A claim in court');
    expect((await refusal(stop(superAdmin, 'again')))?.hint).toBe('exit.paused');
    await runDaysAfterEnd(120);
    expect([await closedAt(), await exit()]).toMatchObject([false, { stopped: true, deleted: false }]);
    await database.as(superAdmin, (client) => client.query('select public.resume_school_exit($1)', [row!['id']]));
    expect((await owned('select deletes_on - private.today() as days from public.school_exits where school_id = $1', [school]))[0]).toEqual(
      { days: 7 },
    );
  });

  it('returns by renewing, and comes in again', async () => {
    await runDaysAfterEnd(1);
    await runDaysAfterEnd(40);
    expect(await closedAt()).toBe(true);
    await database.as(superAdmin, (client) =>
      client.query(
        "select public.renew_subscription($1, (select id from public.plans where category = 'saas' order by price limit 1), 'termly')",
        [school],
      ),
    );
    await owned('delete from private.exit_runs');
    await run();
    expect([await closedAt(), await exit()]).toMatchObject([false, { returned: true }]);
    await owned('delete from public.subscriptions where school_id = $1 and ends_on > private.today()', [school]);
  });

  it('is never one of the demonstration', async () => {
    await owned('update public.schools set is_demo = true where id = $1', [school]);
    await runDaysAfterEnd(200);
    expect(await exit()).toBeUndefined();
  });

  it('is deleted sixty days later with accounts and log, with a certificate; our orders and other schools stay', async () => {
    // Its branches go with it.
    const going = (await owned('select id from public.schools where $1 in (id, branch_of)', [school])).map(({ id }) => id);
    const others = async () =>
      (
        await owned(
          'select (select count(*) from public.students s where s.school_id <> all ($1))::integer as students, (select count(*) from public.users u where (u.school_id = any ($1)) is not true)::integer as users',
          [going],
        )
      )[0];
    const before = await others();
    await owned("insert into storage.objects (bucket_id, name) values ('school-documents', $1 || '/letter.pdf')", [school]);
    await runDaysAfterEnd(1);
    await runDaysAfterEnd(31);
    expect(await runDaysAfterEnd(91)).toBe(1);
    const gone = await exit();
    expect(gone).toMatchObject({ deleted: true, counts: { students: expect.any(Number), users: expect.any(Number), files: 1 } });
    expect(await mails('school-deleted')).toEqual(['admin@lakeside.test', 'office@lakeside.test']);
    for (const table of ['students', 'users', 'fee_payments', 'attendance', 'audit_log', 'subscriptions'])
      expect([table, await owned(`select from public.${table} where school_id = any ($1)`, [going])]).toEqual([table, []]);
    expect(await owned('select from public.schools where id = any ($1)', [going])).toEqual([]);
    expect(Number((await owned('select count(*) as n from public.orders'))[0]?.['n'])).toBe(orders);
    expect(await others()).toEqual(before);
    expect(await owned('select bucket, name from public.list_files_to_delete()')).toEqual([
      { bucket: 'school-documents', name: `${school}/letter.pdf` },
    ]);
  });
});
