import type { Browser, Page } from '@playwright/test';
import type { Role } from '@masomo/domain/roles';
import { readManifests } from '@masomo/tools/build/readManifest.ts';
import { addons, license } from '../licences.ts';
import { expect, password, sql, startPage, test } from '../product.ts';
import { detailsOf, people, publicPages, readScreens } from '../screens.ts';
import { readData, type KnownData } from './data.ts';
import { openAll } from './openAll.ts';
import { ScreenReader } from './screenReader.ts';
import { arriveForUnsold, fillCartBeforeSignIn } from './storeOfSchool.ts';

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

const inSwahili = (path: string) => `/sw${path === '/' ? '' : path}`;

async function openPage(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: widths[1],
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  return context.newPage();
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.goto('/sw/login');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(inSwahili(path));
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
  expect(new URL(page.url()).pathname, 'the screen that is read').toBe(inSwahili(path).replace(/\?.*/, ''));
  await expect(page.locator('main [aria-busy="true"], main .ds-skeleton'), path).toHaveCount(0);
}

async function readAtAllWidths(reader: ScreenReader, page: Page, data: KnownData, place: string): Promise<void> {
  for (const size of widths) {
    await page.setViewportSize(size);
    await reader.read(page, data, place);
  }
}

/** Reads a screen that is open, and everything that its buttons open; those of the frame around it on one screen only. */
async function readWhole(reader: ScreenReader, page: Page, data: KnownData, path: string, isFirst: boolean): Promise<void> {
  await readAtAllWidths(reader, page, data, path);
  await openAll(
    page,
    isFirst ? 'body' : 'main',
    (label) => reader.read(page, data, `${path} > ${label}`),
    () => goTo(page, path),
  );
}

/** The store as a school's administrator finds it. */
async function readStore(reader: ScreenReader, page: Page, data: KnownData, email: string): Promise<void> {
  await goTo(page, '/store');
  await fillCartBeforeSignIn(page, email);
  await goTo(page, '/store');
  await readWhole(reader, page, data, '/store', false);
  await goTo(page, '/store');
  await arriveForUnsold(page);
  await readAtAllWidths(reader, page, data, '/store for what is not sold');
}

/** Every screen of the modules and add-ons that a role may open, also those without a menu entry. */
const addonScreensOf = async (role: Role) =>
  (await readManifests())
    .filter(({ name }) => /^(?:addon|module)-/.test(name))
    .flatMap(({ routes }) => routes.filter(({ access }) => access === undefined || access.includes(role)).map(({ path }) => path))
    .filter((path) => !/[:*]/.test(path));

test.beforeAll(async () => {
  for (const addon of addons) await license('Greenfield Academy', addon, true);
});

const isContent = (table: string) => table.startsWith('cms_');
// The second school is empty, so that its screens say how to begin.
const newcomers = [
  ['admin', 'admin@lakeside.test'],
  ['teacher', 'teacher@lakeside.test'],
] as const;

// A person who buys without a school: nobody of the demonstration data, until the last of them has left theirs.
const buyer = ['user', 'teacher@lakeside.test'] as const;

for (const [role, email] of [...people, ...newcomers, buyer]) {
  test(`every screen of ${email} as ${role} has only texts that are messages, and none is cut`, async ({ browser, baseURL }) => {
    test.setTimeout(3_600_000);
    if (role === 'user') await sql("update public.users set role = 'user', school_id = null where email = $1", [email]);
    const [records, withContent] = [await readData((table) => !isContent(table)), await readData(() => true)];
    const dataOf = (path: string) => (path.startsWith('/dashboard/cms') ? withContent : records);
    const screens = (await readScreens()).filter(({ allowed }) => allowed.has(role)).map(({ path }) => path);
    const paths = [...new Set([...screens, ...(await addonScreensOf(role)), ...(await detailsOf(role))])];
    const reader = new ScreenReader();
    const page = await openPage(browser, baseURL);
    await signInAs(page, email);
    for (const [index, path] of paths.entries()) {
      await goTo(page, path);
      await readWhole(reader, page, dataOf(path), path, index === 0);
      console.warn(`${email} ${path}: ${reader.summary}`);
    }
    if (role === 'admin') await readStore(reader, page, withContent, email);
    await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 503, json: { message: 'unavailable' } }));
    for (const path of paths) {
      await page.goto(inSwahili(path));
      // A few screens show nothing that is stored, and no alert.
      await page
        .getByRole('alert')
        .first()
        .waitFor({ timeout: 3_000 })
        .catch(() => undefined);
      await readAtAllWidths(reader, page, dataOf(path), `${path} without a database`);
    }
    await page.context().close();
    console.warn(`${email}: ${paths.length} screens, ${reader.summary}`);
    expect(reader.faults).toEqual([]);
  });
}

test('every public page has only texts that are messages, and none is cut', async ({ browser, baseURL }) => {
  test.setTimeout(3_600_000);
  const data = await readData(() => true);
  const reader = new ScreenReader();
  const page = await openPage(browser, baseURL);
  const paths = [...publicPages, '/login/recover', '/login/new-password', '/login/confirm?token_hash=used&type=invite', '/nowhere'];
  for (const [index, path] of paths.entries()) {
    await page.goto(inSwahili(path));
    await startPage(page);
    await goTo(page, path);
    await readWhole(reader, page, data, path, index === 0);
  }
  await page.context().close();
  console.warn(`visitor: ${paths.length} pages, ${reader.summary}`);
  expect(reader.faults).toEqual([]);
});
