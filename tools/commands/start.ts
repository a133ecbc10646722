import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { createGateway } from '@masomo/gateway';
import { lockDataDirectory } from '@masomo/local';
import { assertProductionSettings } from '@masomo/local/production/missingSettings';
import { isPublicOrigin } from '@masomo/local/production/publicOrigin';
import { root } from '../root.ts';
import { assertPortIsFree } from '../process/assertPortIsFree.ts';
import { restartedVariable } from '../process/restarts.mjs';
import { readEnvironment } from '../process/readEnvironment.ts';
import { createShutdown } from '../product/shutdown.ts';
import { startBackend } from '../product/startBackend.ts';
import { openReleaseStore } from '../product/openReleaseStore.ts';
import { startConfiguredTracing } from '../product/startConfiguredTracing.ts';
import { serveLocalhost } from '../product/serveLocalhost.ts';

const startedAt = Date.now();
/** Prints a line with the time since the start. */
const logProgress = (line: string) => console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);

const shutdown = createShutdown();
const fail = (error: unknown) => {
  if (!shutdown.isShuttingDown()) console.error(error instanceof Error ? error.message : String(error));
  shutdown.begin(1);
};
process.on('uncaughtException', fail);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!shutdown.isShuttingDown()) logProgress('stopping');
    shutdown.begin(0);
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { empty: { type: 'boolean', default: false }, dev: { type: 'boolean', default: false } } });
  const environment = readEnvironment();
  const dataDir = path.resolve(root, environment.DATA_DIR);
  const origin = environment.PUBLIC_ORIGIN ?? `http://localhost:${environment.PORT}`;
  if (values.dev && isPublicOrigin(origin))
    throw new Error(`PUBLIC_ORIGIN is ${origin}, which other machines reach: npm run dev is for this machine only. Unset it.`);
  assertProductionSettings(origin, process.env);
  await assertPortIsFree(environment.PORT);
  await shutdown.register(Promise.resolve(lockDataDirectory(dataDir)), (unlock) => unlock());

  const { store, folder: releases, signingKey } = openReleaseStore(environment);
  if (!process.env[restartedVariable]) {
    logProgress('building changes');
    const { buildAndRelease } = await import('../product/buildAndRelease.ts');
    await buildAndRelease(store, releases, logProgress);
  }
  logProgress('starting the backend');
  const onFatal = (reason: string) => fail(new Error(`Stopping: ${reason}. Saved data is not lost.`));
  const { backend, publishableKey, hasDevTools, notes } = await shutdown.register(
    startBackend({ environment, dataDir, origin, demo: !values.empty, log: logProgress, onFatal }),
    (part) => part.stop(),
  );
  logProgress('backend is ready');

  const log = pino({ level: environment.LOG_LEVEL });
  const tracing = await shutdown.register(startConfiguredTracing(environment, log), (part) => part?.stop());
  const gateway = createGateway({
    store,
    tracing,
    releases,
    signingKey,
    backend,
    origin,
    tls: origin.startsWith('https:'),
    dev: values.dev,
    ...(environment.TRUSTED_PROXIES ? { trustedProxies: environment.TRUSTED_PROXIES } : {}),
    log,
    config: {
      supabaseUrl: '',
      publishableKey,
      brand: { name: 'Masomo' },
      widgets: { schedulingUrl: '', chatPropertyId: '', chatWidgetId: '' },
      local: hasDevTools,
    },
  });
  await shutdown.register(Promise.resolve(gateway), (part) => part.stop());
  await shutdown.register(gateway.warm(), () => {});
  await shutdown.register(serveLocalhost(gateway, environment.PORT), (part) => part.close());
  logProgress(`ready: ${origin}`);
  for (const note of notes) console.log(`          ${note}`);
  // Kept now: a process that is killed has no time for it.
  flushCompileCache();
  process.send?.('ready');
}

main().catch(fail);
