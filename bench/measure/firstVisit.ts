import type { Browser } from '@playwright/test';

import { phoneScreen } from './largestPaint.ts';

export type FirstVisit = {
  /** Total blocking time: the time beyond 50 ms of each long task after the first contentful paint. */
  blockingMs: number;
  /** The longest task of at least 50 ms that ends after the first contentful paint and begins within five seconds; 0 without one. */
  longestTaskMs: number;
  /** Cumulative layout shift. */
  layoutShift: number;
};

const quietMs = 2_500;

/**
 * Opens a URL in a fresh browser context, emulating a phone at a quarter of this machine's CPU speed, and measures until 2.5 s after
 * the network is idle.
 */
export async function measureFirstVisit(browser: Browser, pageUrl: string, slowdown = 4): Promise<FirstVisit> {
  const context = await browser.newContext({ ...phoneScreen, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      const visit: FirstVisit = { blockingMs: 0, longestTaskMs: 0, layoutShift: 0 };
      Object.assign(globalThis, { visit });
      const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
        new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
      watch('longtask', ({ startTime, duration }) => {
        const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
        visit.blockingMs += Math.max(0, startTime + duration - Math.max(startTime + 50, painted));
        if (startTime + duration > painted && startTime < 5_000) visit.longestTaskMs = Math.max(visit.longestTaskMs, duration);
      });
      watch('layout-shift', (entry) => (visit.layoutShift += (entry as PerformanceEntry & { value: number }).value));
    });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(pageUrl, { waitUntil: 'load' });
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(quietMs);
    return await page.evaluate(() => (globalThis as unknown as { visit: FirstVisit }).visit);
  } finally {
    await context.close();
  }
}

/**
 * Uncompressed bytes of scripts that a URL runs before any interaction, from the browser's coverage data. Measured in a separate
 * visit, because collecting coverage slows scripts down.
 */
export async function measureScriptsRun(browser: Browser, pageUrl: string): Promise<number> {
  const context = await browser.newContext({ ...phoneScreen, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Profiler.enable');
    await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await page.goto(pageUrl, { waitUntil: 'networkidle' });
    await page.waitForTimeout(quietMs);
    const { result } = await devtools.send('Profiler.takePreciseCoverage');
    // Only the page's own scripts; those injected by Playwright have no URL.
    const ran = result
      .filter(({ url }) => url.startsWith(new URL(pageUrl).origin))
      .flatMap(({ functions }) =>
        functions.filter(({ functionName, ranges }) => functionName === '' && (ranges[0]?.startOffset ?? 1) === 0),
      );
    return ran.reduce((sum, { ranges }) => sum + (ranges[0]?.endOffset ?? 0), 0);
  } finally {
    await context.close();
  }
}
