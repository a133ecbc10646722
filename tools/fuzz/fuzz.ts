import { Agent, request as send } from 'node:http';
import { z } from 'zod';
import { oddRequest, type OddRequest } from './oddRequest.ts';
import { createRandom, type Random } from './random.ts';
import { readSurface } from './surface.ts';

type Options = {
  /** Address of the product; it trusts one proxy. */
  origin: string;
  publishableKey: string;
  /** Accounts to send requests as, besides visitors. */
  emails: readonly string[];
  password: string;
  count: number;
  seed: number;
};

/** A response that no client should be able to cause. */
type Finding = { reason: string; actor: string; request: string; status: number; answer: string };
type FuzzResult = { byStatus: Record<string, number>; findings: Finding[] };

const inParallel = 8;
const timeoutMs = 30_000;
/** The text of a statement, a place in the code, or a path of the machine. */
const inside =
  /PL\/pgSQL function|SQL (?:statement|function) "|\b(?:from|into|update|join) (?:public|private|auth|storage)\.\w+|node_modules|\bat [^\n]{1,200}\.ts:\d+|\/(?:home|root|srv|tmp|work)\/\w+\//i;

const tokenSchema = z.object({ access_token: z.string() });

function respond(origin: string, agent: Agent, { method, path, headers, body }: OddRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const length: Record<string, string> = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = send({ agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: timeoutMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
    });
    request.on('timeout', () => request.destroy(new Error(`no response within ${timeoutMs / 1000} s`)));
    request.on('error', (error) => {
      // The server had just closed the connection that this request was to share.
      if (request.reusedSocket && 'code' in error && error.code === 'ECONNRESET')
        resolve(respond(origin, agent, { method, path, headers, body }));
      else reject(error);
    });
    request.end(body ?? undefined);
  });
}

/** A body that is refused before it was sent may end its connection before the response is read. */
function statusWithout(error: unknown, { body }: OddRequest): number {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return (code === 'ECONNRESET' || code === 'EPIPE') && (body?.length ?? 0) > 60_000 ? 413 : 599;
}

/** Each request comes from an address of its own: the limits per address are not what is tried. */
const address = (random: Random) => `10.${[1, 2, 3].map(() => Math.floor(random.next() * 256)).join('.')}`;

/** Sends requests that no screen sends, as every role, and returns the answers that should not be: 5xx, and texts from inside. */
export async function fuzz({ origin, publishableKey, emails, password, count, seed }: Options): Promise<FuzzResult> {
  const random = createRandom(seed);
  const surface = await readSurface();
  const agent = new Agent({ keepAlive: true, maxSockets: inParallel });
  const actors: [name: string, headers: Record<string, string>][] = [
    ['nobody', {}],
    ['visitor', { apikey: publishableKey }],
    ['forger', { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.', apikey: publishableKey }],
  ];
  for (const email of emails) {
    const { text } = await respond(origin, agent, {
      method: 'POST',
      path: '/auth/v1/token?grant_type=password',
      headers: { apikey: publishableKey, 'content-type': 'application/json', 'x-forwarded-for': address(random) },
      body: JSON.stringify({ email, password }),
    });
    actors.push([email, { apikey: publishableKey, authorization: `Bearer ${tokenSchema.parse(JSON.parse(text)).access_token}` }]);
  }
  const byStatus: Record<string, number> = {};
  const findings: Finding[] = [];
  let left = count;
  async function work(): Promise<void> {
    while (left > 0) {
      left -= 1;
      const [actor, headers] = random.pick(actors);
      const odd = oddRequest(random, surface);
      const request = { ...odd, headers: { ...headers, 'x-forwarded-for': address(random), ...odd.headers } };
      const { status, text } = await respond(origin, agent, request).catch((error: unknown) => ({
        status: statusWithout(error, request),
        text: String(error),
      }));
      byStatus[status] = (byStatus[status] ?? 0) + 1;
      const reason = status >= 500 ? `status ${status}` : inside.test(text) ? 'a text from inside' : undefined;
      if (reason)
        findings.push({
          reason,
          actor,
          status,
          request: `${request.method} ${request.path.slice(0, 300)} ${JSON.stringify(odd.headers)} ${(request.body ?? '').slice(0, 600)}`,
          answer: text.slice(0, 600),
        });
    }
  }
  await Promise.all(Array.from({ length: inParallel }, work));
  agent.destroy();
  return { byStatus, findings };
}
