import { beforeEach, describe, expect, it } from 'vitest';
import { superAdmin, useDatabase } from '../database.ts';
import { endPrompt, newAttempt, openAttempt, receipt, report, reportStatementLine, stateOf, success } from './paymentFixtures.ts';
import { usePlans } from './planFixtures.ts';

/** What is granted is what was paid: cents, parts of a total, and plans that are sold by the month. */
const database = useDatabase();
const plans = usePlans(database, '2027-02-01');
const { owned, one, setToday, day, order, pay, periods, subscribe } = plans;

const orderOf = (id: string) => one('select total_amount from public.orders where id = $1', [id]).then(Number);

beforeEach(async () => {
  await setToday('2027-02-01');
  await owned(`update public.settings set value = value || '{"methods": ["mpesa", "card", "bank"]}' where key = 'payments'`);
  await database.asServer((client) => client.query("select public.report_payment_providers('{mpesa,card}')"));
});

describe('cents', () => {
  it('that are missing leave an order unpaid, whichever way the money is reported', async () => {
    await database.asServer(async (client) => {
      const reported = await newAttempt(client);
      await report(client, reported, success(reported, receipt(), { amount: reported.total - 0.5 }));
      expect(await stateOf(client, reported)).toBe('pending | needs_review | review | 0');
      const found = await newAttempt(client);
      await endPrompt(client, found);
      await reportStatementLine(client, found, receipt(), found.total - 0.5);
      expect(await stateOf(client, found)).toMatch(/^pending \| .* \| received \| 0$/);
    });
  });

  it('are kept as they came, and complete the order with those that follow', async () => {
    await database.asServer(async (client) => {
      const attempt = await newAttempt(client);
      const { rows } = await client.query<{ amount: number }>("select (public.record_payment($1, 'bank', $2, $3)).amount", [
        attempt.order,
        attempt.total - 0.5,
        receipt(),
      ]);
      expect(rows[0]!.amount).toBe(attempt.total - 0.5);
      expect(await stateOf(client, attempt)).toMatch(/^pending \|/);
      await client.query("select public.record_payment($1, 'bank', 0.5, $2)", [attempt.order, receipt()]);
      expect(await stateOf(client, attempt)).toMatch(/^completed paid \|/);
    });
  });
});

describe('an order that is paid in part', () => {
  it('asks for the rest only, by phone and by card', async () => {
    await database.asServer(async (client) => {
      const attempt = await newAttempt(client);
      await endPrompt(client, attempt);
      await client.query("select public.record_payment($1, 'bank', 400, $2)", [attempt.order, receipt()]);
      const amountOf = async (id: string) =>
        (await client.query<{ amount: number }>('select amount from public.payment_attempts where id = $1', [id])).rows[0]!.amount;
      const card = await openAttempt(client, attempt, 'card');
      expect(await amountOf(card.id)).toBe(attempt.total - 400);
      const phone = await openAttempt(client, attempt);
      expect(await amountOf(phone.id)).toBe(attempt.total - 400);
      await report(client, phone, success(attempt, receipt(), { amount: attempt.total - 400 }));
      expect(await stateOf(client, { ...attempt, ...phone })).toBe('completed paid | succeeded | received received | 1');
    });
  });

  it('says to its buyer what is left, and does not count what is on its way back', async () => {
    const attempt = await database.asServer((client) => newAttempt(client));
    const due = () => one("select (public.read_payment($1, $2) ->> 'due_amount')::integer", [attempt.number, attempt.key]);
    const paid = await database.asServer((client) =>
      client.query<{ id: string }>("select (public.record_payment($1, 'bank', 400, $2)).id", [attempt.order, receipt()]),
    );
    expect(await due()).toBe(attempt.total - 400);
    await database.as(superAdmin, (client) => client.query("select public.refund_payment($1, 'By mistake')", [paid.rows[0]!.id]));
    expect(await due()).toBe(attempt.total);
  });
});

describe('a plan that is sold by the month', () => {
  const monthly = async () =>
    String(
      await one(
        `insert into public.plans (name, description, category, price, period, in_store, position, translations) values ('Monthly ' || gen_random_uuid(), 'By the month', 'saas', 900, 'month', true, 9, '{}') returning id`,
      ),
    );
  it.each([
    [undefined, 900, '2027-03-10'],
    ['termly', 3600, '2027-06-10'],
    ['annual', 10_800, '2028-02-10'],
  ] as const)('for %s costs KES %i and runs as long as was paid', async (billing, price, until) => {
    await subscribe('Silver', -100, 9);
    const id = await order([{ plan_id: await monthly(), quantity: 1, ...(billing && { billing }) }]);
    expect(await orderOf(id)).toBe(price);
    await pay(id);
    expect((await periods()).at(-1)).toMatchObject({ from: day(10), until });
    expect(await one('select (valid_until - valid_from)::integer from public.licences where order_id = $1', [id])).toBeGreaterThan(0);
  });

  it('gives a licence for as many periods as were bought', async () => {
    await subscribe('Silver', -100, 9);
    const id = await order([{ plan_id: await monthly(), quantity: 3 }]);
    await pay(id);
    expect(await one('select valid_until::text from public.licences where order_id = $1', [id])).toBe('2027-05-01');
    expect((await periods()).at(-1)).toMatchObject({ until: '2027-05-10' });
  });

  it('of the year is never sold for a term', async () => {
    const yearly = String(
      await one(
        `insert into public.plans (name, description, category, price, period, in_store, position, translations) values ('Yearly ' || gen_random_uuid(), 'By the year', 'saas', 9000, 'year', true, 9, '{}') returning id`,
      ),
    );
    await subscribe('Silver', -100, 9);
    const id = await order([{ plan_id: yearly, quantity: 1, billing: 'termly' }]);
    expect(await orderOf(id)).toBe(9000);
    await pay(id);
    expect((await periods()).at(-1)).toMatchObject({ until: '2028-02-10' });
  });
});
