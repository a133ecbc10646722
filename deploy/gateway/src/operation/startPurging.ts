import type { Logger } from 'pino';
import { cdnHeaders } from '../http/cdnHeaders.ts';

export type PurgeOptions = {
  /** Where the CDN takes a purge by key: Fastly's `/service/<id>/purge`, Cloudflare's `/zones/<id>/purge_cache`. */
  url: string;
  token: string;
};
type Watched = {
  /** Changes whenever public pages may read differently: their content, or the releases that draw them. */
  revision: () => Promise<string>;
  log: Logger;
  everyMs?: number;
};

const answerLimit = 5_000;

/** Tells the CDN to forget the public pages. Rejects with what it answered. */
async function purge({ url, token }: PurgeOptions): Promise<void> {
  const key = cdnHeaders['surrogate-key'];
  const answer = await fetch(url, {
    method: 'POST',
    signal: AbortSignal.timeout(answerLimit),
    body: JSON.stringify({ tags: [key] }),
    // Each CDN reads its own: the key as a header or as a tag, the token under its name.
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'fastly-key': token, 'surrogate-key': key },
  });
  if (!answer.ok) throw new Error(`The CDN answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
}

/**
 * Purges the public pages from the CDN after every change of what they say. A purge that fails is tried again until it is
 * done or overtaken; several gateways that purge the same do no harm. Stops with the function it gives back.
 */
export function startPurging(options: PurgeOptions, { revision, log, everyMs = 1_000 }: Watched): () => void {
  let purged: string | undefined;
  let isBusy = false;

  async function look(): Promise<void> {
    const now = await revision();
    // What a gateway finds at its start was purged by whoever changed it.
    purged ??= now;
    if (now === purged) return;
    await purge(options);
    purged = now;
    log.info({ revision: now }, 'the CDN forgot the public pages');
  }

  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void look()
      .catch((error: unknown) => log.warn({ err: error }, 'the CDN could not be purged'))
      .finally(() => {
        isBusy = false;
      });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
