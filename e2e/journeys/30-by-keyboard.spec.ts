import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { order } from '../buying.ts';
import { colourModeRules } from '../accessibility.ts';
import { press, type, walk } from '../keyboard.ts';
import { accounts, expect, signInDirectly, sql, test } from '../product.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 180_000 });

/** Accessibility violations of what is open, in light and, where colours matter, in dark. */
async function readOpen(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toContainClass(colorScheme);
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .include('[role=dialog]')
      .options({ resultTypes: ['violations'], ...(colorScheme === 'dark' ? { runOnly: { type: 'rule', values: colourModeRules } } : {}) })
      .analyze();
    expect
      .soft(violations.map(({ id, nodes }) => `${colorScheme}: ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`))
      .toEqual([]);
  }
}

// On a phone the steps are the same; 21-public-pages.spec.ts walks every stop of the store at both widths.
for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  const tag = viewport.width === 390 ? '@long' : [];
  test(
    `an add-on is found, added to the cart, ordered and paid for by keyboard alone, at ${viewport.width} px`,
    { tag },
    async ({ page }) => {
      await page.setViewportSize(viewport);
      const phone = `07${String(Date.now() % 100_000_000).padStart(8, '0')}`;
      const email = `${phone}@keyboard.test`;
      await page.goto('/store');
      await page.keyboard.press('Tab');
      await expect(page.locator('[data-prerendered]')).toHaveCount(0);
      await type(page, page.getByPlaceholder(/search/i).first(), 'Behaviour');
      await press(page, page.getByRole('button', { name: /add .*to cart/i }).first());
      await press(page, page.getByRole('button', { name: /cart 1 item/i }).first());
      const toCheckout = page.getByRole('dialog', { name: /cart/i }).getByRole('button', { name: /checkout/i });
      await expect(toCheckout).toBeVisible();
      await readOpen(page);
      await press(page, toCheckout);
      const checkout = page.getByRole('dialog', { name: /checkout/i });
      await expect(checkout.getByLabel('First name')).toBeVisible();
      await readOpen(page);
      for (const [label, text] of [
        ['First name', 'Achieng'],
        ['Last name', 'Otieno'],
        ['Email', email],
        ['Phone', phone],
        ['Institution', 'Lakeview School'],
      ] as const)
        await type(page, checkout.getByLabel(label), text);
      await press(page, checkout.getByRole('button', { name: /continue to payment/i }));
      await expect(checkout.getByRole('button', { name: 'Pay Now' })).toBeEnabled();
      await readOpen(page);
      await press(page, checkout.getByRole('button', { name: 'Pay Now' }));
      await expect(page.getByText('Check your phone')).toBeVisible();
      await readOpen(page);
      const requests = (await (await page.request.get('/_local/phone.json')).json()) as { checkoutId: string; phone: string }[];
      const mine = requests.find((request) => request.phone === `254${phone.slice(1)}`);
      await page.request.post(`/_local/phone/${mine?.checkoutId ?? ''}`, { form: { answer: 'approve' } });
      await expect(page.getByText('Order Successful!')).toBeVisible();
      await readOpen(page);
      await press(page, page.getByRole('button', { name: 'Continue Shopping' }));
      await expect(checkout).toBeHidden();
      expect(await sql('select status::text from orders where customer_email = $1', [email])).toEqual([{ status: 'completed' }]);
    },
  );
}

test('the store manager is operated and an order confirmed by keyboard alone', async ({ page, browser }) => {
  const buyer = await browser.newContext();
  const number = await order(await buyer.newPage(), {
    addon: 'Behaviour Records',
    email: `keys-${Date.now()}@kilimani.test`,
    method: /bank transfer/i,
  });
  await buyer.close();
  await signInDirectly(page, accounts.superAdmin);
  for (const path of ['', '/orders', '/addons', '/payments', '/analytics', '/settings']) {
    await page.goto(`/dashboard/store${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [aria-busy="true"], main .ds-skeleton, main [aria-label="Loading"]')).toHaveCount(0);
    const { hidden, missed } = await walk(page);
    expect.soft({ path, hidden, missed }).toEqual({ path, hidden: [], missed: [] });
  }
  await page.goto('/dashboard/store/orders');
  await type(page, page.getByPlaceholder('Search orders...'), number);
  await expect(page.getByRole('row')).toHaveCount(2);
  await press(page, page.getByRole('row').filter({ hasText: number }).getByRole('button', { name: /view/i }));
  const dialog = page.getByRole('dialog', { name: `Order ${number}` });
  const transfer = dialog.getByRole('form', { name: 'Confirm bank transfer' });
  await type(page, transfer.getByLabel('Bank reference'), `FT${Date.now()}`);
  await press(page, transfer.getByRole('button', { name: 'Confirm payment' }));
  await expect(dialog.getByRole('heading', { name: 'Licences' })).toBeVisible();
  // Content behind the dialog is inert by design.
  expect((await walk(page)).hidden).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
