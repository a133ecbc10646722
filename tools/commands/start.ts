import path from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { createGateway } from '@masomo/gateway';
import { lockDataDirectory } from '@masomo/local';
import { root } from '../build/index.ts';
import { assertPortIsFree } from '../process/assertPortIsFree.ts';
import { readEnvironment } from '../process/readEnvironment.ts';
import { createEnding } from '../product/shutdown.ts';
import { openBackend } from '../product/startBackend.ts';
import { openReleases } from '../product/openReleaseStore.ts';
import { openTracing } from '../product/startConfiguredTracing.ts';
import { releaseChanges } from '../product/releaseChanges.ts';
import { serveLocalhost } from '../product/serveLocalhost.ts';

const startedAt = Date.now();
/** Says what is done and when. */
const logProgress = (line: string) => console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);

const ending = createEnding();
const fail = (error: unknown) => {
  if (!ending.isEnding()) console.error(error instanceof Error ? error.message : String(error));
  ending.end(1);
};
process.on('uncaughtException', fail);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!ending.isEnding()) logProgress('stopping');
    ending.end(0);
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { empty: { type: 'boolean', default: false }, dev: { type: 'boolean', default: false } } });
  const environment = readEnvironment();
  const dataDir = path.resolve(root, environment.DATA_DIR);
  const origin = environment.PUBLIC_ORIGIN ?? `http://localhost:${environment.PORT}`;
  await assertPortIsFree(environment.PORT);
  await ending.acquire(Promise.resolve(lockDataDirectory(dataDir)), (unlock) => unlock());

  logProgress('building what changed');
  const { store, folder: releases, signingKey } = openReleases(environment);
  await releaseChanges(store, releases, logProgress);
  logProgress('releases published, starting the backend');
  const onFatal = (reason: string) => fail(new Error(`Stopping: ${reason}. Start again; nothing that was saved is lost.`));
  const { backend, publishableKey, isLocal, notes } = await ending.acquire(
    openBackend({ environment, dataDir, origin, demo: !values.empty, log: logProgress, onFatal }),
    (part) => part.stop(),
  );
  logProgress('backend answers');

  const log = pino({ level: environment.LOG_LEVEL });
  const tracing = await ending.acquire(openTracing(environment, log), (part) => part?.stop());
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
      local: isLocal,
    },
  });
  await ending.acquire(Promise.resolve(gateway), (part) => part.stop());
  await ending.acquire(serveLocalhost(gateway, environment.PORT), (part) => part.close());
  await ending.acquire(gateway.warm(), () => {});
  logProgress(`ready: ${origin}`);
  for (const note of notes) console.log(`          ${note}`);
}

main().catch(fail);
