import type { Browser } from '@playwright/test';

export const phoneScreen = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const;
const desktopScreen = { viewport: { width: 1280, height: 800 } } as const;

type Options = {
  browser: Browser;
  url: string;
  session?: string | null;
  slowdown?: number;
  screen?: typeof phoneScreen | typeof desktopScreen;
  quietMs?: number;
};

/**
 * Largest contentful paint of a URL in milliseconds, in a fresh browser context at a quarter of this machine's CPU speed. Final once
 * no larger paint came for `quietMs`.
 */
export async function measureLargestPaint({
  browser,
  url,
  session = null,
  slowdown = 4,
  screen = desktopScreen,
  quietMs = 1_500,
}: Options): Promise<number> {
  const context = await browser.newContext({ ...screen, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.addInitScript((stored) => {
      if (stored !== null) localStorage.setItem('masomo-session', stored);
      Object.assign(globalThis, { largest: 0 });
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) Object.assign(globalThis, { largest: startTime });
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    }, session);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
    await page.locator('main h1').waitFor({ timeout: 60_000 });
    // Does not wait for network idle, because a hanging remote keeps the network busy.
    await page.waitForFunction(
      (quiet) => {
        const { largest } = globalThis as unknown as { largest: number };
        return largest > 0 && performance.now() - largest > quiet;
      },
      quietMs,
      { timeout: 60_000 },
    );
    return await page.evaluate(() => (globalThis as unknown as { largest: number }).largest);
  } finally {
    await context.close();
  }
}
