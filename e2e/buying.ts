import { expect, type Page } from '@playwright/test';

/** Puts an add-on into the cart and orders it with a way of paying; resolves to the order's number once it stands. */
export async function order(page: Page, { addon, email, method }: { addon: string; email: string; method: RegExp }): Promise<string> {
  await page.goto('/store');
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: addon }) });
  await card.getByRole('button', { name: /add to cart/i }).click();
  await page.getByRole('button', { name: /cart 1 item/i }).first().click();
  await page.getByRole('dialog', { name: /cart/i }).getByRole('button', { name: /checkout/i }).click();
  const checkout = page.getByRole('dialog', { name: /checkout/i });
  await checkout.getByLabel('First name').fill('Achieng');
  await checkout.getByLabel('Last name').fill('Otieno');
  await checkout.getByLabel('Email').fill(email);
  await checkout.getByLabel('Phone').fill('0722 345 678');
  await checkout.getByLabel('Institution').fill('Lakeview School');
  await checkout.getByRole('radio', { name: method }).check();
  await checkout.getByRole('button', { name: /continue to payment/i }).click();
  const answer = page.waitForResponse((response) => response.url().includes('/rpc/place_order') && response.ok());
  await checkout.getByRole('button', { name: 'Pay Now' }).click();
  const [number] = /ORD-\d{4}-\d{3,}/.exec(await (await answer).text()) ?? [];
  expect(number).toBeDefined();
  return number ?? '';
}
