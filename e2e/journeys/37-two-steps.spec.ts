import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { accounts, expect, password, signIn, sql, test } from '../product.ts';

const email = `two-steps-${Date.now().toString(36)}@greenfield.test`;

/** A staff member with the demonstration password. */
test.beforeAll(async () => {
  await sql(
    `with made as (
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change, email_change_token_new)
      select instance_id, gen_random_uuid(), aud, role, $1, encrypted_password, now(), raw_app_meta_data, '{}', now(), now(), '', '', '', '' from auth.users where email = $2 returning id, email)
    insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
    select id::text, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true), 'email', now(), now() from made`,
    [email, accounts.staff],
  );
  await sql(
    "update public.users set role = 'staff', first_name = 'Naliaka', school_id = (select school_id from public.users where email = $2) where email = $1",
    [email, accounts.staff],
  );
});
test.afterAll(async () => {
  await sql('delete from auth.users where email = $1', [email]);
});

/** Signs in with email and password, up to the second step. */
async function beginSignIn(page: Page) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('form', { name: 'Two-step sign-in' })).toBeVisible();
}

test('a person enrols a phone, signs in with its code, uses a recovery code after losing it, and signs out everywhere', async ({
  page,
  browser,
}) => {
  await page.goto('/login');
  await signIn(page, email);
  await page.goto('/dashboard/profile');
  const twoSteps = page.getByRole('region', { name: 'Two-step sign-in' });
  await twoSteps.getByRole('button', { name: 'Set up an app' }).click();
  await page.getByRole('dialog', { name: 'Set up an authenticator app' }).getByRole('button', { name: 'Continue' }).click();
  const scan = page.getByRole('dialog', { name: 'Scan this code' });
  await expect(scan.getByRole('img', { name: 'Code to scan with the authenticator app' })).toBeVisible();
  const secret = /: ([A-Z2-7]+)$/.exec(await scan.getByText('Or type this key into the app').innerText())?.[1] ?? '';
  const code = (steps = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  await scan.getByLabel('Code', { exact: true }).fill(code());
  await scan.getByRole('button', { name: 'Turn on' }).click();
  await expect(twoSteps.getByText('On', { exact: true })).toBeVisible();
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
