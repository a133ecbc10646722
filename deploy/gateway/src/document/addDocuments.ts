import type { Context, Hono } from 'hono';
import { documentDataPath } from '@masomo/contracts/document';
import type { Registry } from '@masomo/contracts/registry';
import type { ReleaseStore } from '@masomo/release';
import { acceptedEncodings } from '../http/acceptedEncodings.ts';
import { strictPolicy, workerPolicy } from '../http/securityHeaders.ts';
import type { SignedCookies } from '../http/signedCookies.ts';
import { allowLocalBuilds, localBuildsOf, withLocalBuilds } from '../localBuilds/localBuilds.ts';
import type { Metrics } from '../operation/metrics.ts';
import type { LiveRegistry } from '../registry/followRegistry.ts';
import { ensureVisitorNumber, visitorOf } from '../registry/visitors.ts';
import { signPageLoad } from '../releases/pageLoads.ts';
import { serveReleaseFile } from '../releases/serveReleaseFile.ts';
import type { FailureWatch } from '../releases/watchFailures.ts';
import type { ComposedPage } from './composedPage.ts';
import { normalizedPath, pageUrl } from './pageKind.ts';
import { sendPage } from './sendPage.ts';

type Options = {
  store: ReleaseStore;
  liveRegistry: LiveRegistry;
  compose: (registry: Registry, url: URL) => Promise<ComposedPage>;
  cookies: SignedCookies;
  countLoad: FailureWatch['countLoad'];
  metrics: Metrics;
  originOf: (c: Context) => string;
  /** Whether a proxy or CDN in front may cache public pages. */
  hasProxy: boolean;
};

/** A file name's extension; `.html` is none, because an old address ending in it may have moved. */
const fileExtension = /\.(?!html?$)[a-z0-9]{2,12}$/i;

/** The documents of all pages, and the data that prerendered documents are hydrated from. */
export function addDocuments(app: Hono, options: Options): void {
  const { store, liveRegistry, compose, metrics, originOf } = options;

  app.get(documentDataPath, async (c) => {
    const registry = await liveRegistry();
    const page = c.req.query('page') ?? '';
    if (!registry || !page.startsWith('/') || !URL.canParse(page, originOf(c)))
      return c.json({ message: 'There is no such page.' }, 404, { 'cache-control': 'no-store' });
    const { data } = await compose(registry, pageUrl(new URL(page, originOf(c)).href, originOf(c)));
    if (!data) return c.json({ message: 'This page has no data.' }, 404, { 'cache-control': 'no-store' });
    const [encoding] = acceptedEncodings(c.req.header('accept-encoding'));
    return c.body(await data.body(encoding), 200, {
      'content-type': 'application/json',
      // The tag is a hash of the content. Under another tag the response holds the current data, which must not be cached.
      'cache-control': data.tag === c.req.query('tag') ? 'public, max-age=31536000, immutable' : 'no-store',
      vary: 'Accept-Encoding',
      ...(encoding ? { 'content-encoding': encoding } : {}),
    });
  });

  app.on(['GET', 'HEAD'], '*', async (c) => {
    const registry = await liveRegistry(visitorOf(c, options.cookies));
    if (!registry) return c.text('The site is being set up. Try again in a moment.', 503, { 'retry-after': '5' });
    metrics.setRevisions({ registry: registry.revision });
    const { pathname, search } = new URL(c.req.url);
    const publicFile = `public${pathname}`;
    if (await store.openFile('shell', registry.shell.version, publicFile)) {
      const response = await serveReleaseFile(c, store, 'shell', registry.shell.version, publicFile, 'no-cache');
      response.headers.set('content-security-policy', pathname.endsWith('.js') ? workerPolicy : strictPolicy);
      return response;
    }
    const normalized = normalizedPath(pathname);
    if (normalized !== pathname) return c.redirect(normalized + search, 301);
    if (fileExtension.test(pathname)) return c.text('There is no such file.', 404);
    return servePage(c, registry, options);
  });
  app.all('*', (c) => c.text('This address can only be read.', 405, { allow: 'GET, HEAD' }));
}

/** The versions of the canaries that this registry has. */
function canariesIn({ variant = '', remotes }: Registry): Record<string, string> {
  return Object.fromEntries(variant.split(' ').flatMap((app) => (remotes[app] ? [[app, remotes[app].version]] : [])));
}

/** A page for one visitor, whose canaries and local builds decide what it is composed of. */
async function servePage(c: Context, registry: Registry, options: Options): Promise<Response> {
  const { liveRegistry, compose, cookies, countLoad, originOf, hasProxy } = options;
  const hasCanary = liveRegistry.hasCanary();
  const visitorRegistry = hasCanary ? await liveRegistry(ensureVisitorNumber(c, cookies)) : registry;
  const localBuilds = localBuildsOf(c, cookies);
  const hasLocalBuilds = Object.keys(localBuilds).length > 0;
  const page = await compose(withLocalBuilds(visitorRegistry ?? registry, localBuilds), pageUrl(c.req.url, originOf(c)));
  const isPersonal = hasCanary || hasLocalBuilds;
  const canaries = hasCanary && visitorRegistry ? canariesIn(visitorRegistry) : {};
  if (c.req.method === 'GET' && !hasLocalBuilds && Object.keys(canaries).length > 0) countLoad(signPageLoad(c, cookies, canaries));
  return sendPage(c, hasLocalBuilds ? { ...page, policy: allowLocalBuilds(page.policy, localBuilds) } : page, {
    isPersonal,
    isCacheable: !isPersonal && hasProxy,
  });
}
