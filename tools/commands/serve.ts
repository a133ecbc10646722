import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { createGateway } from '@masomo/gateway';
import { serveMetrics } from '@masomo/gateway/operation/serveMetrics';
import { hostedBackend, lockDataDirectory } from '@masomo/local';
import { assertProductionSettings } from '@masomo/local/production/missingSettings';
import { root } from '../root.ts';
import { readEnvironment } from '../process/readEnvironment.ts';
import { createShutdown } from '../product/shutdown.ts';
import { openReleaseStore } from '../product/openReleaseStore.ts';
import { startConfiguredTracing } from '../product/startConfiguredTracing.ts';

/** `npm run serve`: one of several gateways. It neither builds nor releases: releases come from the bucket, requests go to the project. */
const shutdown = createShutdown();
const fail = (error: unknown) => {
  if (!shutdown.isShuttingDown()) console.error(error instanceof Error ? error.message : String(error));
  shutdown.begin(1);
};
process.on('uncaughtException', fail);

/** Time for requests in flight to finish after draining. */
const shutdownTimeoutMs = 30_000;

async function main(): Promise<void> {
  const environment = readEnvironment();
  const {
    SUPABASE_URL,
    SUPABASE_PUBLISHABLE_KEY,
    PUBLIC_ORIGIN: origin,
    TRUSTED_PROXIES,
    METRICS_PORT,
    DRAIN_SECONDS,
    CDN_PURGE_URL,
    CDN_PURGE_TOKEN,
    HOST,
    PORT,
    LOG_LEVEL,
  } = environment;
  if (SUPABASE_URL === undefined || SUPABASE_PUBLISHABLE_KEY === undefined)
    throw new Error('SUPABASE_URL must be set for this command, which uses a hosted backend. It is not set.');
  if (origin === undefined)
    throw new Error('PUBLIC_ORIGIN must be set for this command to the public address, such as https://school.example. It is not set.');
  assertProductionSettings(origin, process.env);
  await shutdown.register(Promise.resolve(lockDataDirectory(path.resolve(root, environment.DATA_DIR))), (unlock) => unlock());
  const log = pino({ level: LOG_LEVEL });
  const { store, folder: releases, signingKey } = openReleaseStore(environment);
  const tracing = await shutdown.register(startConfiguredTracing(environment, log), (part) => part?.stop());
  const gateway = createGateway({
    store,
    tracing,
    releases,
    signingKey,
    log,
    origin,
    tls: origin.startsWith('https:'),
    ...(TRUSTED_PROXIES ? { trustedProxies: TRUSTED_PROXIES } : {}),
    ...(CDN_PURGE_URL !== undefined && CDN_PURGE_TOKEN !== undefined ? { purge: { url: CDN_PURGE_URL, token: CDN_PURGE_TOKEN } } : {}),
    backend: hostedBackend(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY),
    config: {
      supabaseUrl: '',
      publishableKey: SUPABASE_PUBLISHABLE_KEY,
      brand: { name: 'Masomo' },
      widgets: { schedulingUrl: '', chatPropertyId: '', chatWidgetId: '' },
      local: false,
    },
  });
  await shutdown.register(Promise.resolve(gateway), (part) => part.stop());
  if (METRICS_PORT !== undefined) await shutdown.register(serveMetrics(gateway.metrics, METRICS_PORT, HOST), (part) => part.close());
  await gateway.warm();
  await shutdown.register(gateway.serve({ port: PORT, host: HOST }), (part) => part.close(shutdownTimeoutMs));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log.info({ seconds: DRAIN_SECONDS }, 'draining');
      gateway.drain();
      void wait(DRAIN_SECONDS * 1_000).then(() => shutdown.begin(0));
    });
  }
  console.log(`ready: ${HOST}:${PORT}`);
  // Kept now: a process that is killed has no time for it.
  flushCompileCache();
  process.send?.('ready');
}

main().catch(fail);
