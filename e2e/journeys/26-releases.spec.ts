import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { accounts, expect, signInDirectly, startPage, test } from '../product.ts';
import { liveBuild, publishAgain } from '../releases.ts';
import { watchRules } from '../watchRules.ts';

const app = 'mfe-store-manager';
test.beforeEach(() => test.setTimeout(120_000));

async function openReleases(page: Page): Promise<void> {
  await signInDirectly(page, accounts.superAdmin);
  await page.goto('/dashboard/super-admin/releases');
  await expect(
    page
      .getByRole('button', { name: `Compare ${app}` })
      .or(page.getByText('Live', { exact: true }))
      .first(),
  ).toBeVisible({ timeout: 30_000 });
}

test('the Releases screen: a diff is shown, a canary runs for half of the visitors and for teachers, a version is promoted and rolled back', async ({
  page,
}) => {
  const version = `0.1.0-${Date.now().toString(16).slice(-10).padStart(10, '0')}`;
  const before = (await liveBuild(app)).version;
  await publishAgain(app, version);
  await openReleases(page);
  await page.getByRole('button', { name: `Compare ${app} ${version} with the live version` }).click();
  await expect(page.getByRole('dialog')).toContainText('Same size as the live version.');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: `Try ${app} ${version}` }).click();
  await page.getByLabel(/^Share of visitors/).fill('50');
  await page.getByLabel('Teacher').check();
  await page.getByRole('button', { name: 'Start trial' }).click();
  const row = page.getByRole('row').filter({ hasText: version }).filter({ hasText: app }).first();
  await expect(row).toContainText('Trial, 50%, Teacher');

  await page.getByRole('button', { name: `Make live: ${app} ${version}` }).click();
  await page.getByRole('button', { name: 'Make live', exact: true }).click();
  await expect(page.getByRole('button', { name: `Roll back: ${app} ${version}` })).toBeVisible();
  await page.getByRole('button', { name: `Roll back: ${app} ${version}` }).click();
  await page.getByRole('button', { name: 'Roll back', exact: true }).click();
  await expect(page.getByRole('button', { name: `Make live: ${app} ${version}` })).toBeVisible();
  expect((await liveBuild(app)).version).toBe(before);
});

// Also in deploy/gateway/src/releases/releases.test.ts and deploy/release/src/canary.test.ts.
test('a canary limited to a role reaches only people with that role', { tag: '@long' }, async ({ page, browser, baseURL }) => {
  const version = `0.2.0-${Date.now().toString(16).slice(-10).padStart(10, '0')}`;
  await publishAgain(app, version);
  await openReleases(page);
  await page.getByRole('button', { name: `Try ${app} ${version}` }).click();
  await page.getByLabel(/^Share of visitors/).fill('0');
  await page.getByRole('checkbox', { name: 'Super Admin' }).check();
  await page.getByRole('button', { name: 'Start trial' }).click();
  await expect(page.getByText('Trial, 0%, Super Admin')).toBeVisible();
  const versionIn = async (tab: typeof page) =>
    tab.evaluate(
      async (name) =>
        ((await (await fetch('/registry.json')).json()) as { remotes: Record<string, { version: string }> }).remotes[name]?.version,
      app,
    );
  try {
    await page.reload();
    await expect.poll(() => versionIn(page)).toBe(version);
    const other = await browser.newPage({ baseURL });
    await other.goto('/pricing');
    expect(await versionIn(other)).not.toBe(version);
    await other.close();
  } finally {
    await page.getByRole('button', { name: `End trial: ${app} ${version}` }).click();
    await page.getByRole('button', { name: 'End trial', exact: true }).click();
    await expect(page.getByText('Trial, 0%')).toHaveCount(0);
  }
});

/** Serves the live build from this machine, marked so that the page shows which one runs. */
async function serveLocalBuild(): Promise<{ server: Server; address: string }> {
  const { version, folder: build } = await liveBuild(app);
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.replace(`/${version}/`, '/');
    readFile(path.join(build, name)).then(
      (content) =>
        response
          .writeHead(200, {
            'access-control-allow-origin': '*',
            'content-type': name.endsWith('.json') ? 'application/json' : 'text/javascript',
          })
          .end(content),
      () => response.writeHead(404, { 'access-control-allow-origin': '*' }).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, address: `http://localhost:${(server.address() as AddressInfo).port}/` };
}

test('a super admin uses a local build in one browser: it runs, the badge says so, and one click ends it', async ({
  page,
  browser,
  baseURL,
}) => {
  const { server, address } = await serveLocalBuild();
  const broken = await watchRules(page);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(address)) requested.push(new URL(request.url()).pathname);
  });
  await openReleases(page);
  await page.getByRole('button', { name: 'Use a local build' }).click();
  await page.getByLabel('App').selectOption(app);
  await page.getByLabel('Build address').fill(address);
  await page.getByRole('button', { name: 'Use build' }).click();
  const badge = page.getByRole('complementary', { name: 'Local builds' });
  await expect(badge).toContainText(`${app} from ${address}`);
  await page.goto('/dashboard/store');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(requested.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(0);
  // Another browser is unaffected.
  const other = await browser.newPage({ baseURL });
  const response = await other.goto('/pricing');
  expect(response?.headers()['content-security-policy']).not.toContain(new URL(address).host);
  await startPage(other);
  await expect(other.getByRole('complementary', { name: 'Local builds' })).toHaveCount(0);
  await other.close();

  await badge.getByRole('button', { name: 'Use the live versions' }).click();
  await expect(badge).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(broken).toEqual([]);
  server.close();
  server.closeAllConnections();
});
