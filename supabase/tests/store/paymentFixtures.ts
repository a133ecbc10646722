import type pg from 'pg';
import { beforeAll } from 'vitest';
import { useDatabase } from '../database.ts';

export type Attempt = { order: string; number: string; key: string; id: string; total: number; checkout: string };
export type Report = Record<string, unknown>;

export async function newAttempt(client: pg.ClientBase, method: 'mpesa' | 'card' = 'mpesa'): Promise<Attempt> {
  const key = crypto.randomUUID();
  const {
    rows: [addon],
  } = await client.query("select id from public.addons where name = 'Quick Fees'");
  const billing = { firstName: 'Ann', lastName: 'Were', email: `${key}@school.test`, phone: '0712345678', institution: 'Baraka' };
  const {
    rows: [order],
  } = await client.query('select id, order_number, total_amount from public.place_order($1, $2, $3, $4)', [
    key,
    JSON.stringify(billing),
    method,
    JSON.stringify([{ addon_id: addon.id, quantity: 1 }]),
  ]);
  const attempt = await openAttempt(client, { number: order.order_number, key }, method);
  return { order: order.id, number: order.order_number, key, total: order.total_amount, ...attempt };
}
export async function openAttempt(
  client: pg.ClientBase,
  { number, key }: Pick<Attempt, 'number' | 'key'>,
  method: 'mpesa' | 'card' = 'mpesa',
): Promise<{ id: string; checkout: string }> {
  const phone = `2547${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  const {
    rows: [opened],
  } = await client.query(
    'select attempt_id from public.open_payment_attempt($1, $2, gen_random_uuid(), $3, null, $4, gen_random_uuid()::text)',
    [number, method, key, phone],
  );
  const checkout = `ws_CO_${crypto.randomUUID()}`;
  await client.query("select public.accept_payment_attempt($1, $2, 'merchant')", [opened.attempt_id, checkout]);
  return { id: opened.attempt_id, checkout };
}
/** State of a paid order, as `stateOf` returns it: order, attempt, payments, valid licences. */
export const paid = 'completed paid | succeeded | received | 1';

export const report = async (client: pg.ClientBase, { id }: { id: string }, body: Report) =>
  (await client.query('select public.apply_payment_report($1, $2) as outcome', [id, JSON.stringify(body)])).rows[0].outcome as string;
export const success = (attempt: Attempt, receipt: string | null, more: Report = {}): Report => ({
  outcome: 'succeeded',
  receipt,
  amount: attempt.total,
  currency: 'KES',
  code: '0',
  ...more,
});
export const failure = (code = '1032'): Report => ({ outcome: 'failed', failure: 'cancelled', code });
export const receipt = () => `S${crypto.randomUUID().replaceAll('-', '').slice(0, 9).toUpperCase()}`;
/** Makes the two minutes of the prompt on the phone pass. */
export const endPrompt = (client: pg.ClientBase, { id }: { id: string }) =>
  client.query(
    "update public.payment_attempts set created_at = created_at - interval '3 minutes', expires_at = now() - interval '1 minute' where id = $1",
    [id],
  );
export const cancel = (client: pg.ClientBase, { number, key }: Attempt) =>
  client.query('select public.cancel_payment($1, $2)', [number, key]);

export async function stateOf(client: pg.ClientBase, { order, id }: Attempt): Promise<string> {
  const {
    rows: [row],
  } = await client.query(
    `select o.status || case when o.paid_at is null then '' else ' paid' end as "order", a.status::text as attempt,
    (select count(*)::int from public.licences l where l.order_id = o.id and l.revoked_at is null) as licences,
    (select coalesce(string_agg(state, ' ' order by state), 'none') from (select p.state::text from public.payments p where p.order_id = o.id) as states) as payments
    from public.orders o join public.payment_attempts a on a.id = $2 where o.id = $1`,
    [order, id],
  );
  return `${row.order} | ${row.attempt} | ${row.payments} | ${row.licences}`;
}

export async function reportStatementLine(
  client: pg.ClientBase,
  attempt: Attempt,
  number: string,
  amount: number,
  reference?: string,
): Promise<string> {
  const {
    rows: [event],
  } = await client.query("select public.store_provider_event('daraja-statement', $1, '{}') as id", [number]);
  const {
    rows: [order],
  } = await client.query('select payment_reference from public.orders where id = $1', [attempt.order]);
  return (
    await client.query('select public.apply_statement_line($1, $2, $3, $4, now()) as outcome', [
      event.id,
      number,
      reference ?? order.payment_reference.toLowerCase(),
      amount,
    ])
  ).rows[0].outcome;
}

/** A database with every payment method enabled and configured. */
export function usePaymentsDatabase() {
  const database = useDatabase();
  beforeAll(async () => {
    await database.owner.query(
      `update public.settings set value = value || '{"methods": ["mpesa", "card", "bank"]}' where key = 'payments'`,
    );
    await database.asServer((client) => client.query("select public.report_payment_providers('{mpesa,card}')"));
  });
  /** Runs as the owner in a transaction that is rolled back. */
  async function inRolledBackTransaction<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const client = await database.connect(null);
    await client.query('reset role; begin');
    try {
      return await work(client);
    } finally {
      await client.query('rollback');
      await client.end();
    }
  }
  return { database, inRolledBackTransaction };
}
