import { accounts, expect, signInDirectly, test } from '../product.ts';

// 27-editor-by-keyboard.spec.ts writes and moves blocks, 29-browser-killed.spec.ts closes the browser.
test(
  'blocks are written and moved by keyboard, and a closed browser loses no text',
  { tag: '@long' },
  async ({ page, context, browser, baseURL }) => {
    const slug = `sports-day-${Date.now().toString(36)}`;
    await signInDirectly(page, accounts.superAdmin);
    await page.goto('/dashboard/cms/pages/new');
    await page.getByLabel('Title').fill('Sports day');
    await page.getByLabel('Slug').fill(slug);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page).toHaveURL(/\/dashboard\/cms\/pages\/[0-9a-f-]{36}\/edit$/);
    const address = page.url();

    const add = page.getByRole('group', { name: 'Add a block' });
    await add.getByRole('button', { name: 'Add text' }).click();
    const text = page.getByRole('group', { name: /^Text, block/ });
    await text.getByRole('textbox').fill('Bring <img src=x onerror=alert(1)> and *water*.');
    await add.getByRole('button', { name: 'Add heading' }).click();
    await page.getByRole('group', { name: 'Heading, block 2 of 2' }).getByLabel('Heading', { exact: true }).fill('What to bring');
    await page.getByRole('group', { name: 'Heading, block 2 of 2' }).getByRole('button', { name: 'Move up' }).press('Enter');
    await expect(page.getByRole('group', { name: 'Heading, block 1 of 2' }).getByLabel('Heading', { exact: true })).toHaveValue(
      'What to bring',
    );
    await expect(page.getByText('Everything is saved')).toBeVisible();

    // The server is unreachable, then the tab is closed.
    await context.route('**/rest/v1/cms_pages*', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
    await page.getByLabel('Title').fill('Sports day of the whole school');
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              const opening = indexedDB.open('masomo-page-drafts');
              opening.onsuccess = () => {
                const count = opening.result.transaction('drafts').objectStore('drafts').count();
                count.onsuccess = () => {
                  opening.result.close();
                  resolve(count.result);
                };
              };
            }),
        ),
      )
      .toBe(1);
    await page.close();
    await context.unroute('**/rest/v1/cms_pages*');

    const again = await context.newPage();
    await again.goto(address);
    await again.getByRole('button', { name: 'Restore changes' }).click();
    await expect(again.getByLabel('Title').first()).toHaveValue('Sports day of the whole school');
    await again.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(again.getByRole('button', { name: 'Unpublish' })).toBeVisible();

    const visitor = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage();
    await expect.poll(async () => (await visitor.request.get(`/${slug}`)).status(), { timeout: 5_000 }).toBe(200);
    await visitor.goto(`/${slug}`);
    await expect(visitor.getByRole('heading', { level: 1, name: 'Sports day of the whole school' })).toBeVisible();
    await expect(visitor.getByText('Bring <img src=x onerror=alert(1)> and *water*.')).toBeVisible();
    await visitor.context().close();
  },
);
