import { atLeast, atMost, type Finding } from '../measure/benchmark.ts';
import { postmasterOf, processTimes } from '../measure/payments/processTimes.ts';
import { openPaymentShop, type PaymentShop } from '../measure/payments/shop.ts';

export const description = 'Checkouts per second through the whole path: order, request, simulated M-Pesa, callback, licence. And where the time goes.';

const buyers = 24;
const measuredMs = 20_000;
const warmUp = 16;

/** One checkout: from Pay Now until the database says paid. Half a second of it is the simulated customer and M-Pesa. */
async function checkout(shop: PaymentShop, phone: number): Promise<{ totalMs: number; ownMs: number }> {
  const startedAt = performance.now();
  const order = await shop.order('mpesa');
  await shop.pay(order, 'mpesa', crypto.randomUUID(), String(phone));
  const askedAt = performance.now();
  for (;;) {
    const state = await shop.read(order);
    if (state !== null && typeof state === 'object' && 'paid_at' in state && state.paid_at !== null) return { totalMs: performance.now() - startedAt, ownMs: askedAt - startedAt };
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const percentile = (values: readonly number[], share: number) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const shop = await openPaymentShop(log);
  let phone = 254_799_002_000;
  try {
    await Promise.all(Array.from({ length: warmUp }, () => checkout(shop, (phone += 1))));
    const [{ directory = '' } = {}] = await shop.query<{ directory: string }>('select current_setting(\'data_directory\') as directory');
    const postmaster = await postmasterOf(directory);
    const server = shop.pid();
    const times = async () => ({
      node: (await shop.usage()).cpuMs, database: await processTimes((_name, parent) => parent === postmaster), rest: await processTimes((name, parent) => name.startsWith('postgrest') && parent === server),
      simulated: (({ user, system }) => (user + system) / 1000)(process.cpuUsage()),
    });
    const before = await times();
    const done: { totalMs: number; ownMs: number }[] = [];
    const until = Date.now() + measuredMs;
    const startedAt = Date.now();
    await Promise.all(Array.from({ length: buyers }, async () => {
      while (Date.now() < until) done.push(await checkout(shop, (phone += 1)));
    }));
    const seconds = (Date.now() - startedAt) / 1000;
    const { eventLoop } = await shop.usage();
    const after = await times();
    const perCheckout = (part: keyof typeof after) => ((after[part] - before[part]) / done.length).toFixed(1);
    const perSecond = (part: keyof typeof after) => (1000 * done.length / Math.max(1, after[part] - before[part])).toFixed(0);
    log(`${done.length} checkouts in ${seconds.toFixed(1)} s by ${buyers} buyers; half of them from Pay Now to paid in ${percentile(done.map(({ totalMs }) => totalMs), 0.5).toFixed(0)} ms`);
    log(`processor time per checkout: Node with its function threads ${perCheckout('node')} ms, PostgREST ${perCheckout('rest')} ms, PostgreSQL ${perCheckout('database')} ms`);
    log(`beside them, in a process of their own: the simulated buyers, phones and M-Pesa ${perCheckout('simulated')} ms`);
    log(`one core would carry ${perSecond('node')} checkouts per second of Node's part, and ${perSecond('database')} of PostgreSQL's`);
    log(`Node's main event loop was busy ${(eventLoop * 100).toFixed(0)} % of the time`);
    return [
      atLeast('checkouts', done.length / seconds * 60, 120, 'per minute'),
      atMost('order placed and request on the phone, p95', percentile(done.map(({ ownMs }) => ownMs), 0.95), 1_500),
      atMost('Pay Now to paid, with the customer’s second, p95', percentile(done.map(({ totalMs }) => totalMs), 0.95), 5_000),
      { what: 'event loop of the server is not the limit', measured: `${(eventLoop * 100).toFixed(0)} % busy`, limit: '80 %', holds: eventLoop < 0.8 },
    ];
  } finally {
    await shop.close();
  }
}
