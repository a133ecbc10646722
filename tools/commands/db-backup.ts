import path from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '@masomo/local';
import { root } from '../root.ts';
import { assertEmbedded } from '../process/assertEmbedded.ts';
import { readEnvironment } from '../process/readEnvironment.ts';

/** `npm run db:backup [-- <new folder>]`: backs up database, files, mails and keys, whether the product is running or not. */
try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const environment = readEnvironment();
  assertEmbedded(environment, 'use pg_dump');
  const now = new Date();
  const dataDir = path.resolve(root, environment.DATA_DIR);
  const target = path.resolve(positionals[0] ?? path.join(dataDir, 'backups', now.toISOString().replaceAll(':', '-').slice(0, 19)));
  const { files } = await backUp({ dataDir, target, now, log: console.log });
  const megabytes = files.reduce((sum, { size }) => sum + size, 0) / 1024 / 1024;
  console.log(
    `${files.length} files, ${megabytes.toFixed(1)} MB in ${target}. It contains keys and personal data: store it where only you can read it.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
