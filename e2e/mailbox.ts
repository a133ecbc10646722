import type { Page } from '@playwright/test';
import { expect } from './product.ts';

type Mail = { subject: string; text: string };

/** Waits for the mail that confirms an address; resolves to its link and subject. */
export async function confirmation(page: Page, email: string): Promise<{ link: string; subject: string }> {
  let link = '';
  let subject = '';
  await expect(async () => {
    const [mail] = (await (await page.request.get(`/_local/mailbox.json?to=${encodeURIComponent(email)}`)).json()) as Mail[];
    subject = mail?.subject ?? '';
    link = /https?:\/\/[^\s"'<>\\]+login\/confirm[^\s"'<>\\]*/.exec(JSON.stringify(mail ?? {}).replaceAll('&amp;', '&'))?.[0] ?? '';
    expect(link).toContain('/login/confirm');
  }).toPass({ timeout: 15_000 });
  return { link, subject };
}

/** Follows that link to the new account's first screen. */
export async function acceptInvitation(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/login\/new-password/);
  await page.getByLabel(/^New password/).fill('a sentence to remember');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}
