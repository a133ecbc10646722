import type { Page } from '@playwright/test';
import { accounts, expect, signIn, test } from '../product.ts';
import { days, spendDay } from '../dailyTasks.ts';

// Many screens, one after the other, on a machine that may be busy.
test.describe.configure({ timeout: 300_000 });

/** The same product under a name of the school's network, which the configuration resolves to this machine. */
const networkAddress = (product: string) => product.replace('//localhost', '//school.lan');

// What stands in for those features is in secureContext.test.ts and tabLock.test.ts.
for (const day of days)
  test(`${day.who} works without https under a name of the network, and the screen says what is stored`, async ({ browser, product }) => {
    await spendDay(day, {
      browser,
      baseURL: networkAddress(product),
      prepare: async () => undefined,
      leave: async (page) => expect(await page.evaluate(() => isSecureContext)).toBe(false),
    });
  });

// One tab at a time holds the stream: tabLock.test.ts. A browser keeps six connections to an address without https.
test('a seventh tab of a school opens without https', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: networkAddress(product) });
  const first = await context.newPage();
  await signIn(first, accounts.admin);
  const heading = (page: Page) => page.getByRole('heading', { level: 1, name: /^Welcome/ });
  // Each tab listens once its screen is there.
  await expect(heading(first)).toBeVisible();
  for (let tab = 2; tab <= 7; tab += 1) {
    const page = await context.newPage();
    await page.goto('/dashboard');
    await expect(heading(page)).toBeVisible();
  }
  await context.close();
});
