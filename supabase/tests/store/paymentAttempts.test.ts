import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import {
  cancel,
  failure,
  newAttempt,
  openAttempt,
  receipt,
  report,
  stateOf,
  success,
  usePaymentsDatabase,
  type Attempt,
  paid,
} from './paymentFixtures.ts';

const { inRolledBackTransaction } = usePaymentsDatabase();

describe('a buyer', () => {
  it('reads and gives up only with the key or the address', () =>
    inRolledBackTransaction(async (client) => {
      const { number, key } = await newAttempt(client);
      const read = async (...args: unknown[]) =>
        (await client.query('select public.read_payment($1, $2, $3) as state', args)).rows[0].state;
      expect(await read(number, null, null)).toBeNull();
      expect(await read(number, crypto.randomUUID(), 'other@school.test')).toBeNull();
      expect((await read(number, key, null)).attempt).toMatchObject({
        status: 'open',
        phone: expect.stringMatching(/^07\d\d\*\*\*\d{3}$/),
      });
      expect((await read(number.toLowerCase(), null, ` ${key}@SCHOOL.test`)).order_status).toBe('pending');
      expect((await client.query('select public.cancel_payment($1, null, $2) as state', [number, 'x@y.test'])).rows[0].state).toBeNull();
    }));

  it('starts no second request while the phone shows one, and none over the limit', () =>
    inRolledBackTransaction(async (client) => {
      const attempt = await newAttempt(client);
      await cancel(client, attempt);
      await client.query('savepoint s');
      await expect(openAttempt(client, attempt)).rejects.toMatchObject({ code: 'PT409', hint: 'payment.in_progress' });
      await client.query('rollback to s');
      await report(client, attempt, failure());
      await openAttempt(client, attempt);
      const large = await newAttempt(client, 'card');
      await client.query('update public.orders set total_amount = 250001, net_amount = 250001, vat_amount = 0 where id = $1', [
        large.order,
      ]);
      await expect(openAttempt(client, large)).rejects.toMatchObject({ hint: 'payment.limit_exceeded' });
    }));
});

describe('the page a card is paid on', () => {
  const open = async (client: pg.ClientBase, { number, key }: Attempt, method: 'mpesa' | 'card' = 'card') =>
    (
      await client.query(
        "select attempt_id, is_new from public.open_payment_attempt($1, $2, gen_random_uuid(), $3, null, '254712345678')",
        [number, method, key],
      )
    ).rows[0];
  const pageOf = (client: pg.ClientBase, { id }: Attempt) =>
    client.query("update public.payment_attempts set redirect_url = 'https://card.test/page' where id = $1", [id]);
  const shown = async (client: pg.ClientBase, { number, key }: Attempt) =>
    (await client.query('select public.read_payment($1, $2) as state', [number, key])).rows[0].state.attempt;

  it('is one for one order: a second tab, coming back, giving up and a declined card lead to the same one', () =>
    inRolledBackTransaction(async (client) => {
      const attempt = await newAttempt(client, 'card');
      await pageOf(client, attempt);
      const same = { attempt_id: attempt.id, is_new: false };
      expect(await open(client, attempt)).toEqual(same);
      await cancel(client, attempt);
      expect(await open(client, attempt)).toEqual(same);
      await report(client, attempt, { outcome: 'failed', failure: 'declined', is_final: false });
      expect(await open(client, attempt)).toEqual(same);
      expect(await shown(client, attempt)).toMatchObject({
        id: attempt.id,
        status: 'open',
        failure: null,
        redirect_url: 'https://card.test/page',
      });
      await report(client, attempt, success(attempt, receipt()));
      expect(await stateOf(client, attempt)).toBe(paid);
    }));

  it('is the same one after a try by phone, and shows as the one that is open', () =>
    inRolledBackTransaction(async (client) => {
      const attempt = await newAttempt(client, 'card');
      await pageOf(client, attempt);
      const byPhone = await open(client, attempt, 'mpesa');
      expect(byPhone.is_new).toBe(true);
      await report(client, { id: byPhone.attempt_id }, failure());
      expect(await open(client, attempt)).toEqual({ attempt_id: attempt.id, is_new: false });
      expect((await shown(client, attempt)).id).toBe(attempt.id);
    }));

  it('is not opened twice while it is being created, and created again after it expired', () =>
    inRolledBackTransaction(async (client) => {
      const attempt = await newAttempt(client, 'card');
      await client.query('update public.payment_attempts set accepted_at = null where id = $1', [attempt.id]);
      expect((await open(client, attempt)).is_new).toBe(false);
      await client.query("update public.payment_attempts set created_at = created_at - interval '31 seconds' where id = $1", [attempt.id]);
      expect((await open(client, attempt)).is_new).toBe(true);
      await pageOf(client, attempt);
      await client.query("update public.payment_attempts set expires_at = now() - interval '1 second'");
      await client.query('update public.payment_attempts set accepted_at = now()');
      expect((await open(client, attempt)).is_new).toBe(true);
    }));
});
