import { chromium, type Browser } from '@playwright/test';
import { ensureChromium } from '../browser/chromium.ts';
import { accounts } from '../browser/demoAccounts.ts';
import { withoutEvents } from '../browser/withoutEvents.ts';
import type { Finding } from '../measure/benchmark.ts';
import { openProduct, type Product } from '../measure/openProduct.ts';
import { createSession } from '../measure/remoteSwitch.ts';

export const description = 'Requests to the backend for the first screen of each role: one about who is signed in, and none of them twice.';

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
      return findings;
    } finally {
      await browser.close();
    }
  } finally {
    await product.stop();
  }
}
