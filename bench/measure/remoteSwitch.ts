import type { Browser, BrowserContext, Page } from '@playwright/test';
import { z } from 'zod';
import { withoutEvents } from '@masomo/tools/browser/withoutEvents.ts';

/** Milliseconds from the click until the target screen's heading is shown: on the first visit and on a repeated one. */
export type SwitchTimes = { first: number; warm: number };

const startScreen = { path: '/dashboard/profile', heading: 'Profile' };
const targetScreen = { path: '/dashboard/cms', heading: 'Content' };
/** The product's delay before it preloads a visible link, plus time for the preload to finish. */
const preloadDelayMs = 4_000;

/** Signs in and returns the session as the browser stores it. */
export async function createSession(origin: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return JSON.stringify(z.looseObject({ access_token: z.string() }).parse(await response.json()));
}

type Options = { browser: Browser; url: string; session: string; slowdown?: number };

/** A fresh browser context at a quarter of this machine's CPU speed. `isDataSaver` disables preloading. */
async function openBrowser(
  { browser, url, session, slowdown = 4 }: Options,
  isDataSaver: boolean,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  await withoutEvents(context);
  const page = await context.newPage();
  await page.addInitScript(
    ({ stored, isSaving }) => {
      localStorage.setItem('masomo-session', stored);
      if (isSaving) Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    },
    { stored: session, isSaving: isDataSaver },
  );
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { context, page };
}

async function openScreen(page: Page, { path, heading }: typeof startScreen): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor({ timeout: 60_000 });
  await page.waitForLoadState('networkidle', { timeout: 60_000 });
}

/** Clicks a link without hovering over it first and returns the milliseconds until the heading appears, measured in the page. */
function timeNavigation(page: Page, { path, heading }: typeof startScreen): Promise<number> {
  return page.evaluate(
    ({ href, text }) =>
      new Promise<number>((resolve, reject) => {
        const link = document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`);
        if (!link) return reject(new Error(`There is no link to ${href}.`));
        const startedAt = performance.now();
        const look = () => {
          if (document.querySelector('main h1')?.textContent === text) resolve(performance.now() - startedAt);
          else if (performance.now() - startedAt > 30_000) reject(new Error(`${text} did not appear.`));
          else requestAnimationFrame(look);
        };
        link.click();
        look();
      }),
    { href: path, text: heading },
  );
}

/** Returns from the CMS to the start screen. */
async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.querySelector<HTMLAnchorElement>('a[href="/dashboard"]')?.click();
  });
  await page.locator('main h1').filter({ hasText: 'Welcome' }).waitFor();
  await timeNavigation(page, startScreen);
  await page.waitForLoadState('networkidle');
}

/** Navigates into a remote with a cold cache, and again after visiting another one. */
export async function timeFirstAndWarm(options: Options): Promise<SwitchTimes> {
  const { context, page } = await openBrowser(options, true);
  try {
    await openScreen(page, startScreen);
    const first = await timeNavigation(page, targetScreen);
    await goBack(page);
    // A reading pause before the next navigation.
    await page.waitForTimeout(2_200);
    return { first, warm: await timeNavigation(page, targetScreen) };
  } finally {
    await context.close();
  }
}

/** Navigates into a remote whose link was visible long enough to be preloaded; milliseconds. */
export async function timePreloaded(options: Options): Promise<number> {
  const { context, page } = await openBrowser(options, false);
  try {
    await openScreen(page, startScreen);
    await page.waitForTimeout(preloadDelayMs);
    return await timeNavigation(page, targetScreen);
  } finally {
    await context.close();
  }
}

/** Compressed bytes of scripts transferred when the target screen is opened by its URL. */
export async function measureScriptBytes(options: Options): Promise<number> {
  const { context, page } = await openBrowser(options, true);
  try {
    await openScreen(page, targetScreen);
    return await page.evaluate(() =>
      performance.getEntriesByType('resource').reduce((sum, entry) => {
        const { name, transferSize, encodedBodySize } = entry as PerformanceResourceTiming;
        // Preloaded scripts have a second entry with size 0 when they are read from the cache.
        return /\.js(?:\?|$)/.test(name) && transferSize > 0 ? sum + encodedBodySize : sum;
      }, 0),
    );
  } finally {
    await context.close();
  }
}
