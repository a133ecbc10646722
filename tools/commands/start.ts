import path from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { createGateway } from '@masomo/gateway';
import { lockDataDirectory, startLocalBackend } from '@masomo/local';
import { openFileReleaseStore, promote, publish, releasesFolder, type ReleaseStore } from '@masomo/release';
import { buildChanged, root } from '../build/index.ts';
import { assertPortIsFree } from '../process/assertPortIsFree.ts';
import { readEnvironment } from '../process/readEnvironment.ts';

const startedAt = Date.now();
/** Says what is done and when. */
const say = (line: string) => console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);

/** Builds what changed and makes it live in the local release store. */
async function releaseChanges(store: ReleaseStore): Promise<void> {
  const built = await buildChanged({ onBuilt: ({ app, isNew, milliseconds }) => isNew && say(`  ${app} built in ${(milliseconds / 1000).toFixed(1)} s`) });
  for (const { folder } of built) await publish(store, folder);
  const { live } = await store.readState();
  const news = built.filter(({ app, version }) => live[app]?.[0] !== version);
  if (news.length > 0) await promote(store, news.map(({ app, version }) => ({ app, version })));
}

/** Ends the product once, in order, whatever asks first; later askers are ignored. */
function onceEnding(): { closing: (() => unknown)[]; end: (status: number) => void } {
  const closing: (() => unknown)[] = [];
  let isEnding = false;
  const end = (status: number) => {
    if (isEnding) return;
    isEnding = true;
    void (async () => {
      for (const close of closing.reverse()) await close();
      process.exit(status);
    })();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
  return { closing, end };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { empty: { type: 'boolean', default: false }, dev: { type: 'boolean', default: false } } });
  const environment = readEnvironment();
  const dataDir = path.resolve(root, environment.DATA_DIR);
  const origin = `http://localhost:${environment.PORT}`;
  await assertPortIsFree(environment.PORT);
  const { closing, end } = onceEnding();
  const unlock = lockDataDirectory(dataDir);
  process.once('exit', unlock);

  say('building what changed');
  const store = openFileReleaseStore(releasesFolder(dataDir));
  await releaseChanges(store);
  say('releases published, starting the backend');
  const local = await startLocalBackend({
    dataDir, origin, demo: !values.empty, demoPassword: environment.DEMO_PASSWORD, postgrestBin: environment.POSTGREST_BIN, log: say,
    onFatal: (reason) => {
      console.error(`Stopping: ${reason}. Start again; nothing that was saved is lost.`);
      end(1);
    },
  });
  closing.push(() => local.stop());
  say('backend answers');
  const gateway = createGateway({
    store, backend: local.backend, origin, dev: values.dev, log: pino({ level: environment.LOG_LEVEL }),
    config: { supabaseUrl: '', publishableKey: local.publishableKey, brand: { name: 'Masomo' }, widgets: { schedulingUrl: '', chatPropertyId: '', chatWidgetId: '' }, local: true },
  });
  const listening = await gateway.serve({ port: environment.PORT });
  closing.push(() => gateway.stop(), () => listening.close());
  await gateway.warm();
  say(`ready: ${origin}`);
  console.log(`          database  psql ${local.databaseUrl}`);
  if (!values.empty) console.log(`          sign in   superadmin@masomo.test, {admin,teacher,staff,parent,student}@greenfield.test; password ${environment.DEMO_PASSWORD}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
