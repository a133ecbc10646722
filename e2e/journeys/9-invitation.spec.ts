import { acceptInvitation, confirmation } from '../mailbox.ts';
import { accounts, expect, signInDirectly, test } from '../product.ts';

// 14-open-a-school.spec.ts follows an invitation to the end; the dialog is in users.test.tsx.
test(
  'the super admin invites an administrator, who follows the email link, sets a password and signs in to their school',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    const email = `head-${Date.now().toString(36)}@greenfield.test`;
    await signInDirectly(page, accounts.superAdmin);
    await page.goto('/dashboard/users');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a person' });
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('First name').fill('Achieng');
    await dialog.getByLabel('School', { exact: true }).selectOption({ label: 'Greenfield Academy' });
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();

    const { link } = await confirmation(page, email);

    const invited = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
    await acceptInvitation(invited, link);
    await expect(invited.getByRole('heading', { level: 1, name: /Achieng/ })).toBeVisible();
    await expect(invited.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Finances' })).toBeVisible();
    await invited.context().close();
  },
);
