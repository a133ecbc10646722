import { z } from 'zod';
import { DatabaseRefusal } from '../database.ts';
import { isJson, json, preflight, readText } from '../http.ts';
import { serve } from '../traces.ts';

const maxBodyBytes = 4096;

/** Fields that prove that an order belongs to the buyer. */
export const orderProofShape = { orderNumber: z.string().max(40), orderKey: z.uuid().optional(), email: z.string().max(254).optional() };

/** The answer to whoever does not prove that an order is theirs, whether there is one or not. */
export const orderNotFound = () =>
  json({ error: 'We could not find this order. Open it from the link in your confirmation email.', code: 'payment.order_not_found' }, 404);

const statusByCode: Record<string, number> = { P0002: 404, PT409: 409, PT429: 429, '42501': 403 };

/** Serves a request of a buyer: parses the body by the schema, and maps errors of the database to responses. */
export function serveBuyer<T>(schema: z.ZodType<T>, handle: (body: T, request: Request) => Promise<Response>): void {
  serve(async (request) => {
    if (request.method === 'OPTIONS') return preflight();
    if (request.method !== 'POST') return json({ error: 'Send this with POST.' }, 405, { allow: 'POST, OPTIONS' });
    if (!isJson(request)) return json({ error: 'Send this as JSON.', code: 'payment.unreadable' }, 415);
    const body = schema.safeParse(parse(await readText(request, maxBodyBytes)));
    if (!body.success)
      return json({ error: 'This request cannot be read. Reload the page and try again.', code: 'payment.unreadable' }, 400);
    try {
      return await handle(body.data, request);
    } catch (error) {
      if (error instanceof DatabaseRefusal && (error.code === 'P0001' || statusByCode[error.code])) {
        const status = statusByCode[error.code] ?? 400;
        return json(
          { error: error.message, ...(error.hint ? { code: error.hint } : {}), ...(error.field ? { field: error.field } : {}) },
          status,
        );
      }
      console.error('A payment request failed:', error);
      return json(
        {
          error: 'The payment could not be processed just now. Wait a moment and try again. You will not be charged twice.',
          code: 'payment.unavailable',
        },
        503,
      );
    }
  });
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
