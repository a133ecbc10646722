import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { order } from '../buying.ts';
import { accounts, expect, signInDirectly, sql, test } from '../product.ts';

// Two browsers and a purchase take a while on a busy machine.
test.describe.configure({ timeout: 180_000 });

/** Signs in a manager and filters the order list by one buyer. */
async function openOrdersOf(page: Page, search: string): Promise<void> {
  await signInDirectly(page, accounts.superAdmin);
  await page.goto('/dashboard/store/orders');
  await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 60_000 });
  await page.getByPlaceholder('Search orders...').fill(search);
}
const rowOf = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number });
const statusOf = async (number: string) =>
  (await sql<{ status: string }>('select status::text from orders where order_number = $1', [number]))[0]?.status;

test('an order placed in the store appears without a reload, is confirmed, exported and refunded', async ({ page, browser }) => {
  const email = `run-${Date.now()}@kilimani.test`;
  await openOrdersOf(page, 'Lakeview School');
  await page.evaluate(() => {
    window.marker = 'the same document';
  });
  const buyer = await browser.newContext();
  const number = await order(await buyer.newPage(), { addon: 'Behaviour Records', email, method: /bank transfer/i });
  await buyer.close();
  const row = rowOf(page, number);
  await expect(row).toBeVisible({ timeout: 15_000 });
  expect(await page.evaluate(() => window.marker)).toBe('the same document');

  await row.getByRole('button', { name: /view/i }).click();
  const dialog = page.getByRole('dialog', { name: `Order ${number}` });
  const transfer = dialog.getByRole('form', { name: 'Confirm bank transfer' });
  await transfer.getByLabel('Bank reference').fill(`FT${Date.now()}`);
  await transfer.getByRole('button', { name: 'Confirm payment' }).click();
  await expect(dialog.getByRole('heading', { name: 'Licences' })).toBeVisible();
  await expect.poll(() => statusOf(number)).toBe('completed');

  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByPlaceholder('Search orders...').fill(number);
  await expect(page.getByRole('row')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Orders' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  const [exported] = await sql<{ total: string }>('select total_amount::text as total from orders where order_number = $1', [number]);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`,${exported?.total},completed,`);

  await rowOf(page, number).getByRole('button', { name: /view/i }).click();
  await dialog.getByRole('button', { name: /^Refund receipt/ }).click();
  const refund = dialog.getByRole('form', { name: 'Refund' });
  await refund.getByLabel('Reason').fill('Ordered twice');
  await refund.getByRole('button', { name: 'Refund' }).click();
  const byHand = dialog.getByRole('form', { name: 'Refund by hand' });
  await byHand.getByLabel('Reference of your transfer').fill('FT-BACK-1');
  await byHand.getByRole('button', { name: 'Mark as refunded' }).click();
  await expect(dialog.getByText(/Refunded: KES/)).toBeVisible();
  await expect(dialog.getByText('Withdrawn', { exact: true })).toBeVisible();
  expect(await statusOf(number)).toBe('cancelled');

  await dialog.getByLabel('Reason to reopen').fill('They want it after all');
  await dialog.getByRole('button', { name: 'Reopen order' }).click();
  await expect(dialog.getByText('They want it after all')).toBeVisible();
  expect(await statusOf(number)).toBe('processing');
});

// The conflict is in OrderDialog.test.tsx and orderManagement.test.ts, the change without a reload in the journey above.
test('two managers on one order see each other’s change, and an inline change is undone', { tag: '@long' }, async ({ page, browser }) => {
  const buyer = await browser.newContext();
  const number = await order(await buyer.newPage(), {
    addon: 'Behaviour Records',
    email: `two-${Date.now()}@kilimani.test`,
    method: /bank transfer/i,
  });
  await buyer.close();
  const other = await browser.newContext();
  const second = await other.newPage();
  await openOrdersOf(page, number);
  await openOrdersOf(second, number);

  await page.getByLabel(`Status of ${number}`).selectOption('processing');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel(`Status of ${number}`)).toBeVisible();
  await expect.poll(() => statusOf(number)).toBe('pending');
  await page.getByLabel(`Status of ${number}`).selectOption('processing');
  await expect(rowOf(second, number).getByText('Processing')).toBeVisible({ timeout: 15_000 });

  await rowOf(page, number).getByRole('button', { name: /view/i }).click();
  const mine = page.getByRole('dialog', { name: `Order ${number}` });
  await mine.getByLabel('Update Status').selectOption('cancelled');
  // Another manager decides in the meantime.
  await sql(
    `with changed as (update orders set status = 'pending' where order_number = $1 returning id)
    insert into order_events (order_id, kind, from_status, to_status) select id, 'status', 'processing', 'pending' from changed`,
    [number],
  );
  await expect(mine.getByText('This order changed while you had it open')).toBeVisible({ timeout: 15_000 });
  await expect(mine.getByLabel('Update Status')).toHaveValue('cancelled');
  await mine.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Set to cancelled' }).click();
  await expect(mine.getByText(/Somebody else changed order/)).toBeVisible();
  expect(await statusOf(number)).toBe('pending');
  await mine.getByRole('button', { name: 'Continue with the updated order' }).click();
  await mine.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Set to cancelled' }).click();
  await expect(mine).toBeHidden();
  await expect.poll(() => statusOf(number)).toBe('cancelled');
  await other.close();
});
