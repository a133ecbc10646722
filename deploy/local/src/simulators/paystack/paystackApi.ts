import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { Charges } from './charges.ts';

const initializeSchema = z.object({
  email: z.email(),
  amount: z.coerce.number().int().min(300),
  currency: z.enum(['GHS', 'KES', 'NGN', 'ZAR', 'USD']).default('KES'),
  reference: z
    .string()
    .regex(/^[A-Za-z0-9.=-]+$/)
    .max(100),
  channels: z.array(z.enum(['card', 'bank', 'ussd', 'qr', 'eft', 'mobile_money', 'bank_transfer'])).optional(),
  callback_url: z.url(),
  metadata: z.looseObject({ cancel_action: z.string().optional() }).optional(),
});
const refundSchema = z.object({
  transaction: z.coerce.string(),
  amount: z.coerce.number().int().optional(),
  currency: z.string().optional(),
  customer_note: z.string().optional(),
  merchant_note: z.string().optional(),
});

/** Implements the part of the Paystack API that the product uses. `pageUrl` returns the hosted page of an access code. */
export function paystackApi({
  secretKey,
  charges,
  pageUrl,
}: {
  secretKey: string;
  charges: Charges;
  pageUrl: (accessCode: string) => string;
}): Hono {
  const refuse = (c: Context, status: 400 | 401 | 404, message: string, code: string, type = 'validation_error') =>
    c.json({ status: false, message, meta: { nextStep: 'Check the request.' }, type, code }, status);
  const app = new Hono();
  app.use('*', async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${secretKey}`) return c.json({ status: false, message: 'Invalid key' }, 401);
    await next();
    return undefined;
  });
  app.post('/transaction/initialize', async (c) => {
    const parsed = initializeSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return refuse(c, 400, `Invalid ${parsed.error.issues[0]?.path.join('.') || 'request'}`, 'missing_params');
    const { reference, email, amount, currency, callback_url: returnUrl, metadata } = parsed.data;
    if (charges.find(reference)) return refuse(c, 400, 'Duplicate Transaction Reference', 'duplicate_reference');
    const { accessCode } = charges.start({
      reference,
      email,
      amount,
      currency,
      returnUrl,
      cancelUrl: metadata?.cancel_action ?? returnUrl,
      metadata,
    });
    return c.json({
      status: true,
      message: 'Authorization URL created',
      data: { authorization_url: pageUrl(accessCode), access_code: accessCode, reference },
    });
  });
  app.get('/transaction/verify/:reference', (c) => {
    const charge = charges.find(c.req.param('reference'));
    return charge
      ? c.json({ status: true, message: 'Verification successful', data: charges.dataOf(charge) })
      : refuse(c, 404, 'Transaction reference not found.', 'transaction_not_found');
  });
  app.post('/refund', async (c) => {
    const parsed = refundSchema.safeParse(await c.req.json().catch(() => null));
    const charge = parsed.success ? charges.find(parsed.data.transaction) : undefined;
    if (!parsed.success || !charge) return refuse(c, 404, 'Transaction not found', 'transaction_not_found');
    const refund = charges.refund(charge, parsed.data.amount ?? charge.amount, parsed.data.merchant_note ?? '');
    if (!refund) return refuse(c, 400, 'Refund amount exceeds the amount left of the transaction', 'invalid_amount');
    return c.json({
      status: true,
      message: 'Refund has been queued for processing',
      data: {
        id: refund.id,
        status: 'pending',
        amount: refund.amount,
        currency: charge.currency,
        merchant_note: parsed.data.merchant_note ?? null,
      },
    });
  });
  app.get('/refund', (c) => {
    const charge = charges.find(c.req.query('transaction') ?? '');
    return c.json({
      status: true,
      message: 'Refunds retrieved',
      data: (charge?.refunds ?? []).map(({ id, amount, note }) => ({
        id,
        status: 'processed',
        amount,
        currency: charge?.currency,
        merchant_note: note,
      })),
    });
  });
  app.notFound((c) => c.json({ status: false, message: 'Entity not found' }, 404));
  return app;
}
