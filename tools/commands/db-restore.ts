import path from 'node:path';
import { parseArgs } from 'node:util';
import { restore } from '@masomo/local';
import { root } from '../root.ts';
import { assertEmbedded } from '../process/assertEmbedded.ts';
import { readEnvironment } from '../process/readEnvironment.ts';

/** `npm run db:restore -- <backup folder> [--replace]`: restores an installation from a backup. */
try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean', default: false } } });
  const [source] = positionals;
  if (!source) throw new Error('Specify the folder of the backup: npm run db:restore -- <folder> [--replace]');
  const environment = readEnvironment();
  assertEmbedded(environment, 'use pg_restore');
  const dataDir = path.resolve(root, environment.DATA_DIR);
  const { createdAt } = await restore({ dataDir, source: path.resolve(source), shouldReplace: values.replace, log: console.log });
  console.log(`Restored ${dataDir} to its state of ${createdAt}. Run npm start.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
