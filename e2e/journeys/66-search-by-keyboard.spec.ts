import type { Page } from '@playwright/test';
import { accounts, expect, signInDirectly, sql, test } from '../product.ts';

const areas = ['/dashboard', '/dashboard/cms', '/dashboard/store'];

/** Opens the search, types and presses Enter on the first result that has these words; everything by keys. */
async function open(page: Page, text: string, result: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('dialog', { name: 'Search screens, people and records' });
  await expect(search.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
  const option = search.getByRole('option', { name: result }).first();
  await expect(option).toBeVisible();
  await expect(search.getByRole('status')).toHaveText(/^\d+ results?$/);
  // Not under a pointer that rests there.
  for (let step = 0; step < 40 && (await option.getAttribute('aria-selected')) !== 'true'; step += 1)
    await page.keyboard.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(search).toBeHidden();
}

async function startAt(page: Page, area: string): Promise<void> {
  await page.goto(area);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('a super admin finds a person, an order, a page and a screen by keyboard from the dashboard, the CMS and the store manager', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const [row] = await sql<{ page: string; title: string; order: string; number: string }>(
    `select p.id as page, p.title, o.id as order, o.order_number as number from public.cms_pages p,
       (select id, order_number from public.orders order by created_at desc limit 1) as o order by p.slug limit 1`,
  );
  await signInDirectly(page, accounts.superAdmin);
  for (const area of areas) {
    await startAt(page, area);
    await open(page, accounts.student, accounts.student);
    await expect(page, area).toHaveURL(/\/dashboard\/users\?search=/);
    await startAt(page, area);
    await open(page, row!.number, row!.number);
    await expect(page, area).toHaveURL(new RegExp(`/dashboard/store/orders\\?order=${row!.order}$`));
    await startAt(page, area);
    await open(page, row!.title, row!.title);
    await expect(page, area).toHaveURL(new RegExp(`/dashboard/cms/pages/${row!.page}/edit$`));
    await startAt(page, area);
    await open(page, 'redirects', 'Redirects CMS');
    await expect(page, area).toHaveURL(/\/dashboard\/cms\/redirects$/);
  }
  // What was opened last is the first to be offered, and Escape leads back to where the focus was.
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('group', { name: 'Opened last' }).getByRole('option').first()).toContainText('Redirects');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('an administrator finds a student, an own order and a screen from the dashboard and from the store', async ({ page }) => {
  const [row] = await sql<{ id: string; name: string; order: string; number: string }>(
    `select s.id, s.full_name as name, o.id as order, o.order_number as number from public.students s
     join public.orders o on o.school_id = s.school_id where s.user_id = (select id from public.users where email = $1)
     order by o.created_at desc limit 1`,
    [accounts.student],
  );
  await signInDirectly(page, accounts.admin);
  for (const area of ['/dashboard', '/dashboard/store']) {
    await startAt(page, area);
    await open(page, row!.name, row!.name);
    await expect(page, area).toHaveURL(new RegExp(`/dashboard/students/${row!.id}$`));
    await startAt(page, area);
    await open(page, row!.number, row!.number);
    await expect(page, area).toHaveURL(new RegExp(`/dashboard/store/orders\\?order=${row!.order}$`));
    await startAt(page, area);
    await open(page, 'plan and', 'Plan and licences');
    await expect(page, area).toHaveURL(/\/dashboard\/school\/plan$/);
  }
});
