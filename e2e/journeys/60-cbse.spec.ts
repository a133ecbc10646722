import { license } from '../licences.ts';
import { accounts, expect, signIn, sql, test } from '../product.ts';

const school = 'Greenfield Academy';
const home = '/dashboard/addons/cbse-examination';

test.afterAll(async () => {
  await sql('update public.cbse_classes set last_published_at = null');
});

test(
  'a teacher enters marks, an administrator publishes them, and the family sees the card',
  { tag: ['@long', '@addon-cbse-examination'] },
  async ({ page, browser }) => {
    await license(school, 'addon:cbse-examination', true);
    await page.goto('/login');
    await signIn(page, accounts.teacher);
    await page.goto(`${home}/marks?part=2`);
    const cells = [
      ['Periodic test', '9'],
      ['Notebook', '5'],
      ['Subject enrichment', '5'],
      ['Term examination', '61,5'],
    ] as const;
    for (const [test_, mark] of cells) {
      const input = page.getByRole('textbox', { name: `Brian Njeri, ${test_}` });
      await input.fill(mark);
      await input.press('Enter');
      await expect(input).not.toHaveAttribute('data-draft');
    }
    const context = await browser.newContext();
    try {
      const admin = await context.newPage();
      await admin.goto('/login');
      await signIn(admin, accounts.admin);
      await admin.goto(`${home}/results`);
      await admin.getByRole('button', { name: /^Publish Term/ }).click();
      await admin.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
      await expect(admin.getByRole('alertdialog')).toBeHidden();
      await admin.getByRole('row', { name: /Brian Njeri/ }).click();
      await expect(admin.getByRole('dialog', { name: /^Brian Njeri/ }).getByText('80.50 A2')).toBeVisible();
      await admin.keyboard.press('Escape');
      await admin.getByRole('button', { name: 'Report cards of Form 3 East' }).click();
      await expect(admin.getByRole('button', { name: /^Download Report cards Form 3 East/ })).toBeVisible({ timeout: 60_000 });
    } finally {
      await context.close();
    }
    const family = await browser.newContext();
    try {
      const parent = await family.newPage();
      await parent.goto('/login');
      await signIn(parent, accounts.parent);
      await parent.goto(`${home}/cards`);
      await expect(parent.getByRole('region', { name: /^Brian Njeri/ }).getByText('80.50 A2')).toBeVisible();
    } finally {
      await family.close();
    }
  },
);
