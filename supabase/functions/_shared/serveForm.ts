import { honeypotField, submissionHeader } from '@masomo/domain/forms';
import { z } from 'zod';
import { senderKey } from './callers.ts';
import { DatabaseRefusal } from './database.ts';
import { afterResponse, isJson, json, preflight, readText } from './http.ts';
import { sendDueMails } from './mail/outbox.ts';
import { backToPage, isAnsweredInPlace, isPostedForm, postedFields, postedFormId } from './postedForm.ts';
import { serve } from './traces.ts';

/** Result of storing a form: the mails to send, none where Auth has sent it, and fields of the response. */
export type StoredForm = {
  mailIds: string[];
  response?: Record<string, unknown>;
  /** No confirmation is sent, since a limit of today's mails is used up. */
  isMailLimited?: boolean;
};

/** Common part of zod and zod/mini schemas. */
type Schema<T> = {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };
};

type Form<T> = {
  schema: Schema<T>;
  /** Stores the form, idempotently by `requestId`. */
  store(
    form: T,
    request: { requestId: string; senderKey: string | undefined; language: string | null; request: Request },
  ): Promise<StoredForm>;
  /** The body of a form that the browser posted by itself, where its fields have other names. */
  fromPosted?(fields: Record<string, string>): Record<string, unknown>;
  /** Error message for an unexpected failure. */
  failure: string;
  /** The response does not say whether the mails were sent, so nobody waits for them. */
  isAnsweredBeforeMail?: boolean;
};

const maxBodyBytes = 64 * 1024;
const bodySchema = z.record(z.string(), z.unknown());
const isUuid = (value: unknown): value is string => z.uuid().safeParse(value).success;

/** Serves one form: validates, stores and then tries to send its mails, at once or after its response. The form is accepted once it is stored. */
export function serveForm<T>(form: Form<T>): void {
  serve(async (request) => {
    if (request.method === 'OPTIONS') return preflight();
    if (request.method !== 'POST') return json({ error: 'Send the form with POST.' }, 405, { allow: 'POST, OPTIONS' });
    if (isPostedForm(request)) {
      const answer = await answerPosted(form, request);
      return isAnsweredInPlace(request) ? answer : backToPage(request, answer.ok);
    }
    if (!isJson(request)) return json({ error: 'Send the form as JSON.' }, 415);
    try {
      const text = await readText(request, maxBodyBytes);
      if (text === null) return tooLong();
      return await handleSubmission(form, request, { body: parseObject(text), senderKey: await senderKey(request) });
    } catch (error) {
      return errorResponse(error, form.failure);
    }
  });
}

/** The answer to a form that the browser posted by itself. The reason of a refusal is in the log of the function. */
async function answerPosted<T>(form: Form<T>, request: Request): Promise<Response> {
  try {
    const text = await readText(request, maxBodyBytes);
    if (text === null) return tooLong();
    const sender = await senderKey(request);
    const fields = postedFields(text);
    const body = { ...(form.fromPosted?.(fields) ?? fields), requestId: await postedFormId(sender, text, Date.now()) };
    return await handleSubmission(form, request, { body, senderKey: sender });
  } catch (error) {
    return errorResponse(error, form.failure);
  }
}

const tooLong = () => json({ error: 'The message is too long. Shorten it and send it again.' }, 413);

type Submission = { body: Record<string, unknown> | null; senderKey: string | undefined };

async function handleSubmission<T>(form: Form<T>, request: Request, { body, senderKey }: Submission): Promise<Response> {
  const { schema, store, isAnsweredBeforeMail = false } = form;
  if (!body) return json({ error: 'The form could not be read. Reload the page and send it again.' }, 400);
  // Only a bot fills the hidden field; it gets a success response.
  if (body[honeypotField]) return json(isAnsweredBeforeMail ? {} : { emailSent: true });
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return json({ error: issue?.message ?? 'Check the form and send it again.', field: issue?.path.join('.') }, 400);
  }
  const requestId = [request.headers.get(submissionHeader), body['requestId']].find(isUuid);
  const stored = await store(parsed.data, {
    requestId: requestId ?? crypto.randomUUID(),
    senderKey,
    language: typeof body['language'] === 'string' ? body['language'] : null,
    request,
  });
  const sending = sendMails(stored.mailIds);
  if (!isAnsweredBeforeMail) {
    const wereSent = await sending;
    return json({ ...stored.response, ...(stored.isMailLimited ? { emailSent: false, isMailLimited: true } : { emailSent: wereSent }) });
  }
  afterResponse(sending);
  return json({ ...stored.response });
}

/** Resolves to whether they were sent. The form is stored and its mails are queued, so the schedule sends what was not. */
async function sendMails(ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  try {
    return await sendDueMails({ ids });
  } catch (error) {
    console.error('The mails of a form could not be sent immediately:', error);
    return false;
  }
}

function parseObject(text: string): z.infer<typeof bodySchema> | null {
  try {
    return bodySchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function errorResponse(error: unknown, failure: string): Response {
  if (error instanceof DatabaseRefusal && (error.code === 'P0001' || error.code === 'PT429')) {
    return json({ error: error.message, ...(error.field ? { field: error.field } : {}) }, error.code === 'PT429' ? 429 : 400);
  }
  console.error(failure, error);
  return json({ error: failure }, 500);
}
