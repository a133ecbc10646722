import { expect, sql, test } from '../product.ts';

test('a visitor goes from home to pricing to the store and orders an add-on by bank transfer', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(page.getByRole('heading', { name: 'Starter', exact: true })).toBeVisible();
  await header.getByRole('link', { name: 'Store', exact: true }).click();
  await expect(page).toHaveURL(/\/store$/);

  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Behaviour Records' }) });
  await card.getByRole('button', { name: /add to cart/i }).click();
  await page.getByRole('button', { name: /cart/i }).first().click();
  const cart = page.getByRole('dialog', { name: /cart/i });
  await expect(cart.getByText('KES 1,999').first()).toBeVisible();
  await cart.getByRole('button', { name: /checkout/i }).click();

  const checkout = page.getByRole('dialog', { name: /checkout/i });
  await checkout.getByLabel('First name').fill('Wanjiru');
  await checkout.getByLabel('Last name').fill('Kamau');
  await checkout.getByLabel('Email').fill('bursar@kilimani.test');
  await checkout.getByLabel('Phone').fill('0712345678');
  await checkout.getByLabel('Institution').fill('Kilimani Primary');
  await checkout.getByRole('radio', { name: /bank transfer/i }).check();
  await checkout.getByRole('button', { name: /continue/i }).click();
  await checkout.getByRole('button', { name: /place order|pay now/i }).click();

  await expect(page.getByText('Order Successful!')).toBeVisible();
  const number = await page
    .getByText(/ORD-\d{4}-\d{3,}/)
    .first()
    .textContent();
  const orderNumber = /ORD-\d{4}-\d{3,}/.exec(number ?? '')?.[0];
  const [order] = await sql<{ total_amount: number; payment_method: string; status: string; customer_email: string; items: string }>(
    `select o.total_amount::int, o.payment_method::text, o.status::text, o.customer_email::text,
            (select string_agg(i.addon_name || ' x ' || i.quantity, ', ') from order_items i where i.order_id = o.id) as items
       from orders o where o.order_number = $1`,
    [orderNumber],
  );
  expect(order).toEqual({
    total_amount: 1999,
    payment_method: 'bank',
    status: 'pending',
    customer_email: 'bursar@kilimani.test',
    items: 'Behaviour Records x 1',
  });
});

test('a price forged in the browser is never charged', async ({ page }) => {
  await page.goto('/store');
  const body = await page.evaluate(async () => {
    const { publishableKey } = await (await fetch('/config.json')).json();
    const read = await fetch('/rest/v1/orders?select=*', { headers: { apikey: publishableKey } });
    return { status: read.status, rows: read.ok ? ((await read.json()) as unknown[]).length : 0 };
  });
  expect(body.rows).toBe(0);
});
