import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '@masomo/data';
import { atMost, type Finding } from './measure/benchmark.ts';
import { quantile } from './measure/interleave.ts';
import { createRegisterWrite, findLoadedPlaces, loadedAccounts } from './measure/loadedSchools.ts';
import { openProduct, type Product } from '@masomo/tools/browser/openProduct.ts';
import { readSize } from './measure/readSize.ts';
import { screenReads } from './measure/screenReads.ts';
import { loadSchools } from '@masomo/tools/database/loadSchools.ts';

const schools = readSize('BENCH_SCHOOLS', 1_000);
const seconds = readSize('BENCH_SECONDS', 300);
const perSecond = 80;
/** Of eighty requests a second ten write a register and ten are visits to public pages. */
const kinds = ['write', 'read', 'read', 'read', 'page', 'read', 'read', 'read'] as const;
const publicPages = ['/', '/pricing', '/features', '/store', '/faq', '/contact', '/sw', '/sw/pricing'];
/** Schools in which a teacher and a parent are signed in. */
const openSchools = Math.min(schools, 150);
const limitMs = 250;
/** The first minutes also have the start, and render processes that have not ended yet. */
const memoryLimitMb = { end: 500, highest: 650 };
const memoryEveryMs = 5_000;
/** PostgREST keeps the tokens it has verified, which are few megabytes until it is replaced. */
const memoryGrowth = { ratio: 1.1, megabytes: 10 };

export const description =
  'A school day’s first minutes in 1,000 schools (BENCH_SCHOOLS): 60 reads, 10 registers and 10 public pages a second for five minutes (BENCH_SECONDS), whether answered or not.';

type Task = () => Promise<unknown>;

/** The requests of the first screens of teachers and parents, the registers that teachers send, and visits that come from advertisements. */
async function openTasks(product: Product): Promise<Record<(typeof kinds)[number], Task>> {
  const numbers = Array.from({ length: openSchools }, (_, index) => 1 + Math.floor((index * schools) / openSchools));
  const [reads, writes]: [Task[], Task[]] = [[], []];
  for (const place of await findLoadedPlaces(product.databaseUrl, numbers)) {
    const accounts = loadedAccounts(place.number);
    const { teacher, parent } = screenReads(place);
    const [teacherDb, parentDb] = [await product.dbAs(accounts.teacher), await product.dbAs(accounts.parent)];
    const add = (db: Db, all: Readonly<Record<string, (db: Db) => Promise<unknown>>>, names: readonly string[]) => {
      for (const name of names) {
        const read = all[name];
        if (!read) throw new Error(`There is no read called ${name}.`);
        reads.push(() => read(db));
      }
    };
    add(teacherDb, teacher, ['identity', 'home', 'unread notifications', 'schedule', 'class names', 'register', 'students, first page']);
    add(parentDb, parent, ['identity', 'home', 'unread notifications', 'children', 'attendance of a child', 'marks', 'fees']);
    writes.push(createRegisterWrite(place, teacherDb));
  }
  let visits = 0;
  const pages = publicPages.map((page) => async () => {
    const response = await fetch(`${product.origin}${page}?fbclid=${(visits += 1)}`);
    if (!response.ok) throw new Error(`${page} answered ${response.status}`);
    await response.arrayBuffer();
  });
  return { read: inTurn(reads), write: inTurn(writes), page: inTurn(pages) };
}

/** Another task each time, spread over all schools. */
function inTurn(tasks: readonly Task[]): Task {
  const step = 37;
  let index = 0;
  return () => {
    index = (index + step) % tasks.length;
    const task = tasks[index];
    if (!task) throw new Error('There is no task.');
    return task();
  };
}

const memoryAtMost = (when: string, megabytes: number, limit: number): Finding => ({
  what: `memory of all processes but PostgreSQL, ${when}`,
  measured: `${megabytes.toFixed(0)} MB`,
  limit: `${limit} MB`,
  isWithinLimit: megabytes <= limit,
});

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sends the requests when they are due, not when the last one was answered, and times each from then. */
async function measure(product: Product, log: (line: string) => void): Promise<Finding[]> {
  const tasks = await openTasks(product);
  const times = { read: [] as number[], write: [] as number[], page: [] as number[] };
  const refusals: string[] = [];
  const memory: { product: number; rest: number }[] = [];
  const sampling = setInterval(() => void product.memory().then((sample) => memory.push(sample)), memoryEveryMs);
  const pending = new Set<Promise<void>>();
  const startedAt = performance.now();
  try {
    for (let n = 0; n < seconds * perSecond; n += 1) {
      const due = startedAt + (n * 1_000) / perSecond;
      if (due > performance.now()) await wait(due - performance.now());
      const kind = kinds[n % kinds.length]!;
      const sent = tasks[kind]().then(
        () => void times[kind].push(performance.now() - due),
        (error: unknown) => void refusals.push(String(error)),
      );
      pending.add(sent);
      void sent.finally(() => pending.delete(sent));
    }
    await Promise.all(pending);
  } finally {
    clearInterval(sampling);
  }
  memory.push(await product.memory());
  for (const text of new Set(refusals)) log(text);
  for (const kind of ['read', 'write', 'page'] as const)
    log(
      `${times[kind].length} ${kind}s: p50 ${quantile(times[kind], 0.5).toFixed(1)} ms, p99 ${quantile(times[kind], 0.99).toFixed(1)} ms`,
    );
  const fifth = Math.max(1, Math.floor(memory.length / 5));
  const [early, late] = [memory.slice(fifth, 2 * fifth), memory.slice(-fifth)];
  const average = (samples: typeof memory, part: 'product' | 'rest') =>
    mean((samples.length > 0 ? samples : memory).map((sample) => sample[part]));
  return [
    atMost('reads, p95', quantile(times.read, 0.95), limitMs),
    atMost('registers written, p95', quantile(times.write, 0.95), limitMs),
    atMost('public pages, p95', quantile(times.page, 0.95), limitMs),
    { what: 'requests refused', measured: String(refusals.length), limit: '0', isWithinLimit: refusals.length === 0 },
    ...(['product', 'rest'] as const).map((part) => ({
      what: `memory of ${part === 'rest' ? 'PostgREST' : 'all processes but PostgreSQL'}, at the end vs. in the second fifth`,
      measured: `${average(late, part).toFixed(0)} / ${average(early, part).toFixed(0)} MB`,
      limit: `${memoryGrowth.ratio}x or ${memoryGrowth.megabytes} MB more`,
      isWithinLimit:
        average(late, part) <= Math.max(average(early, part) * memoryGrowth.ratio, average(early, part) + memoryGrowth.megabytes),
    })),
    memoryAtMost('at the end', average(late, 'product'), memoryLimitMb.end),
    memoryAtMost('highest', Math.max(...memory.map((sample) => sample.product)), memoryLimitMb.highest),
  ];
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const product = await openProduct(log);
  try {
    await loadSchools(product.databaseUrl, { schools, password: product.password }, log);
    return await measure(product, log);
  } finally {
    await product.stop();
  }
}
