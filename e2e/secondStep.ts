import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, password, sql } from './product.ts';

/** Makes a person at the school of an account of the demonstration, with its password. */
export async function addPerson(email: string, role: string, like: string): Promise<void> {
  await sql(
    `with made as (
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change, email_change_token_new)
      select instance_id, gen_random_uuid(), aud, role, $1, encrypted_password, now(), raw_app_meta_data, '{}', now(), now(), '', '', '', '' from auth.users where email = $2 returning id, email)
    insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
    select id::text, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true), 'email', now(), now() from made`,
    [email, like],
  );
  await sql(
    "update public.users set role = $3::public.user_role, first_name = 'Naliaka', last_name = 'Wafula', school_id = (select school_id from public.users where email = $2) where email = $1",
    [email, like, role],
  );
}

/** Enrols an app on the profile page; resolves to what the app shows, now or some half minutes later. */
export async function enrolApp(page: Page): Promise<(steps?: number) => string> {
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
  return code;
}

/** Sends email and password. */
export async function sendPassword(page: Page, email: string, secret: string = password): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
