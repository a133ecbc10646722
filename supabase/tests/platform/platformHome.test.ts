import { describe, expect, it } from 'vitest';
import { superAdmin, useDatabase } from '../database.ts';

/** The home of a super admin: what fails or waits, trials, ends and quiet schools; nobody else has it. */
const database = useDatabase();

type Home = {
  attention: { kind: string; amount: number; since: string | null }[];
  revenue: { start: string; saas: number; standalone: number }[];
  trials: { running: number; bought: number; left: number };
  ending: { school: string; is_trial: boolean }[];
  quiet: { id: string; last: string | null }[];
};

const owned = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const homeOf = async (caller: string) =>
  (await database.as(caller, (client) => client.query<{ s: { platform: Home | null } }>('select public.dashboard_summary() as s'))).rows[0]!
    .s.platform;
const kinds = ['jobs', 'tickets', 'releases'];
const amounts = async () => {
  const { attention } = (await homeOf(superAdmin))!;
  return kinds.map((kind) => attention.find((line) => line.kind === kind)?.amount ?? 0);
};
/** A school of some age in which nobody has signed in. */
const addSchool = async (name: string, daysAgo: number) =>
  String(
    (
      await owned<{ id: string }>(
        "insert into public.schools (name, kind, created_at) values ($1, 'primary', now() - make_interval(days => $2)) returning id",
        [name, daysAgo],
      )
    )[0]?.id,
  );
const subscribe = (school: string, isTrial: boolean, first: number, last: number) =>
  owned(
    `insert into public.subscriptions (school_id, plan_id, is_trial, started_on, ends_on)
     select $1, p.id, $2, private.today() + $3::integer, private.today() + $4::integer from public.plans p where p.category = 'saas' order by p.id limit 1`,
    [school, isTrial, first, last],
  );

describe('what fails or waits', () => {
  it('counts failed jobs, tickets without an answer and failures of releases of the last day', async () => {
    const before = await amounts();
    await owned("insert into public.jobs (kind, state, failures, reason) values ('sums', 'failed', 3, 'No answer')");
    await owned(
      `insert into public.support_tickets (request_id, ticket_number, sender_name, sender_email, subject, support_type, message)
       values (gen_random_uuid(), 'T-HOME', 'Amani', 'amani@example.com', 'Help', 'Other', 'Please')`,
    );
    for (const at of ['1 hour', '2 days'])
      await owned(
        "insert into public.release_failures (at, app, version, number, path, visit, versions) values (now() - $1::interval, 'mfe-cms', '1.0.0', 'SHELL-101', '/', $2, '{}')",
        [at, `visit-${at}`],
      );
    expect(await amounts()).toEqual(before.map((amount) => amount + 1));
    await owned("update public.support_tickets set first_reply_at = now() where ticket_number = 'T-HOME'");
    expect((await amounts())[1]).toBe(before[1]);
  });
});

it('counts the orders that are pending, as the menu does', async () => {
  const [orders] = await owned<{ pending: number }>("select count(*)::int as pending from public.orders where status = 'pending'");
  expect(orders!.pending).toBeGreaterThan(0);
  expect((await homeOf(superAdmin))!.attention.find(({ kind }) => kind === 'orders')?.amount).toBe(orders!.pending);
});

describe('schools', () => {
  it('are counted by what became of their trials', async () => {
    const before = (await homeOf(superAdmin))!.trials;
    await subscribe(await addSchool('Trial runs', 1), true, -3, 20);
    await subscribe(await addSchool('Trial left', 60), true, -50, -20);
    const bought = await addSchool('Trial bought', 60);
    await subscribe(bought, true, -50, -20);
    await subscribe(bought, false, -19, 200);
    await subscribe(await addSchool('Trial long ago', 300), true, -200, -170);
    expect((await homeOf(superAdmin))!.trials).toEqual({
      running: before.running + 1,
      bought: before.bought + 1,
      left: before.left + 1,
    });
  });

  it('are listed while their subscription ends within thirty days and nothing follows', async () => {
    const ends = await addSchool('Home ends', 1);
    await subscribe(ends, false, -10, 2);
    await subscribe(await addSchool('Home goes on', 1), false, -10, 60);
    const listed = async () => (await homeOf(superAdmin))!.ending.map(({ school }) => school);
    expect(await listed()).toContain('Home ends');
    expect(await listed()).not.toContain('Home goes on');
    await subscribe(ends, false, 3, 90);
    expect(await listed()).not.toContain('Home ends');
  });

  it('are quiet when nobody has signed in for two weeks', async () => {
    const school = await addSchool('Home quiet', 40);
    const young = await addSchool('Home young', 3);
    const quiet = async () => (await homeOf(superAdmin))!.quiet.map(({ id }) => id);
    // The list has six places, and those with a sign-in come first.
    await owned(
      "insert into public.sign_ins (id, user_id, school_id, signed_in_at) select gen_random_uuid(), u.id, $1, now() - interval '15 days' from public.users u where u.email = 'admin@greenfield.test'",
      [school],
    );
    expect(await quiet()).toContain(school);
    expect(await quiet()).not.toContain(young);
    await owned('update public.sign_ins set signed_in_at = now() where school_id = $1', [school]);
    expect(await quiet()).not.toContain(school);
  });
});

describe('revenue', () => {
  it('has twelve months, by version of the product', async () => {
    await owned('select private.count_dirty_days()');
    const { revenue } = (await homeOf(superAdmin))!;
    const rows = await owned<{ saas: number; standalone: number }>(
      `select coalesce(sum(revenue) filter (where category = 'saas'), 0) as saas, coalesce(sum(revenue) filter (where category = 'standalone'), 0) as standalone
       from private.item_days where day >= date_trunc('month', private.today()::timestamp)`,
    );
    expect(revenue).toHaveLength(12);
    expect(revenue.at(-1)).toMatchObject(rows[0]!);
    expect(revenue.reduce((sum, { saas, standalone }) => sum + saas + standalone, 0)).toBeGreaterThan(0);
  });

  it('is shown to nobody else', async () => {
    for (const caller of ['admin@greenfield.test', 'teacher@greenfield.test', 'staff@greenfield.test', 'parent@greenfield.test'])
      expect(await homeOf(caller)).toBeNull();
  });
});
