import type { Registry } from '@masomo/contracts/registry';
import type { Backend } from '../backend.ts';

const timeoutMs = 3_000;

function withTimeout<T>(promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('no response within 3 s')), timeoutMs).unref();
    }),
  ]);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** `ok` or the problem, per part of the product. */
export async function readHealth(
  backend: Backend,
  liveRegistry: () => Promise<Registry | null>,
): Promise<{ isHealthy: boolean; parts: Record<string, string> }> {
  const [parts, releases] = await Promise.all([
    withTimeout(Promise.resolve().then(() => backend.health())).catch((error: unknown) => ({ backend: messageOf(error) })),
    liveRegistry().then((live) => (live ? 'ok' : 'no shell is live: run npm run release -- shell'), messageOf),
  ]);
  const all: Record<string, string> = { ...parts, releases };
  return { isHealthy: Object.values(all).every((state) => state === 'ok'), parts: all };
}
