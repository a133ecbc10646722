import type { Browser, Page } from '@playwright/test';
import { previewPath } from '@masomo/contracts/previewPath';
import { richTextOf } from '@masomo/domain/richText';
import { blocksWith, executedFlag, scriptPayloads } from '@masomo/testing/scriptPayloads';
import { accounts, expect as expectSoon, signInDirectly, sql, startPage, test } from '../product.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
test.describe.configure({ timeout: 120_000 });
const stamp = Date.now().toString(36);

test.afterAll(async () => {
  await sql("delete from public.cms_pages where slug like '%' || $1", [stamp]);
});

async function editorAt(browser: Browser, baseURL: string | undefined, address: string): Promise<Page> {
  const page = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage();
  await signInDirectly(page, accounts.superAdmin);
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeVisible();
  return page;
}

test('two editors change one page: no text is lost, and a draft reaches no visitor', async ({ page, browser, baseURL }) => {
  const slug = `visiting-day-${stamp}`;
  const secret = `Only editors read ${stamp}`;
  const [made] = await sql<{ id: string }>(
    `insert into public.cms_pages (title, slug, body) values ('Visiting day', $1, $2) returning id`,
    [slug, JSON.stringify([{ type: 'heading', text: secret }])],
  );
  const address = `/dashboard/cms/pages/${made?.id}/edit`;
  const [one, other] = await Promise.all([editorAt(browser, baseURL, address), editorAt(browser, baseURL, address)]);

  // The draft is absent from the document, the API, the sitemap and the page's data.
  expect((await page.request.get(`/${slug}`)).status()).toBe(404);
  const config = (await (await page.request.get('/config.json')).json()) as { publishableKey: string };
  for (const path of [
    `/${slug}`,
    '/sitemap.xml',
    `/rest/v1/cms_pages?slug=eq.${slug}`,
    `/rest/v1/published_pages?slug=eq.${slug}`,
    `/rest/v1/cms_page_versions?select=title`,
    previewPath,
  ]) {
    const text = await (await page.request.get(path, { headers: { apikey: config.publishableKey } })).text();
    expect(text, path).not.toContain(secret);
    if (path !== `/${slug}` && !path.includes(`eq.${slug}`)) expect(text, path).not.toContain(slug);
  }

  // The preview shows it to the editor.
  const preview = one.frameLocator('iframe[title="Preview of the page"]');
  await expect(preview.getByRole('heading', { level: 2, name: secret })).toBeVisible();
  await one.getByLabel('Title').first().fill('Visiting day of the first editor');
  await expect(preview.getByRole('heading', { level: 1, name: 'Visiting day of the first editor' })).toBeVisible();
  await expect(one.getByText('Everything is saved')).toBeVisible();

  // The other editor started from the previous version.
  await other.getByLabel('Title').first().fill('Visiting day of the second editor');
  await expect(other.getByText(/Someone else saved this page while you were writing/)).toBeVisible();
  await expect(other.getByLabel('Title').first()).toHaveValue('Visiting day of the second editor');
  await other.getByRole('button', { name: 'Keep mine, save theirs as a version' }).click();
  await expect(other.getByText('Everything is saved')).toBeVisible();
  const stored = await sql<{ title: string }>('select title from public.cms_page_versions where page_id = $1', [made?.id]);
  expect(stored.map(({ title }) => title)).toContain('Visiting day of the first editor');
  await expect
    .poll(async () => (await sql<{ title: string }>('select title from public.cms_pages where id = $1', [made?.id]))[0]?.title)
    .toBe('Visiting day of the second editor');

  // Published and unpublished, for a new visitor and an open tab.
  await page.goto('/faq');
  await startPage(page);
  await other.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(async () => expect((await page.request.get(`/${slug}`)).status()).toBe(200)).toPass({ timeout: 5_000, intervals: [200] });
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain(slug);
  const goTo = (path: string) =>
    page.evaluate((to) => {
      window.history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  await goTo(`/${slug}`);
  await expect(page.getByRole('heading', { level: 2, name: secret })).toBeVisible();
  await goTo('/faq');
  await expect(page.getByRole('heading', { level: 2, name: secret })).toHaveCount(0);
  await other.getByRole('button', { name: 'Unpublish' }).click();
  await expect(async () => expect((await page.request.get(`/${slug}`)).status()).toBe(404)).toPass({ timeout: 5_000, intervals: [200] });
  expect(await (await page.request.get('/sitemap.xml')).text()).not.toContain(slug);
  await goTo(`/${slug}`);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText(secret)).toHaveCount(0);
  await Promise.all([one.context().close(), other.context().close()]);
});

test('none of sixty script payloads runs in a page, its editor or its preview', async ({ page }) => {
  const slug = `trial-${stamp}`;
  const title = scriptPayloads[6]?.slice(0, 160);
  // Six payloads in every field of every block type; all sixty in texts and link addresses.
  const blocks = [
    ...scriptPayloads.filter((_, at) => at % 10 === 0).flatMap(blocksWith),
    ...scriptPayloads.flatMap((text) => [
      { type: 'richText', text: richTextOf(text) },
      { type: 'callToAction', title: text.slice(0, 300), label: 'More', href: text },
    ]),
  ];
  const [made] = await sql<{ id: string }>(
    'insert into public.cms_pages (title, slug, meta_description, body, is_published) values ($1, $2, $1, $3, true) returning id',
    [title, slug, JSON.stringify(blocks)],
  );
  await signInDirectly(page, accounts.superAdmin);
  const hasRun = () =>
    page.evaluate(
      (mark) =>
        mark in window ||
        [...document.querySelectorAll('*')].some((element) =>
          [...element.attributes].some(({ name, value }) => name.startsWith('on') && value.includes(mark)),
        ),
      executedFlag,
    );
  await page.goto(`/${slug}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toContainText(executedFlag);
  expect(await hasRun()).toBe(false);
  await page.goto(`/dashboard/cms/pages/${made?.id}/edit`);
  const preview = page.frameLocator('iframe[title="Preview of the page"]');
  await expect(preview.getByRole('heading', { level: 1 }).first()).toContainText(executedFlag);
  expect(await preview.locator('body').evaluate((_, mark) => mark in window, executedFlag)).toBe(false);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByTitle('Preview of the page')).toHaveCount(0);
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expect(page.getByRole('group', { name: /^Hero, block 1 of/ }).getByLabel('Title', { exact: true })).toHaveValue(
    scriptPayloads[0] ?? '',
  );
  expect(await hasRun()).toBe(false);
});
