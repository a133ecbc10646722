import { randomBytes } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { addBackendProxy } from './backend/addBackendProxy.ts';
import { addLiveReload } from './development/addLiveReload.ts';
import { addDocuments } from './document/addDocuments.ts';
import { createComposer } from './document/composeDocument.ts';
import { createPreparation } from './document/prepareRendering.ts';
import type { GatewayOptions } from './gatewayOptions.ts';
import { addPapers } from './papers/addPapers.ts';
import { addSecurityHeaders } from './http/addSecurityHeaders.ts';
import { createAddressReader } from './http/clientAddress.ts';
import { createSigner } from './http/createSigner.ts';
import { createSignedCookies } from './http/signedCookies.ts';
import { listen, type Listening } from './http/listen.ts';
import { addLive } from './live/addLive.ts';
import { followChanges } from './live/followChanges.ts';
import { followReleases } from './live/followReleases.ts';
import { addLocalBuilds } from './localBuilds/addLocalBuilds.ts';
import { addOperation } from './operation/addOperation.ts';
import { createMetrics, type Metrics } from './operation/metrics.ts';
import { startPurging } from './operation/startPurging.ts';
import { addReaders } from './readers/addReaders.ts';
import { addRegistry } from './registry/addRegistry.ts';
import { followRegistry } from './registry/followRegistry.ts';
import { addCohort } from './releases/addCohort.ts';
import { addReleaseApi } from './releases/addReleaseApi.ts';
import { addReleaseReports } from './releases/addReleaseReports.ts';
import { serveReleaseFile } from './releases/serveReleaseFile.ts';
import { createPageRenderer } from './render/createPageRenderer.ts';
import { followContentRevision } from './render/followContentRevision.ts';
import { startRenderer } from './render/startRenderer.ts';
import { addSchoolApps } from './schoolApps/addSchoolApps.ts';
import { addShareImages } from './shareImages/addShareImages.ts';
import { addInstallation } from './site/addInstallation.ts';
import { addPostedCart } from './site/addPostedCart.ts';
import { addRobots } from './site/addRobots.ts';
import { addSitemap } from './site/addSitemap.ts';
import { addBrowserActions } from './tracing/addBrowserActions.ts';
import { tracedBackend } from './tracing/tracedBackend.ts';

export type Gateway = {
  /** Responds to one request. */
  fetch(request: Request): Response | Promise<Response>;
  /** Listens on a port; port 0 takes a free one. */
  serve(options: { port: number; host?: string }): Promise<Listening>;
  /** Resolves once the live releases have rendered their first pages, so that no visitor waits for that. */
  warm(): Promise<void>;
  /** Reports on `/readyz` that no more visitors should come, and closes idle connections after their next response. */
  drain(): void;
  metrics: Metrics;
  /** Ends the render threads. */
  stop(): Promise<void>;
};

/** The one origin of the product: documents, released files, registry, configuration, and the backend behind it. */
export function createGateway(options: GatewayOptions): Gateway {
  const { store, log, tracing, tls = false, dev = false, releases: folder } = options;
  const backend = tracing ? tracedBackend(options.backend, tracing) : options.backend;
  const config = tracing ? { ...options.config, tracing: tracing.sampleRatio } : options.config;
  const { rest } = backend;
  const { publishableKey } = config;

  const metrics = createMetrics();
  const signer = createSigner(options.signingKey ?? randomBytes(32).toString('hex'));
  const cookies = createSignedCookies(signer, tls);
  const addressOf = createAddressReader(options.trustedProxies);
  const originOf = (c: Context) => options.origin ?? new URL(c.req.url).origin;

  const readRevision = followContentRevision(rest, publishableKey);
  const contentRevision = async () => {
    const revision = await readRevision();
    metrics.setRevisions({ content: revision });
    return revision;
  };
  const renderer = startRenderer(rest, publishableKey, options.renderLimits, (app) =>
    log.warn({ app }, 'the operating system does not keep renders from the network: install prlimit of util-linux'),
  );
  const pages = createPageRenderer(renderer, store, config);
  const compose = createComposer({
    pages,
    store,
    config,
    log,
    contentRevision,
    isDev: dev,
    isSelfContained: options.selfContained ?? false,
  });
  const liveRegistry = followRegistry(store, createPreparation({ compose, origin: options.origin ?? 'http://localhost', log }));
  const stopPurging =
    options.purge &&
    startPurging(options.purge, { log, revision: async () => `${await contentRevision()} ${(await liveRegistry())?.revision}` });

  // The order matters: what comes first wraps or shadows what follows, and documents take every address that is left.
  const app = new Hono();
  addSecurityHeaders(app, { log, tls });
  const { drain } = addOperation(app, { log, metrics, liveRegistry, backend, tracing });
  addRegistry(app, { liveRegistry, cookies, config });
  app.on(['GET', 'HEAD'], '/releases/:app/:version/:path{.+}', (c) => {
    const { app: name, version, path } = c.req.param();
    return serveReleaseFile(c, store, name, version, path);
  });
  addBackendProxy(app, { backend, addressOf, log });
  addReaders(app, { rest, publishableKey, addressOf, log });
  const { countLoad } = addReleaseReports(app, { store, rest, publishableKey, liveRegistry, log, addressOf, cookies });
  if (folder) addReleaseApi(app, { store, folder, rest, publishableKey, liveRegistry, cookies });
  const live = addLive(app, {
    changes: followChanges(rest, publishableKey),
    releases: followReleases(async () => (await liveRegistry())?.revision),
    rest,
    publishableKey,
    addressOf,
  });
  if (tracing) addBrowserActions(app, tracing, addressOf);
  const papers = addPapers(app, { rest, storage: backend.storage, publishableKey, brand: config.brand.name, addressOf, originOf, log });
  addCohort(app, { rest, publishableKey, cookies });
  if (folder) addLocalBuilds(app, { folder, rest, publishableKey, signer, cookies });
  if (dev) addLiveReload(app, liveRegistry);
  addPostedCart(app, tls);
  addRobots(app, originOf);
  addSitemap(app, { liveRegistry, pages, contentRevision, originOf, log });
  const schoolApps = addSchoolApps(app, { rest, storage: backend.storage, publishableKey, originOf, log });
  addInstallation(app, { store, liveRegistry, brand: config.brand.name });
  const shareImages = addShareImages(app, { pages, brand: config.brand.name, liveRegistry, compose, originOf });
  addDocuments(app, {
    store,
    liveRegistry,
    compose,
    cookies,
    countLoad,
    metrics,
    originOf,
    hasProxy: options.trustedProxies !== undefined,
  });

  return {
    fetch: (request) => app.fetch(request),
    serve: ({ port, host = '127.0.0.1' }) => listen((request, env) => app.fetch(request, env), port, host),
    async warm() {
      await liveRegistry();
      await liveRegistry.whenPrepared();
    },
    drain() {
      drain();
      live.close();
    },
    metrics,
    async stop() {
      live.close();
      stopPurging?.();
      await Promise.all([renderer.stop(), shareImages.stop(), papers.stop(), schoolApps.stop()]);
    },
  };
}
