import type { Browser, BrowserContext, Page } from '@playwright/test';
import { z } from 'zod';

/** Milliseconds from the click to the other screen's heading. */
export type SwitchTimes = { first: number; warm: number };

const startScreen = { path: '/dashboard/profile', heading: 'Profile' };
const targetScreen = { path: '/dashboard/cms', heading: 'Content' };
/** As long as the product leaves links alone, and some more for the line to become idle. */
const preloadDelayMs = 4_000;

/** What the browser keeps for somebody who has signed in. */
export async function createSession(origin: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return JSON.stringify(z.looseObject({ access_token: z.string() }).parse(await response.json()));
}

type Options = { browser: Browser; address: string; session: string; slowdown?: number };

/** A browser that was never here, with a quarter of this machine's speed. `isSpare` keeps it from fetching ahead. */
async function openBrowser(
  { browser, address, session, slowdown = 4 }: Options,
  isDataSaver: boolean,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(
    ({ kept, spare }) => {
      localStorage.setItem('masomo-session', kept);
      if (spare) Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    },
    { kept: session, spare: isDataSaver },
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

/** Follows a link as its click does, without pointing at it first; measured in the page, to the frame that shows the heading. */
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

/** The other screens of the way: from the CMS back to where the next switch starts. */
async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.querySelector<HTMLAnchorElement>('a[href="/dashboard"]')?.click();
  });
  await page.locator('main h1').filter({ hasText: 'Welcome' }).waitFor();
  await timeNavigation(page, startScreen);
  await page.waitForLoadState('networkidle');
}

/** Into a remote that this browser has nothing of, and into it again after a while elsewhere. */
export async function timeFirstAndWarm(options: Options): Promise<SwitchTimes> {
  const { context, page } = await openBrowser(options, true);
  try {
    await openScreen(page, startScreen);
    const first = await timeNavigation(page, targetScreen);
    await goBack(page);
    // As somebody who reads for a while before going on.
    await page.waitForTimeout(2_200);
    return { first, warm: await timeNavigation(page, targetScreen) };
  } finally {
    await context.close();
  }
}

/** Into a remote whose link was on the screen for a while: milliseconds from the click to its heading. */
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

/** Bytes of scripts as they come over the line, for the screen opened by its address. */
export async function measureScriptBytes(options: Options): Promise<number> {
  const { context, page } = await openBrowser(options, true);
  try {
    await openScreen(page, targetScreen);
    return await page.evaluate(() =>
      performance.getEntriesByType('resource').reduce((sum, entry) => {
        const { name, transferSize, encodedBodySize } = entry as PerformanceResourceTiming;
        // What was fetched ahead is read from the cache when it runs, and noted again.
        return /\.js(?:\?|$)/.test(name) && transferSize > 0 ? sum + encodedBodySize : sum;
      }, 0),
    );
  } finally {
    await context.close();
  }
}
