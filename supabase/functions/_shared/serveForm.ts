import { honeypotField, submissionHeader } from '@masomo/domain/forms';
import { z } from 'zod';
import { senderKey } from './callers.ts';
import { DatabaseRefusal } from './database.ts';
import { json, preflight, readText } from './http.ts';
import { sendDueMails } from './mail/outbox.ts';
import { serve } from './traces.ts';

/** What storing a form gave: the mails to send, and what the sender is told. */
export type Stored = { mailIds: string[]; answer?: Record<string, unknown> };

/** What every schema of a form, whichever half of zod wrote it, can do. */
type Schema<T> = {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };
};

type Form<T> = {
  schema: Schema<T>;
  /** Stores the form; the same `requestId` twice is one form. */
  store(form: T, request: { requestId: string; senderKey: string | undefined; request: Request }): Promise<Stored>;
  /** Said when it is our fault. */
  failure: string;
};

const longestBody = 64 * 1024;
const envelope = z.record(z.string(), z.unknown());
const isId = (value: unknown): value is string => z.uuid().safeParse(value).success;

/** Answers the posts of one form: checks, stores, then tries to mail. It is accepted once it is stored. */
export function serveForm<T>(form: Form<T>): void {
  serve(async (request) => {
    if (request.method === 'OPTIONS') return preflight();
    if (request.method !== 'POST') return json({ error: 'Send the form with POST.' }, 405, { allow: 'POST, OPTIONS' });
    try {
      return await accept(form, request);
    } catch (error) {
      return refuse(error, form.failure);
    }
  });
}

async function accept<T>({ schema, store }: Form<T>, request: Request): Promise<Response> {
  const text = await readText(request, longestBody);
  if (text === null) return json({ error: 'The message is too long. Shorten it and send it again.' }, 413);
  const body = parseObject(text);
  if (!body) return json({ error: 'The form could not be read. Reload the page and send it again.' }, 400);
  // Only a program fills the field nobody sees. It learns nothing.
  if (body[honeypotField]) return json({ emailSent: true });
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return json({ error: issue?.message ?? 'Check the form and send it again.', field: issue?.path.join('.') }, 400);
  }
  const named = [request.headers.get(submissionHeader), body['requestId']].find(isId);
  const stored = await store(parsed.data, { requestId: named ?? crypto.randomUUID(), senderKey: await senderKey(request), request });
  const emailSent = await sendDueMails({ ids: stored.mailIds }).catch((error: unknown) => {
    // The form is stored and its mails are queued: the timer sends them.
    console.error('The mails of a form could not be sent at once:', error);
    return false;
  });
  return json({ ...stored.answer, emailSent });
}

function parseObject(text: string): z.infer<typeof envelope> | null {
  try {
    return envelope.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function refuse(error: unknown, failure: string): Response {
  if (error instanceof DatabaseRefusal && error.code === 'P0001') {
    return json({ error: error.message, ...(error.field ? { field: error.field } : {}) }, error.hint === 'request.too_many' ? 429 : 400);
  }
  console.error(failure, error);
  return json({ error: `${failure}. Please try again.` }, 500);
}
