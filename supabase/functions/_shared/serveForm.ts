import { honeypotField, submissionHeader } from '@masomo/domain/forms';
import { z } from 'zod';
import { senderKey } from './callers.ts';
import { DatabaseRefusal } from './database.ts';
import { json, preflight, readText } from './http.ts';
import { sendDueMails } from './mail/outbox.ts';
import { serve } from './traces.ts';

/** What storing a form gave: the mails to send, and what the sender is told. */
export type StoredForm = { mailIds: string[]; response?: Record<string, unknown> };

/** What every schema of a form, whichever half of zod wrote it, can do. */
type Schema<T> = {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };
};

type Form<T> = {
  schema: Schema<T>;
  /** Stores the form; the same `requestId` twice is one form. */
  store(form: T, request: { requestId: string; senderKey: string | undefined; request: Request }): Promise<StoredForm>;
  /** Said when it is our fault. */
  failure: string;
};

const maxBodyBytes = 64 * 1024;
const bodySchema = z.record(z.string(), z.unknown());
const isUuid = (value: unknown): value is string => z.uuid().safeParse(value).success;

/** Answers the posts of one form: checks, stores, then tries to mail. It is accepted once it is stored. */
export function serveForm<T>(form: Form<T>): void {
  serve(async (request) => {
    if (request.method === 'OPTIONS') return preflight();
    if (request.method !== 'POST') return json({ error: 'Send the form with POST.' }, 405, { allow: 'POST, OPTIONS' });
    try {
      return await handleSubmission(form, request);
    } catch (error) {
      return errorResponse(error, form.failure);
    }
  });
}

async function handleSubmission<T>({ schema, store }: Form<T>, request: Request): Promise<Response> {
  const text = await readText(request, maxBodyBytes);
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
  const requestId = [request.headers.get(submissionHeader), body['requestId']].find(isUuid);
  const stored = await store(parsed.data, { requestId: requestId ?? crypto.randomUUID(), senderKey: await senderKey(request), request });
  const emailSent = await sendDueMails({ ids: stored.mailIds }).catch((error: unknown) => {
    // The form is stored and its mails are queued: the timer sends them.
    console.error('The mails of a form could not be sent at once:', error);
    return false;
  });
  return json({ ...stored.response, emailSent });
}

function parseObject(text: string): z.infer<typeof bodySchema> | null {
  try {
    return bodySchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function errorResponse(error: unknown, failure: string): Response {
  if (error instanceof DatabaseRefusal && error.code === 'P0001') {
    return json({ error: error.message, ...(error.field ? { field: error.field } : {}) }, error.hint === 'request.too_many' ? 429 : 400);
  }
  console.error(failure, error);
  return json({ error: `${failure}. Please try again.` }, 500);
}
