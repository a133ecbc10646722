import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { testBrowserPath } from '../browser/chromium.ts';
import { password } from '../browser/demoAccounts.ts';
import type { Picture } from './pictures.ts';

export const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** A running product, and the time of day that its browsers show. */
type Place = { origin: string; moment: Date };

/** What a browser keeps of a person who has signed in, by address of mail. */
type Sessions = Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>;

type Sink = { folder: string; type: 'webp' | 'jpeg'; quality: number; fileName: (name: string, theme: Theme, width: number) => string };

/** Takes each picture in each theme from a running product, and writes one file for each of its widths. */
export async function takePictures(
  { origin, moment }: Place,
  pictures: readonly Picture[],
  inThemes: readonly Theme[],
  { folder, type, quality, fileName }: Sink,
): Promise<string[]> {
  const browser = await chromium.launch({ executablePath: testBrowserPath() });
  const written: string[] = [];
  const sessions: Sessions = new Map();
  try {
    for (const picture of pictures)
      for (const theme of inThemes) {
        const shot = await takePicture(browser, { origin, moment, sessions }, picture, theme);
        for (const width of picture.widths) {
          const file = path.join(folder, fileName(picture.name, theme, width));
          await writeFile(file, await encode(browser, shot, { width, type, quality }));
          written.push(file);
        }
      }
  } finally {
    await browser.close();
  }
  return written;
}

async function takePicture(
  browser: Browser,
  { origin, moment, sessions }: Place & { sessions: Sessions },
  picture: Picture,
  theme: Theme,
): Promise<Buffer> {
  const session = sessions.get(picture.account ?? '');
  const context = await browser.newContext({
    baseURL: origin,
    viewport: picture.window,
    deviceScaleFactor: 2,
    colorScheme: theme,
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    reducedMotion: 'reduce',
    ...(session ? { storageState: session } : {}),
  });
  try {
    const page = await context.newPage();
    await page.clock.setFixedTime(moment);
    if (picture.account && !session) {
      await signIn(page, picture.account);
      sessions.set(picture.account, await context.storageState());
    }
    // The second load has the interface font, which the first paint does not wait for.
    await page.goto(picture.address);
    await untilPainted(page);
    await page.reload();
    await untilPainted(page);
    await picture.prepare?.(page);
    const clip = await clipOf(page, picture);
    return await page.screenshot({ animations: 'disabled', caret: 'hide', ...(clip ? { clip } : {}) });
  } finally {
    await context.close();
  }
}

/** Space around what a picture begins with, in CSS pixels. */
const margin = 10;

/** What of the window a picture shows; all of it without a part. */
async function clipOf(page: Page, { part, window, height = Infinity }: Picture) {
  if (!part) return undefined;
  if (part !== 'page') {
    const element = page.locator(part.from).first();
    await element.waitFor();
    await untilPainted(page);
    const { x, y } = (await element.boundingBox()) ?? { x: 0, y: 0 };
    return { x: Math.max(x - margin, 0), y: Math.max(y - margin, 0), width: part.width, height: part.height };
  }
  const shown = await page.locator('main').boundingBox();
  if (!shown) return undefined;
  const top = Math.max(shown.y, 0);
  return { x: shown.x, y: top, width: shown.width, height: Math.min(height, window.height - top) };
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

/** Nothing is loading any more: no skeleton, no spinner, fonts and pictures there, and the page as high as a moment before. */
async function untilPainted(page: Page): Promise<void> {
  await page.locator('main h1, main h2').first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('[aria-busy="true"], .chakra-skeleton, [data-loading]').length === 0);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(
    () => {
      const state = window as { lastHtml?: string };
      const html = document.querySelector('main')?.innerHTML ?? '';
      const isSame = state.lastHtml === html;
      state.lastHtml = html;
      return isSame;
    },
    undefined,
    { polling: 500 },
  );
}

/** The picture in another width and format, made smaller by the browser itself. */
async function encode(
  browser: Browser,
  png: Buffer,
  { width, type, quality }: { width: number; type: 'webp' | 'jpeg'; quality: number },
): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const encoded = await page.evaluate(
      async ([source, toWidth, toType, toQuality]) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
        const height = Math.round((image.height * toWidth) / image.width);
        const smaller = await createImageBitmap(image, { resizeWidth: toWidth, resizeHeight: height, resizeQuality: 'high' });
        const canvas = new OffscreenCanvas(toWidth, height);
        canvas.getContext('2d')?.drawImage(smaller, 0, 0);
        const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: `image/${toType}`, quality: toQuality })).arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      },
      [png.toString('base64'), width, type, quality] as const,
    );
    return Buffer.from(encoded, 'base64');
  } finally {
    await page.close();
  }
}
