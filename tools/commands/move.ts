import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatNumber } from '@masomo/domain/number';
import { moveInstallation } from '@masomo/local/move/moveInstallation';
import { root } from '../root.ts';
import { readEnvironment } from '../process/readEnvironment.ts';

const usage = `npm run move

Moves the installation in DATA_DIR: accounts with their passwords, data, files. Stop the product first.

  to a Supabase project    supabase db push, then
                           TARGET_DATABASE_URL=postgresql://postgres:…@db.<project>.supabase.co:5432/postgres \\
                           SUPABASE_URL=https://<project>.supabase.co SUPABASE_PUBLISHABLE_KEY=… SUPABASE_SECRET_KEY=… npm run move
  to another PostgreSQL    TARGET_DATABASE_URL=postgresql://<superuser>:…@host:5432/database npm run move
                           The files stay in DATA_DIR; start with DATABASE_URL set to the same address.

All data is compared with the source before the target commits it. A target that holds data is refused.
An interrupted move leaves the target's tables unchanged: run it again, uploaded files are not sent twice.
Users have to sign in again with their old passwords. The source installation is not changed.`;

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) console.log(usage);
  else await move();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function move(): Promise<void> {
  const {
    DATA_DIR,
    DATABASE_URL: databaseUrl,
    TARGET_DATABASE_URL: target,
    SUPABASE_URL: url,
    SUPABASE_SECRET_KEY: secretKey,
  } = readEnvironment();
  if (target === undefined) throw new Error('TARGET_DATABASE_URL must be set. Run npm run move -- --help for examples.');
  if (url !== undefined && secretKey === undefined)
    throw new Error('SUPABASE_SECRET_KEY must be set together with SUPABASE_URL for this command. It is not set.');
  const dataDir = path.resolve(root, DATA_DIR);
  const project = url !== undefined && secretKey !== undefined ? { url, secretKey } : undefined;
  const { tables, accounts, files } = await moveInstallation({ dataDir, databaseUrl, target, project, log: console.log });
  const width = Math.max(...tables.map(({ table }) => table.length));
  for (const { table, source, target: there } of tables)
    console.log(`${table.padEnd(width)}  ${String(source.rows).padStart(9)}  ${String(there.rows).padStart(9)}  equal`);
  const rows = tables.reduce((sum, { target: there }) => sum + there.rows, 0);
  const filesNote = project ? `in ${url}, all verified` : `stay in ${path.join(dataDir, 'files')}, all verified`;
  console.log(
    `${tables.length} tables with ${formatNumber(rows)} rows are equal on both sides, ${accounts} accounts among them. ${files.files} files (${(files.bytes / 2 ** 20).toFixed(1)} MB) ${filesNote}.`,
  );
  console.log(
    project
      ? 'Start the product with SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY. Run npm run doctor to see what is left to do.'
      : 'Start the product with DATABASE_URL set to the same address.',
  );
}
