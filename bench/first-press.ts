import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { withClient } from '@masomo/local/database/connections';
import { ensureChromium } from '@masomo/tools/browser/chromium.ts';
import { startProduct } from '@masomo/tools/browser/startProduct.ts';
import { atMost, type Finding } from './measure/benchmark.ts';
import { measureFirstPress, type Control, type Moment } from './measure/firstPress.ts';
import { interleave, quantile } from './measure/interleave.ts';
import { readSize } from './measure/readSize.ts';
import { openSlowNetwork } from './measure/slowNetwork.ts';

const visits = readSize('BENCH_VISITS', 30);

export const description =
  'From the first press on a public page to its effect, cold on a slow phone, half a second after the first paint and three seconds after load (BENCH_VISITS).';

const effectMs = 100;
/** A round trip of the slow network, and 200 ms. */
const answerMs = 350;

/** What needs nothing that the page does not already have. */
const immediate: readonly Control[] = [
  { name: 'menu', path: '/', target: (page) => page.getByRole('button', { name: 'Open menu' }), watched: 'header' },
  {
    name: 'cookie choice',
    path: '/',
    target: (page) => page.getByRole('button', { name: 'Accept Necessary Only' }),
    watched: '[aria-labelledby=cookie-banner-title]',
    shownMs: 1_300,
  },
  { name: 'termly', path: '/pricing', target: (page) => page.getByText('Termly', { exact: true }), watched: '[data-plan]' },
  { name: 'USD', path: '/pricing', target: (page) => page.getByText('USD', { exact: true }), watched: '[data-plan]' },
  { name: 'question', path: '/faq', target: (page) => page.locator('main details summary').first(), watched: 'main details' },
  {
    name: 'filter',
    path: '/features',
    target: (page) => page.locator('#modules').getByText('Academic', { exact: true }).first(),
    watched: '#modules ul',
  },
];

const addToCart: Control = {
  name: 'add to cart',
  path: '/store',
  target: (page) =>
    page
      .getByRole('article')
      .getByRole('button', { name: /^Add to cart/ })
      .first(),
  watched: 'main article',
};

/** Its button says at once that it is being sent. */
const message: Control = {
  name: 'send a message',
  path: '/contact',
  async prepare(page) {
    const form = page.getByRole('form', { name: 'Contact' });
    await form.getByLabel('Name').fill('Wanjiru');
    await form.getByLabel('Email').fill('wanjiru@example.test');
    await form.getByLabel('Subject').selectOption({ index: 1 });
    await form.getByLabel('Message').fill('When do you visit Kisumu?');
  },
  target: (page) => page.getByRole('button', { name: 'Send Message' }),
  watched: 'main form',
};
const answer: Control = { ...message, name: 'answer to a message', watched: 'main form [role=status]' };

const limits: [Control, number][] = [
  ...[...immediate, addToCart, message].map((control): [Control, number] => [control, effectMs]),
  [answer, answerMs],
];

const moments: readonly { name: string; moment: Moment }[] = [
  { name: '0.5 s after the first paint', moment: { after: 'paint', delayMs: 500 } },
  { name: '3 s after load', moment: { after: 'load', delayMs: 3_000 } },
];

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const { baseUrl, dataDir, stop } = await startProduct();
  const databaseUrl = (await readFile(path.join(dataDir, 'database.url'), 'utf8')).trim();
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  try {
    const findings: Finding[] = [];
    for (const { name, moment } of moments) {
      const samples = new Map<string, number[]>();
      const press = (control: Control) => async () => {
        // Visitors come from different addresses; these all come from one.
        await withClient(databaseUrl, (client) => client.query('delete from private.rate_limits'));
        const network = await openSlowNetwork({ port: Number(new URL(baseUrl).port) });
        try {
          const ms = await measureFirstPress(browser, `http://localhost:${network.port}`, control, moment);
          samples.set(control.name, [...(samples.get(control.name) ?? []), ms]);
        } finally {
          await network.close();
        }
      };
      await interleave(Object.fromEntries(limits.map(([control]) => [control.name, press(control)])), { rounds: visits, warmUp: 0 });
      for (const [control, limit] of limits) {
        const times = samples.get(control.name) ?? [];
        log(`${control.name}, ${name}: ${times.map((ms) => ms.toFixed(0)).join(' ')} ms`);
        findings.push(atMost(`${control.name}, ${name}: p75 of ${visits}`, quantile(times, 0.75), limit));
      }
    }
    return findings;
  } finally {
    await browser.close();
    await stop();
  }
}
