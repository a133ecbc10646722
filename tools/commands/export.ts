import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { createGateway } from '@masomo/gateway';
import { exportSite } from '@masomo/gateway/staticSite/exportSite';
import { hostedBackend } from '@masomo/local';
import { composeRegistry } from '@masomo/release';
import { root } from '../root.ts';
import { readEnvironment } from '../process/readEnvironment.ts';
import { openReleaseStore } from '../product/openReleaseStore.ts';

/** `npm run export [-- --to <folder>]` exports the public site of a Supabase project as files for a static host. */
try {
  const { values } = parseArgs({ options: { to: { type: 'string', default: 'export' } } });
  const environment = readEnvironment();
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, PUBLIC_ORIGIN: origin } = environment;
  if (SUPABASE_URL === undefined || SUPABASE_PUBLISHABLE_KEY === undefined)
    throw new Error(
      'SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY must be set: a static host has no backend, so browsers call the Supabase project directly.',
    );
  if (origin === undefined) throw new Error('PUBLIC_ORIGIN must be set to the address visitors will use, such as https://school.example.');
  const folder = path.resolve(root, values.to);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty: choose an empty folder, so that no files of an older export remain.`);

  const { store } = openReleaseStore(environment);
  const registry = await composeRegistry(store, await store.readState());
  if (!registry) throw new Error('No release is live: run npm start or npm run release first.');
  const gateway = createGateway({
    store,
    origin,
    selfContained: true,
    log: pino({ level: environment.LOG_LEVEL }),
    backend: hostedBackend(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY),
    config: {
      supabaseUrl: new URL(SUPABASE_URL).origin,
      publishableKey: SUPABASE_PUBLISHABLE_KEY,
      brand: { name: 'Masomo' },
      widgets: { schedulingUrl: '', chatPropertyId: '', chatWidgetId: '' },
      local: false,
    },
  });
  try {
    const { pages, files, bytes } = await exportSite({ fetch: (request) => gateway.fetch(request), store, registry, origin }, folder);
    console.log(
      `${pages.length} pages, ${files} files, ${(bytes / 1024 / 1024).toFixed(1)} MB in ${folder}. Serve 404.html for unknown paths and the response headers listed in _headers.`,
    );
  } finally {
    await gateway.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
