import { translatePage } from '@masomo/testing/translatePage';
import { expect, test } from '../product.ts';
import { days, spendDay } from '../dailyTasks.ts';

// Many screens, one after the other, on a machine that may be busy.
test.describe.configure({ timeout: 300_000 });

for (const day of days)
  test(`${day.who} works on pages that the browser translates: nothing crashes, and the screen says what is stored`, async ({
    browser,
    product,
  }) => {
    await spendDay(day, {
      browser,
      baseURL: product,
      prepare: (page) => page.addInitScript(translatePage, 500),
      leave: (page) => expect(page.locator('font').first()).toBeAttached(),
    });
  });
