import type { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { featureName } from '@masomo/contracts/appName';
import { registryTag, type Registry } from '@masomo/contracts/registry';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import { acceptedEncodings } from '../http/acceptedEncodings.ts';
import { createEncodedBody, type EncodedBody } from '../http/encodedBody.ts';
import { matchesEtag } from '../http/matchesEtag.ts';
import type { SignedCookies } from '../http/signedCookies.ts';
import { localBuildsOf, withLocalBuilds } from '../localBuilds/localBuilds.ts';
import type { LiveRegistry } from './followRegistry.ts';
import { visitorOf } from './visitors.ts';

type Options = { liveRegistry: LiveRegistry; cookies: SignedCookies; config: RuntimeConfig };

const maxFeatures = 40;

/** `?features=addon:a,module:b`: those with whose remotes a browser wants the registry. */
function featuresOf(query: string | undefined): string[] {
  return (query ?? '')
    .split(',')
    .filter((feature) => featureName.test(feature))
    .slice(0, maxFeatures);
}

/** The registries of a few releases, canaries and sets of features. */
const maxBodies = 50;

/** `/registry.json` and `/config.json`: what a browser needs to load the product. */
export function addRegistry(app: Hono, { liveRegistry, cookies, config }: Options): void {
  const bodies = new LRUCache<string, EncodedBody>({ max: maxBodies });
  const bodyOf = (etag: string, registry: Registry) => {
    const body = bodies.get(etag) ?? createEncodedBody(Buffer.from(JSON.stringify(registry)));
    bodies.set(etag, body);
    return body;
  };
  app.get('/config.json', (c) => c.json(config, 200, { 'cache-control': 'no-cache' }));
  app.get('/registry.json', async (c) => {
    const live = await liveRegistry(visitorOf(c, cookies), featuresOf(c.req.query('features')));
    if (!live) return c.json({ message: 'No shell is live yet.' }, 503, { 'cache-control': 'no-store' });
    const registry = withLocalBuilds(live, localBuildsOf(c, cookies));
    if (registry.local) return c.json(registry, 200, { 'cache-control': 'no-store' });
    const headers = { etag: registryTag(registry), 'cache-control': 'no-cache', vary: 'Cookie' };
    if (matchesEtag(c.req.header('if-none-match'), headers.etag)) return c.body(null, 304, headers);
    const [encoding] = acceptedEncodings(c.req.header('accept-encoding'));
    return c.body(await bodyOf(headers.etag, registry)(encoding), 200, {
      ...headers,
      'content-type': 'application/json',
      vary: 'Accept-Encoding, Cookie',
      ...(encoding ? { 'content-encoding': encoding } : {}),
    });
  });
}
