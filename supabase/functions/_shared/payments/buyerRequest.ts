import { refusalBody } from '@masomo/domain/refusals';
import { z } from 'zod';
import { DatabaseRefusal } from '../database.ts';
import { isJson, json, preflight, readText, refuse } from '../http.ts';
import { serve } from '../traces.ts';

const maxBodyBytes = 4096;

/** Fields that prove that an order belongs to the buyer. */
export const orderProofShape = { orderNumber: z.string().max(40), orderKey: z.uuid().optional(), email: z.string().max(254).optional() };

/** The same response to everyone who does not prove that an order is theirs, whether it exists or not. */
export const orderNotFound = () =>
  refuse('payment.order_not_found', 'We could not find this order. Open it from the link in your confirmation email.', 404);

const statusByCode: Record<string, number> = { P0002: 404, PT409: 409, PT429: 429, '42501': 403 };

/** Serves a request of a buyer: parses the body by the schema, and maps errors of the database to responses. */
export function serveBuyer<T>(schema: z.ZodType<T>, handle: (body: T, request: Request) => Promise<Response>): void {
  serve(async (request) => {
    if (request.method === 'OPTIONS') return preflight();
    if (request.method !== 'POST') return refuse('request.post', 'Call with POST.', 405, { headers: { allow: 'POST, OPTIONS' } });
    if (!isJson(request)) return refuse('request.json', 'Send this as JSON.', 415);
    const body = schema.safeParse(parse(await readText(request, maxBodyBytes)));
    if (!body.success) return refuse('payment.unreadable', 'This request cannot be read. Reload the page and try again.', 400);
    try {
      return await handle(body.data, request);
    } catch (error) {
      if (error instanceof DatabaseRefusal && (error.code === 'P0001' || statusByCode[error.code])) {
        const status = statusByCode[error.code] ?? 400;
        return json(refusalBody(error.refusal), status);
      }
      console.error('A payment request failed:', error);
      return refuse(
        'payment.unavailable',
        'The payment could not be processed just now. Wait a moment and try again. You will not be charged twice.',
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
