import type { Backend } from '../backend.ts';
import type { Registry } from '@masomo/contracts/registry';

const limit = 3_000;

function withinLimit<T>(promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('no answer within 3 s')), limit).unref();
    }),
  ]);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** `ok` or what is wrong, per part of the product. */
export async function readHealth(
  backend: Backend,
  registry: () => Promise<Registry | null>,
): Promise<{ isHealthy: boolean; parts: Record<string, string> }> {
  const [parts, releases] = await Promise.all([
    withinLimit(Promise.resolve().then(() => backend.health())).catch((error: unknown) => ({ backend: messageOf(error) })),
    registry().then((live) => (live ? 'ok' : 'no shell is live: run npm run release -- shell'), messageOf),
  ]);
  const all: Record<string, string> = { ...parts, releases };
  return { isHealthy: Object.values(all).every((state) => state === 'ok'), parts: all };
}
