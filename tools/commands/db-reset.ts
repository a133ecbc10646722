import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatNumber } from '@masomo/domain/number';
import { resetDatabase } from '@masomo/local';
import { root } from '../root.ts';
import { loadOrders } from '../database/loadOrders.ts';
import { assertEmbedded } from '../process/assertEmbedded.ts';
import { readEnvironment } from '../process/readEnvironment.ts';

/**
 * `npm run db:reset [-- --empty] [-- --orders <n>]`: recreates the database as after a first start, with or without demo data,
 * and optionally with generated orders for measurements.
 */
try {
  const { values } = parseArgs({ options: { empty: { type: 'boolean', default: false }, orders: { type: 'string' } } });
  const orders = values.orders === undefined ? 0 : Number(values.orders.replaceAll(/[_,]/g, ''));
  if (values.orders !== undefined && !(Number.isSafeInteger(orders) && orders >= 1 && orders <= 10_000_000))
    throw new Error(`--orders takes a number from 1 to 10,000,000, got "${values.orders}".`);
  if (values.empty && orders > 0) throw new Error('Generated orders need the demo data: omit --empty or --orders.');
  const environment = readEnvironment();
  assertEmbedded(environment, 'drop and create that database with its own tools, then run npm start');
  const dataDir = path.resolve(root, environment.DATA_DIR);
  await resetDatabase({
    dataDir,
    shouldLoadDemo: !values.empty,
    demoPassword: environment.DEMO_PASSWORD,
    log: console.log,
    ...(orders > 0 ? { fill: (url: string) => loadOrders(url, orders, console.log) } : {}),
  });
  console.log(
    `The database of ${dataDir} is new${values.empty ? ', without demo data' : ''}${orders > 0 ? `, with ${formatNumber(orders)} more orders` : ''}. Run npm start.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
