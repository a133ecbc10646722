import path from 'node:path';
import { applyMigrations } from '@masomo/local/database/migrations';
import { root } from '../root.ts';
import { readEnvironment } from '../process/readEnvironment.ts';

/** `npm run db:migrate`: applies what TARGET_DATABASE_URL does not have yet, as the Supabase CLI would; both keep the same ledger. */
try {
  const { TARGET_DATABASE_URL: url } = readEnvironment();
  if (url === undefined) throw new Error('TARGET_DATABASE_URL must be set: the database as the role postgres. It is not set.');
  const applied = await applyMigrations(url, path.join(root, 'supabase/migrations'));
  for (const file of applied) console.log(file);
  console.log(applied.length === 0 ? 'Every migration was applied before.' : `${applied.length} migrations applied.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
