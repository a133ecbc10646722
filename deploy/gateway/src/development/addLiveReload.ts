import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Registry } from '@masomo/contracts/registry';
import { hasLoopbackName } from '../http/loopbackName.ts';

const script = `const events = new EventSource('/_dev/events');
let revision;
events.onmessage = ({ data }) => { if (revision !== undefined && revision !== data) location.reload(); revision = data; };
`;
const pollIntervalMs = 400;

/** During development open pages listen for releases and reload themselves. */
export function addLiveReload(app: Hono, liveRegistry: () => Promise<Registry | null>): void {
  app.use('/_dev/*', async (c, next) => (hasLoopbackName(c.req.url) ? next() : c.notFound()));
  app.get('/_dev/reload.js', (c) => c.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' }));
  app.get('/_dev/events', (c) =>
    streamSSE(c, async (stream) => {
      let sent: number | undefined;
      while (!stream.aborted && !stream.closed) {
        const revision = (await liveRegistry())?.revision;
        if (revision !== undefined && revision !== sent) await stream.writeSSE({ data: String(revision) });
        sent = revision;
        await stream.sleep(pollIntervalMs);
      }
    }),
  );
}
