import { accounts, expect, signIn, signInDirectly, test } from '../product.ts';

test('unsaved changes in one remote ask for confirmation before another opens, by link and by Back', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, accounts.superAdmin);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'CMS' }).click();
  await page.getByRole('link', { name: 'New page', exact: true }).click();
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Never saved');
  await page.evaluate(() => {
    window.marker = 'same document';
  });

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
  // Two steps back at once: past the editor's own screens into the previous remote.
  await page.evaluate(() => history.go(-2));
  await stay();

  await out.click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: /Welcome/ })).toBeVisible();
  expect(await page.evaluate(() => window.marker)).toBe('same document');
  // Nothing blocks navigation any more.
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(title).toHaveValue('');
});

test('unsaved changes in a dialog ask for confirmation before Escape or Back discards them', async ({ page }) => {
  await signInDirectly(page, accounts.superAdmin);
  await page.goto('/dashboard/store/addons');
  await page.getByRole('link', { name: 'New add-on' }).click();
  const dialog = page.getByRole('dialog', { name: 'New add-on' });
  const description = dialog.getByRole('textbox', { name: 'Description' });
  await description.fill('Never saved');
  await page.keyboard.press('Escape');
  const closing = page.getByRole('alertdialog', { name: 'Close without saving?' });
  await closing.getByRole('button', { name: 'Keep editing' }).click();
  await expect(closing).toBeHidden();
  await page.goBack();
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(leaving).toBeHidden();
  await expect(description).toHaveValue('Never saved');

  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await closing.getByRole('button', { name: 'Close without saving' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\/store\/addons$/);
});
