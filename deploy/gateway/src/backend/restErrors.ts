import { raisedRefusal } from '@masomo/domain/refusals';
import { z } from 'zod';

/** What PostgREST reports as its own failure and is none: the status by the beginning of PostgreSQL's code. */
const statusOfErrors: readonly (readonly [code: string, status: number])[] = [
  ['P0002', 404],
  ['40', 409],
  ['55', 409],
  ['54', 400],
  ['57014', 503],
];
const retryAfterSeconds = 5;

/** What people are told instead of PostgreSQL's own message, by the beginning of its code. */
const messages: readonly (readonly [code: string, message: string])[] = [
  ['42501', 'You do not have permission to do this.'],
  ['23505', 'This exists already.'],
  ['23503', 'Something that this names is not there, or is still in use.'],
  ['22', 'Some of this is not valid. Check it and try again.'],
  ['23', 'Some of this is not valid. Check it and try again.'],
  ['40', 'Somebody else changed this in the meantime. Reload and try again.'],
  ['55', 'Somebody else changed this in the meantime. Reload and try again.'],
  ['57', 'This took too long. Try again shortly.'],
];
const otherMessage = 'This request failed. Reload the page and try again.';

const errorSchema = z.object({
  code: z.string(),
  message: z.string().nullish(),
  hint: z.string().nullish(),
  details: z.string().nullish(),
});

/** A refusal of the database as apps read it: apps released before know the sentence in English and the field in `details`. */
function refusalByText(error: z.infer<typeof errorSchema>) {
  const refused = raisedRefusal(error);
  return (
    refused && {
      code: error.code,
      message: refused.message,
      hint: refused.code,
      details: refused.field ?? null,
      sentence: refused.sentence,
      args: refused.args,
    }
  );
}

/**
 * An error response of PostgREST, with the status that its error means, and without what PostgreSQL says of rows: "Failing row contains",
 * "Key (…) already exists" and names of constraints are copies of data and of the schema that no policy guards.
 */
export async function guardRestError(response: Response): Promise<Response> {
  const text = await response.text();
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const error = parseError(text);
  if (!error) return new Response(text === '' ? null : text, { status: response.status, headers });
  const status = response.status === 500 ? (statusOfErrors.find(([code]) => error.code.startsWith(code))?.[1] ?? 500) : response.status;
  if (status === 503) headers.set('retry-after', String(retryAfterSeconds));
  // PostgREST's own errors speak of the request.
  if (error.code.startsWith('PGRST')) return new Response(text, { status, headers });
  const refused = refusalByText(error);
  if (refused) return new Response(JSON.stringify(refused), { status, headers });
  const raised = /^P[0T]/.test(error.code) ? error.message : null;
  const message = raised ?? messages.find(([code]) => error.code.startsWith(code))?.[1] ?? otherMessage;
  return new Response(JSON.stringify({ code: error.code, message, details: null, hint: null }), { status, headers });
}

function parseError(text: string): z.infer<typeof errorSchema> | undefined {
  try {
    return errorSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
