import type { Logger } from 'pino';
import { cdnHeaders } from '../http/cdnHeaders.ts';

export type PurgeOptions = {
  /** The CDN's purge endpoint: Fastly's `/service/<id>/purge`, Cloudflare's `/zones/<id>/purge_cache`. */
  url: string;
  token: string;
};
type Watched = {
  /** Changes whenever public pages may read differently: their content, or the releases that render them. */
  revision: () => Promise<string>;
  log: Logger;
  intervalMs?: number;
};

const purgeTimeoutMs = 5_000;

/** Purges the public pages from the CDN. Rejects with the CDN's response. */
async function purge({ url, token }: PurgeOptions): Promise<void> {
  const key = cdnHeaders['surrogate-key'];
  const response = await fetch(url, {
    method: 'POST',
    signal: AbortSignal.timeout(purgeTimeoutMs),
    body: JSON.stringify({ tags: [key] }),
    // Each CDN reads its own: the key from a header or as a tag, the token under its own name.
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'fastly-key': token, 'surrogate-key': key },
  });
  if (!response.ok) throw new Error(`The CDN responded with status ${response.status}: ${(await response.text()).slice(0, 200)}`);
}

/**
 * Purges the public pages from the CDN after every change of their content. A failed purge is retried until it succeeds or a newer
 * one replaces it; several gateways may purge the same change. Returns a function that stops it.
 */
export function startPurging(options: PurgeOptions, { revision, log, intervalMs = 1_000 }: Watched): () => void {
  let purged: string | undefined;
  let isBusy = false;

  async function purgeIfChanged(): Promise<void> {
    const current = await revision();
    // The content at the start was purged when it was published.
    purged ??= current;
    if (current === purged) return;
    await purge(options);
    purged = current;
    log.info({ revision: current }, 'public pages purged from the CDN');
  }

  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void purgeIfChanged()
      .catch((error: unknown) => log.warn({ err: error }, 'the CDN could not be purged'))
      .finally(() => {
        isBusy = false;
      });
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
