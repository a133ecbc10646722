import type { Browser, Locator, Page } from '@playwright/test';
import { consentKey, necessaryOnly } from '@masomo/domain/consent';
import { phoneScreen } from './largestPaint.ts';

/** Something that a visitor can press on a public page. */
export type Control = {
  name: string;
  path: string;
  /** What is pressed. */
  target(page: Page): Locator;
  /** Selector of the element whose visible text changes by it. */
  watched: string;
  /** What has to be done first, such as filling in a form. */
  prepare?(page: Page): Promise<void>;
  /** For the cookie question itself, which otherwise is answered: when it can be pressed at the earliest, in milliseconds after the first paint. */
  shownMs?: number;
};

/** When a control is pressed: this long after the first paint, or after the page has loaded. */
export type Moment = { after: 'paint' | 'load'; delayMs: number };

/** What is counted when nothing happens. */
const timeoutMs = 15_000;

type PressRecord = { effectMs?: number; watch(selector: string): void };

/** Runs in the page before its scripts: measures from the touch to the frame that shows its effect, here or on the page that answers. */
function recordPress(): void {
  let start: (press: Event) => void = () => undefined;
  // The page's own scripts keep presses from every later listener until it is hydrated.
  addEventListener('pointerdown', (press) => start(press), { capture: true });
  const record: PressRecord = {
    watch(selector) {
      const shown = () => {
        const element = document.querySelector<HTMLElement>(selector);
        return element?.checkVisibility() ? element.innerText : '';
      };
      const before = shown();
      const check = (pressedAt: number) => {
        if (shown() === before) requestAnimationFrame(() => check(pressedAt));
        else setTimeout(() => (record.effectMs = performance.now() - pressedAt));
      };
      start = ({ timeStamp }) => {
        start = () => undefined;
        sessionStorage.setItem('pressedAt', String(performance.timeOrigin + timeStamp));
        requestAnimationFrame(() => check(timeStamp));
      };
    },
  };
  const pressedAt = sessionStorage.getItem('pressedAt');
  if (pressedAt)
    new PerformanceObserver((list) => {
      const paint = list.getEntriesByName('first-contentful-paint')[0];
      if (paint) record.effectMs = performance.timeOrigin + paint.startTime - Number(pressedAt);
    }).observe({ type: 'paint', buffered: true });
  Object.assign(globalThis, { pressRecord: record });
}

/** Resolves in the page at the moment of the press. */
function waitForMoment({ after, delayMs }: Moment): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const startedAt =
        after === 'paint' ? performance.getEntriesByName('first-contentful-paint')[0]?.startTime : navigation?.loadEventEnd || undefined;
      const leftMs = startedAt === undefined ? 50 : startedAt + delayMs - performance.now();
      if (startedAt !== undefined && leftMs <= 0) resolve();
      else setTimeout(check, Math.max(1, leftMs));
    };
    check();
  });
}

/**
 * Opens a page in a fresh browser context, emulating a phone at a quarter of this machine's CPU speed, presses a control and returns
 * the milliseconds until its effect is on the screen.
 */
export async function measureFirstPress(browser: Browser, origin: string, control: Control, moment: Moment): Promise<number> {
  const context = await browser.newContext({ ...phoneScreen, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.addInitScript(recordPress);
    if (control.shownMs === undefined)
      await page.addInitScript(([key, choice]) => localStorage.setItem(key, choice), [consentKey, JSON.stringify(necessaryOnly)] as const);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(origin + control.path, { waitUntil: 'commit', timeout: 60_000 });
    const target = control.target(page);
    await target.waitFor({ state: 'attached', timeout: 60_000 });
    await page.evaluate(waitForMoment, {
      ...moment,
      delayMs: Math.max(moment.delayMs, moment.after === 'paint' ? (control.shownMs ?? 0) : 0),
    });
    await control.prepare?.(page);
    const { x, y } = await target.evaluate((element) => {
      const box = () => element.getBoundingClientRect();
      if (box().top < 0 || box().bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = box();
      return { x: left + width / 2, y: top + height / 2 };
    });
    await page.evaluate((selector) => (globalThis as unknown as { pressRecord: PressRecord }).pressRecord.watch(selector), control.watched);
    await page.touchscreen.tap(x, y);
    const effect = await page
      .waitForFunction(() => (globalThis as unknown as { pressRecord?: PressRecord }).pressRecord?.effectMs, undefined, {
        timeout: timeoutMs,
        polling: 100,
      })
      .catch(() => undefined);
    return (await effect?.jsonValue()) ?? timeoutMs;
  } finally {
    await context.close();
  }
}
