import { accounts, expect, signIn, test } from '../product.ts';

test('a page the super admin publishes is read by a visitor in another browser, and a draft is not', async ({ page, browser, baseURL }) => {
  const slug = `open-day-${Date.now().toString(36)}`;
  const visitor = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage();

  await page.goto('/login');
  await signIn(page, accounts.superAdmin);
  await page.goto('/dashboard/cms/pages');
  await page.getByRole('link', { name: /new page/i }).first().click();
  await expect(page).toHaveURL(/\/dashboard\/cms\/pages\/new$/);
  await page.getByLabel('Title').fill('Open day at Greenfield');
  await page.getByLabel('Slug').fill(slug);
  await page.getByLabel('Meta description').fill('Visit our classrooms and meet the teachers.');
  await page.getByRole('button', { name: /^save/i }).click();
  await expect(page).toHaveURL(/\/dashboard\/cms\/pages\/[0-9a-f-]{36}\/edit$/);

  expect((await visitor.goto(`/${slug}`))?.status()).toBe(404);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published').first()).toBeVisible();
  await expect(async () => {
    const answer = await visitor.goto(`/${slug}`);
    expect(answer?.status()).toBe(200);
  }).toPass({ timeout: 5_000 });
  await expect(visitor.getByRole('heading', { level: 1, name: 'Open day at Greenfield' })).toBeVisible();
  await visitor.context().close();
});
