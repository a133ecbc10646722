import path from 'node:path';
import type { Database } from './openDatabase.ts';
import { applyMigrations } from './migrations.ts';
import { bootstrap } from './bootstrap.ts';
import { applySeeds } from './seeds.ts';
import { seedFiles } from './seedFiles.ts';
import { storeSeedFiles } from '../storage/storeSeedFiles.ts';

const supabaseFolder = path.resolve(import.meta.dirname, '../../../../supabase');

type PrepareOptions = {
  /** Whether a new installation gets the demo data. */
  shouldLoadDemo: boolean;
  demoPassword: string;
  /** Folder of the storage service's files. */
  filesFolder: string;
  log: (line: string) => void;
};

/** Brings a running PostgreSQL up to date: Supabase roles and schemas, migrations, initial content, demo data. */
export async function prepareDatabase(
  { url, adminUrl, password }: Pick<Database, 'url' | 'adminUrl' | 'password'>,
  { shouldLoadDemo, demoPassword, filesFolder, log }: PrepareOptions,
): Promise<{ hasDemoData: boolean }> {
  await bootstrap(adminUrl, password);
  const migrations = await applyMigrations(url, path.join(supabaseFolder, 'migrations'));
  if (migrations.length > 0) log(`${migrations.length} migrations applied`);
  const { applied, hasDemoData } = await applySeeds({
    adminUrl,
    url,
    files: seedFiles(),
    shouldLoadDemo,
    demoPassword,
  });
  if (applied.length > 0) log(`${applied.length} seed files loaded`);
  if (hasDemoData) {
    const stored = await storeSeedFiles({ url, source: path.join(supabaseFolder, 'seed/media'), folder: filesFolder, now: new Date() });
    if (stored > 0) log(`${stored} media files stored`);
  }
  return { hasDemoData };
}
