import type { Db } from '@masomo/data';
import { exportOrders, getOrder, getOrderTotals, listOrders, type OrderFilter } from '@masomo/data/store/orders';
import { getStoreAnalytics } from '@masomo/data/store/storeAnalytics';
import { csvLine } from '@masomo/domain/csv';
import { formatNumber } from '@masomo/domain/number';
import { atLeast, atMost, ratioAtMost, type Finding } from '../measure/benchmark.ts';
import { interleave, steadyQuantile } from '../measure/interleave.ts';
import { exportInBrowser } from '../measure/exportInBrowser.ts';
import { openProduct, type Product } from '../measure/openProduct.ts';
import { loadOrders } from '../database/loadOrders.ts';

export const description =
  'The store manager at the gateway with a million orders: lists, search, filter, analytics of a year, and the export with its memory';

/** Fewer show only that it runs: the limits are of a million. */
const orders = Number(process.env['ORDERS'] ?? 1_000_000);
const batches = 5;
const rounds = batches * 20;
const exported = Math.min(300_000, orders / 3);
const lookEvery = Math.min(10_000, Math.ceil(exported / 30_000) * 1_000);
const newest: OrderFilter = { search: '', status: 'all', sort: { column: 'created_at', descending: true }, page: 0, pageSize: 20 };

/** What the screens ask, by the very queries they use: a list comes with the number of what it lists. */
async function readsOf(db: Db): Promise<Record<string, [limit: number, read: () => Promise<unknown>]>> {
  const [first] = (await listOrders(db, { ...newest, page: 400 })).rows;
  if (!first) throw new Error('The loaded orders are not listed.');
  const list = (more: Partial<OrderFilter>) => () => listOrders(db, { ...newest, ...more });
  return {
    'first page': [150, list({})],
    'middle page': [150, list({ page: orders / 40 })],
    'filtered by state': [150, list({ status: 'completed', page: 1 })],
    'searched by customer': [150, list({ search: 'wanjiru' })],
    'searched by number': [150, list({ search: first.orderNumber })],
    'searched by institution and state': [150, list({ search: 'baraka primary', status: 'pending' })],
    'sorted by total': [150, list({ sort: { column: 'total_amount', descending: true } })],
    'the four figures': [150, () => getOrderTotals(db)],
    'one order': [150, () => getOrder(db, first.id)],
    'analytics of a year': [300, () => getStoreAnalytics(db, '1y')],
  };
}

const megabytes = (value: number) => `${value.toFixed(0)} MB`;
const highest = (values: readonly number[]) => Math.max(...values);

const halves = (values: readonly number[]) =>
  [highest(values.slice(0, values.length / 2)), highest(values.slice(values.length / 2))] as const;

/** The export as a manager's browser makes it; memory of the page in its first and its second half. */
async function measureTab({ origin, password }: Product, log: (line: string) => void): Promise<Finding[]> {
  const { rowsPerSecond, heap } = await exportInBrowser({ origin, email: 'superadmin@masomo.test', password }, exported);
  const [before, after] = halves(heap);
  log(`export in a browser: ${rowsPerSecond.toFixed(0)} rows/s, ${heap.length} looks at its memory`);
  return [
    // The file is many times that: were it kept in the page, it would show.
    {
      what: 'heap of the page that exports, second half over the first',
      measured: megabytes(after - before),
      limit: '10 MB',
      holds: after - before <= 10,
    },
    { what: 'heap of the page that exports', measured: megabytes(highest(heap)), limit: '100 MB', holds: highest(heap) <= 100 },
  ];
}

/** The export as the screen makes it, without keeping what it wrote; memory in its first and its second half. */
async function measureExport(product: Product, db: Db, log: (line: string) => void): Promise<Finding[]> {
  const gateway: number[] = [];
  const heap: number[] = [];
  const startedAt = performance.now();
  let rows = 0;
  let bytes = 0;
  for await (const slice of exportOrders(db, newest)) {
    for (const order of slice)
      bytes += csvLine([
        order.orderNumber,
        order.createdAt,
        order.customerName,
        order.customerEmail,
        order.institution,
        order.total,
        order.status,
      ]).length;
    rows += slice.length;
    if (rows % lookEvery === 0) {
      gateway.push(await product.residentMegabytes());
      heap.push(process.memoryUsage().heapUsed / 2 ** 20);
    }
    if (rows >= exported) break;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  log(`export: ${formatNumber(rows)} rows, ${megabytes(bytes / 2 ** 20)} in ${seconds.toFixed(1)} s`);
  const [gatewayBefore, gatewayAfter] = halves(gateway);
  const [heapBefore, heapAfter] = halves(heap);
  return [
    atLeast('export through the gateway', rows / seconds, 20_000, 'rows/s'),
    ratioAtMost(
      'memory of the gateway, second half of the export against the first',
      gatewayAfter / gatewayBefore,
      1.2,
      `${megabytes(gatewayAfter)} / ${megabytes(gatewayBefore)}`,
    ),
    ratioAtMost(
      'heap of who exports, second half against the first',
      heapAfter / heapBefore,
      1.2,
      `${megabytes(heapAfter)} / ${megabytes(heapBefore)}`,
    ),
  ];
}

/** Loads the orders into a product of its own and works on them as the store's manager does; loading takes some minutes. */
export async function run(log: (line: string) => void): Promise<Finding[]> {
  const product = await openProduct(log);
  try {
    await loadOrders(product.databaseUrl, orders, log);
    const db = await product.dbAs('superadmin@masomo.test');
    const reads = await readsOf(db);
    const samples = await interleave(Object.fromEntries(Object.entries(reads).map(([what, [, read]]) => [what, read])), { rounds });
    const findings = Object.entries(reads).map(([what, [limit]]) =>
      atMost(`${what}, p95`, steadyQuantile(samples[what] ?? [], 0.95, batches), limit),
    );
    return [...findings, ...(await measureExport(product, db, log)), ...(await measureTab(product, log))];
  } finally {
    await product.stop();
  }
}
