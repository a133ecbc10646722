import type { Browser, CDPSession, Page } from '@playwright/test';

type TabState = { visits: number; faults: string[]; versions: string[]; isOver: boolean; isHeld: boolean; isStill: boolean };
type Screen = { path: string; heading: string };

export type BrowsingTab = {
  /** Starts to go to and fro; every tab is open by then, so that none is opened on a machine that is busy with the others. */
  start(): Promise<void>;
  /** How many times it went from one remote into another so far, what went wrong on the way, which versions it ran, and what its console said. */
  readState(): Promise<Pick<TabState, 'visits' | 'faults' | 'versions'> & { consoleLines: string[] }>;
  /** Of the remote that is not released, after everything that is not needed any more was thrown away. */
  measureMemory(): Promise<{ heap: number; listeners: number }>;
  close(): Promise<void>;
};

/** Waits between two navigations of a tab, in milliseconds: of twenty tabs some go somewhere all the time, and two processors keep up. */
const pauseMs = 4_000;
/** Nothing here is judged by its speed. */
const timeoutMs = 120_000;

/** Runs in the page: follows the links between two screens until it is told to end, and notes everything that is wrong. */
function keepBrowsing({ places, wait, patience, app }: { places: Screen[]; wait: number; patience: number; app: string }): void {
  const watched: TabState = { visits: 0, faults: [], versions: [], isOver: false, isHeld: false, isStill: false };
  Object.assign(globalThis, { watched });
  let versions = new Set<string>();
  const release = new RegExp(`/releases/${app}/([^/]+)/`);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof HTMLScriptElement) {
          const [, version] = release.exec(node.src) ?? [];
          if (!version) continue;
          versions.add(version);
          if (!watched.versions.includes(version)) watched.versions.push(version);
        }
  }).observe(document.documentElement, { childList: true, subtree: true });
  const rest = (time: number) =>
    new Promise((resolve) => {
      setTimeout(resolve, time);
    });
  const isThere = ({ path, heading }: Screen) => location.pathname === path && document.querySelector('main h1')?.textContent === heading;
  const alerts = () => [...document.querySelectorAll('[role=alert], [role=status]')].map((alert) => alert.textContent).join(' ');
  const isLoading = () => alerts().includes('Still loading');
  const card = () => /SHELL-\d+/.exec(alerts())?.[0];
  /** What of the remote is asked for and has not come, beside the card's own words. */
  const state = () => {
    const pending = [...document.querySelectorAll<HTMLScriptElement>('script[data-rspack], link[rel=preload]')].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href'),
    );
    return `${alerts().slice(0, 60) || 'nothing is shown'}; waiting for: ${pending.join(' ') || 'no script'}`;
  };
  const go = async (place: Screen) => {
    versions = new Set();
    document.querySelector<HTMLAnchorElement>(`header a[href="${place.path}"]`)?.click();
    const startedAt = performance.now();
    // A card that says it takes longer is none of a failure: on a busy machine some do.
    while (!isThere(place) || isLoading()) {
      if (performance.now() - startedAt > patience) return void watched.faults.push(`${place.path} did not appear: ${state()}`);
      await rest(20);
    }
    const failed = card();
    if (failed) watched.faults.push(`${place.path}: ${failed}`);
    if (versions.size > 1) watched.faults.push(`${place.path} took scripts of ${[...versions].join(' and ')}`);
    watched.visits += 1;
  };
  void (async () => {
    for (let turn = 0; !watched.isOver; turn += 1) {
      const place = places[turn % places.length];
      if (place) await go(place);
      await rest(wait);
      // At the last of the places, so that a tab is weighed with the same on its screen each time.
      while (watched.isHeld && turn % places.length === places.length - 1) {
        watched.isStill = true;
        await rest(wait);
      }
      watched.isStill = false;
    }
  })();
}

async function measureHeap(devtools: CDPSession): Promise<{ heap: number; listeners: number }> {
  // What only finalizers let go is gone after the second time.
  for (let turn = 0; turn < 2; turn += 1) await devtools.send('HeapProfiler.collectGarbage');
  const [{ usedSize }, { jsEventListeners }] = await Promise.all([
    devtools.send('Runtime.getHeapUsage'),
    devtools.send('Memory.getDOMCounters'),
  ]);
  return { heap: usedSize, listeners: jsEventListeners };
}

const readTabState = (page: Page) =>
  page.evaluate(() => {
    const { visits, faults, versions } = (globalThis as unknown as { watched: TabState }).watched;
    return { visits, faults, versions };
  });

const setPaused = (page: Page, isHeld: boolean) =>
  page.evaluate((held) => {
    (globalThis as unknown as { watched: TabState }).watched.isHeld = held;
  }, isHeld);

/** A tab that goes to and fro between two public screens until it is ended. `app` is the remote that is being released. */
export async function openTab(browser: Browser, origin: string, app: string): Promise<BrowsingTab> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 300 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const said: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      said.push(`${new Date().toISOString().slice(11, 23)} ${message.text().slice(0, 300)}`);
  });
  const places: Screen[] = [];
  for (const path of ['/store', '/pricing']) {
    await page.goto(path);
    places.push({ path, heading: (await page.locator('main h1').textContent()) ?? '' });
  }
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
  await page.waitForFunction(() => document.querySelector('[data-prerendered]') === null);
  const devtools = await context.newCDPSession(page);
  return {
    start: () => page.evaluate(keepBrowsing, { places, wait: pauseMs, patience: timeoutMs, app }),
    async readState() {
      const { visits, faults, versions } = await readTabState(page);
      return { visits, faults: [...faults, ...errors], versions, consoleLines: said };
    },
    async measureMemory() {
      await setPaused(page, true);
      await page.waitForFunction(() => (globalThis as unknown as { watched: TabState }).watched.isStill);
      const weight = await measureHeap(devtools);
      await setPaused(page, false);
      return weight;
    },
    async close() {
      await page.evaluate(() => {
        (globalThis as unknown as { watched: TabState }).watched.isOver = true;
      });
      await context.close();
    },
  };
}
