import { acceptInvitation, confirmation } from '../mailbox.ts';
import { accounts, expect, signInDirectly, signOut, test } from '../product.ts';

test('a super admin adds a school and invites its administrator, who follows the email link, sets a password and signs in', async ({
  page,
  browser,
  baseURL,
}) => {
  const mark = Date.now().toString(36);
  const email = `head-${mark}@kitale.test`;
  await signInDirectly(page, accounts.superAdmin);
  await page.goto('/dashboard/schools');
  await page.getByRole('button', { name: 'Add school' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add school' });
  await dialog.getByLabel(/^Name/).fill(`Kitale Hills ${mark}`);
  await dialog.getByLabel('Town').fill('Kitale');
  await dialog.getByLabel(/^First name/).fill('Neema');
  await dialog.getByLabel(/^Last name/).fill('Auma');
  await dialog.getByLabel(/^Administrator's email/).fill(accounts.admin);
  await dialog.getByRole('button', { name: 'Add and invite' }).click();
  await expect(dialog.getByText('This address already has an account.')).toBeVisible();
  await dialog.getByLabel(/^Administrator's email/).fill(email);
  await dialog.getByRole('button', { name: 'Add and invite' }).click();
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: `Kitale Hills ${mark}` })).toBeVisible();
  const waiting = page.getByRole('table', { name: 'Open invitations' }).getByRole('button', { name: `Invite again ${email}` });
  await expect(waiting).toBeVisible();
  await expect(page.getByRole('button', { name: `Invite again ${email}` })).toHaveCount(1);

  const { link } = await confirmation(page, email);

  const invited = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await acceptInvitation(invited, link);
  await expect(invited.getByRole('heading', { level: 1, name: /Neema/ })).toBeVisible();
  await signOut(invited);
  await invited.goto('/login');
  await invited.getByLabel('Email').fill(email);
  await invited.getByLabel(/^Password/).fill('a sentence to remember');
  await invited.getByRole('button', { name: 'Sign in' }).click();
  await invited.waitForURL(/\/dashboard$/);
  await invited.goto('/dashboard/students');
  await expect(invited.getByText('No students yet')).toBeVisible();
  await invited.context().close();

  await page.reload();
  await expect(waiting).toBeHidden();
});
