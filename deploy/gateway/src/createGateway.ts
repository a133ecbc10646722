import { randomBytes } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { documentDataPath } from '@masomo/contracts/document';
import { registryTag, type Registry } from '@masomo/contracts/registry';
import { acceptedEncodings } from './http/acceptedEncodings.ts';
import { createAddressReader } from './http/clientAddress.ts';
import { addLiveReload } from './development/addLiveReload.ts';
import { createComposer } from './document/composeDocument.ts';
import type { ComposedPage } from './document/composedPage.ts';
import { pageUrl, normalizedPath } from './document/pageKind.ts';
import type { GatewayOptions } from './gatewayOptions.ts';
import { readHealth } from './operation/readHealth.ts';
import { cdnHeaders } from './http/cdnHeaders.ts';
import { addInstallation } from './site/addInstallation.ts';
import { followRegistry } from './registry/followRegistry.ts';
import { addLocalBuilds } from './localBuilds/addLocalBuilds.ts';
import { localBuildsOf, allowLocalBuilds, type LocalBuilds } from './localBuilds/localBuilds.ts';
import { addShareImages } from './shareImages/addShareImages.ts';
import { forwardRequest, type Part } from './backend/forwardRequest.ts';
import { addOperation } from './operation/addOperation.ts';
import { createMetrics, type Metrics } from './operation/metrics.ts';
import { startPurging } from './operation/startPurging.ts';
import { serveReleaseFile, matchesEtag } from './releases/serveReleaseFile.ts';
import { followContentRevision } from './render/followContentRevision.ts';
import { createPageRenderer } from './render/createPageRenderer.ts';
import { startRenderer } from './render/startRenderer.ts';
import { addReleaseApi } from './releases/addReleaseApi.ts';
import { addCohort } from './releases/addCohort.ts';
import { addReleaseReports } from './releases/addReleaseReports.ts';
import { strictPolicy, commonHeaders, privatePageHeaders, workerPolicy } from './http/securityHeaders.ts';
import { createSigner } from './http/createSigner.ts';
import { listen, type Listening } from './http/listen.ts';
import { addBrowserActions } from './tracing/addBrowserActions.ts';
import { tracedBackend } from './tracing/tracedBackend.ts';
import { ensureVisitorNumber, visitorOf } from './registry/visitors.ts';

export type Gateway = {
  /** Answers one request. */
  fetch(request: Request): Response | Promise<Response>;
  /** Listens on a port; port 0 takes a free one. */
  serve(options: { port: number; host?: string }): Promise<Listening>;
  /** Loads what the first visitor would wait for. */
  warm(): Promise<void>;
  /** Says on `/readyz` that no visitors should come any more, and lets go of kept connections. */
  drain(): void;
  metrics: Metrics;
  /** Ends the render thread. */
  stop(): Promise<void>;
};

/** The one origin of the product: documents, released files, registry, configuration, and the backend behind it. */
export function createGateway(options: GatewayOptions): Gateway {
  const { store, log, tracing, tls = false, dev = false } = options;
  const backend = tracing ? tracedBackend(options.backend, tracing) : options.backend;
  const config = tracing ? { ...options.config, tracing: tracing.sampleRatio } : options.config;
  const liveRegistry = followRegistry(store);
  const renderer = startRenderer(backend.rest, config.publishableKey);
  const pages = createPageRenderer(renderer, store, config);
  const metrics = createMetrics();
  const readRevision = followContentRevision(backend.rest, config.publishableKey);
  const contentRevision = async () => {
    const revision = await readRevision();
    metrics.setRevisions({ content: revision });
    return revision;
  };
  const compose = createComposer({ pages, config, log, contentRevision, isDev: dev, isSelfContained: options.selfContained ?? false });
  const stopPurging =
    options.purge &&
    startPurging(options.purge, { log, revision: async () => `${await contentRevision()} ${(await liveRegistry())?.revision}` });
  const common = commonHeaders(tls);
  const signer = createSigner(options.signingKey ?? randomBytes(32).toString('hex'));
  const app = new Hono();
  const { drain } = addOperation(app, { log, metrics, liveRegistry, tracing });

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(common)) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (!c.res.headers.has('content-security-policy')) c.res.headers.set('content-security-policy', strictPolicy);
  });
  app.onError((error, c) => {
    log.error({ err: error, path: c.req.path }, 'a request failed');
    return c.text('Something went wrong on the server. Try again shortly.', 500);
  });

  app.get('/healthz', async (c) => {
    const { isHealthy, parts } = await readHealth(backend, liveRegistry);
    return c.json({ status: isHealthy ? 'ok' : 'unavailable', parts }, isHealthy ? 200 : 503, { 'cache-control': 'no-store' });
  });
  app.get('/config.json', (c) => c.json(config, 200, { 'cache-control': 'no-cache' }));
  app.get('/registry.json', async (c) => {
    const live = await liveRegistry(visitorOf(c, signer));
    if (!live) return c.json({ message: 'No shell is live yet.' }, 503, { 'cache-control': 'no-store' });
    const registry = withLocal(live, localBuildsOf(c, signer));
    if (registry.local) return c.json(registry, 200, { 'cache-control': 'no-store' });
    const headers = { etag: registryTag(registry), 'cache-control': 'no-cache', vary: 'Cookie' };
    return matchesEtag(c.req.header('if-none-match'), headers.etag) ? c.body(null, 304, headers) : c.json(registry, 200, headers);
  });
  app.on(['GET', 'HEAD'], '/releases/:app/:version/:path{.+}', (c) => {
    const { app: name, version, path } = c.req.param();
    return serveReleaseFile(c, store, name, version, path);
  });

  const addressOf = createAddressReader(options.trustedProxies);
  const proxied: readonly [string, Part][] = [
    ['/auth/v1/*', 'auth'],
    ['/rest/v1/*', 'rest'],
    ['/storage/v1/*', 'storage'],
    ['/functions/v1/*', 'functions'],
    ['/_local/*', 'local'],
    ['/_local', 'local'],
  ];
  for (const [path, part] of proxied) app.all(path, (c) => forwardRequest(c, part, backend[part], addressOf(c), log));
  addReleaseReports(app, { store, rest: backend.rest, publishableKey: config.publishableKey, liveRegistry, log, addressOf });
  if (options.releases)
    addReleaseApi(app, { store, folder: options.releases, rest: backend.rest, publishableKey: config.publishableKey, liveRegistry, tls });
  if (tracing) addBrowserActions(app, tracing, addressOf);
  addCohort(app, { rest: backend.rest, publishableKey: config.publishableKey, signer, tls });
  if (options.releases)
    addLocalBuilds(app, { folder: options.releases, rest: backend.rest, publishableKey: config.publishableKey, signer, tls });
  if (dev) addLiveReload(app, liveRegistry);

  const originOf = (c: Context) => options.origin ?? new URL(c.req.url).origin;

  app.on(['GET', 'HEAD'], ['/sitemap.xml', '/robots.txt'], async (c) => {
    const registry = await liveRegistry();
    const call = c.req.path === '/robots.txt' ? 'robots' : 'sitemap';
    for (const [name, remote] of Object.entries(registry?.remotes ?? {})) {
      if (!remote.manifest.prerender || !remote.manifest.owns.includes('/')) continue;
      const text = await pages.text(name, remote, call, new URL(originOf(c)));
      if (text !== null)
        return c.body(text, 200, {
          'content-type': call === 'robots' ? 'text/plain; charset=utf-8' : 'application/xml; charset=utf-8',
          'cache-control': 'public, max-age=300',
        });
    }
    return c.text('There is nothing here.', 404);
  });

  addInstallation(app, liveRegistry, pages);
  const pictures = addShareImages(app, { pages, brand: config.brand.name, liveRegistry, compose, originOf });

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
      // The tag is a hash of the content: under another one the answer is what is true now, and only now.
      'cache-control': data.tag === c.req.query('tag') ? 'public, max-age=31536000, immutable' : 'no-store',
      vary: 'Accept-Encoding',
      ...(encoding ? { 'content-encoding': encoding } : {}),
    });
  });

  app.on(['GET', 'HEAD'], '*', async (c) => {
    const registry = await liveRegistry(visitorOf(c, signer));
    if (!registry) return c.text('The site is being set up. Try again in a moment.', 503, { 'retry-after': '5' });
    metrics.setRevisions({ registry: registry.revision });
    const { pathname, search } = new URL(c.req.url);
    const publicFile = `public${pathname}`;
    if (await store.openFile('shell', registry.shell.version, publicFile)) {
      const answer = await serveReleaseFile(c, store, 'shell', registry.shell.version, publicFile, 'no-cache');
      answer.headers.set('content-security-policy', pathname.endsWith('.js') ? workerPolicy : strictPolicy);
      return answer;
    }
    const tidy = normalizedPath(pathname);
    if (tidy) return c.redirect(tidy + search, 301);
    // An old .html address may have moved; every other ending is a file's.
    if (/\.(?!html?$)[a-z0-9]{2,12}$/i.test(pathname)) return c.text('There is no such file.', 404);
    const isTrial = liveRegistry.hasCanary();
    const visitors = isTrial ? await liveRegistry(ensureVisitorNumber(c, signer, tls)) : registry;
    const local = localBuildsOf(c, signer);
    const page = await compose(withLocal(visitors ?? registry, local), pageUrl(c.req.url, originOf(c)));
    const isPersonal = isTrial || hasAny(local);
    const answer = hasAny(local) ? { ...page, policy: allowLocalBuilds(page.policy, local) } : page;
    return answerPage(c, answer, { isPersonal, isShared: !isPersonal && options.trustedProxies !== undefined });
  });
  app.all('*', (c) => c.text('This address can only be read.', 405, { allow: 'GET, HEAD' }));

  return {
    fetch: (request) => app.fetch(request),
    serve: ({ port, host = '127.0.0.1' }) => listen((request, env) => app.fetch(request, env), port, host),
    async warm() {
      const registry = await liveRegistry();
      if (registry) await pages.warm(registry).catch((error: unknown) => log.error({ err: error }, 'a server build does not load'));
    },
    drain,
    metrics,
    async stop() {
      stopPurging?.();
      await Promise.all([renderer.stop(), pictures.stop()]);
    },
  };
}

const hasAny = (local: LocalBuilds) => Object.keys(local).length > 0;

/** The registry for a browser with local builds. */
function withLocal(registry: Registry, local: LocalBuilds): Registry {
  return hasAny(local) ? { ...registry, local: { ...local } } : registry;
}

/** `isShared`: the answer is the same for everybody, and something in front may keep it. */
async function answerPage(
  c: Context,
  page: ComposedPage,
  { isPersonal, isShared }: { isPersonal: boolean; isShared: boolean },
): Promise<Response> {
  if (page.redirect) return c.redirect(page.redirect, 301);
  const [encoding] = acceptedEncodings(c.req.header('accept-encoding'));
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.policy,
    ...(page.isPrivate ? privatePageHeaders : {}),
    'cache-control': 'no-cache',
    ...(page.status === 200 && isShared ? cdnHeaders : {}),
    etag: page.etag,
    vary: isPersonal ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
    ...(encoding ? { 'content-encoding': encoding } : {}),
  };
  if (matchesEtag(c.req.header('if-none-match'), page.etag)) return c.body(null, 304, headers);
  const body = await page.body(encoding);
  if (c.req.method === 'HEAD') return c.body(null, page.status as 200, { ...headers, 'content-length': String(body.byteLength) });
  return c.body(body, page.status as 200, headers);
}
