import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { accounts, password } from '@masomo/tools/browser/demoAccounts.ts';
import type pg from 'pg';
import { withClient } from '@masomo/local/database/connections';
import { variables, type Instance } from './instances.ts';

export { accounts, password };

/** Directory the product under test keeps its data in. */
export function dataDir(): string {
  const directory = process.env['E2E_DATA_DIR'];
  if (!directory) throw new Error('E2E_DATA_DIR is not set: these tests need the local instance.');
  return directory;
}

/** Runs a query as the database's owner. */
export async function sql<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  const url = (await readFile(path.join(dataDir(), 'database.url'), 'utf8')).trim();
  return withClient(url, async (client) => (await client.query<T>(text, values)).rows);
}

/** Signs in through the form and waits until the page has left /login. */
export async function signIn(page: Page, email: string): Promise<void> {
  if (!new URL(page.url()).pathname.startsWith('/login')) await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

export async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account:/ })
    .click();
  await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/$/);
}

/** Signs in without the form, for a journey about what comes after: the next address that is opened is a signed-in person's. At another origin of the product when it is named. */
export async function signInDirectly(page: Page, email: string, origin = ''): Promise<void> {
  const { publishableKey } = (await (await page.request.get('/config.json')).json()) as { publishableKey: string };
  const response = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: publishableKey },
    data: { email, password },
  });
  expect(response.status(), email).toBe(200);
  const session = await response.text();
  // A document of this origin without scripts.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(([key, stored]) => localStorage.setItem(key, stored), ['masomo-session', session] as const);
}

/** Fails the test on any uncaught error in a page it opened. */
export const test = base.extend<{ pageErrors: Error[] }, { product: string }>({
  product: [
    async ({}, use, { project }) => {
      const names = variables(project.name as Instance);
      process.env['E2E_BASE_URL'] ??= process.env[names.baseUrl] ?? '';
      process.env['E2E_DATA_DIR'] ??= process.env[names.dataDir] ?? '';
      await use(process.env['E2E_BASE_URL']);
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: async ({ product }, use) => use(product),
  pageErrors: [
    async ({ page }, use) => {
      const errors: Error[] = [];
      page.on('pageerror', (error) => errors.push(error));
      await use(errors);
      expect(errors.map((error) => error.message)).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

declare global {
  interface Window {
    /** Set by tests that check that the document was not reloaded. */
    marker?: string;
  }
}

/** Public pages start by themselves once the browser is idle: waits until the page has started. */
export async function startPage(page: Page): Promise<void> {
  await expect(page.locator('[data-prerendered]')).toHaveCount(0, { timeout: 30_000 });
}
