import { order } from '../buying.ts';
import { accounts, expect, signIn, signInDirectly, sql, test } from '../product.ts';

// The parts are in 4-guard.spec.ts, 22-run-a-store.spec.ts, OrderDialog.test.tsx and orderManagement.test.ts.
test('the super admin finds an order and sets it to processing, and the status persists', { tag: '@long' }, async ({ page }) => {
  const [order] = await sql<{ order_number: string }>(
    `select order_number from orders where status = 'pending' order by created_at desc limit 1`,
  );
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

// 22-run-a-store.spec.ts confirms a transfer; that it counts once is in supabase/tests/store/payments.test.ts.
test('a confirmed bank transfer completes the order and issues its licence exactly once', { tag: '@long' }, async ({ page, browser }) => {
  const buyer = await browser.newContext();
  const number = await order(await buyer.newPage(), {
    addon: 'Behaviour Records',
    email: 'transfer@kilimani.test',
    method: /bank transfer/i,
  });
  await buyer.close();
  await signInDirectly(page, accounts.superAdmin);
  await page.goto('/dashboard/store/orders');
  await page.getByPlaceholder('Search orders...').fill(number);
  await page.getByRole('row').filter({ hasText: number }).getByRole('button', { name: /view/i }).click();
  const form = page.getByRole('form', { name: 'Confirm bank transfer' });
  await form.getByLabel('Bank reference').fill(`FT${Date.now()}`);
  await form.getByRole('button', { name: 'Confirm payment' }).click();
  await expect(form).toBeHidden();
  const [after] = await sql<{ status: string; is_paid: boolean; licences: number; payments: number }>(
    `select o.status::text, o.paid_at is not null as is_paid, (select count(*)::int from licences l where l.order_id = o.id) as licences,
            (select count(*)::int from payments p where p.order_id = o.id) as payments
       from orders o where o.order_number = $1`,
    [number],
  );
  expect(after).toEqual({ status: 'completed', is_paid: true, licences: 1, payments: 1 });
});
