import type { Hono } from 'hono';
import { registryTag } from '@masomo/contracts/registry';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import { matchesEtag } from '../http/matchesEtag.ts';
import type { SignedCookies } from '../http/signedCookies.ts';
import { localBuildsOf, withLocalBuilds } from '../localBuilds/localBuilds.ts';
import type { LiveRegistry } from './followRegistry.ts';
import { visitorOf } from './visitors.ts';

type Options = { liveRegistry: LiveRegistry; cookies: SignedCookies; config: RuntimeConfig };

const maxFeatures = 40;

/** `?features=addon:a,addon:b`: those with whose add-ons a browser wants the registry. */
function featuresOf(query: string | undefined): string[] {
  return (query ?? '')
    .split(',')
    .filter((feature) => /^addon:[a-z-]{1,40}$/.test(feature))
    .slice(0, maxFeatures);
}

/** `/registry.json` and `/config.json`: what a browser needs to load the product. */
export function addRegistry(app: Hono, { liveRegistry, cookies, config }: Options): void {
  app.get('/config.json', (c) => c.json(config, 200, { 'cache-control': 'no-cache' }));
  app.get('/registry.json', async (c) => {
    const live = await liveRegistry(visitorOf(c, cookies), featuresOf(c.req.query('features')));
    if (!live) return c.json({ message: 'No shell is live yet.' }, 503, { 'cache-control': 'no-store' });
    const registry = withLocalBuilds(live, localBuildsOf(c, cookies));
    if (registry.local) return c.json(registry, 200, { 'cache-control': 'no-store' });
    const headers = { etag: registryTag(registry), 'cache-control': 'no-cache', vary: 'Cookie' };
    return matchesEtag(c.req.header('if-none-match'), headers.etag) ? c.body(null, 304, headers) : c.json(registry, 200, headers);
  });
}
