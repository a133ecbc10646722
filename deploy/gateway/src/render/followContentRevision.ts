import { z } from 'zod';
import type { Fetcher } from '../backend.ts';

const rowsSchema = z.array(z.object({ revision: z.number() })).length(1);
const freshForMs = 500;
const timeoutMs = 1_500;

/**
 * The revision of the public pages' content, read at most twice a second. While it cannot be read the last one is returned, so that
 * cached pages are still served.
 */
export function followContentRevision(rest: Fetcher, publishableKey: string): () => Promise<number> {
  let revision = 0;
  let checkedAt = -Infinity;
  let inFlight: Promise<void> | undefined;

  async function readRevision(): Promise<void> {
    const request = new Request('http://backend/rest/v1/content_revision?select=revision', {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const response = await rest(request);
    if (response.ok) revision = rowsSchema.parse(await response.json())[0]?.revision ?? revision;
  }

  return async () => {
    if (performance.now() - checkedAt < freshForMs) return revision;
    inFlight ??= readRevision()
      .catch(() => undefined)
      .finally(() => {
        checkedAt = performance.now();
        inFlight = undefined;
      });
    await inFlight;
    return revision;
  };
}
