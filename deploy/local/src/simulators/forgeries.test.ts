import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestShop, type TestOrder, type TestShop } from './testShop.ts';

// Forged, invalid and replayed requests to the public callback endpoints, and their effect.
let shop: TestShop;
let cardKey: string;
beforeAll(async () => {
  shop = await openTestShop();
  cardKey = `sk_test_${createHmac('sha256', shop.secretKey).update('card').digest('hex').slice(0, 32)}`;
}, 120_000);
afterAll(() => shop?.close());

const outcomeOf = async (order: TestOrder) => {
  const [row] = await shop.rows(
    `select o.status || case when o.paid_at is null then '' else ' paid' end as "order", a.status::text as attempt,
    (select coalesce(string_agg(state, ' '), 'none') from (select p.state::text from public.payments p where p.order_id = o.id order by 1) as s) as payments
    from public.orders o join public.payment_attempts a on a.order_id = o.id where o.id = $1`,
    [order.id],
  );
  return `${row?.['order']} | ${row?.['attempt']} | ${row?.['payments']}`;
};
const untouched = 'pending | open | none';
let nextPhone = 254712100000;

describe('M-Pesa callbacks', () => {
  type Push = { order: TestOrder; checkoutId: string; merchantId: string; url: string };
  async function startPush(): Promise<Push> {
    const order = await shop.newOrder();
    const phone = String((nextPhone += 1));
    expect((await shop.start(order, { method: 'mpesa', phone })).status).toBe(200);
    const lines = (await readFile(path.join(shop.dataDir, 'simulators/daraja.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { checkoutId, merchantId, callbackUrl } = lines.find((line) => line.phone === phone);
    return { order, checkoutId, merchantId, url: callbackUrl };
  }
  const body = ({ order, checkoutId, merchantId }: Push, more: object = {}, amount = order.total) => ({
    Body: {
      stkCallback: {
        MerchantRequestID: merchantId,
        CheckoutRequestID: checkoutId,
        ResultCode: 0,
        ResultDesc: 'ok',
        CallbackMetadata: {
          Item: [
            { Name: 'PhoneNumber', Value: '0712***001' },
            { Name: 'Balance' },
            { Name: 'MpesaReceiptNumber', Value: `SF${String(nextPhone).slice(-8)}` },
            { Name: 'Amount', Value: amount },
          ],
        },
        ...more,
      },
    },
  });
  const send = async (url: string, content: unknown, method = 'POST') =>
    (await fetch(url, { method, ...(method === 'POST' ? { body: typeof content === 'string' ? content : JSON.stringify(content) } : {}) }))
      .status;
  const cases: [name: string, status: number, outcome: string, work: (push: Push) => Promise<number>][] = [
    ['without a token', 404, untouched, (push) => send(push.url.replace(/\/[^/]+$/, ''), body(push))],
    [
      'with a wrong token',
      404,
      untouched,
      (push) =>
        send(
          push.url.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
          body(push),
        ),
    ],
    [
      'with the token of another attempt',
      404,
      untouched,
      async (push) => send(push.url.replace(/[^/]+$/, (await startPush()).url.split('/').at(-1) ?? ''), body(push)),
    ],
    ['with the token of a refund', 404, untouched, (push) => send(push.url.replace('/payment/', '/refund/'), body(push))],
    ['read instead of posted', 405, untouched, (push) => send(push.url, null, 'GET')],
    ['naming another request', 200, untouched, (push) => send(push.url, body({ ...push, checkoutId: 'ws_CO_other' }))],
    ['naming another merchant request', 200, untouched, (push) => send(push.url, body({ ...push, merchantId: '1-2-3' }))],
    ['that is no JSON', 200, untouched, (push) => send(push.url, '<xml/>')],
    ['that is too long', 413, untouched, (push) => send(push.url, 'x'.repeat(70_000))],
    ['a success without its receipt', 200, untouched, (push) => send(push.url, body(push, { CallbackMetadata: { Item: [] } }))],
    ['a success before the customer responded', 200, untouched, (push) => send(push.url, body(push))],
    [
      'a success of a payment that was cancelled',
      200,
      'pending | needs_review | none',
      async (push) => {
        await shop.answerPhone(push.checkoutId, 'cancel');
        return send(push.url, body(push));
      },
    ],
    [
      'a real payment with another amount',
      200,
      'pending | needs_review | review',
      async (push) => {
        await shop.answerPhone(push.checkoutId, 'silent');
        return send(push.url, body(push, {}, 1));
      },
    ],
    [
      'a real payment, reported ten times',
      200,
      'completed paid | succeeded | received',
      async (push) => {
        await shop.answerPhone(push.checkoutId, 'silent');
        return Math.max(...(await Promise.all(Array.from({ length: 10 }, () => send(push.url, body(push))))));
      },
    ],
    [
      'a failure after a real payment',
      200,
      'completed paid | succeeded | received',
      async (push) => {
        await shop.answerPhone(push.checkoutId, 'silent');
        await send(push.url, body(push));
        return send(push.url, body(push, { ResultCode: 1032, CallbackMetadata: undefined }));
      },
    ],
  ];
  test.each(cases)('%s: %i, %s', async (_name, status, outcome, work) => {
    const pushed = await startPush();
    expect(await work(pushed)).toBe(status);
    expect(await outcomeOf(pushed.order)).toBe(outcome);
  });
});

describe('card webhooks', () => {
  const sign = (text: string, key = cardKey) => createHmac('sha512', key).update(text).digest('hex');
  const send = async (text: string, signature: string | null) =>
    (
      await fetch(`${shop.origin}/functions/v1/card-webhook`, {
        method: 'POST',
        body: text,
        headers: signature ? { 'x-paystack-signature': signature } : {},
      })
    ).status;
  let nextId = 1;
  const event = (reference: string, order: TestOrder, more: object = {}, name = 'charge.success') =>
    JSON.stringify({
      event: name,
      data: {
        id: (nextId += 1),
        domain: 'test',
        status: 'success',
        reference,
        amount: order.total * 100,
        currency: 'KES',
        gateway_response: 'Approved',
        paid_at: '2026-11-20T12:00:00.000Z',
        metadata: '',
        ...more,
      },
    });
  const signed = (text: string) => send(text, sign(text));
  const cases: [name: string, status: number, outcome: string, work: (reference: string, order: TestOrder) => Promise<number>][] = [
    ['without a signature', 401, untouched, (reference, order) => send(event(reference, order), null)],
    [
      'signed with another key',
      401,
      untouched,
      (reference, order) => {
        const text = event(reference, order);
        return send(text, sign(text, 'sk_test_other'));
      },
    ],
    [
      'signed, then changed',
      401,
      untouched,
      (reference, order) => {
        const text = event(reference, order);
        return send(text.replace('"KES"', '"KES "'), sign(text));
      },
    ],
    [
      'signed over the same JSON written otherwise',
      401,
      untouched,
      (reference, order) => {
        const text = event(reference, order);
        return send(JSON.stringify(JSON.parse(text), null, 1), sign(text));
      },
    ],
    ['with an empty signature of the right length', 401, untouched, (reference, order) => send(event(reference, order), '0'.repeat(128))],
    ['that is no JSON', 400, untouched, () => signed('nothing')],
    ['for an unknown reference', 200, untouched, (_reference, order) => signed(event('MSOTHER-1', order))],
    ['with less money', 200, 'pending | needs_review | review', (reference, order) => signed(event(reference, order, { amount: 100 }))],
    [
      'in another currency',
      200,
      'pending | needs_review | review',
      (reference, order) => signed(event(reference, order, { currency: 'NGN' })),
    ],
    [
      'of live money for a test key',
      200,
      'pending | needs_review | none',
      (reference, order) => signed(event(reference, order, { domain: 'live' })),
    ],
    [
      'called a success, and failed inside',
      200,
      'pending | failed | none',
      (reference, order) => signed(event(reference, order, { status: 'failed', gateway_response: 'Declined' })),
    ],
    ['of an ignored event type', 200, untouched, (reference, order) => signed(event(reference, order, {}, 'charge.dispute.create'))],
    [
      'with the fees on top',
      200,
      'completed paid | succeeded | received',
      (reference, order) => signed(event(reference, order, { amount: order.total * 100 + 5000, requested_amount: order.total * 100 })),
    ],
    [
      'of one shilling that names our amount as the requested one',
      200,
      'pending | needs_review | review',
      (reference, order) => signed(event(reference, order, { amount: 100, requested_amount: order.total * 100 })),
    ],
    [
      'the same one five times',
      200,
      'completed paid | succeeded | received',
      async (reference, order) => {
        const text = event(reference, order);
        return Math.max(...(await Promise.all(Array.from({ length: 5 }, () => signed(text)))));
      },
    ],
    [
      'two charges for one reference',
      200,
      'completed paid | succeeded | received surplus',
      async (reference, order) => {
        await signed(event(reference, order));
        return signed(event(reference, order));
      },
    ],
  ];
  test.each(cases)('%s: %i, %s', async (_name, status, outcome, work) => {
    const order = await shop.newOrder();
    await shop.start(order, { method: 'card' });
    const [attempt] = await shop.rows('select merchant_reference from public.payment_attempts where order_id = $1', [order.id]);
    expect(await work(String(attempt?.['merchant_reference']), order)).toBe(status);
    expect(await outcomeOf(order)).toBe(outcome);
  });
});
