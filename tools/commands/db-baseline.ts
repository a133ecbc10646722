import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compareSchemas } from '../database/compareSchemas.ts';
import { keepSeeds } from '../database/keepSeeds.ts';
import { readSchemaFiles } from '../database/schemaFiles.ts';
import { root } from '../root.ts';

/**
 * `npm run db:baseline`: before a release, replaces the migrations by one that is what supabase/schemas says. Databases that have all of
 * the replaced ones are at the baseline; an empty one is made by it alone. The seeds of today are kept for the test of upgrades from it.
 */
const folder = path.join(root, 'supabase/migrations');
try {
  const { plan, rows, problems } = await compareSchemas();
  if (plan.deltas.length + rows.length + problems.length > 0) throw new Error('Schemas and migrations differ. Run: npm run db:check');
  const replaced = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const last = /^\d+/.exec(replaced.at(-1) ?? '')?.[0];
  if (last === undefined) throw new Error('supabase/migrations has no migration to replace.');
  const version = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  if (version <= last) throw new Error(`The clock is before the last migration, ${last}.`);
  const files = await readSchemaFiles();
  const file = `${version}_baseline.sql`;
  await writeFile(
    path.join(folder, file),
    [`-- Replaces every migration up to ${last}.`, ...files.map(({ name, sql }) => `-- From ${name}\n\n${sql.trim()}`)].join('\n\n') + '\n',
  );
  await Promise.all(replaced.map((name) => rm(path.join(folder, name))));
  await keepSeeds();
  console.log(`supabase/migrations/${file} replaces ${replaced.length} migrations. Run: npm run db:check`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
