import { atLeast, atMost, ratioAtMost, type Finding } from './measure/benchmark.ts';
import { mainThreadCpuTime, postmasterPid, sumCpuTimes } from '@masomo/tools/browser/processTimes.ts';
import { openPaymentShop, type PaymentShop } from './measure/payments/paymentShop.ts';

export const description =
  'End-to-end checkouts per second by 1 to 64 concurrent buyers (order, payment request, simulated M-Pesa, callback, licence), with CPU time per process.';

const buyerCounts = [1, 4, 16, 64];
const measuredMs = 10_000;
const warmUpCheckouts = 16;
/** The checkout page's polling interval while it waits for the payment. */
const pollIntervalMs = 2_000;

/** One checkout as the page does it, until the order is paid. Returns the milliseconds until the payment request was sent to the phone. */
async function checkout(shop: PaymentShop, phone: number): Promise<number> {
  const startedAt = performance.now();
  const order = await shop.order('mpesa');
  await shop.pay(order, 'mpesa', crypto.randomUUID(), String(phone));
  const askedAt = performance.now();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    const state = await shop.read(order);
    if (state !== null && typeof state === 'object' && 'paid_at' in state && state.paid_at !== null) return askedAt - startedAt;
  }
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** CPU milliseconds of Node's event loop, its other threads (functions and garbage collection), PostgREST and PostgreSQL. */
type CpuTime = { loop: number; threads: number; rest: number; database: number };

async function readCpuTime(shop: PaymentShop, postmaster: number): Promise<CpuTime> {
  const server = shop.pid();
  const [loop, node] = await Promise.all([mainThreadCpuTime(server), shop.usage()]);
  return {
    loop,
    threads: node.cpuMs - loop,
    database: await sumCpuTimes((_name, parent) => parent === postmaster),
    rest: await sumCpuTimes((name, parent) => name.startsWith('postgrest') && parent === server),
  };
}

type Measurement = { buyers: number; perSecond: number; requestMs: number[]; paidMs: number[]; eventLoop: number; perCheckout: CpuTime };

/** Measures concurrent buyers who each check out repeatedly. */
async function measure(shop: PaymentShop, buyers: number, postmaster: number, nextPhone: () => number): Promise<Measurement> {
  const [{ now } = { now: '' }] = await shop.query<{ now: string }>('select now()::text as now');
  const before = await readCpuTime(shop, postmaster);
  const requestTimes: number[] = [];
  const startedAt = Date.now();
  await Promise.all(
    Array.from({ length: buyers }, async (_, turn) => {
      // Spreads out the starts, so that buyers do not poll in lockstep.
      await new Promise((resolve) => setTimeout(resolve, (turn / buyers) * pollIntervalMs));
      while (Date.now() < startedAt + measuredMs) requestTimes.push(await checkout(shop, nextPhone()));
    }),
  );
  const seconds = (Date.now() - startedAt) / 1000;
  const { eventLoop } = await shop.usage();
  const after = await readCpuTime(shop, postmaster);
  const paid = await shop.query<{ ms: number }>(
    'select (extract(epoch from p.created_at - o.created_at) * 1000)::float as ms from public.orders o join public.payments p on p.order_id = o.id where o.created_at > $1',
    [now],
  );
  const perCheckoutTime = (name: keyof CpuTime) => (after[name] - before[name]) / requestTimes.length;
  return {
    buyers,
    perSecond: requestTimes.length / seconds,
    requestMs: requestTimes,
    paidMs: paid.map(({ ms }) => ms),
    eventLoop,
    perCheckout: {
      loop: perCheckoutTime('loop'),
      threads: perCheckoutTime('threads'),
      rest: perCheckoutTime('rest'),
      database: perCheckoutTime('database'),
    },
  };
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const shop = await openPaymentShop(log);
  let phone = 254_799_002_000;
  const nextPhone = () => (phone += 1);
  try {
    await Promise.all(Array.from({ length: warmUpCheckouts }, () => checkout(shop, nextPhone())));
    const [{ directory = '' } = {}] = await shop.query<{ directory: string }>("select current_setting('data_directory') as directory");
    const postmaster = await postmasterPid(directory);
    const measurements: Measurement[] = [];
    for (const buyers of buyerCounts) {
      await shop.usage();
      const measurement = await measure(shop, buyers, postmaster, nextPhone);
      measurements.push(measurement);
      const { loop, threads, rest, database } = measurement.perCheckout;
      log(
        `${buyers === 1 ? '1 buyer' : `${buyers} concurrent buyers`}: ${measurement.perSecond.toFixed(1)} checkouts per second; payment request on the phone p95 ${percentile(measurement.requestMs, 0.95).toFixed(0)} ms; event loop utilization ${(measurement.eventLoop * 100).toFixed(0)} %`,
      );
      log(
        `  CPU time per checkout: event loop ${loop.toFixed(1)} ms, other threads ${threads.toFixed(1)} ms, PostgREST ${rest.toFixed(1)} ms, PostgreSQL ${database.toFixed(1)} ms`,
      );
    }
    const largest = measurements.at(-1);
    const [single] = measurements;
    const sixteen = measurements.find(({ buyers }) => buyers === 16);
    if (!largest || !single || !sixteen) throw new Error('Nothing was measured.');
    const { loop, rest, database } = largest.perCheckout;
    // From CPU time rather than elapsed time, so that other programs on the machine do not count.
    const loopShare = (loop * largest.perSecond) / 10;
    log(
      `capacity of one core: ${(1000 / loop).toFixed(0)} checkouts per second in the event loop, ${(1000 / (rest + database)).toFixed(0)} in the database`,
    );
    return [
      atLeast(`checkouts by ${largest.buyers} buyers`, largest.perSecond * 60, 300, 'per minute'),
      atLeast(`checkouts by ${largest.buyers} buyers vs. one`, largest.perSecond / single.perSecond, 8, 'times as many'),
      atMost('order placed and payment request on the phone, 16 buyers, p95', percentile(sixteen.requestMs, 0.95), 1_500),
      atMost('Pay Now to paid, including the customer’s one second, 16 buyers, p95', percentile(sixteen.paidMs, 0.95), 5_000),
      {
        what: 'event loop at the highest load, share of one core',
        measured: `${loopShare.toFixed(0)} %`,
        limit: '60 %',
        isWithinLimit: loopShare < 60,
      },
      ratioAtMost(
        'event loop time per checkout vs. database time',
        loop / (rest + database),
        1,
        `${loop.toFixed(1)} ms / ${(rest + database).toFixed(1)} ms`,
      ),
    ];
  } finally {
    await shop.close();
  }
}
