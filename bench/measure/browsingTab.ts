import type { Browser, CDPSession, Page } from '@playwright/test';

type TabState = { visits: number; failures: string[]; versions: string[]; isStopped: boolean; shouldPause: boolean; isPaused: boolean };
type Screen = { path: string; heading: string };

export type BrowsingTab = {
  /** Starts navigating. Called once all tabs are open, so that none has to load while the others use the CPU. */
  start(): Promise<void>;
  /** Navigations between remotes so far, their failures, the versions that ran, and warnings and errors of the console. */
  readState(): Promise<Pick<TabState, 'visits' | 'failures' | 'versions'> & { consoleLines: string[] }>;
  /** Heap bytes and event listeners after garbage collection, on a screen of the remote that is not being released. */
  measureMemory(): Promise<{ heap: number; listeners: number }>;
  close(): Promise<void>;
};

/** Pause between a tab's navigations; long enough for two cores to keep up with twenty tabs. */
const pauseMs = 4_000;
/** Generous, because this benchmark does not measure speed. */
const timeoutMs = 120_000;

/** Runs in the page: follows the links between the screens until stopped and records every failure. */
function keepBrowsing({ screens, pause, timeout, app }: { screens: Screen[]; pause: number; timeout: number; app: string }): void {
  const tabState: TabState = { visits: 0, failures: [], versions: [], isStopped: false, shouldPause: false, isPaused: false };
  Object.assign(globalThis, { tabState });
  let versions = new Set<string>();
  const release = new RegExp(`/releases/${app}/([^/]+)/`);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof HTMLScriptElement) {
          const [, version] = release.exec(node.src) ?? [];
          if (!version) continue;
          versions.add(version);
          if (!tabState.versions.includes(version)) tabState.versions.push(version);
        }
  }).observe(document.documentElement, { childList: true, subtree: true });
  const wait = (time: number) =>
    new Promise((resolve) => {
      setTimeout(resolve, time);
    });
  const isThere = ({ path, heading }: Screen) => location.pathname === path && document.querySelector('main h1')?.textContent === heading;
  const alerts = () => [...document.querySelectorAll('[role=alert], [role=status]')].map((alert) => alert.textContent).join(' ');
  const isLoading = () => alerts().includes('Still loading');
  const card = () => /SHELL-\d+/.exec(alerts())?.[0];
  /** The text of the alert on screen and the scripts requested so far. */
  const describePage = () => {
    const pending = [...document.querySelectorAll<HTMLScriptElement>('script[data-rspack], link[rel=preload]')].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href'),
    );
    return `${alerts().slice(0, 60) || 'nothing is shown'}; waiting for: ${pending.join(' ') || 'no script'}`;
  };
  const go = async (screen: Screen) => {
    versions = new Set();
    document.querySelector<HTMLAnchorElement>(`header a[href="${screen.path}"]`)?.click();
    const startedAt = performance.now();
    // A "Still loading" card is not a failure, as a busy machine shows some.
    while (!isThere(screen) || isLoading()) {
      if (performance.now() - startedAt > timeout) return void tabState.failures.push(`${screen.path} did not appear: ${describePage()}`);
      await wait(20);
    }
    const failed = card();
    if (failed) tabState.failures.push(`${screen.path}: ${failed}`);
    if (versions.size > 1) tabState.failures.push(`${screen.path} loaded scripts of ${[...versions].join(' and ')}`);
    tabState.visits += 1;
  };
  void (async () => {
    for (let turn = 0; !tabState.isStopped; turn += 1) {
      const screen = screens[turn % screens.length];
      if (screen) await go(screen);
      await wait(pause);
      // Pauses only on the last screen, so that memory is always measured with the same content.
      while (tabState.shouldPause && turn % screens.length === screens.length - 1) {
        tabState.isPaused = true;
        await wait(pause);
      }
      tabState.isPaused = false;
    }
  })();
}

async function measureHeap(devtools: CDPSession): Promise<{ heap: number; listeners: number }> {
  // Twice, because objects released by finalizers are only freed by the second collection.
  for (let turn = 0; turn < 2; turn += 1) await devtools.send('HeapProfiler.collectGarbage');
  const [{ usedSize }, { jsEventListeners }] = await Promise.all([
    devtools.send('Runtime.getHeapUsage'),
    devtools.send('Memory.getDOMCounters'),
  ]);
  return { heap: usedSize, listeners: jsEventListeners };
}

const readTabState = (page: Page) =>
  page.evaluate(() => {
    const { visits, failures, versions } = (globalThis as unknown as { tabState: TabState }).tabState;
    return { visits, failures, versions };
  });

const setPaused = (page: Page, shouldPause: boolean) =>
  page.evaluate((paused) => {
    (globalThis as unknown as { tabState: TabState }).tabState.shouldPause = paused;
  }, shouldPause);

/** Opens a tab that keeps navigating between two public screens until closed. `app` is the remote being released. */
export async function openTab(browser: Browser, origin: string, app: string): Promise<BrowsingTab> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 300 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const consoleLines: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      consoleLines.push(`${new Date().toISOString().slice(11, 23)} ${message.text().slice(0, 300)}`);
  });
  const screens: Screen[] = [];
  for (const path of ['/store', '/pricing']) {
    await page.goto(path);
    screens.push({ path, heading: (await page.locator('main h1').textContent()) ?? '' });
  }
  await page.waitForFunction(() => document.querySelector('[data-prerendered]') === null);
  const devtools = await context.newCDPSession(page);
  return {
    start: () => page.evaluate(keepBrowsing, { screens, pause: pauseMs, timeout: timeoutMs, app }),
    async readState() {
      const { visits, failures, versions } = await readTabState(page);
      return { visits, failures: [...failures, ...errors], versions, consoleLines };
    },
    async measureMemory() {
      await setPaused(page, true);
      await page.waitForFunction(() => (globalThis as unknown as { tabState: TabState }).tabState.isPaused);
      const weight = await measureHeap(devtools);
      await setPaused(page, false);
      return weight;
    },
    async close() {
      await page.evaluate(() => {
        (globalThis as unknown as { tabState: TabState }).tabState.isStopped = true;
      });
      await context.close();
    },
  };
}
