import { randomBytes, randomUUID } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { phoneAnswers, type PhoneAnswer, type Phones } from './phones.ts';

/** Credentials that the product is configured with and this API checks. */
export type DarajaAccount = {
  consumerKey: string;
  consumerSecret: string;
  shortCode: string;
  passkey: string;
  initiator: string;
  securityCredential: string;
};

const tokenSeconds = 3599;
/** Test numbers that respond automatically: 254799000 and two digits. */
export const magicNumbers: Record<string, PhoneAnswer | 'invalid' | 'busy'> = {
  '254799000100': 'invalid',
  '254799000101': 'approve',
  '254799000102': 'wrongPin',
  '254799000103': 'cancel',
  '254799000104': 'insufficient',
  '254799000105': 'ignore',
  '254799000106': 'silent',
  '254799000107': 'twice',
  '254799000108': 'late',
  '254799000109': 'busy',
};
/** Numbers for load tests, which pay immediately. */
const loadNumber = /^25479900[2-9]\d{3}$/;

const signedSchema = z.object({ BusinessShortCode: z.coerce.string(), Password: z.string(), Timestamp: z.string() });
const pushSchema = signedSchema.extend({
  TransactionType: z.string(),
  Amount: z.unknown(),
  PartyA: z.coerce.string(),
  PartyB: z.coerce.string(),
  PhoneNumber: z.coerce.string(),
  CallBackURL: z.string(),
  AccountReference: z.string(),
  TransactionDesc: z.string(),
});
const querySchema = signedSchema.extend({ CheckoutRequestID: z.string() });
const pullSchema = z.object({ ShortCode: z.coerce.string(), StartDate: z.string(), EndDate: z.string(), OffSetValue: z.coerce.string() });
const reversalSchema = z.object({
  Initiator: z.string(),
  SecurityCredential: z.string(),
  CommandID: z.literal('TransactionReversal'),
  TransactionID: z.string(),
  Amount: z.coerce.number(),
  ReceiverParty: z.coerce.string(),
  RecieverIdentifierType: z.coerce.string(),
  ResultURL: z.string(),
  QueueTimeOutURL: z.string(),
  Remarks: z.string().min(1),
  Occasion: z.string().optional(),
});

const isLoopback = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
const bannedUrlTerms = /m-?pesa|safaricom|exec?|cme|cmd|sql|query/i;

/** Whether M-Pesa would accept a callback URL: HTTPS or loopback, without its banned words. */
function isCallable(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'https:' || isLoopback(url)) && !bannedUrlTerms.test(url.pathname);
}

/** Implements the part of M-Pesa's Daraja API that the product uses. */
export function darajaApi({
  account,
  phones,
  send,
}: {
  account: DarajaAccount;
  phones: Phones;
  send: (url: string, body: unknown) => Promise<number>;
}): Hono {
  const tokens = new Map<string, number>();
  const refuse = (c: Context, status: 400 | 404 | 500, errorCode: string, errorMessage: string) =>
    c.json({ requestId: randomUUID(), errorCode, errorMessage }, status);
  const invalid = (c: Context, what: string) => refuse(c, 400, '400.002.02', `Bad Request - Invalid ${what}`);

  function isSigned({ BusinessShortCode, Password, Timestamp }: z.infer<typeof signedSchema>): boolean {
    return (
      /^\d{14}$/.test(Timestamp) &&
      BusinessShortCode === account.shortCode &&
      Password === Buffer.from(`${BusinessShortCode}${account.passkey}${Timestamp}`).toString('base64')
    );
  }
  /** Name of the first invalid field, as the API reports it; null when the request is valid. */
  function invalidField(push: z.infer<typeof pushSchema>): string | null {
    if (!/^\d{14}$/.test(push.Timestamp)) return 'Timestamp';
    if (!['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'].includes(push.TransactionType)) return 'TransactionType';
    if (!Number.isInteger(push.Amount) || Number(push.Amount) < 1 || Number(push.Amount) > 250_000) return 'Amount';
    if (push.PartyA !== push.PhoneNumber || !/^254[17]\d{8}$/.test(push.PhoneNumber) || magicNumbers[push.PhoneNumber] === 'invalid')
      return 'PhoneNumber';
    if (push.PartyB !== account.shortCode) return 'PartyB';
    if (!isCallable(push.CallBackURL)) return 'CallBackURL';
    if (!/^[A-Za-z0-9]{1,12}$/.test(push.AccountReference)) return 'AccountReference';
    return push.TransactionDesc.length < 1 || push.TransactionDesc.length > 13 ? 'TransactionDesc' : null;
  }

  const app = new Hono();
  app.get('/oauth/v1/generate', (c) => {
    if (c.req.query('grant_type') !== 'client_credentials') return refuse(c, 400, '400.008.02', 'Invalid grant type passed');
    const expected = `Basic ${Buffer.from(`${account.consumerKey}:${account.consumerSecret}`).toString('base64')}`;
    if (c.req.header('authorization') !== expected) return refuse(c, 400, '400.008.01', 'Invalid Authentication passed');
    const token = randomBytes(14).toString('base64url');
    tokens.set(token, Date.now() + tokenSeconds * 1000);
    return c.json({ access_token: token, expires_in: String(tokenSeconds) });
  });
  app.use('*', async (c, next) => {
    const expiresAt = tokens.get(c.req.header('authorization')?.replace(/^Bearer /, '') ?? '') ?? 0;
    if (expiresAt < Date.now()) return refuse(c, 404, '404.001.03', 'Invalid Access Token');
    await next();
    return undefined;
  });

  app.post('/mpesa/stkpush/v1/processrequest', async (c) => {
    const push = pushSchema.safeParse(await c.req.json().catch(() => null));
    if (!push.success) return invalid(c, 'Request');
    const field = invalidField(push.data);
    if (field) return invalid(c, field);
    if (!isSigned(push.data)) return refuse(c, 500, '500.001.1001', 'Wrong credentials');
    const { PhoneNumber: phone, Amount, AccountReference: reference, CallBackURL: callbackUrl } = push.data;
    const magic = magicNumbers[phone] ?? (loadNumber.test(phone) ? 'approve' : undefined);
    if (magic === 'busy' || phones.isLocked(phone))
      return refuse(c, 500, '500.001.1001', 'Unable to lock subscriber, a transaction is already in process for the current subscriber');
    const request = phones.push({ phone, amount: Number(Amount), reference, callbackUrl });
    if (magic && magic !== 'invalid' && magic !== 'ignore') phones.later(50, () => phones.answer(request.checkoutId, magic));
    return c.json({
      MerchantRequestID: request.merchantId,
      CheckoutRequestID: request.checkoutId,
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    });
  });

  app.post('/mpesa/stkpushquery/v1/query', async (c) => {
    const parsed = querySchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return invalid(c, 'Request');
    if (!isSigned(parsed.data)) return refuse(c, 500, '500.001.1001', 'Wrong credentials');
    const request = phones.find(parsed.data.CheckoutRequestID);
    if (!request) return invalid(c, 'CheckoutRequestID');
    if (!request.answer) return refuse(c, 500, '500.001.1001', 'The transaction is being processed');
    const { code, text } = phoneAnswers[request.answer];
    return c.json({
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successsfully',
      MerchantRequestID: request.merchantId,
      CheckoutRequestID: request.checkoutId,
      ResultCode: code,
      ResultDesc: text,
    });
  });

  app.post('/pulltransactions/v1/query', async (c) => {
    const parsed = pullSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success || parsed.data.ShortCode !== account.shortCode) return invalid(c, 'Request');
    const [from, to] = [parsed.data.StartDate, parsed.data.EndDate].map((time) => Date.parse(`${time.replace(' ', 'T')}+03:00`));
    const lines = phones
      .paid()
      .filter(({ answeredAt }) => (answeredAt ?? 0) >= (from ?? 0) && (answeredAt ?? 0) <= (to ?? 0))
      .map(({ receipt, answeredAt, phone, reference, amount }) => ({
        transactionId: receipt,
        trxDate: new Date(answeredAt ?? 0).toISOString(),
        msisdn: `0${phone.slice(3, 6)}***${phone.slice(-3)}`,
        sender: 'MPESA',
        transactiontype: 'c2b-pay-bill-debit',
        billreference: reference,
        amount: amount.toFixed(2),
        organizationname: 'Masomo',
      }));
    return c.json({ ResponseRefID: randomUUID(), ResponseCode: '1000', ResponseMessage: 'Success', Response: [lines] });
  });

  app.post('/mpesa/reversal/v1/request', async (c) => {
    const parsed = reversalSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success || !isCallable(parsed.data.ResultURL)) return invalid(c, 'Request');
    const { Initiator, SecurityCredential, TransactionID, Amount, ResultURL, Occasion } = parsed.data;
    if (Initiator !== account.initiator || SecurityCredential !== account.securityCredential)
      return refuse(c, 500, '500.001.1001', 'Wrong credentials');
    const ids = { OriginatorConversationID: randomUUID(), ConversationID: `AG_${Date.now()}_${randomBytes(8).toString('hex')}` };
    phones.later(800, () => {
      const isDone = phones.reverse(TransactionID, Amount);
      const result = {
        ResultType: 0,
        ResultCode: isDone ? 0 : 'R000001',
        ResultDesc: isDone ? 'The service request is processed successfully.' : 'The transaction has already been reversed.',
        ...ids,
        TransactionID: `R${randomBytes(5).toString('hex').toUpperCase()}`,
      };
      void send(ResultURL, { Result: { ...result, ReferenceData: { ReferenceItem: { Key: 'Occasion', Value: Occasion ?? '' } } } }).catch(
        () => 0,
      );
    });
    return c.json({ ...ids, ResponseCode: '0', ResponseDescription: 'Accept the service request successfully.' });
  });
  app.notFound((c) => refuse(c, 404, '404.001.01', 'Resource not found'));
  return app;
}
