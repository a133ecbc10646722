import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { browserActionSchema } from '@masomo/contracts/browserAction';
import { createPermits } from './permits.ts';
import type { Tracing } from './tracing.ts';

/** A tab gathers what it did for a moment. */
const reportSchema = z.array(browserActionSchema).min(1).max(20);

/** Reports of one address: a school of busy tabs behind one, not somebody who fills the collector. */
const reports = { burst: 120, perSecond: 10 };

/** `/_traces`: the beginnings of traces, which only browsers know. */
export function addBrowserActions(app: Hono, tracing: Tracing, addressOf: (c: Context) => string | undefined): void {
  const take = createPermits(reports);
  app.post('/_traces', bodyLimit({ maxSize: 8_192 }), async (c) => {
    if (!take(addressOf(c) ?? '')) return c.json({ message: 'Too many reports from this address.' }, 429, { 'cache-control': 'no-store' });
    const report = reportSchema.safeParse(await c.req.json().catch(() => null));
    if (!report.success) return c.json({ message: 'This report is not readable.' }, 400, { 'cache-control': 'no-store' });
    for (const action of report.data) tracing.recordBrowserAction(action);
    return c.body(null, 204);
  });
}
