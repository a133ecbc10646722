import { z } from 'zod';
import type { Fetcher } from '../backend.ts';

const rowsSchema = z.array(z.object({ revision: z.number() })).length(1);
const freshFor = 500;

/**
 * The revision of what public pages show, asked at most twice a second. While it cannot be read the last known one is
 * given: cached pages keep being served.
 */
export function followContentRevision(rest: Fetcher, publishableKey: string): () => Promise<number> {
  let revision = 0;
  let checkedAt = -Infinity;
  let underWay: Promise<void> | undefined;

  async function check(): Promise<void> {
    const request = new Request('http://backend/rest/v1/content_revision?select=revision', {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(1_500),
    });
    const answer = await rest(request);
    if (answer.ok) revision = rowsSchema.parse(await answer.json())[0]?.revision ?? revision;
  }

  return async () => {
    if (performance.now() - checkedAt < freshFor) return revision;
    underWay ??= check()
      .catch(() => undefined)
      .finally(() => {
        checkedAt = performance.now();
        underWay = undefined;
      });
    await underWay;
    return revision;
  };
}
