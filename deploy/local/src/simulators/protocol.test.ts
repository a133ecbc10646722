import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { darajaApi } from './daraja/darajaApi.ts';
import { createPhones } from './daraja/phones.ts';
import { paystackApi } from './paystack/paystackApi.ts';
import { createCharges } from './paystack/charges.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-protocol-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => vi.useRealTimers());

const account = {
  consumerKey: 'key',
  consumerSecret: 'secret',
  shortCode: '174379',
  passkey: 'pass',
  initiator: 'me',
  securityCredential: 'credential',
};
const sent: { url: string; body: unknown }[] = [];
const send = async (url: string, body: unknown) => {
  sent.push({ url, body });
  return 200;
};

describe('the M-Pesa protocol', () => {
  const open = (name: string) => {
    const phones = createPhones({ file: path.join(folder, `${name}.jsonl`), send });
    return { phones, api: darajaApi({ account, phones, send }) };
  };
  const basic = `Basic ${Buffer.from('key:secret').toString('base64')}`;
  const token = async (api: ReturnType<typeof open>['api']) =>
    (
      (await (await api.request('/oauth/v1/generate?grant_type=client_credentials', { headers: { authorization: basic } })).json()) as {
        access_token: string;
      }
    ).access_token;
  const timestamp = '20261121120000';
  const push = {
    BusinessShortCode: '174379',
    Password: Buffer.from(`174379pass${timestamp}`).toString('base64'),
    Timestamp: timestamp,
    TransactionType: 'CustomerPayBillOnline',
    Amount: 100,
    PartyA: '254712345678',
    PartyB: '174379',
    PhoneNumber: '254712345678',
    CallBackURL: 'https://school.example/hooks/1',
    AccountReference: 'MS12345678',
    TransactionDesc: 'School order',
  };
  const call = async (api: ReturnType<typeof open>['api'], address: string, body: object) => {
    const response = await api.request(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${await token(api)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const start = '/mpesa/stkpush/v1/processrequest';

  test('a token requires valid credentials and grant, reports its lifetime as a string, and expires', async () => {
    const { api } = open('token');
    expect((await api.request('/oauth/v1/generate?grant_type=password', { headers: { authorization: basic } })).status).toBe(400);
    expect(
      await (await api.request('/oauth/v1/generate?grant_type=client_credentials', { headers: { authorization: 'Basic x' } })).json(),
    ).toMatchObject({ errorCode: '400.008.01' });
    const value = await token(api);
    const startPayment = () =>
      api.request(start, { method: 'POST', headers: { authorization: `Bearer ${value}` }, body: JSON.stringify({ ...push, Amount: 1.5 }) });
    expect((await startPayment()).status).toBe(400);
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] });
    expect(await (await startPayment()).json()).toMatchObject({ errorCode: '404.001.03' });
  });

  test.each<[string, object, number, string]>([
    ['a wrong password', { Password: 'x' }, 500, 'Wrong credentials'],
    ['a timestamp of its own', { Timestamp: '20261121120001' }, 500, 'Wrong credentials'],
    ['a short timestamp', { Timestamp: '2026' }, 400, 'Invalid Timestamp'],
    ['cents', { Amount: 1.5 }, 400, 'Invalid Amount'],
    ['an amount as text', { Amount: '100' }, 400, 'Invalid Amount'],
    ['too much', { Amount: 250_001 }, 400, 'Invalid Amount'],
    ['a local number', { PartyA: '0712345678', PhoneNumber: '0712345678' }, 400, 'Invalid PhoneNumber'],
    ['a callback without TLS', { CallBackURL: 'http://school.example/hooks' }, 400, 'Invalid CallBackURL'],
    ['a banned word in the callback', { CallBackURL: 'https://school.example/mpesa/1' }, 400, 'Invalid CallBackURL'],
    ['a long reference', { AccountReference: 'MS12345678901' }, 400, 'Invalid AccountReference'],
    ['a long text', { TransactionDesc: 'Fourteen chars' }, 400, 'Invalid TransactionDesc'],
  ])('%s is refused', async (_name, change, status, message) => {
    const response = await call(open('refused').api, start, { ...push, ...change });
    expect(response).toMatchObject({ status, body: { errorMessage: expect.stringContaining(message) } });
  });

  test('a phone accepts one request at a time; an early query reports processing; a restart loses nothing', async () => {
    const first = open('phone');
    const { body } = await call(first.api, start, push);
    expect(body).toMatchObject({ ResponseCode: '0' });
    expect(await call(first.api, start, push)).toMatchObject({ status: 500, body: { errorCode: '500.001.1001' } });
    const query = {
      BusinessShortCode: push.BusinessShortCode,
      Password: push.Password,
      Timestamp: push.Timestamp,
      CheckoutRequestID: body['CheckoutRequestID'],
    };
    expect(await call(first.api, '/mpesa/stkpushquery/v1/query', query)).toMatchObject({
      status: 500,
      body: { errorMessage: 'The transaction is being processed' },
    });
    first.phones.stop();
    await appendFile(path.join(folder, 'phone.jsonl'), '{"type":"answ');
    const second = open('phone');
    expect(second.phones.isLocked('254712345678')).toBe(true);
    sent.length = 0;
    second.phones.answer(String(body['CheckoutRequestID']), 'cancel');
    expect((await call(second.api, '/mpesa/stkpushquery/v1/query', query)).body).toMatchObject({ ResponseCode: '0', ResultCode: '1032' });
    await expect.poll(() => sent).toMatchObject([{ url: push.CallBackURL, body: { Body: { stkCallback: { ResultCode: 1032 } } } }]);
    expect(JSON.stringify(sent)).not.toContain('CallbackMetadata');
    second.phones.stop();
    const third = open('phone');
    expect(third.phones.list()).toMatchObject([{ answer: 'cancel', callbacks: 1 }]);
    third.phones.stop();
  });
});

describe('the card provider protocol', () => {
  const charges = () =>
    createCharges({
      file: path.join(folder, 'cards.jsonl'),
      secretKey: 'sk_test_1',
      webhookUrl: 'https://school.example/hooks',
      post: async () => 200,
    });
  const request = async (ledger: ReturnType<typeof charges>, address: string, body?: object, key = 'sk_test_1') => {
    const response = await paystackApi({
      secretKey: 'sk_test_1',
      charges: ledger,
      pageUrl: (code) => `https://pay.example/${code}`,
    }).request(address, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const sale = {
    email: 'a@school.test',
    amount: 399_900,
    currency: 'KES',
    reference: 'MS1-1',
    callback_url: 'https://school.example/back',
  };

  test('keys, references, URLs and refunds are validated, and the ledger survives a restart', async () => {
    const ledger = charges();
    expect((await request(ledger, '/transaction/verify/MS1-1', undefined, 'sk_test_2')).status).toBe(401);
    expect((await request(ledger, '/transaction/initialize', { ...sale, reference: 'MS_1' })).body).toMatchObject({ status: false });
    expect((await request(ledger, '/transaction/initialize', { ...sale, email: 'nobody' })).status).toBe(400);
    expect((await request(ledger, '/transaction/initialize', sale)).body).toMatchObject({ status: true });
    expect((await request(ledger, '/transaction/initialize', sale)).body).toMatchObject({ code: 'duplicate_reference' });
    expect((await request(ledger, '/transaction/verify/MS1-1')).body).toMatchObject({
      status: true,
      data: { status: 'abandoned', amount: 399_900 },
    });
    expect((await request(ledger, '/refund', { transaction: 'MS1-1' })).status).toBe(400);
    ledger.pay(ledger.find('MS1-1')!, 'never');
    expect((await request(ledger, '/refund', { transaction: 'MS1-1', amount: 399_901 })).status).toBe(400);
    expect((await request(ledger, '/refund', { transaction: 'MS1-1', amount: 100_000, merchant_note: 'refund 1' })).body).toMatchObject({
      status: true,
      data: { status: 'pending' },
    });
    expect((await request(ledger, '/refund', { transaction: 'MS1-1', amount: 300_000 })).status).toBe(400);
    ledger.stop();
    const again = charges();
    expect((await request(again, '/transaction/verify/MS1-1')).body).toMatchObject({ data: { status: 'success' } });
    expect((await request(again, '/refund?transaction=MS1-1')).body).toMatchObject({
      data: [{ amount: 100_000, merchant_note: 'refund 1' }],
    });
    again.stop();
  });
});
