import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Browser } from '@playwright/test';
import { containerName } from '@masomo/contracts/registry';
import { releaseManifestSchema } from '@masomo/contracts/release';
import { withClient } from '@masomo/local/database/connections';
import { openFileReleaseStore } from '@masomo/release';
import { ensureChromium } from '@masomo/tools/browser/chromium.ts';
import { accounts, password } from '@masomo/tools/browser/demoAccounts.ts';
import { startProduct, type Product } from '@masomo/tools/browser/startProduct.ts';
import { buildChanged, type Built } from '@masomo/tools/build/index.ts';
import { writeRelease } from '@masomo/tools/build/writeRelease.ts';
import { atMost, ratioAtMost, type Finding } from './measure/benchmark.ts';
import { quantile } from './measure/interleave.ts';
import { openGateway, releaseBuilds } from './measure/openGateway.ts';
import { createSession } from './measure/remoteSwitch.ts';

export const description =
  'Add-ons: what a school without one downloads for its home screen, when the screen’s own part is there with ten filled slots, and when a licence reaches an open tab.';

const copyCount = 10;
const [rounds, warmUp] = [12, 2];
/** A page that has asked for nothing for so long asks for nothing more by itself. */
const quietMs = 3_000;
const settledMs = 1_500;
const copied = 'addon-behaviour-records';
const licensed = 'addon:behaviour-records';
const exported = 'staffCard';
const slugs = Array.from({ length: copyCount }, (_, n) => `bench-${String.fromCharCode(97 + n)}`);
const features = Object.fromEntries(slugs.map((slug) => [`addon:${slug}`, 'on']));

/** The build of an add-on under another name, with its card for the home screen only. */
async function copyAddon({ folder, version }: Built, tempDir: string, slug: string) {
  const app = `addon-${slug}`;
  const target = path.join(tempDir, app);
  await cp(folder, target, { recursive: true, filter: (file) => !/\.(br|gz)$|\/release\.json$/.test(file) });
  const {
    entry,
    initial,
    manifest,
    needs = {},
  } = releaseManifestSchema.parse(JSON.parse(await readFile(path.join(folder, 'release.json'), 'utf8')));
  if (!manifest) throw new Error(`${copied} has no manifest.`);
  const file = path.join(target, entry);
  const text = await readFile(file, 'utf8');
  // Its chunks go on to the array of the original, which all copies share: their files must stay as their hashes say.
  await writeFile(file, text.replaceAll(new RegExp(`(?<!chunks_)${containerName(copied, version)}`, 'g'), containerName(app, version)));
  const home = `/dashboard/addons/${slug}`;
  await writeRelease(
    target,
    {
      app,
      version,
      entry,
      initial,
      needs,
      screens: {},
      manifest: {
        ...manifest,
        name: app,
        owns: [home],
        routes: manifest.routes.slice(0, 1).map((route) => ({ ...route, path: home })),
        menu: manifest.menu.slice(0, 1).map((entryOfMenu) => ({ ...entryOfMenu, path: home })),
        requires: [`addon:${slug}`],
        extensions: [{ slot: 'home/cards', export: exported, roles: ['admin'], order: 10 }],
      },
    },
    'fast',
  );
  return { app, version, folder: target };
}

type Visit = { shownMs: number; cards: number; requests: string[]; bytes: number; bytesOf: Record<string, number> };

/** Opens the home screen as an administrator whose school has these features. */
async function visit(browser: Browser, origin: string, session: string, has: object, cards: number): Promise<Visit> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.addInitScript((stored) => {
      localStorage.setItem('masomo-session', stored);
      const look = () => {
        if ([...document.querySelectorAll('main h2')].some((heading) => heading.textContent === 'Quick actions'))
          Object.assign(window, { shownMs: performance.now() });
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, session);
    await page.route('**/rpc/current_identity**', async (route) => {
      const response = await route.fetch();
      const found = (await response.json()) as object;
      await route.fulfill({
        response,
        json: Array.isArray(found) ? found.map((row: object) => ({ ...row, features: has })) : { ...found, features: has },
      });
    });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const requests: string[] = [];
    const pathOf = new Map<string, string>();
    const bytesOf: Record<string, number> = {};
    let requestedAt = 0;
    page.on('request', (request) => {
      requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
      requestedAt = performance.now();
    });
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      pathOf.set(requestId, new URL(request.url).pathname);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const name = pathOf.get(requestId) ?? '';
      bytesOf[name] = (bytesOf[name] ?? 0) + encodedDataLength;
    });
    await page.goto('/dashboard');
    await page.waitForFunction(() => 'shownMs' in window, undefined, { timeout: 60_000 });
    await page.waitForFunction(
      (count) => document.querySelectorAll('[data-extension] section, [data-extension] div[class]').length >= count,
      cards,
      {
        timeout: 60_000,
      },
    );
    // Whatever a page without add-ons might fetch later, until it asks for nothing more.
    while (cards === 0 && performance.now() - requestedAt < quietMs) await setTimeout(quietMs / 10);
    const shown = await page.evaluate(() => document.querySelectorAll('[data-extension]').length);
    const shownMs = await page.evaluate(() => Number(Reflect.get(window, 'shownMs')));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const bytes = Object.values(bytesOf).reduce((sum, size) => sum + size, 0);
    return { shownMs, cards: shown, requests: requests.sort(), bytes, bytesOf };
  } finally {
    await context.close();
  }
}

const markRegister = `update public.attendance set status = status
  where (student_id, day) = (select a.student_id, a.day from public.attendance a join public.schools s on s.id = a.school_id
    where s.name = 'Greenfield Academy' limit 1)`;

/** Milliseconds from a licence in the database to its entry in the menu of a tab that is open elsewhere. */
async function timeLicences(browser: Browser, { baseUrl, dataDir }: Product): Promise<number[]> {
  const session = await createSession(baseUrl, accounts.teacher, password);
  const context = await browser.newContext({ baseURL: baseUrl, serviceWorkers: 'block' });
  return withClient((await readFile(path.join(dataDir, 'database.url'), 'utf8')).trim(), async (database) => {
    const { rows } = await database.query<{ id: string }>(
      "select l.id from public.licences l join public.schools s on s.id = l.school_id where s.name = 'Greenfield Academy'",
    );
    const setFeature = (ids: (string | undefined)[], feature: string | null) =>
      database.query('update public.licences set feature = $2 where id = any ($1)', [ids, feature]);
    try {
      const page = await context.newPage();
      await page.addInitScript((stored) => localStorage.setItem('masomo-session', stored), session);
      const entry = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Behaviour' });
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await setFeature(
          rows.map(({ id }) => id),
          null,
        );
        const listening = page.waitForResponse('**/_live?**');
        await page.goto('/dashboard');
        await listening;
        // What the tab may still hear of the licence taken away above is not what is measured.
        await setTimeout(settledMs);
        // A register is marked, so that the tab has read its home again within the last second.
        await database.query(markRegister);
        await setTimeout(Math.random() * settledMs);
        if (await entry.isVisible()) throw new Error('The menu has the add-on before its licence.');
        const start = performance.now();
        await setFeature([rows[0]?.id], licensed);
        await entry.waitFor();
        times.push(performance.now() - start);
      }
      return times;
    } finally {
      await context.close();
    }
  });
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const tempDir = await mkdtemp(path.join(tmpdir(), 'masomo-bench-addons-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(tempDir, { recursive: true, force: true })];
  try {
    const product = await startProduct();
    closing.push(product.stop);
    const built = await buildChanged();
    const addon = built.find(({ app }) => app === copied);
    if (!addon) throw new Error(`${copied} was not built.`);
    const copies = await Promise.all(slugs.map((slug) => copyAddon(addon, tempDir, slug)));
    const [none, all] = ['none', 'all'].map((name) => openFileReleaseStore(path.join(tempDir, name)));
    await releaseBuilds(
      none!,
      built.filter(({ app }) => !app.startsWith('addon-')),
    );
    await releaseBuilds(all!, [...built, ...copies]);
    const gateways = { without: await openGateway(product.baseUrl, none!), with: await openGateway(product.baseUrl, all!) };
    for (const gateway of Object.values(gateways)) closing.push(() => gateway.stop());
    const [before, after] = [gateways.without, gateways.with].map(({ port }) => `http://localhost:${port}`) as [string, string];
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
    closing.push(() => browser.close());
    const session = await createSession(product.baseUrl, accounts.admin, password);

    // The first visits fill the caches of both gateways and are not compared.
    for (const origin of [before, after]) await visit(browser, origin, session, {}, 0);
    const plain = { before: await visit(browser, before, session, {}, 0), after: await visit(browser, after, session, {}, 0) };
    const extra = plain.after.requests.filter((request) => !plain.before.requests.includes(request));
    for (const request of extra) log(`only with add-ons in the registry: ${request}`);
    for (const [name, size] of Object.entries(plain.after.bytesOf)) {
      const other = plain.before.bytesOf[name] ?? 0;
      if (size !== other) log(`${name}: ${size} bytes with add-ons in the registry, ${other} without`);
    }

    const times = { without: [] as number[], filled: [] as number[] };
    let cards = Infinity;
    for (let round = -warmUp; round < rounds; round += 1) {
      const turns = [
        async () => {
          const { shownMs } = await visit(browser, after, session, {}, 0);
          if (round >= 0) times.without.push(shownMs);
        },
        async () => {
          const { shownMs, cards: shown } = await visit(browser, after, session, features, copyCount);
          cards = Math.min(cards, shown);
          if (round >= 0) times.filled.push(shownMs);
        },
      ];
      for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
    }
    const [without, filled] = [quantile(times.without, 0.5), quantile(times.filled, 0.5)];
    log(
      `own part of the home screen, medians of ${rounds}: ${without.toFixed(0)} ms without, ${filled.toFixed(0)} ms with ${cards} filled slots`,
    );
    const arrivals = await timeLicences(browser, product);
    return [
      {
        what: 'requests and bytes of a home screen without add-ons, with add-ons in the registry and without',
        measured: `${plain.after.requests.length} and ${plain.before.requests.length}; ${plain.after.bytes} and ${plain.before.bytes}`,
        limit: 'the same requests, not a byte more',
        isWithinLimit:
          extra.length === 0 && plain.after.requests.length === plain.before.requests.length && plain.after.bytes <= plain.before.bytes,
      },
      { what: 'slots filled', measured: String(cards), limit: String(copyCount), isWithinLimit: cards === copyCount },
      ratioAtMost('own part of the home screen, ten filled slots vs. none', filled / without, 1.05),
      atMost('menu entry in an open tab after its licence, p95', quantile(arrivals, 0.95), 2_000),
    ];
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
