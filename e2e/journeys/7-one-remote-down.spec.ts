import type { Page } from '@playwright/test';
import { accounts, expect, signIn, startPage, test } from '../product.ts';
import { loseReleases } from '../releases.ts';

// One remote of each kind; the shell does not know them apart, and 19-faults.spec.ts tries all of them with every fault.
const places = [
  { remote: 'mfe-marketing', path: '/pricing', link: 'Pricing', other: '/store', tag: '@long' },
  { remote: 'mfe-store', path: '/store', link: 'Store', other: '/pricing' },
];

const staffPlaces = [
  { remote: 'mfe-cms', path: '/dashboard/cms', link: 'CMS' },
  { remote: 'mfe-store-manager', path: '/dashboard/store', link: 'Store', tag: '@long' },
];

async function expectCardThenHeal(page: Page, restore: () => Promise<void>): Promise<void> {
  const card = page.getByRole('alert').filter({ hasText: 'SHELL-' });
  await expect(card).toBeVisible({ timeout: 3_000 });
  await page.evaluate(() => {
    window.marker = 'same document';
  });
  await restore();
  await card.getByRole('button', { name: 'Retry' }).click();
  await expect(card).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => window.marker)).toBe('same document');
}

for (const place of staffPlaces) {
  test(
    `${place.remote} missing: its outlet shows a card with Retry, the others work, and it recovers without a reload`,
    { tag: place.tag ?? [] },
    async ({ page }) => {
      // All versions, because the shell falls back to any that is left; before a link to the remote is visible, because that prefetches it.
      const restore = await loseReleases(place.remote);
      try {
        await page.goto('/login');
        await signIn(page, accounts.superAdmin);
        const menu = page.getByRole('navigation', { name: 'Dashboard' });
        await menu.getByRole('link', { name: place.link, exact: true }).click();
        await expect(page.getByRole('alert').filter({ hasText: 'SHELL-' })).toBeVisible();
        // The way to everything else is still there.
        await expect(page.getByRole('link', { name: 'Back to dashboard', exact: true })).toBeVisible();
        await expectCardThenHeal(page, restore);
      } catch (error) {
        await restore().catch(() => undefined);
        throw error;
      }
    },
  );
}

for (const place of places) {
  test(
    `${place.remote} responding with 500: its outlet shows a card with Retry, the others work, and it recovers without a reload`,
    { tag: place.tag ?? [] },
    async ({ page }) => {
      let isBroken = true;
      await page.route(`**/releases/${place.remote}/**`, (route) =>
        isBroken ? route.fulfill({ status: 500, body: 'broken' }) : route.continue(),
      );
      await page.goto(place.other);
      await startPage(page);
      await page.getByRole('banner').getByRole('link', { name: place.link, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${place.path}$`));
      await expectCardThenHeal(page, async () => {
        isBroken = false;
      });
    },
  );
}

test('a failing remote leaves the dashboard and its menu usable', async ({ page }) => {
  await page.route('**/releases/mfe-dashboard/**', (route) => route.abort());
  await page.goto('/login');
  await signIn(page, accounts.superAdmin);
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'SHELL-' })).toBeVisible({ timeout: 3_000 });
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'CMS' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
