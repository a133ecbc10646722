import { describe, expect, it } from 'vitest';
import { superAdmin } from '../database.ts';
import { newAttempt, paid, receipt, report, stateOf, success, usePaymentsDatabase } from './paymentFixtures.ts';

const { database } = usePaymentsDatabase();

describe('payments that need a decision', () => {
  it('is listed for super admins, and counted or assigned by them', async () => {
    const attempt = await database.asServer((client) => newAttempt(client));
    await database.asServer((client) => report(client, attempt, success(attempt, receipt(), { amount: attempt.total - 1 })));
    const strayed = receipt();
    const {
      rows: [event],
    } = await database.asServer((client) =>
      client.query("select public.store_provider_event('daraja-statement', $1, $2) as id", [
        strayed,
        JSON.stringify({ transactionId: strayed, amount: '1', billreference: 'TYPO' }),
      ]),
    );
    await database.asServer((client) => client.query("select public.apply_statement_line($1, $2, 'TYPO', 1, now())", [event.id, strayed]));
    const issues = (caller: string) =>
      database.as(caller, (client) => client.query<{ kind: string; id: string }>('select kind, id from public.list_payment_issues()'));
    await expect(issues('admin@greenfield.test')).rejects.toMatchObject({ code: '42501' });
    const { rows } = await issues(superAdmin);
    const review = rows.find(({ kind }) => kind === 'review');
    expect(rows).toContainEqual({ kind: 'unmatched', id: event.id });
    await database.as(superAdmin, (client) => client.query("select public.accept_payment($1, 'One shilling is missing')", [review?.id]));
    expect(await stateOf(database.owner, attempt)).toBe('pending | needs_review | received | 0');
    await database.as(superAdmin, (client) => client.query('select public.assign_provider_event($1, $2)', [event.id, attempt.number]));
    expect(await stateOf(database.owner, attempt)).toBe('completed paid | needs_review | received received | 1');
    expect((await issues(superAdmin)).rows.filter(({ id }) => id === event.id || id === review?.id)).toEqual([]);
  });
});

describe('a refund', () => {
  it('in part leaves the order, in full cancels it and revokes the licences; paid again they count again', async () => {
    const attempt = await database.asServer((client) => newAttempt(client, 'card'));
    await database.asServer((client) => report(client, attempt, success(attempt, receipt())));
    const {
      rows: [payment],
    } = await database.owner.query('select id from public.payments where order_id = $1', [attempt.order]);
    const ask = (caller: string, amount: number | null) =>
      database.as(caller, (client) => client.query('select (public.refund_payment($1, $2, $3)).id', [payment.id, 'Bought twice', amount]));
    await expect(ask('admin@greenfield.test', null)).rejects.toMatchObject({ code: '42501' });
    await expect(ask(superAdmin, attempt.total + 1)).rejects.toMatchObject({ hint: 'refund.invalid_amount' });
    const part = (await ask(superAdmin, 100)).rows[0].id;
    const apply = (id: string, isDone: boolean | null) =>
      database.asServer((client) => client.query("select public.apply_refund($1, $2, 'R1', 'refused')", [id, isDone]));
    await apply(part, null);
    await apply(part, true);
    await apply(part, false);
    expect(await stateOf(database.owner, attempt)).toBe(paid);
    const rest = (await ask(superAdmin, null)).rows[0].id;
    await expect(ask(superAdmin, null)).rejects.toMatchObject({ code: 'PT409', hint: 'refund.nothing_left' });
    await apply(rest, false);
    expect((await database.owner.query('select status from public.refunds where id = $1', [rest])).rows).toEqual([{ status: 'failed' }]);
    await database.as(superAdmin, (client) => client.query("select public.settle_refund($1, 'FT123')", [rest]));
    expect(await stateOf(database.owner, attempt)).toBe('cancelled | succeeded | received | 0');
    await database.as(superAdmin, (client) =>
      client.query("select public.reopen_order($1, 'They want it after all', 'pending')", [attempt.order]),
    );
    await database.asServer((client) =>
      client.query("select public.record_payment($1, 'bank', $2, $3)", [attempt.order, attempt.total, receipt()]),
    );
    expect(await stateOf(database.owner, attempt)).toBe('completed paid | succeeded | received received | 1');
  });
});
