import { accounts, expect, signInDirectly, sql, test } from '../product.ts';

const slug = `open-day-${Date.now().toString(36)}`;

test.afterAll(async () => {
  await sql('delete from public.cms_pages where slug = $1', [slug]);
});

test('the page is beside its editor as visitors see it, in both languages, and is a tab of its own on a phone', async ({ page }) => {
  const [made] = await sql<{ id: string }>(
    `insert into public.cms_pages (slug, title, body, translations) values ($1, 'Open day', '[{"type": "heading", "text": "Programme"}]',
      '{"sw": {"title": "Siku ya wageni", "body": [{"type": "heading", "text": "Ratiba"}]}}') returning id`,
    [slug],
  );
  await signInDirectly(page, accounts.superAdmin);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/dashboard/cms/pages/${made?.id}/edit`);
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Open day');
  const pane = page.getByRole('region', { name: 'Preview' });
  const frame = page.frameLocator('iframe[title="Preview of the page"]');
  await expect(frame.getByRole('heading', { level: 1, name: 'Open day' })).toBeVisible();

  // It follows what is typed, and so does the title of the editor.
  await page.getByLabel('Title').first().fill('Open day 2027');
  await expect(frame.getByRole('heading', { level: 1, name: 'Open day 2027' })).toBeVisible();
  await expect(title).toHaveText('Open day 2027');

  // The width is that of a phone or of a desk, the language that of the visitors.
  const width = () => frame.locator('body').evaluate(() => window.innerWidth);
  expect(await width()).toBe(390);
  await pane.getByRole('radio', { name: 'Desktop' }).check({ force: true });
  await expect.poll(width).toBe(1280);
  await pane.getByRole('radio', { name: 'Kiswahili' }).check({ force: true });
  await expect(frame.getByRole('heading', { level: 2, name: 'Ratiba' })).toBeVisible();
  await expect(page.getByLabel('Title').first()).toHaveValue('Open day 2027');

  // Save and Publish stay in view at the end of the page, and so does the preview.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  for (const name of ['Save draft', 'Publish']) await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByTitle('Preview of the page')).toBeInViewport();

  // Closed, it stays closed in this browser.
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByText('Everything is saved')).toBeVisible();
  await page.reload();
  await expect(title).toHaveText('Open day 2027');
  await expect(page.getByTitle('Preview of the page')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  const show = page.getByRole('radiogroup', { name: 'Show' });
  await show.getByRole('radio', { name: 'Preview' }).check({ force: true });
  await expect(frame.getByRole('heading', { level: 1, name: 'Open day 2027' })).toBeVisible();
  await expect(page.getByLabel('Title').first()).toBeHidden();
  await show.getByRole('radio', { name: 'Edit' }).check({ force: true });
  await page.getByLabel('Title').first().fill('Open day');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible();
});
