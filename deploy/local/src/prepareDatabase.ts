import path from 'node:path';
import { applyMigrations, bootstrap, type RunningPostgres } from './postgres/index.ts';
import { applySeeds } from './postgres/seed.ts';

const supabase = path.resolve(import.meta.dirname, '../../../supabase');

type Preparation = { demo: boolean; demoPassword: string; log: (line: string) => void };

/** Brings a running PostgreSQL up to date: what a Supabase project has, migrations, content, demonstration data. */
export async function prepareDatabase(postgres: Pick<RunningPostgres, 'url' | 'adminUrl' | 'password'>, { demo, demoPassword, log }: Preparation): Promise<void> {
  await bootstrap(postgres.adminUrl, postgres.password);
  const migrations = await applyMigrations(postgres.url, path.join(supabase, 'migrations'));
  if (migrations.length > 0) log(`${migrations.length} migrations applied`);
  const seeds = { adminUrl: postgres.adminUrl, url: postgres.url, folder: path.join(supabase, 'seed'), demoPassword };
  const seeded = [...await applySeeds({ ...seeds, prefix: '01_' }), ...(demo ? await applySeeds({ ...seeds, prefix: '02_' }) : [])];
  if (seeded.length > 0) log(`${seeded.length} seed files loaded`);
}
