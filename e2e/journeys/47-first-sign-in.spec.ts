import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { withClient } from '@masomo/local/database/connections';
import { startProduct, type Product } from '@masomo/tools/browser/startProduct.ts';
import { expect, test } from '../product.ts';
import { enrolApp, sendPassword } from '../secondStep.ts';

const password = 'kisima-lantern-orbit-42';
const superAdmin = 'operator@installation.test';
const admin = 'head@installation.test';
let product: Product;

/** As the guide of an installation says. */
async function createSuperAdmin(): Promise<void> {
  const runner = path.resolve(import.meta.dirname, '../../tools/run.mjs');
  const command = spawn(process.execPath, [runner, 'account', 'create-super-admin', superAdmin], {
    env: { ...process.env, DATA_DIR: product.dataDir, PORT: new URL(product.baseUrl).port },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  command.stdin.end(`${password}\n`);
  const [status] = (await once(command, 'exit')) as [number];
  expect(status).toBe(0);
}

/** A school, and its administrator with the same password. */
async function openSchool(): Promise<void> {
  await withClient((await readFile(path.join(product.dataDir, 'database.url'), 'utf8')).trim(), async (client) => {
    await client.query("insert into public.schools (name) values ('Kisima School')");
    await client.query(
      `with made as (
         insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change, email_change_token_new)
         select instance_id, gen_random_uuid(), aud, role, $1, encrypted_password, now(), raw_app_meta_data, '{}', now(), now(), '', '', '', '' from auth.users where email = $2 returning id, email)
       insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
       select id::text, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true), 'email', now(), now() from made`,
      [admin, superAdmin],
    );
    await client.query(
      "update public.users set role = 'admin', first_name = 'Halima', last_name = 'Yusuf', school_id = (select id from public.schools where name = 'Kisima School') where email = $1",
      [admin],
    );
  });
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startProduct({ isEmpty: true });
  await createSuperAdmin();
  await openSchool();
});
test.afterAll(() => product.stop());

/** With a password alone a person gets no further than to setting up an app; with the app, everywhere. */
async function enrolAtFirstSignIn(page: Page, email: string, heading: RegExp): Promise<void> {
  await sendPassword(page, email, password);
  const title = page.getByRole('heading', { level: 1, name: 'Set up two-step sign-in' });
  await expect(title).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sign-ins' })).toHaveCount(0);
  for (const address of ['/dashboard', '/dashboard/students', '/dashboard/school', '/dashboard/users']) {
    await page.goto(address);
    await expect(title).toBeVisible();
  }
  await enrolApp(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

// That the database gives a password alone nothing is in supabase/tests/accounts/secondStep.test.ts.
test(
  'without demonstration data a super admin and an administrator set up an app before anything else',
  { tag: '@long' },
  async ({ browser }) => {
    const context = await browser.newContext({ baseURL: product.baseUrl });
    try {
      const operator = await context.newPage();
      await enrolAtFirstSignIn(operator, superAdmin, /./);
      const other = await browser.newContext({ baseURL: product.baseUrl });
      const head = await other.newPage();
      await enrolAtFirstSignIn(head, admin, /^Welcome/);
      await head.goto('/dashboard/school');
      // Administrators and the office, about whom a school has no choice.
      await expect(head.getByText(/^Always:/)).toHaveCount(2);
      await other.close();
    } finally {
      await context.close();
    }
  },
);
