import { license } from '../licences.ts';
import { accounts, expect, signIn, sql, test } from '../product.ts';

const school = 'Greenfield Academy';
const home = '/dashboard/addons/behaviour-records';
const note = `Shouted at the cook (${Date.now().toString(36)})`;

test.afterAll(async () => {
  await sql('delete from public.behaviour_entries where note = $1', [note]);
});

test(
  'a teacher records an incident with a follow-up, and the family sees it once it is shared',
  { tag: ['@long', '@addon-behaviour-records'] },
  async ({ page, browser }) => {
    await license(school, 'addon:behaviour-records', true);
    await page.goto('/login');
    await signIn(page, accounts.teacher);
    await page.goto(home);
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Record behaviour' });
    await dialog.getByRole('combobox', { name: 'Students' }).fill('GA/1041');
    await dialog.getByRole('option', { name: /^Brian Njeri/ }).click();
    const kind = dialog.getByLabel(/^Merit or incident/);
    await kind.selectOption((await kind.locator('option', { hasText: 'Rude to somebody' }).getAttribute('value')) ?? '');
    await dialog.getByLabel(/^What happened/).fill(note);
    await dialog.getByLabel(/^Agreement/).fill('Says sorry in person');
    await dialog.getByText('Plan a follow-up').click();
    await dialog.getByLabel(/^Action to take/).fill('Ask the cook');
    await dialog.getByRole('button', { name: 'Record' }).click();
    await expect(dialog).toBeHidden();

    const context = await browser.newContext();
    try {
      const parent = await context.newPage();
      await parent.goto('/login');
      await signIn(parent, 'parent@greenfield.test');
      await parent.goto(`${home}/shared`);
      await expect(parent.getByRole('heading', { level: 1, name: 'Behaviour' })).toBeVisible();
      await expect(parent.getByText(note)).toHaveCount(0);

      const row = page.getByRole('row').filter({ hasText: 'Brian Njeri' }).filter({ hasText: 'Rude to somebody' }).first();
      await row.click();
      const entry = page.getByRole('dialog', { name: 'Brian Njeri' });
      await expect(entry.getByText(note)).toBeVisible();
      await entry.getByText('Shared with the family').click();
      await expect(entry.getByLabel('Shared with the family')).toBeChecked();
      await parent.reload();
      await expect(parent.getByText(note)).toBeVisible();
      await expect(parent.getByText('Says sorry in person')).toBeVisible();
    } finally {
      await context.close();
    }

    await page.goto(`${home}/follow-ups`);
    await expect(page.getByRole('row').filter({ hasText: 'Ask the cook' })).toBeVisible();
  },
);
