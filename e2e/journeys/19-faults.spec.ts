import { createHash } from 'node:crypto';
import type { Browser, BrowserContext, Page, Route } from '@playwright/test';
import { containerName, type Registry } from '@masomo/contracts/registry';
import { accounts, expect, signIn, startPage, test } from '../product.ts';

const places = {
  'mfe-marketing': { path: '/pricing', other: '/store' },
  'mfe-store': { path: '/store', other: '/pricing' },
  'mfe-dashboard': { path: '/dashboard', other: '/pricing' },
  'mfe-cms': { path: '/dashboard/cms', other: '/pricing' },
  'mfe-store-manager': { path: '/dashboard/store', other: '/pricing' },
} as const;
type Remote = keyof typeof places;

const changed = (change: (body: string) => string) => async (route: Route) => {
  const response = await route.fetch();
  await route.fulfill({ response: response, body: change(await response.text()) });
};

/** Network faults. */
const network: Record<string, (route: Route) => Promise<void>> = {
  refused: (route) => route.abort('connectionrefused'),
  '404': (route) => route.fulfill({ status: 404, body: 'gone' }),
  '500': (route) => route.fulfill({ status: 500, body: 'broken' }),
  hangs: () => new Promise(() => undefined),
  truncated: changed((body) => body.slice(0, body.length / 2)),
  'HTML instead of JS': (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Sign in to the hotel network</title>' }),
  'altered byte': changed((body) => `${body.slice(0, -1)} `),
};

const lifecycles = (mount: string) => `({ bootstrap: async () => {}, mount: ${mount}, unmount: async () => {} })`;
/** Faulty releases that pass the integrity check: the source of their module. */
const releases: Record<string, (remote: Remote) => string> = {
  'throws on import': () => '(() => { throw new Error("broken on import"); })()',
  'throws on mount': () => lifecycles('async () => { throw new Error("broken on mount"); }'),
  'throws in render': (remote) =>
    lifecycles(
      `async () => { setTimeout(() => dispatchEvent(new CustomEvent("masomo:error", { detail: { remote: "${remote}", phase: "render", error: new Error("broken in render") } })), 50); }`,
    ),
  incompatible: () => '(() => { throw new Error("[ Federation Runtime ]: no provider for a shared module #RUNTIME-006"); })()',
};

/** Serves a registry whose live version of the remote is a script with this module, and waits until the page has it. */
async function releaseBad(page: Page, remote: Remote, module: string): Promise<() => void> {
  let isLive = true;
  let isApplied = false;
  const version = '9.9.9-bad';
  const etag = `"${version}"`;
  const script = `var ${containerName(remote, version)} = { init: () => {}, get: async () => () => ${module} };`;
  const integrity = { 'remoteEntry.js': `sha384-${createHash('sha384').update(script).digest('base64')}` };
  await page.route(`**/releases/${remote}/${version}/**`, (route) =>
    route.fulfill({ status: 200, contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: script }),
  );
  await page.route('**/registry.json*', async (route) => {
    const { 'if-none-match': known, ...headers } = route.request().headers();
    // The page names a registry only after it took it.
    isApplied ||= known === etag;
    const response = await route.fetch({ headers });
    const registry = (await response.json()) as Registry;
    const live = registry.remotes[remote];
    if (!live) throw new Error(`${remote} is not live`);
    if (isLive) {
      registry.remotes[remote] = {
        manifest: live.manifest,
        version,
        base: `/releases/${remote}/${version}/`,
        entry: 'remoteEntry.js',
        initial: ['remoteEntry.js'],
        integrity,
      };
    }
    registry.revision += isLive ? 1_000 : 1_001;
    await route.fulfill({ status: 200, json: registry, headers: isLive ? { etag } : {} });
  });
  // Asked more than once: the answer that counts may be that of a request that was on its way before.
  await expect
    .poll(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      return isApplied;
    })
    .toBe(true);
  return () => {
    isLive = false;
  };
}

const heading = (page: Page) => page.locator('main').getByRole('heading', { level: 1 });
/** Navigates as a link would, without needing one on the page. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Milliseconds from navigation to the failure card, measured in the page, so that the driver's overhead does not count. */
const goUntilCard = (page: Page, path: string) =>
  page.evaluate(async (to) => {
    const startedAt = performance.now();
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    while (!/SHELL-\d/.test(document.querySelector('[role=alert]')?.textContent ?? '')) {
      if (performance.now() - startedAt > 8_000) break;
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
    return performance.now() - startedAt;
  }, path);

async function runCell(page: Page, remote: Remote, fault: string): Promise<string> {
  const { path, other } = places[remote];
  let recover = () => {};
  const onNetwork = network[fault];
  if (onNetwork) {
    let isBroken = true;
    recover = () => {
      isBroken = false;
    };
    // Routed before the page opens, because a visible link prefetches and evaluates its remote.
    await page.route(`**/releases/${remote}/**`, (route) => (isBroken ? onNetwork(route) : route.continue()));
  }
  await page.goto(other);
  await startPage(page);
  await expect(heading(page)).toBeVisible();
  if (!onNetwork) recover = await releaseBad(page, remote, (releases[fault] ?? String)(remote));
  await page.evaluate(() => {
    window.marker = 'same document';
  });
  const cardAfter = await goUntilCard(page, path);
  const card = page.getByRole('alert').filter({ hasText: /SHELL-\d/ });
  await expect(card).toBeVisible();
  const number = /SHELL-\d+/.exec((await card.textContent()) ?? '')?.[0] ?? '';
  await go(page, other);
  await expect(heading(page)).toBeVisible();
  await go(page, path);
  await expect(card).toBeVisible();
  recover();
  const recoveryStartedAt = performance.now();
  await card.getByRole('button', { name: 'Retry' }).click();
  await expect(card).toBeHidden();
  await expect(heading(page)).toBeVisible();
  expect(await page.evaluate(() => window.marker)).toBe('same document');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(cardAfter, `${remote}, ${fault}: card`).toBeLessThan(3_000);
  return `${remote.padEnd(18)} ${fault.padEnd(20)} ${number}  card ${String(Math.round(cardAfter)).padStart(5)} ms  healed ${String(Math.round(performance.now() - recoveryStartedAt)).padStart(5)} ms`;
}

async function signedIn(browser: Browser, baseURL: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
  const page = await context.newPage();
  await signIn(page, accounts.superAdmin).catch(async () => {
    await page.goto('/login');
    await signIn(page, accounts.superAdmin);
  });
  await page.close();
  return context;
}

test(
  'every remote with every fault: a card within 3 s, the rest works, and Retry heals it without a reload',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    test.setTimeout(420_000);
    const context = await signedIn(browser, baseURL);
    const rows: string[] = [];
    const failures: string[] = [];
    const cells = (Object.keys(places) as Remote[]).flatMap((remote) =>
      [...Object.keys(network), ...Object.keys(releases)].map((fault) => ({ remote, fault })),
    );
    const worker = async () => {
      for (let cell = cells.shift(); cell; cell = cells.shift()) {
        const { remote, fault } = cell;
        const page = await context.newPage();
        await runCell(page, remote, fault).then(
          (row) => rows.push(row),
          (error: unknown) => failures.push(`${remote}, ${fault}: ${String(error).slice(0, 300)}`),
        );
        await page.close();
      }
    };
    await Promise.all([worker(), worker()]);
    await context.close();
    process.stdout.write(`${rows.sort().join('\n')}\n`);
    expect(failures).toEqual([]);
  },
);
