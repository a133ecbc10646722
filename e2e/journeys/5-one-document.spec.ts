import { accounts, expect, signIn, test } from '../product.ts';

test('five navigations between remotes and back never load a new document', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(message.text()));
  await page.goto('/login');
  await signIn(page, accounts.superAdmin);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'CMS' }).click();
  await expect(page).toHaveURL(/\/dashboard\/cms$/);
  await page.evaluate(() => {
    window.marker = 'same document';
  });

  const hop = async (path: string) => {
    await page.waitForFunction((to) => {
      const link = [...document.querySelectorAll('a')].find((anchor) => new URL(anchor.href).pathname === to);
      link?.click();
      return link !== undefined;
    }, path);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.locator('h1').first()).toBeVisible();
  };
  await hop('/dashboard');
  await hop('/dashboard/store');
  await hop('/store');
  await hop('/');
  for (const path of ['/store', '/dashboard/store', '/dashboard', '/dashboard/cms']) {
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.locator('h1').first()).toBeVisible();
  }
  expect(await page.evaluate(() => window.marker)).toBe('same document');
  expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  expect(warnings.filter((text) => /multiple gotrueclient|invalid hook call|more than one copy of react/i.test(text))).toEqual([]);
});
