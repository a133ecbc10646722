import type { Page } from '@playwright/test';
import { accounts, expect as expectSoon, signInDirectly, sql, startPage, test } from '../product.ts';
import { executedFlag, scriptPayloads } from '@masomo/testing/scriptPayloads';

// Renders many pages, which takes time on a loaded machine.
const expect = expectSoon.configure({ timeout: 20_000 });
test.describe.configure({ timeout: 120_000 });

const stamp = Date.now().toString(36);
let plan: { id: string; price: number } | undefined;
/** A new visitor's document contains the text, or no longer does, soon after the change. */
const shown = (page: Page, path: string, text: string, isPresent = true) =>
  expect(async () => {
    const html = await (await page.request.get(path)).text();
    expect(html.includes(text)).toBe(isPresent);
  }).toPass({ timeout: 30_000, intervals: [250] });

test.afterAll(async () => {
  if (plan) await sql('update public.plans set price = $2 where id = $1', [plan.id, plan.price]);
  await sql("delete from public.faqs where question like '%' || $1 || '%'", [stamp]);
  await sql('delete from public.testimonials where institution = $1', [stamp]);
  await sql("delete from public.cms_media where filename like $1 || '%'", [stamp]);
  await sql("delete from public.site_redirects where from_path like '%' || $1 || '%'", [stamp]);
  for (const table of ['plans', 'addons', 'services']) await sql(`delete from public.${table} where position = 9000`);
  await sql(`update public.settings set value = '{"isShown": false, "text": "", "label": "", "url": ""}' where key = 'announcement'`);
});

test('changes saved in the CMS reach a new visitor, and an open tab at its next navigation', async ({ page, browser, baseURL }) => {
  const tab = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage();
  await tab.goto('/faq');
  await startPage(tab);
  await signInDirectly(page, accounts.superAdmin);

  // A section.
  const news = `Enrolment opens in week ${stamp}`;
  await page.goto('/dashboard/cms/sections/announcement');
  await page.getByLabel('Shown to visitors').check();
  await page.getByLabel('Text', { exact: true }).fill(news);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Visitors see it from now on.')).toBeVisible();
  await shown(page, '/', news);
  await tab.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(tab.getByRole('complementary', { name: 'Announcement' })).toContainText(news);

  // A question.
  const question = `May we begin in ${stamp}?`;
  await page.goto('/dashboard/cms/content?new=1');
  const dialog = page.getByRole('dialog', { name: 'New question' });
  await dialog.getByLabel('Question').fill(question);
  await dialog.getByLabel('Answer').fill('In any week.');
  const inSwahili = `Tunaweza kuanza ${stamp}?`;
  await dialog.getByRole('radio', { name: 'Kiswahili' }).check();
  await dialog.getByRole('textbox', { name: 'Question' }).fill(inSwahili);
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('Wiki yoyote.');
  await dialog.getByRole('button', { name: 'Add question' }).click();
  await expect(dialog).toBeHidden();
  await shown(page, '/faq', question);
  await shown(page, '/sw/faq', inSwahili);
  await shown(page, '/sw/faq', question, false);
  await shown(page, '/faq', inSwahili, false);
  await tab.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(tab.getByText(question)).toBeVisible();

  // A price and a testimonial.
  [plan] = await sql<{ id: string; price: number }>(
    "select id, price from public.plans where is_active and category = 'saas' order by position limit 1",
  );
  // The page opens with annual prices, ten percent lower.
  await sql('update public.plans set price = 87654 where id = $1', [plan?.id]);
  await sql(
    "insert into public.testimonials (quote, author, role, institution, position) values ('The roll call takes a minute.', 'Wanjiru', 'Deputy', $1, -1)",
    [stamp],
  );
  await shown(page, '/pricing', '78,889');
  await shown(page, '/', stamp);
  await tab.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(tab).toHaveURL(/\/about$/);
  await tab.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(tab.getByText('78,889').first()).toBeVisible();
  await sql('update public.plans set price = $2 where id = $1', [plan?.id, plan?.price]);
  await shown(page, '/pricing', '78,889', false);

  // A redirect.
  await page.goto('/dashboard/cms/redirects?new=1');
  const moved = page.getByRole('dialog', { name: 'New redirect' });
  await moved.getByLabel('Old address').fill(`/former/${stamp}.html`);
  await moved.getByLabel('Leads to').fill('/pricing');
  await moved.getByRole('button', { name: 'Add redirect' }).click();
  await expect(moved).toBeHidden();
  await expect(async () => {
    const response = await page.request.get(`/former/${stamp}.html`, { maxRedirects: 0 });
    expect([response.status(), response.headers()['location']]).toEqual([301, '/pricing']);
  }).toPass({ timeout: 30_000, intervals: [250] });
  await tab.context().close();
});

test('none of sixty script payloads runs on the site or in the CMS', async ({ page }) => {
  await sql(
    "insert into public.faqs (surface, question, answer, position) select 'faq', left(n || ' ' || p || ' ' || $2, 300), p, -1000 from unnest($1::text[]) with ordinality as t (p, n)",
    [scriptPayloads, stamp],
  );
  await sql(
    'insert into public.testimonials (quote, author, role, institution, position) select left(p, 600), left(p, 120), left(p, 120), $2, -100 + (n % 3) from unnest($1::text[]) with ordinality as t (p, n)',
    [scriptPayloads, stamp],
  );
  await sql(
    "insert into public.cms_media (filename, original_filename, file_path, file_size, mime_type, alt_text) select $2 || n, left(p, 255), 'media/' || $2 || n || '.png', 1, 'image/png', left(p, 300) from unnest($1::text[]) with ordinality as t (p, n)",
    [scriptPayloads, stamp],
  );
  await sql(
    "update public.settings set value = jsonb_build_object('isShown', true, 'text', $1::text, 'label', 'More', 'url', '/faq') where key = 'announcement'",
    [scriptPayloads[6]],
  );
  await signInDirectly(page, accounts.superAdmin);
  for (const path of [
    '/faq',
    '/',
    `/dashboard/cms/content?search=${stamp}`,
    '/dashboard/cms/content/testimonials',
    '/dashboard/cms/media',
    '/dashboard/cms/sections/announcement',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path.startsWith('/dashboard'))
      await expect(
        path.endsWith('announcement') ? page.getByLabel('Text', { exact: true }) : page.getByText(executedFlag).first(),
      ).toBeVisible();
    expect(await page.evaluate((mark) => mark in window, executedFlag), path).toBe(false);
    expect(
      await page.evaluate(
        (mark) =>
          [...document.querySelectorAll('*')]
            .flatMap((element) => [...element.attributes])
            .filter(({ name, value }) => name.startsWith('on') && value.includes(mark)).length,
        executedFlag,
      ),
      path,
    ).toBe(0);
  }
  const html = await (await page.request.get('/faq')).text();
  expect(html).toContain(executedFlag);
  expect(html).not.toContain(`<script>window.${executedFlag}`);
  expect(html).not.toMatch(new RegExp(`<img[^>]*onerror=["']?window.${executedFlag}`, 'i'));
});

// The journey above and 18-two-editors.spec.ts try every payload where texts are formatted; these screens show plain text only.
test('none of them runs in the price book, on its pages or in the store', { tag: '@long' }, async ({ page }) => {
  const fields = "left(p, 100) || ' ' || n, p, case n % 2 when 0 then 'saas' else 'standalone' end::public.product_category, 1000 + n";
  const each = 'from unnest($1::text[]) with ordinality as t (p, n)';
  await sql(
    `insert into public.plans (name, description, category, price, period, badge, features, position) select ${fields}, 'term', left(p, 40), jsonb_build_array(jsonb_build_object('text', left(p, 120), 'included', true)), 9000 ${each}`,
    [scriptPayloads],
  );
  await sql(
    `insert into public.addons (name, description, category, price, features, aliases, pricing_name, position) select ${fields}, array[p], array[p], left(p, 120), 9000 ${each}`,
    [scriptPayloads],
  );
  await sql(`insert into public.services (name, description, category, price, unit, position) select ${fields}, 'one-time', 9000 ${each}`, [
    scriptPayloads,
  ]);
  await signInDirectly(page, accounts.superAdmin);
  for (const path of [
    '/pricing',
    '/features',
    '/store',
    ...['plans', 'addons', 'services', 'prices'].map((tab) => `/dashboard/cms/pricing?tab=${tab}&search=${executedFlag}`),
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Add-ons of the other version are in the page too, hidden by its filter.
    await expect(page.getByText(executedFlag).filter({ visible: true }).first()).toBeVisible();
    expect(await page.evaluate((mark) => mark in window, executedFlag), path).toBe(false);
    expect(
      await page.evaluate(
        (mark) =>
          [...document.querySelectorAll('*')]
            .flatMap((element) => [...element.attributes])
            .filter(({ name, value }) => name.startsWith('on') && value.includes(mark)).length,
        executedFlag,
      ),
      path,
    ).toBe(0);
  }
});
