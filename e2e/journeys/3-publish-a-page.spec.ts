import { accounts, expect, signInDirectly, test } from '../product.ts';

test('a published page is visible in another browser, and a draft is not', async ({ page, browser, baseURL }) => {
  const slug = `open-day-${Date.now().toString(36)}`;
  const visitor = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage();

  await signInDirectly(page, accounts.superAdmin);
  await page.goto('/dashboard/cms/pages');
  await page
    .getByRole('link', { name: /new page/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/dashboard\/cms\/pages\/new$/);
  await page.getByLabel('Title').fill('Open day at Greenfield');
  await page.getByLabel('Slug').fill(slug);
  await page.getByLabel('Meta description').fill('Visit our classrooms and meet the teachers.');
  await page.getByRole('button', { name: /^save/i }).click();
  await expect(page).toHaveURL(/\/dashboard\/cms\/pages\/[0-9a-f-]{36}\/edit$/);

  expect((await visitor.goto(`/${slug}`))?.status()).toBe(404);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
  await expect.poll(async () => (await visitor.request.get(`/${slug}`)).status(), { timeout: 5_000 }).toBe(200);
  await visitor.goto(`/${slug}`);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Open day at Greenfield' })).toBeVisible();
  await visitor.context().close();
});

// The list is in pages.test.tsx; that a draft is not found is in the journey above and in 18-two-editors.spec.ts.
test(
  'the list of pages is filtered and searched by title or slug, and a preview opens in its own tab',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    const slug = `sports-week-${Date.now().toString(36)}`;
    await signInDirectly(page, accounts.superAdmin);
    await page.goto('/dashboard/cms/pages/new');
    await page.getByLabel('Title').fill('A Week of Sports');
    await page.getByLabel('Slug').fill(slug);
    await page.getByRole('button', { name: /^save/i }).click();
    await expect(page).toHaveURL(/\/edit$/);
    await page.goto('/dashboard/cms/pages');
    const row = page.getByRole('row').filter({ hasText: `/${slug}` });
    const find = async (text: string) => {
      await page.getByRole('searchbox', { name: 'Search pages' }).fill(text);
      await expect(page.getByRole('row')).toHaveCount(2);
      await expect(row).toBeVisible();
    };
    await find(slug.toUpperCase());
    await find('a WEEK of spo');
    const status = page.getByRole('combobox', { name: 'Status', exact: true });
    await status.selectOption({ label: 'Published' });
    await expect(page.getByText('No pages found')).toBeVisible();
    await status.selectOption({ label: 'Draft' });
    await expect(row).toBeVisible();
    await status.selectOption({ label: 'All pages' });
    const [preview] = await Promise.all([page.waitForEvent('popup'), row.getByRole('link', { name: 'Preview' }).click()]);
    await expect(preview).toHaveURL(new RegExp(`/${slug}$`));
    await expect(preview.getByRole('heading', { level: 1, name: 'A Week of Sports' })).toBeVisible();
    // Knowing the address does not help anyone who may not read drafts.
    const visitor = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage();
    expect((await visitor.goto(`/${slug}`))?.status()).toBe(404);
    await visitor.context().close();
    await row.getByRole('link', { name: 'A Week of Sports' }).click();
    await expect(page).toHaveURL(/\/dashboard\/cms\/pages\/[0-9a-f-]{36}\/edit$/);
  },
);
