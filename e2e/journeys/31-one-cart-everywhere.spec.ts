import type { Page } from '@playwright/test';
import { order, payNow, toPayment } from '../buying.ts';
import { accounts, expect, signIn, sql, startPage, test } from '../product.ts';

// Two browsers and a purchase take a while on a busy machine.
test.describe.configure({ timeout: 180_000 });

const forgetCart = () => sql('delete from saved_carts where user_id = (select id from users where email = $1)', [accounts.admin]);

/** Opens the store signed in. */
async function openStore(page: Page): Promise<void> {
  await page.goto('/login');
  await signIn(page, accounts.admin);
  await page.goto('/store');
  await startPage(page);
}
const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
/** Focusing the window revalidates at once; otherwise the page does so every half minute. */
const seesAfterComingBack = (page: Page, name: RegExp) =>
  expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.getByRole('button', { name }).first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });

test(
  'a cart is the same on two devices of one person, and two carts that disagree are asked about',
  { tag: '@long' },
  async ({ page, browser }) => {
    await forgetCart();
    const elsewhere = await browser.newContext();
    const phone = await elsewhere.newPage();
    await openStore(page);
    await openStore(phone);
    await cardOf(page, 'Two-Factor Authentication')
      .getByRole('button', { name: /add to cart/i })
      .click();
    await expect
      .poll(async () =>
        (await sql<{ lines: { name: string }[] }>('select lines from saved_carts')).some(
          ({ lines }) => lines[0]?.name === 'Two-Factor Authentication',
        ),
      )
      .toBe(true);
    await seesAfterComingBack(phone, /cart 1 item/i);

    await phone
      .getByRole('button', { name: /cart 1 item/i })
      .first()
      .click();
    await phone.getByRole('button', { name: 'One more Two-Factor Authentication' }).click();
    await seesAfterComingBack(page, /cart 2 items/i);
    await elsewhere.close();

    // A third device with items added before signing in.
    const third = await browser.newContext();
    const tablet = await third.newPage();
    await tablet.goto('/store');
    await startPage(tablet);
    await cardOf(tablet, 'QR Code Attendance')
      .filter({ hasText: 'SaaS' })
      .getByRole('button', { name: /add to cart/i })
      .click();
    await openStore(tablet);
    await expect(tablet.getByText('You have two carts')).toBeVisible();
    await tablet.getByRole('button', { name: 'Combine both' }).click();
    await expect(tablet.getByText('You have two carts')).toBeHidden();
    await seesAfterComingBack(page, /cart 3 items/i);
    await third.close();
    await forgetCart();
  },
);

// Also in CheckoutDialog.test.tsx and supabase/tests/store/placeOrder.test.ts.
test('a price change while the cart is open is shown, and only the accepted price is charged', { tag: '@long' }, async ({ page }) => {
  const addon = 'Multi Branch';
  const email = `price-${Date.now()}@kilimani.test`;
  const [before] = await sql<{ price: number }>('select price::int from addons where name = $1', [addon]);
  const setPrice = (price: number | undefined) => sql('update addons set price = $2 where name = $1', [addon, price]);
  try {
    await toPayment(page, { addon, email, method: /bank/i });
    await setPrice(3499);
    await payNow(page);
    const checkout = page.getByRole('dialog', { name: /checkout/i });
    await expect(checkout.getByText('Multi Branch now costs KES 3,499 instead of KES 2,999.')).toBeVisible();
    await expect(checkout.getByRole('button', { name: 'Pay Now' })).toBeDisabled();
    expect(await sql('select from orders where customer_email = $1', [email])).toHaveLength(0);
    await checkout.getByRole('button', { name: 'Accept the new prices' }).click();
    await payNow(page);
    await expect(page.getByText('Order Successful!')).toBeVisible();
    expect(await sql('select total_amount::int as total from orders where customer_email = $1', [email])).toEqual([{ total: 3499 }]);
  } finally {
    await setPrice(before?.price);
  }
});

test('a purchase appears among the school’s licences without a reload', async ({ page, context }) => {
  await forgetCart();
  await openStore(page);
  const list = await context.newPage();
  await list.goto('/dashboard/store');
  await list.getByRole('navigation').getByRole('link', { name: 'Licences' }).first().click();
  await expect(list.getByRole('heading', { level: 1, name: 'Licences' })).toBeVisible();
  await list.evaluate(() => {
    window.marker = 'the same document';
  });
  const number = await order(page, { addon: 'Two-Factor Authentication', email: accounts.admin, method: /bank/i });
  await expect(page.getByText('Order Successful!')).toBeVisible();
  await expect(list.getByRole('row').filter({ hasText: number })).toHaveCount(0);
  await sql("select record_payment(id, 'bank', total_amount, 'FT' || order_number) from orders where order_number = $1", [number]);
  await expect(list.getByRole('row').filter({ hasText: number })).toContainText('Two-Factor Authentication');
  expect(await list.evaluate(() => window.marker)).toBe('the same document');
});
