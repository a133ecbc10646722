import { type z } from 'zod';
import { invalidRequest } from './errors.ts';

/** Parses the JSON body by `schema`; an empty body counts as `{}`. Throws 400 when it does not match. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const text = await request.text();
  let json: unknown;
  try {
    json = text === '' ? {} : JSON.parse(text);
  } catch {
    throw invalidRequest('The body is not valid JSON');
  }
  // PostgreSQL stores no NUL.
  if (text.includes('\\u0000')) throw invalidRequest('The body contains a character that cannot be stored');
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidRequest(issue ? `body/${issue.path.join('/')} ${issue.message}` : 'The body is not valid');
}
