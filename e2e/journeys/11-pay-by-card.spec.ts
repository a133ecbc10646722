import { order } from '../buying.ts';
import { expect, sql, test } from '../product.ts';

const paid = (number: string) =>
  sql<{ status: string; payments: number; licences: number }>(
    `select o.status::text, (select count(*)::int from payments p where p.order_id = o.id) payments, (select count(*)::int from licences l where l.order_id = o.id) licences
     from orders o where o.order_number = $1`,
    [number],
  );

test('a declined card, an abandoned page, and a buyer who returns and pays once', async ({ page }) => {
  test.setTimeout(120_000);
  const number = await order(page, { addon: 'Behaviour Records', email: 'achieng@lakeview.test', method: /card/i });
  await page.waitForURL(/_local\/card/);
  await page.getByRole('button', { name: 'Card is declined' }).click();
  await expect(page.getByText(/Try again with another card/)).toBeVisible();

  await page.getByRole('button', { name: 'Leave without paying' }).click();
  await page.waitForURL(/\/store\/orders\/.*returned=card/);
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
  expect(await paid(number)).toEqual([{ status: 'pending', payments: 0, licences: 0 }]);

  await page.getByRole('button', { name: /^(Continue on the card page|Pay KES 1,999)$/ }).click();
  await page.waitForURL(/_local\/card/);
  await page.locator('button[value="now"]').click();
  await page.waitForURL(/\/store\/orders\//);
  await expect(page.getByText('Payment received', { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Order Successful!')).toBeVisible();
  expect(await paid(number)).toEqual([{ status: 'completed', payments: 1, licences: 1 }]);
});
