import type { Db } from './db.ts';
import { isAnswerLost, toDataError } from './errors.ts';
import { ownKey } from './withOwnKey.ts';

/** Header in which a write carries its key: the database keeps it in the transaction of the write. */
const keyHeader = 'idempotency-key';
const settleTimeoutMs = 5_000;

type Fetch = (address: string, init?: RequestInit) => Promise<Response>;
type Builder = { fetch?: Fetch };

/** What the requests of one run of a command came to. */
export type Writes = {
  /** Writes that were answered: they are done. */
  done: number;
  /** Whether a call went out by whose arguments its function knows that it is repeated. */
  hasOwnKey: boolean;
  /** The request that has no answer so far: a write by its key. */
  open: { key: string } | 'read' | undefined;
};

/** Short name of a request: the same for the same address and body. */
function nameOf(address: string, { method, body }: RequestInit): string {
  const text = `${String(method)} ${address} ${typeof body === 'string' ? body : ''}`;
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  return (low >>> 0).toString(36) + (high >>> 0).toString(36);
}

/** Asks a function with a key of its own what happened, by calling it once more when its answer was lost. */
async function sendUntilAnswered(send: () => Promise<Response>): Promise<Response> {
  const first = await send().catch((error: unknown) => {
    console.warn('An answer was lost; the call is repeated.', error);
    return undefined;
  });
  if (!first || (!first.ok && (await isLost(first)))) return send();
  return first;
}

async function isLost(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const code = body !== null && typeof body === 'object' && 'code' in body ? String(body.code) : '';
  return isAnswerLost(code, response.status);
}

/**
 * `db` whose writes carry keys: each that of the attempt, its place in the command and its content, so only the very same write has it
 * again.
 */
export function withCommandKey(db: Db, attempt: string): { db: Db; writes: Writes } {
  const writes: Writes = { done: 0, hasOwnKey: false, open: undefined };
  let count = 0;
  const tracked = (send: Fetch, hasOwnKey: boolean): Fetch => {
    return async (address, init = {}) => {
      const isRead = init.method === 'GET' || init.method === 'HEAD';
      count += 1;
      const key = [attempt, count, nameOf(address, init)].join('.');
      const headers = new Headers(init.headers);
      if (!isRead && !hasOwnKey) headers.set(keyHeader, key);
      writes.open = isRead ? 'read' : hasOwnKey ? undefined : { key };
      const sendOnce = () => send(address, { ...init, headers });
      const response = await (hasOwnKey ? sendUntilAnswered(sendOnce) : sendOnce());
      // An error says itself what became of the write.
      if (response.ok) {
        writes.open = undefined;
        if (!isRead) writes.done += 1;
      }
      return response;
    };
  };
  const follow = (builder: unknown, hasOwnKey: boolean) => {
    const query = builder as Builder;
    query.fetch = tracked(query.fetch ?? fetch, hasOwnKey);
    return builder;
  };
  const proxy = (hasOwnKey: boolean): Db =>
    new Proxy(db, {
      get(target, name) {
        if (name === ownKey) return proxy(true);
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        const call = (value as (...values: unknown[]) => unknown).bind(target);
        if (name === 'from') return (...values: unknown[]) => follow(call(...values), false);
        if (name !== 'rpc') return call;
        return (...values: unknown[]) => {
          writes.hasOwnKey ||= hasOwnKey;
          return follow(call(...values), hasOwnKey);
        };
      },
    });
  return { db: proxy(false), writes };
}

/**
 * What became of the command with this key: `saved`, or `failed`, after which it can never be done. `unreachable` when nobody could be
 * asked, `unknown` where keys are not kept.
 */
export async function settleCommand(db: Db, key: string): Promise<'saved' | 'failed' | 'unreachable' | 'unknown'> {
  try {
    const { data, error, status } = await db.rpc('settle_command', { key }).abortSignal(AbortSignal.timeout(settleTimeoutMs));
    if (error) return toDataError(error, status).outcome === 'unknown' ? 'unreachable' : 'unknown';
    return typeof data === 'boolean' ? (data ? 'saved' : 'failed') : 'unknown';
  } catch {
    return 'unreachable';
  }
}
