import { describe, expect, it } from 'vitest';
import { refusal, superAdmin } from '../database.ts';
import { newAttempt, receipt, report, stateOf, success, usePaymentsDatabase } from './paymentFixtures.ts';

/** A refund that was refused, or whose answer was lost, reaches an end; its money is reserved until then. */
const { database } = usePaymentsDatabase();
const asManager = (sql: string, values: unknown[]) => database.as(superAdmin, (client) => client.query(sql, values));
const asServer = (sql: string, values: unknown[]) => database.asServer((client) => client.query(sql, values));
const one = async (sql: string, values: unknown[]) => Object.values((await database.owner.query(sql, values)).rows[0] ?? {})[0];

async function paidOrder() {
  const attempt = await asServerAttempt();
  const payment = await one('select id from public.payments where order_id = $1', [attempt.order]);
  const refund = async () => String((await asManager("select (public.refund_payment($1, 'Twice')).id", [payment])).rows[0].id);
  return { attempt, payment, refund };
}
const asServerAttempt = () =>
  database.asServer(async (client) => {
    const attempt = await newAttempt(client);
    await report(client, attempt, success(attempt, receipt()));
    return attempt;
  });
const claim = async (id: string) => (await asServer('select * from public.claim_refunds(100) where id = $1', [id])).rows[0];
const status = (id: string) => one('select status::text from public.refunds where id = $1', [id]);

describe('a refund that M-Pesa refused', () => {
  it('is sent again as a first try, and stays reserved until then', async () => {
    const { payment, refund } = await paidOrder();
    const id = await refund();
    expect(await claim(id)).toMatchObject({ tries: 1 });
    await asServer("select public.apply_refund($1, false, null, 'Refused')", [id]);
    expect(await refusal(asManager("select public.refund_payment($1, 'Again')", [payment]))).toMatchObject({ hint: 'refund.nothing_left' });
    await asManager('select public.retry_refund($1)', [id]);
    expect(await claim(id)).toMatchObject({ tries: 1, retries: 1 });
    await asServer('select public.apply_refund($1, true)', [id]);
    expect(await status(id)).toBe('done');
  });

  it('is withdrawn when the money stays, and can be asked for once more', async () => {
    const { attempt, refund } = await paidOrder();
    const id = await refund();
    await asServer("select public.apply_refund($1, false, null, 'Refused')", [id]);
    await asManager("select public.withdraw_refund($1, 'They keep it')", [id]);
    expect(await status(id)).toBe('withdrawn');
    expect(await stateOf(database.owner, attempt)).toBe('completed paid | succeeded | received | 1');
    expect(await status(await refund())).toBe('requested');
  });
});

describe('a refund that was sent', () => {
  it('is settled by a person when its answer is lost, and listed after a day', async () => {
    const { attempt, refund } = await paidOrder();
    const id = await refund();
    await asServer("select public.apply_refund($1, null, 'C1')", [id]);
    expect(await refusal(asManager("select public.withdraw_refund($1, 'No')", [id]))).toMatchObject({ hint: 'refund.not_withdrawable' });
    const listed = async () => (await asManager('select kind from public.list_payment_issues() where id = $1', [id])).rows;
    expect(await listed()).toEqual([]);
    await database.owner.query("update public.refunds set sent_at = sent_at - interval '2 days', next_try_at = now() where id = $1", [id]);
    expect(await listed()).toEqual([{ kind: 'refund_sent' }]);
    expect(await claim(id)).toMatchObject({ status: 'sent' });
    await asManager("select public.settle_refund($1, 'SLOST')", [id]);
    expect(await stateOf(database.owner, attempt)).toBe('cancelled | succeeded | received | 0');
  });
});

it('an attempt with conflicting reports is closed by a person, once its money is decided about', async () => {
  const attempt = await database.asServer((client) => newAttempt(client));
  await database.asServer((client) => report(client, attempt, success(attempt, receipt(), { amount: 1 })));
  expect(await refusal(asManager("select public.dismiss_payment_attempt($1, 'No')", [attempt.id]))).toMatchObject({
    hint: 'payment.not_dismissable',
  });
  const payment = await one('select id from public.payments where order_id = $1', [attempt.order]);
  const { rows } = await asManager("select (public.refund_payment($1, 'Wrong')).id", [payment]);
  await asServer('select public.apply_refund($1, true)', [rows[0].id]);
  await asManager("select public.dismiss_payment_attempt($1, 'It is not in the statement')", [attempt.id]);
  expect(await one('select status::text from public.payment_attempts where id = $1', [attempt.id])).toBe('failed');
});

it('a key of an order that was paid back and paid again holds again', async () => {
  const { attempt, refund } = await paidOrder();
  const sold = String(await one('select id from public.licences where order_id = $1', [attempt.order]));
  await database.owner.query(
    `insert into public.licences (school_id, kind, name, category, quantity, licence_key, valid_until, issued_as)
     select s.id, 'addon', 'Quick Fees', 'standalone', 1, gen_random_uuid()::text, private.today() + 90, $1 from public.schools s where s.version = 'standalone' limit 1`,
    [sold],
  );
  const isRevoked = () => one('select revoked_at is not null from public.licences where issued_as = $1', [sold]);
  await asManager("select public.settle_refund($1, 'FT')", [
    await refund().then(async (id) => {
      await asServer("select public.apply_refund($1, false, null, 'Refused')", [id]);
      return id;
    }),
  ]);
  await asServer('select public.apply_revoked_licences(array[$1::uuid])', [sold]);
  expect(await isRevoked()).toBe(true);
  await asManager("select public.reopen_order($1, 'Wanted after all', 'pending')", [attempt.order]);
  await asServer("select public.record_payment($1, 'bank', $2, $3)", [attempt.order, attempt.total, receipt()]);
  expect(await isRevoked()).toBe(false);
  expect(await one('select count(*)::integer from private.revoked_licences where issued_as = $1', [sold])).toBe(0);
});
