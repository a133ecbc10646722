import type { Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { networkOf } from '@masomo/domain/networkOf';
import { topicOf, type FeatureChanges } from './followFeatureChanges.ts';

type Options = { changes: FeatureChanges; addressOf: (c: Context) => string | undefined; limits?: { total: number; perAddress: number } };

/** More than a gateway's schools have open browsers; a school behind one address has fewer than the second. */
const usualLimits = { total: 20_000, perAddress: 300 };
/** Proxies close what is silent for a minute. */
const beatMs = 25_000;
const retryMs = 2_000;

/**
 * `/_features/events?school=<id>`: an event whenever the school's plan or add-ons may have changed, without saying how; the page reads them
 * as the person it belongs to. Beyond the limits it responds 204, after which a browser does not ask again.
 */
export function addFeatureEvents(app: Hono, { changes, addressOf, limits = usualLimits }: Options): { close(): void } {
  const open = new Map<string, number>();
  const closing = new AbortController();

  app.get('/_features/events', (c) => {
    const school = c.req.query('school') ?? '';
    if (!/^[0-9a-f-]{36}$/.test(school)) return c.json({ message: 'Name a school.' }, 400, { 'cache-control': 'no-store' });
    const address = networkOf(addressOf(c) ?? '');
    const fromHere = open.get(address) ?? 0;
    if (closing.signal.aborted || changes.count() >= limits.total || fromHere >= limits.perAddress) return c.body(null, 204);
    open.set(address, fromHere + 1);
    c.header('x-accel-buffering', 'no');
    return streamSSE(c, async (stream) => {
      let wake: () => void = () => undefined;
      let hasNews = false;
      const stop = changes.listen(topicOf(school), () => {
        hasNews = true;
        wake();
      });
      const end = () => wake();
      stream.onAbort(end);
      closing.signal.addEventListener('abort', end);
      try {
        await stream.write(`retry: ${retryMs}\n\n`);
        while (!stream.aborted && !stream.closed && !closing.signal.aborted) {
          if (!hasNews) {
            const { promise, resolve } = Promise.withResolvers<void>();
            wake = resolve;
            const beat = setTimeout(resolve, beatMs);
            await promise;
            clearTimeout(beat);
          }
          const isNews = hasNews;
          hasNews = false;
          if (!stream.aborted) await stream.write(isNews ? 'data: changed\n\n' : ': \n\n');
        }
      } finally {
        stop();
        closing.signal.removeEventListener('abort', end);
        const left = (open.get(address) ?? 1) - 1;
        if (left > 0) open.set(address, left);
        else open.delete(address);
      }
    });
  });
  return { close: () => closing.abort() };
}
