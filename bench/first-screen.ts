import { chromium, type Browser } from '@playwright/test';
import { ensureChromium } from '@masomo/tools/browser/chromium.ts';
import { accounts } from '@masomo/tools/browser/demoAccounts.ts';
import { withoutEvents } from '@masomo/tools/browser/withoutEvents.ts';
import { atMost, type Finding } from './measure/benchmark.ts';
import { firstScreens, measureFirstScreen, type ScreenVisit } from './measure/firstScreen.ts';
import { interleave, quantile } from './measure/interleave.ts';
import { openProduct, type Product } from '@masomo/tools/browser/openProduct.ts';
import { readSize } from './measure/readSize.ts';
import { createSession } from './measure/remoteSwitch.ts';
import { openSlowNetwork } from './measure/slowNetwork.ts';

const visits = readSize('BENCH_VISITS', 9);

export const description =
  'The first screen of each role: requests to the backend, one about who is signed in and none twice; time and bytes, cold on a slow phone (BENCH_VISITS).';

const limits = { completeMs: 3_000, bytes: 300 * 1024 };

const people: readonly (keyof typeof accounts)[] = ['admin', 'teacher', 'parent', 'superAdmin'];
/** What a page could ask to learn who its visitor is and whether the session still runs. */
const identityPaths =
  /^\/(?:auth\/v1\/user|rest\/v1\/(?:rpc\/(?:current_identity|own_role)|users|super_admins|schools|content_revision))(?:\?|$)/;

/** The requests of one page load, as method and address. */
async function readRequests(browser: Browser, { origin, password }: Product, email: string): Promise<string[]> {
  const session = await createSession(origin, email, password);
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  await withoutEvents(context);
  try {
    const page = await context.newPage();
    await page.addInitScript((stored) => localStorage.setItem('masomo-session', stored), session);
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (/^\/(?:auth|rest|functions|storage)\/v1\//.test(pathname)) requests.push(`${request.method()} ${pathname}${search}`);
    });
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 60_000 });
    await page.waitForLoadState('networkidle', { timeout: 60_000 });
    return requests;
  } finally {
    await context.close();
  }
}

/** One line per request of a visit: when it was sent and complete, its size and address. */
function describeVisit({ requests, tasks }: ScreenVisit): string[] {
  const column = (value: number, width = 6) => value.toFixed(0).padStart(width);
  return [
    ...requests.map(
      ({ sentMs, endedMs, bytes, kind, method, path }) =>
        `${column(sentMs)} ${column(endedMs)} ms ${column(bytes)} B ${kind} ${method} ${decodeURIComponent(path)}`,
    ),
    `long tasks: ${tasks.map(({ startMs, durationMs }) => `${startMs.toFixed(0)}+${durationMs.toFixed(0)}`).join(' ')}`,
  ];
}

/** Time, bytes and requests until each screen is complete on a slow phone; the last visit is logged request by request. */
async function measureOnPhone(browser: Browser, { origin, password }: Product, log: (line: string) => void): Promise<Finding[]> {
  const samples = new Map<string, ScreenVisit[]>();
  const sessions = new Map<string, string>();
  for (const { person } of firstScreens) sessions.set(person, await createSession(origin, accounts[person], password));
  const visit = (screen: (typeof firstScreens)[number]) => async () => {
    const network = await openSlowNetwork({ port: Number(new URL(origin).port) });
    try {
      const visited = await measureFirstScreen(browser, `http://localhost:${network.port}`, sessions.get(screen.person) ?? '', screen);
      samples.set(screen.name, [...(samples.get(screen.name) ?? []), visited]);
    } finally {
      await network.close();
    }
  };
  await interleave(Object.fromEntries(firstScreens.map((screen) => [screen.name, visit(screen)])), { rounds: visits, warmUp: 0 });
  return firstScreens.flatMap(({ name }) => {
    const seen = samples.get(name) ?? [];
    const last = seen.at(-1);
    if (!last) return [];
    for (const line of describeVisit(last)) log(`${name}: ${line}`);
    const bytes = last.requests.reduce((sum, request) => sum + request.bytes, 0);
    const data = last.requests.filter(({ kind }) => kind === 'data').length;
    const shift = Math.max(...seen.map(({ layoutShift }) => layoutShift));
    return [
      atMost(
        `${name}: complete, median of ${visits}`,
        quantile(
          seen.map(({ completeMs }) => completeMs),
          0.5,
        ),
        limits.completeMs,
      ),
      {
        what: `${name}: KB, requests, of them data; largest shift`,
        measured: `${(bytes / 1024).toFixed(0)}, ${last.requests.length}, ${data}; ${shift.toFixed(3)}`,
        limit: `${limits.bytes / 1024} KB, no shift`,
        isWithinLimit: bytes <= limits.bytes && shift < 0.001,
      },
    ];
  });
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const product = await openProduct(log);
  try {
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
    try {
      const findings: Finding[] = [];
      for (const person of people) {
        const requests = await readRequests(browser, product, accounts[person]);
        for (const request of requests) log(`${person}: ${decodeURIComponent(request)}`);
        const identity = requests.filter((request) => identityPaths.test(request.split(' ')[1] ?? ''));
        const repeated = requests.length - new Set(requests).size;
        findings.push({
          what: `${person}: requests, of them about who is signed in, of them repeated`,
          measured: `${requests.length}, ${identity.length}, ${repeated}`,
          limit: '1 about who is signed in, none repeated',
          isWithinLimit: identity.length === 1 && repeated === 0,
        });
      }
      return [...findings, ...(await measureOnPhone(browser, product, log))];
    } finally {
      await browser.close();
    }
  } finally {
    await product.stop();
  }
}
