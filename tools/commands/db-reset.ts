import path from 'node:path';
import { parseArgs } from 'node:util';
import { resetDatabase } from '@masomo/local';
import { root } from '../build/index.ts';
import { assertEmbedded } from '../process/assertEmbedded.ts';
import { readEnvironment } from '../process/readEnvironment.ts';

/** `npm run db:reset [-- --empty]`: the database as after a first start, with or without demonstration data. */
try {
  const { values } = parseArgs({ options: { empty: { type: 'boolean', default: false } } });
  const environment = readEnvironment();
  assertEmbedded(environment, 'drop and create that database with its own tools, then run npm start');
  const dataDir = path.resolve(root, environment.DATA_DIR);
  await resetDatabase({ dataDir, demo: !values.empty, demoPassword: environment.DEMO_PASSWORD, log: console.log });
  console.log(`The database of ${dataDir} is new${values.empty ? ', without demonstration data' : ''}. Run npm start.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
