import { accounts, expect, signInDirectly, test } from '../product.ts';

const lists = ['students', 'classes', 'staff', 'finances', 'finances/payments', 'finances/invoices', 'announcements', 'reports'];

test('every list of an office is sorted by each of its columns', async ({ page }) => {
  const refused: string[] = [];
  // A read that the database does not understand; other refusals depend on what else goes on.
  page.on('response', (response) => {
    if (response.url().includes('/rest/v1/') && response.status() === 400) refused.push(response.url());
  });
  await signInDirectly(page, accounts.admin);
  let sorted = 0;
  for (const list of lists) {
    await page.goto(`/dashboard/${list}`);
    const table = page.getByRole('table').first();
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    const heads = table.getByRole('columnheader').filter({ has: page.getByRole('button') });
    for (let n = 0; n < (await heads.count()); n += 1) {
      const before = await heads.nth(n).getAttribute('aria-sort');
      await heads.nth(n).getByRole('button').click();
      await expect(heads.nth(n)).not.toHaveAttribute('aria-sort', before ?? 'none');
      await expect(page.getByRole('table').first()).not.toHaveAttribute('aria-busy', 'true');
      await expect(table.getByRole('row').nth(1)).toBeVisible();
      sorted += 1;
    }
  }
  expect(sorted).toBeGreaterThan(15);
  await page.goto('/dashboard/students');
  await page
    .getByRole('columnheader', { name: /^Class/ })
    .getByRole('button')
    .click();
  await expect(page.getByRole('columnheader', { name: /^Class/ })).toHaveAttribute('aria-sort', 'ascending');
  const classes = page.locator('td[data-label="Class"]');
  await expect
    .poll(async () => {
      const names = (await classes.allInnerTexts()).filter(Boolean);
      return names.length > 0 && names.every((name, n) => n === 0 || names[n - 1]!.localeCompare(name, 'en', { numeric: true }) <= 0);
    })
    .toBe(true);
  expect(refused).toEqual([]);
});
