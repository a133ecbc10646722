import type { Page } from '@playwright/test';
import { order } from '../buying.ts';
import { expectFocusKept, press, type } from '../keyboard.ts';
import { accounts, expect, sql } from '../product.ts';
import { newName, type Task } from './task.ts';

const inMenu = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });

const publishPage: Task = async (page) => {
  const title = newName('Open day');
  const slug = title.toLowerCase().replaceAll(' ', '-');
  await press(page, inMenu(page, 'CMS'));
  await press(page, inMenu(page, 'Pages'));
  await press(page, page.getByRole('main').getByRole('link', { name: 'New page' }));
  await type(page, page.getByLabel('Title').first(), title);
  // The buttons are above the fields.
  await press(page, page.getByRole('button', { name: /^save/i }), { way: 'Shift+Tab' });
  await expect(page).toHaveURL(/\/dashboard\/cms\/pages\/[0-9a-f-]{36}\/edit$/);
  await expectFocusKept(page);
  await press(page, page.getByRole('button', { name: 'Publish', exact: true }));
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
  await expectFocusKept(page);
  expect(await sql('select title, is_published from public.cms_pages where slug = $1', [slug])).toEqual([{ title, is_published: true }]);
  await expect.poll(async () => (await page.request.get(`/${slug}`)).status()).toBe(200);
};

const refundOrder: Task = async (page, browser) => {
  const email = `${newName('buyer').replace(' ', '-').toLowerCase()}@kilimani.test`;
  const buyer = await browser.newContext();
  const number = await order(await buyer.newPage(), { addon: 'Behaviour Records', email, method: /bank transfer/i });
  await buyer.close();
  await press(page, inMenu(page, 'Store'));
  await press(page, inMenu(page, 'Orders'));
  await type(page, page.getByPlaceholder('Search orders...'), number);
  await expect(page.getByRole('row')).toHaveCount(2);
  await press(page, page.getByRole('row').filter({ hasText: number }).getByRole('button', { name: /view/i }));
  const dialog = page.getByRole('dialog', { name: `Order ${number}` });
  const transfer = dialog.getByRole('form', { name: 'Confirm bank transfer' });
  await type(page, transfer.getByLabel('Bank reference'), newName('FT').replace(' ', ''));
  await press(page, transfer.getByRole('button', { name: 'Confirm payment' }));
  await expect(dialog.getByRole('heading', { name: 'Licences' })).toBeVisible();
  await expectFocusKept(page);
  await press(page, dialog.getByRole('button', { name: /^Refund receipt/ }));
  const refund = dialog.getByRole('form', { name: 'Refund', exact: true });
  await type(page, refund.getByLabel('Reason'), 'Ordered twice');
  await press(page, refund.getByRole('button', { name: 'Refund', exact: true }));
  const byHand = dialog.getByRole('form', { name: 'Refund by hand' });
  await type(page, byHand.getByLabel('Reference of your transfer'), 'FT-BACK-1');
  await press(page, byHand.getByRole('button', { name: 'Mark as refunded' }));
  await expect(dialog.getByText(/^Refunded/).first()).toBeVisible();
  await expectFocusKept(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expectFocusKept(page);
  expect(
    await sql(
      `select o.status::text, r.reason, r.amount = o.total_amount as is_whole from public.orders o
       join public.refunds r on r.order_id = o.id where o.order_number = $1`,
      [number],
    ),
  ).toEqual([{ status: 'cancelled', reason: 'Ordered twice', is_whole: true }]);
};

/** What the super admin does, from the home. */
export const platformTasks: { does: string; email: string; task: Task }[] = [
  { does: 'a super admin publishes a page', email: accounts.superAdmin, task: publishPage },
  { does: 'a super admin refunds an order', email: accounts.superAdmin, task: refundOrder },
];
