import { describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

const database = useDatabase();
const query = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const one = async (sql: string, values: unknown[] = []) => Object.values((await query(sql, values))[0] ?? {})[0];

describe('a mail that waited', () => {
  const queue = (key: string, template: string, data: object = {}) =>
    query('select private.queue_mail($1, $2, $3, $4)', [key, template, 'waiting@family.test', JSON.stringify(data)]);
  const claimed = async () => {
    await query("update public.mail_outbox set next_attempt_at = now() where to_address = 'waiting@family.test' and status = 'queued'");
    return (await query<{ key: string }>('select idempotency_key as key from public.claim_mails(100)')).map(({ key }) => key);
  };
  const stateOf = async (key: string) =>
    (await query('select status, last_error from public.mail_outbox where idempotency_key = $1', [key]))[0];

  it('for an end that has moved is withdrawn with the reason, and one that is still true is sent', async () => {
    const [period] = await query<{ id: string; ends_on: string }>(
      'select id, ends_on::text from public.subscriptions s where revoked_at is null and not exists (select from public.subscriptions n where n.school_id = s.school_id and n.started_on > s.ends_on) limit 1',
    );
    const [old, present] = [`subscription-ending/${period!.id}/2020-01-01/7/x`, `subscription-ending/${period!.id}/${period!.ends_on}/7/x`];
    await queue(old, 'subscription-ending', { ends_on: '2020-01-01' });
    await queue(present, 'subscription-ending', { ends_on: period!.ends_on });
    const sent = await claimed();
    expect([sent.includes(old), sent.includes(present)]).toEqual([false, true]);
    expect(await stateOf(old)).toEqual({ status: 'withdrawn', last_error: 'The subscription does not end then any more.' });
  });

  it('about fees that were paid since, or to a guardian who said no, is withdrawn', async () => {
    const [debtor] = await query<{ id: string }>(
      'select b.student_id as id from public.student_balances b join public.student_guardians g using (student_id) where b.balance > 0 limit 1',
    );
    const guardian = await one('select guardian_id from public.student_guardians where student_id = $1 order by is_primary desc limit 1', [
      debtor!.id,
    ]);
    await query("update public.guardians set email = 'waiting@family.test' where id = $1", [guardian]);
    const key = (name: string) => `fee-reminder/${debtor!.id}/${name}`;
    const data = { balance: 1, overdue: 0, student: 'A' };
    await queue(key('one'), 'fee-reminder', data);
    expect(await claimed()).toContain(key('one'));
    await queue(key('two'), 'fee-reminder', data);
    await query("update public.guardians set email = 'other@family.test' where id = $1", [guardian]);
    expect(await claimed()).not.toContain(key('two'));
    expect(await stateOf(key('two'))).toMatchObject({ status: 'withdrawn' });
    await query("update public.guardians set email = 'waiting@family.test' where id = $1", [guardian]);
    await queue(key('three'), 'fee-reminder', data);
    await query(
      `insert into public.fee_payments (school_id, student_id, amount, method, paid_on, receipt_number)
       select s.school_id, s.id, b.balance, 'cash', private.today(), 'JOBS-1' from public.students s join public.student_balances b on b.student_id = s.id where s.id = $1`,
      [debtor!.id],
    );
    expect(await claimed()).not.toContain(key('three'));
    expect(await stateOf(key('three'))).toEqual({ status: 'withdrawn', last_error: 'Nothing is to pay any more.' });
  });

  it('that asks for the payment of a cancelled order, or names a price that was withdrawn, is withdrawn', async () => {
    const billing = { firstName: 'Ann', lastName: 'Were', email: 'ann@school.test', phone: '0712345678', institution: 'B' };
    const order = String(
      await one("select id from public.place_order(gen_random_uuid(), $1, 'bank', $2)", [
        JSON.stringify(billing),
        JSON.stringify([{ addon_id: await one("select id from public.addons where name = 'Quick Fees'"), quantity: 1 }]),
      ]),
    );
    await query("update public.orders set status = 'cancelled' where id = $1", [order]);
    await query("update public.mail_outbox set next_attempt_at = now() where idempotency_key = 'order-proforma/' || $1", [order]);
    const change = await one(
      `insert into public.price_changes (kind, item_id, old_price, new_price, effective_on, cancelled_at)
       select 'plan', id, price, price, private.today() + 40, now() from public.plans limit 1 returning id`,
    );
    await queue(`price-change/${String(change)}/x`, 'price-change');
    const sent = await claimed();
    expect(sent.filter((key) => key.includes(order) || key.includes(String(change)))).toEqual([]);
    expect(await stateOf(`order-proforma/${order}`)).toMatchObject({ status: 'withdrawn' });
  });
});
