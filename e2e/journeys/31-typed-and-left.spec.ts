import { accounts, expect, signIn, test } from '../product.ts';

test('what was typed in one remote is asked about before another takes its place, by a link and by Back', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, accounts.superAdmin);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'CMS' }).click();
  await page.getByRole('link', { name: 'New page', exact: true }).click();
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Never saved');
  await page.evaluate(() => { window.marker = 'kept'; });

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const stay = async () => {
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(/\/dashboard\/cms\/pages\/new$/);
    await expect(title).toHaveValue('Never saved');
  };
  const out = page.getByRole('link', { name: 'Back to dashboard' });
  await out.click();
  await stay();
  // Two steps back at once: over the editor's own screens into the remote before.
  await page.evaluate(() => history.go(-2));
  await stay();

  await out.click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: /Welcome/ })).toBeVisible();
  expect(await page.evaluate(() => window.marker)).toBe('kept');
  // Nothing is held any more.
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(title).toHaveValue('');
});
