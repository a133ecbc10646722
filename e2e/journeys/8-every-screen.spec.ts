import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import type { Role } from '@masomo/domain/roles';
import { expect, signIn, test } from '../product.ts';
import { detailsOf, people, readScreens } from '../screens.ts';
import { readTables } from '../readTables.ts';
import { watchRules } from '../watchRules.ts';

// Identical for every role except for a super admin's extras, so one role of each kind is enough.
const alike = new Set(['/dashboard/profile', '/dashboard/notifications', '/dashboard/documents', '/dashboard/settings']);
const readsAlike: ReadonlySet<Role> = new Set<Role>(['super_admin', 'parent']);

// Contrast, keyboard scrolling and target size depend on the colour mode; names and structure are checked once.
const variants = [
  { mode: 'light', width: 1440, height: 900, rules: null },
  { mode: 'dark', width: 390, height: 844, rules: ['color-contrast', 'scrollable-region-focusable', 'target-size'] },
] as const;
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Accessibility violations, horizontal overflow and faults of tables, in both colour modes. */
async function read(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const { mode, width, height, rules } of variants) {
    await page.setViewportSize({ width, height });
    await page.evaluate((mode) => {
      document.documentElement.classList.toggle('dark', mode === 'dark');
      document.documentElement.classList.toggle('light', mode === 'light');
      document.documentElement.style.colorScheme = mode;
    }, mode);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (overflow > 0) found.push(`${path} at ${width} px is ${overflow} px wider than the screen`);
    found.push(...(await readTables(page)).map((fault) => `${path} at ${width} px: ${fault}`));
    const analyse = async () =>
      (
        await new AxeBuilder({ page })
          .setLegacyMode()
          .include('main')
          .options({ resultTypes: ['violations'], runOnly: rules ? { type: 'rule', values: [...rules] } : { type: 'tag', values: levels } })
          .analyze()
      ).violations;
    // Transitions between colour modes cause false positives, so a violation must persist on a second check.
    let violations = await analyse();
    if (violations.length > 0) {
      await page.evaluate(() =>
        Promise.all(
          document
            .getAnimations()
            .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
            .map((animation) => animation.finished.catch(() => undefined)),
        ),
      );
      violations = await analyse();
    }
    found.push(
      ...violations.map(
        ({ id, nodes }) =>
          `${path}, ${mode}: ${id}: ${nodes
            .slice(0, 3)
            .map(({ target }) => target.join(' '))
            .join(', ')}`,
      ),
    );
  }
  return found;
}

/** Waits until no list on the screen is still loading. */
const settled = (page: Page, path: string) =>
  expect(page.locator('main [aria-busy="true"], main .ds-skeleton, main [aria-label="Loading"]'), path).toHaveCount(0);

/** Refusals, violations and errors that a role meets on the way through every screen. */
async function visit(browser: Browser, baseURL: string | undefined, [role, email]: (typeof people)[number]): Promise<string[]> {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const broken = await watchRules(page);
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (pathname.startsWith('/rest/v1/') && response.status() >= 400) broken.push(`${response.status()} ${pathname}${search}`);
  });
  await page.goto('/login');
  await signIn(page, email);
  const found: string[] = [];
  for (const screen of await readScreens()) {
    await page.goto(screen.path);
    if (!screen.allowed.has(role)) {
      // Super admins belong to no school, so no add-on is on for them, and its address says so.
      const isOff = role === 'super_admin' && screen.path.startsWith('/dashboard/addons/');
      if (isOff) await expect(page.getByRole('heading', { name: 'This add-on is not switched on' }), screen.path).toBeVisible();
      else await expect(page, `${screen.path} is not for ${role}`).toHaveURL(/\/dashboard$/);
      continue;
    }
    await expect(page, role).toHaveURL(new RegExp(`${screen.path}$`));
    await expect(page.getByRole('heading', { level: 1 }), `${role}: ${screen.path}`).toBeVisible();
    await settled(page, screen.path);
    await expect(page.getByRole('alert'), `${role}: ${screen.path}`).toHaveCount(0);
    if (readsAlike.has(role) || !alike.has(screen.path)) found.push(...(await read(page, screen.path)));
  }
  for (const path of await detailsOf(role)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), `${role}: ${path}`).toBeVisible();
    await settled(page, path);
    await expect(page.getByRole('alert'), `${role}: ${path}`).toHaveCount(0);
    found.push(...(await read(page, path)));
  }
  await context.close();
  return [...found, ...broken].map((fault) => `${role}: ${fault}`);
}

test(
  'for every role every screen of the access table opens with live data and within its policy and reads well at 390 px dark and 1440 px light, or leads back to the dashboard',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    test.setTimeout(600_000);
    // Two at a time: the role with the most screens beside the others in sequence.
    const waiting = [...people];
    const faults: string[] = [];
    const worker = async () => {
      for (let person = waiting.shift(); person; person = waiting.shift()) faults.push(...(await visit(browser, baseURL, person)));
    };
    await Promise.all([worker(), worker()]);
    expect(faults).toEqual([]);
  },
);
