import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Fetcher } from '../backend.ts';
import { guardRestError } from './restErrors.ts';
import { hasUnlikelyArguments, hasUnlikelyNames, isFunctionCall } from './unknownNames.ts';

/** Headers of a single connection, and those only the gateway may set. */
const droppedHeaders = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-for',
  'x-real-ip',
];

const megabyte = 1024 * 1024;

/** Largest request body per part, in bytes. */
export const bodyLimits = { auth: 64 * 1024, rest: megabyte, functions: megabyte, storage: 25 * megabyte, local: megabyte } as const;
export type Part = keyof typeof bodyLimits;

/** Calls whose bodies hold a whole file: 10,000 students with their guardians are three megabytes. */
const largeCalls: ReadonlySet<string> = new Set(['/rest/v1/rpc/import_students']);
const largeCallLimit = 6 * megabyte;

function limitOf(part: Part, address: string): number {
  return part === 'rest' && largeCalls.has(new URL(address).pathname) ? largeCallLimit : bodyLimits[part];
}

function forwardedHeaders(request: Request, address: string | undefined): Headers {
  const headers = new Headers(request.headers);
  for (const name of (headers.get('connection') ?? '').split(',')) if (name.trim()) headers.delete(name.trim());
  for (const name of droppedHeaders) headers.delete(name);
  const url = new URL(request.url);
  headers.set('x-forwarded-host', url.host);
  headers.set('x-forwarded-proto', url.protocol.slice(0, -1));
  if (address) headers.set('x-forwarded-for', address);
  return headers;
}

/** The body, aborted with an error once it is larger than allowed, whatever its headers say. */
function limitBody(body: ReadableStream<Uint8Array>, maxBytes: number, onExceeded: () => void): ReadableStream<Uint8Array> {
  let received = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        if (received > maxBytes) {
          onExceeded();
          controller.error(new Error('The request body is too large.'));
        } else controller.enqueue(chunk);
      },
    }),
  );
}

function tooLarge(c: Context, limit: number): Response {
  return c.json({ message: `This is larger than ${Math.round(limit / 1024)} KB. Send less at once.` }, 413);
}

/** Bytes that are no text, and NUL, which PostgreSQL cannot store: no part answers them well. */
function isReadable(address: string): boolean {
  if (!address.includes('%')) return true;
  try {
    return !decodeURIComponent(address).includes('\0');
  } catch {
    return false;
  }
}

/**
 * Whether PostgREST refuses the token. It does so without reading the body and ends the connection, so that the answer to a large
 * request is lost on its way.
 */
async function isTokenRefused(fetcher: Fetcher, { url, headers }: Request): Promise<boolean> {
  const withoutBody = new Headers(headers);
  for (const name of ['content-length', 'content-type']) withoutBody.delete(name);
  try {
    return (await fetcher(new Request(url, { method: 'HEAD', headers: withoutBody }))).status === 401;
  } catch {
    return false;
  }
}

/** PostgREST ends the connection on some of what is declared as CSV, and reads the text of forms as names. The product sends neither. */
const isCsvOrForm = (request: Request) =>
  /^\s*(?:text\/csv|application\/x-www-form-urlencoded)\b/i.test(request.headers.get('content-type') ?? '');

/** Forwards a request to a part of the backend and streams its response back. */
export async function forwardRequest(
  c: Context,
  part: Part,
  fetcher: Fetcher | undefined,
  address: string | undefined,
  log: Logger,
): Promise<Response> {
  if (!fetcher) return c.json({ message: 'There is nothing here.' }, 404);
  const { raw } = c.req;
  const limit = limitOf(part, raw.url);
  if (Number(c.req.header('content-length') ?? 0) > limit) return tooLarge(c, limit);
  if (!isReadable(raw.url)) return c.json({ message: 'This address cannot be read.' }, 400);
  if (part === 'rest' && hasUnlikelyNames(raw.url)) return c.json({ message: 'This address names too much.' }, 400);
  if (part === 'rest' && raw.body && isCsvOrForm(raw)) return c.json({ message: 'Send JSON.' }, 415);
  let isTooLarge = false;
  const limited =
    raw.body &&
    limitBody(raw.body, limit, () => {
      isTooLarge = true;
    });
  const call = limited && part === 'rest' && isFunctionCall(raw.url) ? await new Response(limited).text().catch(() => null) : undefined;
  if (isTooLarge) return tooLarge(c, limit);
  if (call === null) return new Response(null, { status: 499 });
  if (call !== undefined && hasUnlikelyArguments(call)) return c.json({ message: 'This names too much.' }, 400);
  const body = call ?? limited;
  const request = new Request(raw.url, {
    method: raw.method,
    headers: forwardedHeaders(raw, address),
    body,
    redirect: 'manual',
    signal: raw.signal,
    ...(body ? { duplex: 'half' } : {}),
  } as RequestInit);
  try {
    const received = await fetcher(request);
    if (isTooLarge) return tooLarge(c, limit);
    const response = part === 'rest' && received.status >= 400 ? await guardRestError(received) : received;
    const headers = new Headers(response.headers);
    for (const name of droppedHeaders) headers.delete(name);
    // PostgREST repeats the whole address in it, which proxies refuse as too large.
    headers.delete('content-location');
    // What a person may read is in no cache after they have signed out.
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    return new Response(response.body, { status: response.status, headers });
  } catch (error) {
    if (isTooLarge) return tooLarge(c, limit);
    if (raw.signal.aborted) return new Response(null, { status: 499 });
    if (part === 'rest' && body && (await isTokenRefused(fetcher, request)))
      return c.json({ message: 'This session has ended. Sign in again.' }, 401);
    log.error({ err: error, part }, 'a part of the backend failed');
    return c.json({ message: 'This service is not available at the moment. Try again shortly.' }, 502);
  }
}
