import { atLeast, atMost, type Finding } from './measure/benchmark.ts';
import { interleave, steadyQuantile, steadyRatio, type Samples } from './measure/interleave.ts';
import { openSizedDatabases, type SizedDatabase } from './measure/sizedDatabases.ts';

export const description =
  'Queries through PostgREST at 100, 10,000 and 1,000,000 orders, with row-level security on and off, analytics and export.';

const orderCounts = [100, 10_000, 1_000_000];
/** Figures are medians over batches, so that a temporarily busy machine does not distort them. */
const batches = 9;
const rounds = batches * 20;
const p95 = (samples: Samples) => steadyQuantile(samples, 0.95, batches);
const superAdmin = 'superadmin@masomo.test';
const schoolAdmin = 'admin@greenfield.test';
const columns =
  'id,order_number,customer_name,customer_email,institution,total_amount,status,payment_method,created_at,updated_at,order_items(addon_name,quantity,price,category,position)';
const list = (args: string) => `rpc/list_orders?${args}&select=${columns}`;

/** A query. Deep pages take longer in a larger table, so instead of a ratio they have `limitMs` as their limit, for the largest database. */
type Read = { what: string; caller: string | null; request: string; limitMs?: number };
const deepPageLimitMs = 150;

/** Answers take 1 to 4 ms, of which a look-up by index in a larger table may take some tenths more. */
const growth = { limitRatio: 1.5, limitMs: 1 };
/** The caller's account, school, session and second factor are found once per request, however many rows it reads. */
const securityLimitMs = 0.6;

function growthAtMost(what: string, small: Samples, large: Samples, detail: string): Finding {
  const ratio = steadyRatio(large, small, 0.95, batches);
  const isWithinLimit = ratio <= growth.limitRatio || p95(large) - p95(small) <= growth.limitMs;
  return { what, measured: `${ratio.toFixed(2)}x (${detail})`, limit: `${growth.limitRatio}x or ${growth.limitMs} ms more`, isWithinLimit };
}

/** The queries for one database, with page numbers and order numbers taken from its own data. */
async function readsOf(database: SizedDatabase): Promise<Read[]> {
  const one = async (sql: string) => (await database.client.query<{ value: string }>(sql)).rows[0]?.value ?? '';
  const school = await one("select id as value from public.schools where name = 'Greenfield Academy'");
  const reads: Read[] = [
    { what: 'add-ons on sale', caller: null, request: 'addons?select=*&is_active=eq.true&order=position' },
    { what: 'plans', caller: null, request: 'plans?select=*&is_active=eq.true&order=position' },
    { what: 'a published page', caller: null, request: 'published_pages?select=*&slug=eq.terms' },
    { what: 'public settings', caller: null, request: 'settings?select=key,value' },
    { what: 'dashboard home', caller: schoolAdmin, request: 'rpc/dashboard_summary' },
    { what: 'notifications', caller: schoolAdmin, request: 'notifications?select=*&order=created_at.desc&limit=20' },
    { what: 'students of a school', caller: schoolAdmin, request: 'students?select=*&order=admission_number&limit=20' },
  ];
  for (const caller of [schoolAdmin, superAdmin]) {
    const who = caller === superAdmin ? 'super admin' : 'school';
    const visible = caller === superAdmin ? 'true' : `school_id = '${school}'`;
    const total = Number(await one(`select count(*) as value from public.orders where ${visible}`));
    const order = await one(
      `select id as value from public.orders where ${visible} order by created_at desc limit 1 offset ${Math.floor(total / 2)}`,
    );
    const completed = Number(await one(`select count(*) as value from public.orders where ${visible} and status = 'completed'`));
    const middle = Math.max(1, Math.floor(total / 40));
    const number = await one(`select order_number as value from public.orders where id = '${order}'`);
    reads.push(
      { what: `one order with its lines, ${who}`, caller, request: `orders?select=${columns}&id=eq.${order}` },
      { what: `order totals above the list, ${who}`, caller, request: 'rpc/order_summary' },
      { what: `order count, ${who}`, caller, request: 'rpc/count_orders' },
      { what: `first page, ${who}`, caller, request: list('page=1') },
      { what: `middle page, ${who}`, caller, request: list(`page=${middle}`), limitMs: deepPageLimitMs },
      { what: `filtered by status, ${who}`, caller, request: list('status=completed&page=2') },
      { what: `sorted by total, ${who}`, caller, request: list('sort=total_amount&page=1') },
      { what: `sorted by customer, ${who}`, caller, request: list('sort=customer_name&descending=false&page=2') },
      { what: `middle page sorted by total, ${who}`, caller, request: list(`sort=total_amount&page=${middle}`), limitMs: deepPageLimitMs },
      {
        what: `middle page sorted by customer, ${who}`,
        caller,
        request: list(`sort=customer_name&descending=false&page=${middle}`),
        limitMs: deepPageLimitMs,
      },
      { what: `middle page sorted by number, ${who}`, caller, request: list(`sort=order_number&page=${middle}`), limitMs: deepPageLimitMs },
      { what: `last page sorted by institution, ${who}`, caller, request: list(`sort=institution&page=${middle * 2 - 1}`) },
      {
        what: `deep page of a status sorted by total, ${who}`,
        caller,
        limitMs: deepPageLimitMs,
        request: list(`sort=total_amount&status=completed&page=${Math.max(1, Math.floor((completed * 0.8) / 20))}`),
      },
      { what: `searched by customer, ${who}`, caller, request: list('search=wanjiru') },
      { what: `searched by customer and status, ${who}`, caller, request: list('search=wanjiru&status=completed') },
      { what: `count of a customer search, ${who}`, caller, request: 'rpc/count_orders?search=wanjiru' },
      { what: `searched by number, ${who}`, caller, request: list(`search=${number}`) },
    );
  }
  return reads;
}

const milliseconds = (samples: Samples) => `${p95(samples).toFixed(1)} ms`;

async function compareSizes(databases: SizedDatabase[], log: (line: string) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  const reads = await Promise.all(databases.map(readsOf));
  for (const [index, { what, limitMs }] of (reads[0] ?? []).entries()) {
    const tasks = Object.fromEntries(
      databases.map((database, at) => [
        String(database.orders),
        () => {
          const read = reads[at]![index]!;
          return database.request(read.caller, read.request);
        },
      ]),
    );
    const samples = await interleave(tasks, { rounds });
    const [small, middle, large] = orderCounts.map((count) => samples[String(count)]!);
    log(`${what}: ${[small!, middle!, large!].map(milliseconds).join(', ')}`);
    findings.push(
      limitMs !== undefined
        ? atMost(`${what}, p95`, p95(large!), limitMs)
        : growthAtMost(what, small!, large!, `p95 ${[small!, middle!, large!].map(milliseconds).join(' / ')}`),
    );
    if (what === 'first page, super admin') findings.push(atMost('first page of a million orders, p95', p95(large!), 150));
  }
  return findings;
}

async function compareSecurity(database: SizedDatabase): Promise<Finding[]> {
  const { rows } = await database.client.query<{ school: string; order: string }>(
    "select s.id as school, (select o.id from public.orders o where o.school_id = s.id order by created_at desc limit 1 offset 10) as order from public.schools s where s.name = 'Greenfield Academy'",
  );
  const { school, order } = rows[0]!;
  const findings: Finding[] = [];
  const reads: Record<string, string> = {
    orders: `orders?select=id,order_number,customer_name,total_amount&school_id=eq.${school}&order=created_at.desc,id.desc&limit=20`,
    'lines of an order': `order_items?select=*&order_id=eq.${order}`,
    students: `students?select=*&school_id=eq.${school}&order=admission_number&limit=20`,
    'fee charges': `fee_charges?select=*&school_id=eq.${school}&limit=20`,
  };
  for (const [what, request] of Object.entries(reads)) {
    const samples = await interleave(
      { on: () => database.request(schoolAdmin, request), off: () => database.request('service_role', request) },
      { rounds, warmUp: 10 },
    );
    findings.push(
      atMost(
        `row-level security adds to: ${what}, median`,
        steadyQuantile(samples.on, 0.5, batches) - steadyQuantile(samples.off, 0.5, batches),
        securityLimitMs,
      ),
    );
  }
  return findings;
}

async function measureExport(database: SizedDatabase): Promise<Finding> {
  type Row = { id: string; created_at: string };
  const startedAt = performance.now();
  let rows = 0;
  for (let after = ''; rows < 50_000;) {
    const slice = (await database.request(superAdmin, `rpc/export_orders?page_size=1000${after}&select=${columns}`)) as Row[];
    rows += slice.length;
    const last = slice.at(-1);
    if (!last) break;
    after = `&after_created_at=${encodeURIComponent(last.created_at)}&after_id=${last.id}`;
  }
  return atLeast('export in batches of 1,000 orders with their lines', rows / ((performance.now() - startedAt) / 1000), 20_000, 'rows/s');
}

/** Runs all database measurements; loading a million orders takes a few minutes. */
export async function run(log: (line: string) => void): Promise<Finding[]> {
  const { databases, close } = await openSizedDatabases(orderCounts, log);
  try {
    const large = databases.at(-1)!;
    const findings = await compareSizes(databases, log);
    findings.push(...(await compareSecurity(large)));
    const { year } = await interleave({ year: () => large.request(superAdmin, 'rpc/store_analytics', { period: '1y' }) }, { rounds: 45 });
    findings.push(atMost('analytics of a year over a million orders, p95', p95(year), 300));
    const { old } = await interleave({ old: () => large.request(superAdmin, list('search=2025')) }, { rounds: 45 });
    findings.push(atMost('search for a common term missing from the newest orders, p95', p95(old), 150));
    findings.push(await measureExport(large));
    return findings;
  } finally {
    await close();
  }
}
