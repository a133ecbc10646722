import { beforeAll } from 'vitest';
import { openClient } from '@masomo/local/database/connections';
import { superAdmin, type TestDatabase } from '../database.ts';

export type Plan = 'Starter' | 'Silver' | 'Gold';
export type Period = { plan: string; from: string; until: string };
const admin = 'admin@greenfield.test';

/** Orders, payments and periods of one school, whose day a test sets. */
export function usePlans(database: TestDatabase, firstDay: string) {
  const ids: Record<string, string> = {};
  let today = firstDay;
  const owned = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    (await database.owner.query(sql, values)).rows as T[];
  const one = async (sql: string, values: unknown[] = []) => Object.values((await owned(sql, values))[0] ?? {})[0];
  const setToday = async (day: string) => {
    today = day;
    await owned(
      `create or replace function private.current_moment() returns timestamptz language sql stable set search_path = '' as $$ select timestamptz '${day} 12:00+03' $$`,
    );
  };
  /** A day so many days from today. */
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const order = (lines: object[]) =>
    database.as(admin, async (client) => {
      const { rows } = await client.query<{ id: string }>("select id from public.place_order(gen_random_uuid(), $1, 'bank', $2)", [
        JSON.stringify({
          firstName: 'Ann',
          lastName: 'Were',
          email: `${crypto.randomUUID()}@school.test`,
          phone: '0712345678',
          institution: 'Greenfield',
        }),
        JSON.stringify(lines),
      ]);
      return rows[0]!.id;
    });
  const recordPayment = "select public.record_payment($1, 'bank', (select total_amount from public.orders where id = $1), $2)";
  const pay = (id: string, receipt: string = crypto.randomUUID()) =>
    database.asServer((client) => client.query(recordPayment, [id, receipt]));
  /** Reports payments in connections of their own, as a provider that sends several callbacks at once. */
  const payAtOnce = async (id: string, receipts: readonly string[]) => {
    const clients = await Promise.all(receipts.map(() => openClient(database.url)));
    try {
      for (const client of clients) await client.query('set role service_role; set request.jwt.claims = \'{"role": "service_role"}\'');
      await Promise.all(clients.map((client, index) => client.query(recordPayment, [id, receipts[index]])));
    } finally {
      for (const client of clients) await client.end();
    }
  };
  const refund = async (id: string) => {
    const payment = await one("select id from public.payments where order_id = $1 and state = 'received' and refunded_amount < amount", [
      id,
    ]);
    const requested = await database.as(superAdmin, (client) =>
      client.query<{ id: string }>("select id from public.refund_payment($1, 'Not needed')", [payment]),
    );
    await database.asServer((client) => client.query('select public.apply_refund($1, true)', [requested.rows[0]!.id]));
  };
  const periods = () =>
    owned<Period>(
      'select p.name as plan, s.started_on::text as from, s.ends_on::text as until from public.subscriptions s join public.plans p on p.id = s.plan_id where s.school_id = $1 and s.revoked_at is null order by s.started_on',
      [ids['school']],
    );
  const status = () => one('select status from public.subscription_overview where school_id = $1', [ids['school']]);
  /** Starts again with one period. */
  const subscribe = async (name: string, from: number, until: number, isTrial = false) => {
    await owned('delete from public.subscriptions where school_id = $1', [ids['school']]);
    await owned('insert into public.subscriptions (school_id, plan_id, started_on, ends_on, is_trial) values ($1, $2, $3, $4, $5)', [
      ids['school'],
      ids[name],
      day(from),
      day(until),
      isTrial,
    ]);
  };

  beforeAll(async () => {
    await setToday(firstDay);
    ids['school'] = String(await one("select id from public.schools where name = 'Greenfield Academy'"));
    await owned("update public.plans set in_store = true where category = 'saas' and is_active");
    for (const { name, id } of await owned<{ name: string; id: string }>(
      "select name, id from public.plans where category = 'saas' and is_active",
    ))
      ids[name] = id;
    await owned('delete from public.licences where school_id = $1', [ids['school']]);
    await subscribe('Silver', -10, 300);
  });

  return { ids, owned, one, setToday, day, today: () => today, order, pay, payAtOnce, refund, periods, status, subscribe };
}
