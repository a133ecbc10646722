import { refusal, refusalBody } from '@masomo/domain/refusals';
import type { Sentence } from '@masomo/domain/sentences';

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, idempotency-key',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-max-age': '86400',
};

/** A JSON response that pages of any origin may read. */
export function json(body: Record<string, unknown>, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...crossOrigin, 'cache-control': 'no-store', ...headers } });
}

type RefuseOptions = { field?: string | undefined; headers?: Record<string, string> };

/** A refusal in words for people, with the code that programs compare. */
export function refuse(code: string, said: Sentence | string, status: number, { field, headers }: RefuseOptions = {}): Response {
  return json(refusalBody(refusal(code, said, field)), status, headers);
}

/** Response to a CORS preflight request. */
export function preflight(): Response {
  return new Response(null, { status: 204, headers: crossOrigin });
}

/** Whether the body is declared as JSON. Pages of other sites can send other types without asking the server first. */
export function isJson(request: Request): boolean {
  return /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '');
}

/** Reads a body of at most `limit` bytes; null when it is larger. */
export async function readText(request: Request, limit: number): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null;
  const text = await request.text();
  return new TextEncoder().encode(text).byteLength > limit ? null : text;
}
