import path from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { z } from 'zod';
import { createGateway } from '@masomo/gateway';
import { lockDataDirectory, startLocalBackend, type LocalBackend } from '@masomo/local';
import { openFileReleaseStore, promote, publish, releasesFolder } from '@masomo/release';
import { buildChanged, root } from '../build/index.ts';
import { assertPortIsFree } from '../process/assertPortIsFree.ts';

const environmentSchema = z.object({
  PORT: z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be at least 1').max(65_535, 'must be at most 65535').default(8080),
  DATA_DIR: z.string().min(1, 'must name a folder').default('.data'),
  DEMO_PASSWORD: z.string().min(10, 'must have at least 10 characters').default('masomo-demo-2026'),
  POSTGREST_BIN: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug'], 'must be fatal, error, warn, info or debug').default('error'),
});

/** Says what is done and how long it took; the lines are all a first start shows. */
const startedAt = Date.now();
const say = (line: string) => console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);

function readEnvironment() {
  const parsed = environmentSchema.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const [problem] = parsed.error.issues;
  throw new Error(`${problem?.path.join('.')} ${problem?.message}. It is "${process.env[String(problem?.path[0])] ?? ''}".`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { empty: { type: 'boolean', default: false } } });
  const environment = readEnvironment();
  const dataDir = path.resolve(root, environment.DATA_DIR);
  const origin = `http://localhost:${environment.PORT}`;
  await assertPortIsFree(environment.PORT);
  const unlock = lockDataDirectory(dataDir);
  process.once('exit', unlock);

  say('building what changed');
  const built = await buildChanged({ onBuilt: ({ app, isNew, milliseconds }) => isNew && say(`  ${app} built in ${(milliseconds / 1000).toFixed(1)} s`) });
  const store = openFileReleaseStore(releasesFolder(dataDir));
  for (const { folder } of built) await publish(store, folder);
  const { live } = await store.readState();
  const news = built.filter(({ app, version }) => live[app]?.[0] !== version);
  if (news.length > 0) await promote(store, news.map(({ app, version }) => ({ app, version })));
  say('releases published');

  let backend: LocalBackend | undefined;
  const shutDown = async (status: number) => {
    process.exitCode = status;
    await gateway?.close();
    await backend?.stop();
    process.exit(status);
  };
  let gateway: { close(): Promise<void> } | undefined;
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      void shutDown(0);
    });
  }
  backend = await startLocalBackend({
    dataDir, origin, demo: !values.empty, demoPassword: environment.DEMO_PASSWORD, postgrestBin: environment.POSTGREST_BIN, log: say,
    onFatal: (reason) => {
      console.error(`Stopping: ${reason}. Start again; nothing that was saved is lost.`);
      isEnding = true;
      void shutDown(1);
    },
  });
  say('backend answers');
  const product = createGateway({
    store, backend: backend.backend, origin, log: pino({ level: environment.LOG_LEVEL }),
    config: { supabaseUrl: '', publishableKey: backend.publishableKey, brand: { name: 'Masomo' }, widgets: { schedulingUrl: '', chatPropertyId: '', chatWidgetId: '' }, local: true },
  });
  gateway = await product.serve({ port: environment.PORT });
  await product.warm();
  say(`ready: ${origin}`);
  console.log(`          database  psql ${backend.databaseUrl}`);
  if (!values.empty) console.log(`          sign in   superadmin@masomo.test, {admin,teacher,staff,parent,student}@greenfield.test; password ${environment.DEMO_PASSWORD}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
