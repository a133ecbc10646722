import type { Page } from '@playwright/test';
import { accounts, expect, signInDirectly, sql, test } from '../product.ts';
import { addPerson, enrolApp, sendPassword } from '../secondStep.ts';

const email = `two-steps-${Date.now().toString(36)}@greenfield.test`;

/** A staff member with the demonstration password. */
test.beforeAll(async () => {
  await addPerson(email, 'staff', accounts.staff);
});
test.afterAll(async () => {
  await sql('delete from auth.users where email = $1', [email]);
});

/** Signs in with email and password, up to the second step. */
async function beginSignIn(page: Page) {
  await sendPassword(page, email);
  await expect(page.getByRole('form', { name: 'Two-step sign-in' })).toBeVisible();
}

test('a person enrols a phone, signs in with its code, uses a recovery code after losing it, and signs out everywhere', async ({
  page,
  browser,
}) => {
  await signInDirectly(page, email);
  await page.goto('/dashboard/profile');
  const twoSteps = page.getByRole('region', { name: 'Two-step sign-in' });
  const code = await enrolApp(page);
  await twoSteps.getByRole('button', { name: 'Create recovery codes' }).click();
  const codes = twoSteps.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = await codes.first().innerText();
  await twoSteps.getByRole('button', { name: 'I have saved them' }).click();
  await expect(twoSteps.getByText(/^10 codes left/)).toBeVisible();

  const context = await browser.newContext();
  const other = await context.newPage();
  await beginSignIn(other);
  // The password alone grants nothing.
  await other.goto('/dashboard');
  await expect(other).toHaveURL(/\/login/);
  await other.getByLabel('Code').fill(String((Number(code()) + 1) % 1_000_000).padStart(6, '0'));
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other.getByRole('alert')).toBeVisible();
  // A code works once, and the phone may still show the one that turned it on.
  await other.getByLabel('Code').fill(code(1));
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other).toHaveURL(/\/dashboard$/);

  // The first device lists the session and signs it out immediately.
  await page.reload();
  const sessions = page.getByRole('region', { name: 'Signed-in devices' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await sessions.getByRole('button', { name: /^Sign out .* signed in/ }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await other.goto('/dashboard/profile');
  await expect(other).toHaveURL(/\/login/);

  // The phone is lost: a recovery code signs in and removes the factor.
  await beginSignIn(other);
  await other.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await other.getByRole('textbox', { name: /^Recovery code/ }).fill(recovery);
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other).toHaveURL(/\/dashboard$/);
  await other.goto('/dashboard/profile');
  await expect(other.getByRole('region', { name: 'Two-step sign-in' }).getByRole('button', { name: 'Set up an app' })).toBeVisible();

  await other.getByRole('button', { name: 'Sign out everywhere' }).click();
  await other.getByRole('alertdialog', { name: 'Sign out everywhere?' }).getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(other).not.toHaveURL(/\/dashboard/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await context.close();
});
