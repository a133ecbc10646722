import type { Db } from '@masomo/data';
import { exportOrders, getOrder, getOrderTotals, listOrders, type OrderFilter } from '@masomo/data/store/orders';
import { getStoreAnalytics } from '@masomo/data/store/storeAnalytics';
import { csvLine } from '@masomo/domain/csv';
import { formatNumber } from '@masomo/domain/number';
import { atLeast, atMost, ratioAtMost, type Finding } from './measure/benchmark.ts';
import { interleave, steadyQuantile } from './measure/interleave.ts';
import { exportInBrowser } from './measure/exportInBrowser.ts';
import { openProduct, type Product } from '@masomo/tools/browser/openProduct.ts';
import { loadOrders } from '@masomo/tools/database/loadOrders.ts';

export const description =
  'Store manager requests through the gateway with a million orders: lists, search, filters, a year of analytics, export speed and memory.';

/** The limits apply to a million orders; set ORDERS to a smaller number for a quick trial. */
const orderCount = Number(process.env['ORDERS'] ?? 1_000_000);
const batches = 5;
const rounds = batches * 20;
const exportedRows = Math.min(300_000, orderCount / 3);
const sampleEveryRows = Math.min(10_000, Math.ceil(exportedRows / 30_000) * 1_000);
const newest: OrderFilter = { search: '', status: 'all', sort: { column: 'created_at', descending: true }, page: 0, pageSize: 20 };

/** The screens' own queries; a list query also returns the total. */
async function readsOf(db: Db): Promise<Record<string, [limit: number, read: () => Promise<unknown>]>> {
  const [first] = (await listOrders(db, { ...newest, page: 400 })).rows;
  if (!first) throw new Error('The orders loaded into the database are missing from the list.');
  const list = (more: Partial<OrderFilter>) => () => listOrders(db, { ...newest, ...more });
  return {
    'first page': [150, list({})],
    'middle page': [150, list({ page: orderCount / 40 })],
    'filtered by status': [150, list({ status: 'completed', page: 1 })],
    'searched by customer': [150, list({ search: 'wanjiru' })],
    'searched by number': [150, list({ search: first.orderNumber })],
    'searched by institution and status': [150, list({ search: 'baraka primary', status: 'pending' })],
    'sorted by total': [150, list({ sort: { column: 'total_amount', descending: true } })],
    'order totals': [150, () => getOrderTotals(db)],
    'one order': [150, () => getOrder(db, first.id)],
    'analytics of a year': [300, () => getStoreAnalytics(db, '1y')],
  };
}

const megabytes = (value: number) => `${value.toFixed(0)} MB`;
const max = (values: readonly number[]) => Math.max(...values);

const maxOfHalves = (values: readonly number[]) => [max(values.slice(0, values.length / 2)), max(values.slice(values.length / 2))] as const;

/** Runs the export in a browser and compares the page's heap in its first and second half. */
async function measureBrowserExport({ origin, password }: Product, log: (line: string) => void): Promise<Finding[]> {
  const { rowsPerSecond, heap } = await exportInBrowser({ origin, email: 'superadmin@masomo.test', password }, exportedRows);
  const [before, after] = maxOfHalves(heap);
  log(`export in a browser: ${rowsPerSecond.toFixed(0)} rows/s, ${heap.length} memory samples`);
  return [
    // The exported file is many times larger, so keeping it in memory would exceed this limit.
    {
      what: 'export in a browser: heap growth from first to second half',
      measured: megabytes(after - before),
      limit: '10 MB',
      isWithinLimit: after - before <= 10,
    },
    { what: 'export in a browser: highest heap', measured: megabytes(max(heap)), limit: '100 MB', isWithinLimit: max(heap) <= 100 },
  ];
}

/** Runs the export as the screen does but discards the output, and compares memory in its first and second half. */
async function measureExport(product: Product, db: Db, log: (line: string) => void): Promise<Finding[]> {
  const gatewayMemory: number[] = [];
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
    if (rows % sampleEveryRows === 0) {
      gatewayMemory.push((await product.memory()).server);
      heap.push(process.memoryUsage().heapUsed / 2 ** 20);
    }
    if (rows >= exportedRows) break;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  log(`export: ${formatNumber(rows)} rows, ${megabytes(bytes / 2 ** 20)} in ${seconds.toFixed(1)} s`);
  const [gatewayBefore, gatewayAfter] = maxOfHalves(gatewayMemory);
  const [heapBefore, heapAfter] = maxOfHalves(heap);
  return [
    atLeast('export through the gateway', rows / seconds, 20_000, 'rows/s'),
    ratioAtMost(
      'export: gateway memory, second half vs. first',
      gatewayAfter / gatewayBefore,
      1.2,
      `${megabytes(gatewayAfter)} / ${megabytes(gatewayBefore)}`,
    ),
    ratioAtMost(
      'export: client heap, second half vs. first',
      heapAfter / heapBefore,
      1.2,
      `${megabytes(heapAfter)} / ${megabytes(heapBefore)}`,
    ),
  ];
}

/** Starts a separate product, loads the orders (a few minutes) and sends a store manager's requests. */
export async function run(log: (line: string) => void): Promise<Finding[]> {
  const product = await openProduct(log);
  try {
    await loadOrders(product.databaseUrl, orderCount, log);
    const db = await product.dbAs('superadmin@masomo.test');
    const reads = await readsOf(db);
    const samples = await interleave(Object.fromEntries(Object.entries(reads).map(([what, [, read]]) => [what, read])), { rounds });
    const findings = Object.entries(reads).map(([what, [limit]]) =>
      atMost(`${what}, p95`, steadyQuantile(samples[what] ?? [], 0.95, batches), limit),
    );
    return [...findings, ...(await measureExport(product, db, log)), ...(await measureBrowserExport(product, log))];
  } finally {
    await product.stop();
  }
}
