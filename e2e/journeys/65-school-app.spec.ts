import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readZip } from '@masomo/local/functions/readZip';
import { chromiumPath } from '@masomo/tools/browser/chromium.ts';
import { license } from '../licences.ts';
import { accounts, expect, signIn, signInDirectly, signOut, sql, test } from '../product.ts';

// Two schools' apps in one browser, as on one phone. The browser without an interface asks no push service, so the simulated one takes its place.
test.use({ serviceWorkers: 'allow', launchOptions: { executablePath: chromiumPath(), args: ['--no-sandbox'] } });

const home = '/dashboard/addons/android-app';
const [greenfield, lakeside] = [
  { school: 'Greenfield Academy', address: 'greenfield', person: 'parent@greenfield.test' },
  { school: 'Lakeside School', address: 'lakeside', person: 'teacher@lakeside.test' },
];
const fingerprint = (pair: string) => Array.from({ length: 32 }, () => pair).join(':');

/** Where an app is: below the product's own host name, which of a machine without a name is its loopback one. */
function originOf(address: string): string {
  return `http://${address}.localhost:${new URL(process.env['E2E_BASE_URL'] ?? '').port}`;
}

/** What Chromium reads of the page's manifest, and why it would not install it. */
async function readManifest(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  const { url, data = '', errors } = await devTools.send('Page.getAppManifest');
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  const manifest = JSON.parse(data) as { id: string; name: string; scope: string; start_url: string; icons: { src: string }[] };
  // A window of a test keeps nothing, which alone forbids to install.
  const obstacles = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
  return { url, manifest, errors, obstacles };
}

async function turnMessagesOn(page: Page): Promise<string | null> {
  await page.context().grantPermissions(['notifications'], { origin: new URL(page.url()).origin });
  await page.goto(`${new URL(page.url()).origin}/dashboard/profile`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(page.getByRole('list', { name: 'Devices that take messages' })).toContainText('This device');
  return page.evaluate(() => sessionStorage.getItem('simulatedPush'));
}

const devicesOf = (email: string) =>
  sql<{ endpoint: string }>('select d.endpoint from private.push_devices d join public.users u on u.id = d.user_id where u.email = $1', [
    email,
  ]);

test.afterAll(async () => {
  await sql("delete from public.addon_settings where feature = 'addon:android-app'");
});

test(
  'an administrator gives the app its package and keys, and downloads the project',
  { tag: ['@long', '@addon-android-app'] },
  async ({ page }) => {
    await license(greenfield.school, 'addon:android-app', true);
    await page.goto('/login');
    await signIn(page, accounts.admin);
    await page.goto(`${home}/settings`);
    await page.getByLabel('Package name').fill('ke.ac.greenfield.app');
    await page.getByLabel('SHA-256 of the upload key').fill('14:6D');
    await page.getByRole('button', { name: 'Save the app' }).click();
    await expect(page.getByText(/32 pairs of digits/)).toBeVisible();
    await page.getByLabel('SHA-256 of the upload key').fill(fingerprint('1a'));
    await page.getByLabel('SHA-256 of the Play Store’s key').fill(fingerprint('2B'));
    await page.getByRole('button', { name: 'Save the app' }).click();
    await expect(page.getByText('The app was saved')).toBeVisible();

    const links = await page.context().newPage();
    await expect
      .poll(async () => (await links.goto(`${originOf('greenfield')}/.well-known/assetlinks.json`))?.text())
      .toContain(JSON.stringify([fingerprint('1A'), fingerprint('2B')]));
    await links.close();

    await page.goto(`${home}/play-store`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the project' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^ke\.ac\.greenfield\.app-\d+\.zip$/);
    const project = readZip(await readFile(await file.path()));
    const text = (path: string) => project.get(`ke.ac.greenfield.app/${path}`)?.toString() ?? '';
    expect(text('app/src/main/res/values/strings.xml')).toContain(originOf('greenfield'));
    expect(text('twa-manifest.json')).toContain(fingerprint('2B'));
    expect(project.get('ke.ac.greenfield.app/app/src/main/res/mipmap-xxxhdpi/ic_launcher.png')?.readUInt32BE(16)).toBe(192);
  },
);

test(
  'two schools’ apps on one phone have nothing of one another, also after signing out',
  { tag: ['@long', '@addon-android-app'] },
  async ({ page }) => {
    for (const { school } of [greenfield, lakeside]) await license(school, 'addon:android-app', true);
    const other = await page.context().newPage();
    await signInDirectly(page, greenfield.person, originOf('greenfield'));
    await signInDirectly(other, lakeside.person, originOf('lakeside'));

    await page.goto(`${originOf('greenfield')}${home}`);
    await other.goto(`${originOf('lakeside')}${home}`);
    await expect(page.getByRole('region', { name: greenfield.school })).toBeVisible();
    await expect(other.getByRole('region', { name: lakeside.school })).toBeVisible();
    for (const [each, { school, address }] of [
      [page, greenfield],
      [other, lakeside],
    ] as const) {
      await each.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      const { url, manifest, errors, obstacles } = await readManifest(each);
      const origin = originOf(address);
      expect([url, manifest.name, manifest.scope, manifest.start_url]).toEqual([
        `${origin}/manifest.webmanifest`,
        school,
        `${origin}/`,
        `${origin}/start-app`,
      ]);
      expect(manifest.id).toContain(origin);
      expect([errors, obstacles]).toEqual([[], []]);
      expect(await each.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope))).toEqual([
        `${origin}/`,
      ]);
    }

    const [one, two] = [await turnMessagesOn(page), await turnMessagesOn(other)];
    expect(one).not.toBe(two);
    expect(await devicesOf(greenfield.person)).toEqual([{ endpoint: one }]);
    expect(await devicesOf(lakeside.person)).toEqual([{ endpoint: two }]);

    await signOut(page);
    await expect.poll(() => devicesOf(greenfield.person)).toEqual([]);
    expect(await devicesOf(lakeside.person)).toEqual([{ endpoint: two }]);
    expect(await page.evaluate(() => localStorage.getItem('masomo-session'))).toBeNull();
    await page.goto(`${originOf('greenfield')}/dashboard`);
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('Lakeside')).toHaveCount(0);
    await other.reload();
    await expect(other.getByRole('list', { name: 'Devices that take messages' })).toContainText('This device');
  },
);

test(
  'the app opens with the page of the role, and is gone with the licence',
  { tag: ['@long', '@addon-android-app'] },
  async ({ page }) => {
    await license(greenfield.school, 'addon:android-app', true);
    await sql(
      `insert into public.addon_settings (school_id, feature, name, value) select id, 'addon:android-app', 'start_parent', '"documents"' from public.schools where name = $1`,
      [greenfield.school],
    );
    const origin = originOf('greenfield');
    await signInDirectly(page, greenfield.person, origin);
    await page.goto(`${origin}/start-app`);
    await expect(page).toHaveURL(`${origin}/dashboard/documents`);

    await license(greenfield.school, 'addon:android-app', false);
    const statusOf = (path: string) => page.evaluate((file) => fetch(file, { cache: 'no-store' }).then(({ status }) => status), path);
    for (const path of ['/manifest.webmanifest', '/.well-known/assetlinks.json']) await expect.poll(() => statusOf(path)).toBe(404);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto(`${origin}/start-app`);
    await expect(page).toHaveURL(`${origin}/dashboard`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(addresses.filter((url) => url.includes('addon-android-app'))).toEqual([]);
  },
);
