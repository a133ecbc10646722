import { honeypotField, submissionHeader } from '@masomo/domain/forms';
import { refusalBody, type Refusal } from '@masomo/domain/refusals';
import { issueSentence } from '@masomo/domain/sentences';
import { z } from 'zod';
import { senderKey } from './callers.ts';
import { DatabaseRefusal } from './database.ts';
import { isJson, json, preflight, readText, refuse } from './http.ts';
import { backToPage, isAnsweredInPlace, isPostedForm, postedFields, postedFormId } from './postedForm.ts';
import { serve } from './traces.ts';

/** Result of storing a form: fields of the response. Its mails are in the outbox, from where a worker sends them. */
export type StoredForm = { response?: Record<string, unknown> };

type Issue = { path: PropertyKey[]; message: string; maximum?: unknown; minimum?: unknown };

/** Common part of zod and zod/mini schemas. */
type Schema<T> = {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: readonly Issue[] } };
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
  /** What people are told after an unexpected failure. */
  failure: Refusal;
};

const maxBodyBytes = 64 * 1024;
const bodySchema = z.record(z.string(), z.unknown());
const isUuid = (value: unknown): value is string => z.uuid().safeParse(value).success;

/** Serves one form: validates and stores it. The form is accepted once it is stored. */
export function serveForm<T>(form: Form<T>): void {
  serve(async (request) => {
    if (request.method === 'OPTIONS') return preflight();
    if (request.method !== 'POST') return refuse('request.post', 'Call with POST.', 405, { headers: { allow: 'POST, OPTIONS' } });
    if (isPostedForm(request)) {
      const answer = await answerPosted(form, request);
      return isAnsweredInPlace(request) ? answer : backToPage(request, answer.ok);
    }
    if (!isJson(request)) return refuse('request.json', 'Send this as JSON.', 415);
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

const tooLong = () => refuse('form.too_large', 'The message is too long. Shorten it and send it again.', 413);

type Submission = { body: Record<string, unknown> | null; senderKey: string | undefined };

async function handleSubmission<T>(form: Form<T>, request: Request, { body, senderKey }: Submission): Promise<Response> {
  const { schema, store } = form;
  if (!body) return refuse('form.unreadable', 'The form could not be read. Reload the page and send it again.', 400);
  // Only a bot fills the hidden field; it gets a success response.
  if (body[honeypotField]) return json({});
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse('form.invalid', issue ? issueSentence(issue) : 'Check the form and send it again.', 400, {
      field: issue?.path.join('.'),
    });
  }
  const requestId = [request.headers.get(submissionHeader), body['requestId']].find(isUuid);
  const stored = await store(parsed.data, {
    requestId: requestId ?? crypto.randomUUID(),
    senderKey,
    language: typeof body['language'] === 'string' ? body['language'] : null,
    request,
  });
  return json({ ...stored.response });
}

function parseObject(text: string): z.infer<typeof bodySchema> | null {
  try {
    return bodySchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function errorResponse(error: unknown, failure: Refusal): Response {
  if (error instanceof DatabaseRefusal && (error.code === 'P0001' || error.code === 'PT429')) {
    return json(refusalBody(error.refusal), error.code === 'PT429' ? 429 : 400);
  }
  console.error(failure.message, error);
  return json(refusalBody(failure), 500);
}
