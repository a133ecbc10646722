import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Logger } from 'pino';
import { releaseReportSchema } from '@masomo/contracts/releaseReport';
import type { ReleaseStore } from '@masomo/release';
import type { Fetcher } from '../backend.ts';
import type { LiveRegistry } from '../registry/followRegistry.ts';
import type { SignedCookies } from '../http/signedCookies.ts';
import { pageLoadOf } from './pageLoads.ts';
import { watchFailures, type FailureWatch } from './watchFailures.ts';

type Options = {
  store: ReleaseStore;
  rest: Fetcher;
  publishableKey: string;
  liveRegistry: LiveRegistry;
  log: Logger;
  addressOf: (c: Context) => string | undefined;
  cookies: SignedCookies;
};

/** `/_releases/reports`: measurements and failures from browsers. The database stores them, and failures are watched here. */
export function addReleaseReports(
  app: Hono,
  { store, rest, publishableKey, liveRegistry, log, addressOf, cookies }: Options,
): Pick<FailureWatch, 'countLoad'> {
  const { reportFailures, countLoad } = watchFailures({
    store,
    onWithdrawn(release) {
      liveRegistry.invalidate();
      log.error(release, 'a canary was ended');
    },
    onAlert: (release) => log.error(release, 'visitors report that a release fails'),
  });

  app.post('/_releases/reports', bodyLimit({ maxSize: 16_384 }), async (c) => {
    const report = releaseReportSchema.safeParse(await c.req.json().catch(() => null));
    if (!report.success) return c.json({ message: 'This report is not readable.' }, 400, { 'cache-control': 'no-store' });
    const { visit, path, versions, samples, failures } = report.data;
    // What happens to a canary must not depend on the database.
    await reportFailures(failures, { visit, address: addressOf(c) ?? '', load: pageLoadOf(c, cookies) }).catch((error: unknown) =>
      log.error({ err: error }, 'a canary could not be ended'),
    );
    const stored = await rest(
      new Request('http://backend/rest/v1/rpc/report_releases', {
        method: 'POST',
        headers: { 'content-type': 'application/json', apikey: publishableKey },
        body: JSON.stringify({ visit, path, versions, samples, failures }),
      }),
    );
    // Tabs report by themselves: a report too many is dropped without an error in somebody's console.
    if (stored.ok || stored.status === 429) return c.body(null, 204);
    log.warn({ status: stored.status }, 'a report about releases was not stored');
    return c.json({ message: 'The report was not stored.' }, stored.status === 400 ? 400 : 503, { 'cache-control': 'no-store' });
  });
  return { countLoad };
}
