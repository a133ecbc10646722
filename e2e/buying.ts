import { expect, type Locator, type Page } from '@playwright/test';

export type Buying = { email: string; method: RegExp; /** Where the payment request goes. */ phone?: string };

/** Opens the cart of one item. */
export async function openCart(page: Page): Promise<Locator> {
  // A translation puts a mark between the words.
  await page
    .getByRole('button', { name: /cart\W+1 item/i })
    .first()
    .click();
  return page.getByRole('dialog', { name: /cart/i });
}

/** Fills in the checkout, up to the button that places the order. */
export async function fillCheckout(page: Page, { email, method, phone = '0722 345 678' }: Buying): Promise<void> {
  const cart = await openCart(page);
  await cart.getByRole('button', { name: /checkout/i }).click();
  const checkout = page.getByRole('dialog', { name: /checkout/i });
  await checkout.getByLabel('First name').fill('Achieng');
  await checkout.getByLabel('Last name').fill('Otieno');
  await checkout.getByLabel('Email').fill(email);
  await checkout.getByLabel('Phone').fill(phone);
  await checkout.getByLabel('Institution').fill('Lakeview School');
  await checkout.getByRole('radio', { name: method }).check();
  await checkout.getByRole('button', { name: /continue to payment/i }).click();
  await expect(checkout.getByRole('button', { name: 'Pay Now' })).toBeEnabled();
}

export async function addToCart(page: Page, addon: string): Promise<void> {
  await page.goto('/store');
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: addon }) });
  await card.getByRole('button', { name: /add to cart/i }).click();
}

/** Adds an add-on to the cart and fills in the checkout, up to the button that places the order. */
export async function toPayment(page: Page, { addon, ...buying }: Buying & { addon: string }): Promise<void> {
  await addToCart(page, addon);
  await fillCheckout(page, buying);
}

export const payNow = (page: Page) =>
  page
    .getByRole('dialog', { name: /checkout/i })
    .getByRole('button', { name: 'Pay Now' })
    .click();

/** Orders an add-on with a payment method; resolves to the order number. */
export async function order(page: Page, buying: Buying & { addon: string }): Promise<string> {
  await toPayment(page, buying);
  const answer = page.waitForResponse((response) => response.url().includes('/rpc/place_order') && response.ok());
  await payNow(page);
  const [number] = /ORD-\d{4}-\d{3,}/.exec(await (await answer).text()) ?? [];
  expect(number).toBeDefined();
  return number ?? '';
}
