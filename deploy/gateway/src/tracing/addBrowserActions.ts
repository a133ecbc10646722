import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { z } from 'zod';
import { browserActionSchema } from '@masomo/contracts/browserAction';
import { networkOf } from '@masomo/domain/networkOf';
import type { Tracing } from './tracing.ts';

/** A tab collects its actions for a moment before it reports them. */
const reportSchema = z.array(browserActionSchema).min(1).max(20);

/** Reports per address: enough for a school of busy tabs behind one, too few to fill the collector. */
const limit = { points: 120, duration: 12 };

/** `/_traces`: the beginnings of traces, which only browsers know. */
export function addBrowserActions(app: Hono, tracing: Tracing, addressOf: (c: Context) => string | undefined): void {
  const limiter = new RateLimiterMemory(limit);
  const isWithinLimit = (address: string) =>
    limiter.consume(address).then(
      () => true,
      () => false,
    );
  const noStore = { 'cache-control': 'no-store' };
  app.post('/_traces', bodyLimit({ maxSize: 8_192 }), async (c) => {
    if (!(await isWithinLimit(networkOf(addressOf(c) ?? ''))))
      return c.json({ message: 'Too many reports from this address.' }, 429, noStore);
    const report = reportSchema.safeParse(await c.req.json().catch(() => null));
    if (!report.success) return c.json({ message: 'This report is not readable.' }, 400, noStore);
    for (const action of report.data) tracing.recordBrowserAction(action);
    return c.body(null, 204);
  });
}
