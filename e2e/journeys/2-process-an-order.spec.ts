import { accounts, expect, signIn, sql, test } from '../product.ts';

test('the super admin finds an order and sets it to processing, and it stays', async ({ page }) => {
  const [order] = await sql<{ order_number: string }>(`select order_number from orders where status = 'pending' order by created_at desc limit 1`);
  const number = order?.order_number ?? '';
  expect(number).toMatch(/^ORD-/);

  await page.goto('/dashboard/profile');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, accounts.superAdmin);
  await expect(page).toHaveURL(/\/dashboard\/profile$/);

  await page.goto('/dashboard/store/orders');
  await expect(page.getByRole('heading', { name: 'Orders Management' })).toBeVisible();
  await page.getByPlaceholder('Search orders...').fill(number);
  const row = page.getByRole('row').filter({ hasText: number });
  await row.getByRole('button', { name: /view/i }).click();
  const details = page.getByRole('dialog');
  await details.getByLabel('Update Status').selectOption('processing');
  await details.getByRole('button', { name: 'Save Changes' }).click();
  await expect(row.getByText('Processing')).toBeVisible();

  await page.reload();
  await page.getByPlaceholder('Search orders...').fill(number);
  await expect(page.getByRole('row').filter({ hasText: number }).getByText('Processing')).toBeVisible();
  expect(await sql(`select status::text from orders where order_number = $1`, [number])).toEqual([{ status: 'processing' }]);
});
