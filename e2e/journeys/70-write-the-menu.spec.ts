import { accounts, expect as expectSoon, signInDirectly, sql, startPage, test } from '../product.ts';
import { tabTo } from '../keyboard.ts';

// Renders many pages, which takes time on a loaded machine.
const expect = expectSoon.configure({ timeout: 20_000 });
test.describe.configure({ timeout: 180_000 });

const slug = `our-school-${Date.now().toString(36)}`;
let menu: unknown;

test.beforeAll(async () => {
  [menu] = await sql("select value from public.settings where key = 'menu'");
});

test.afterAll(async () => {
  await sql("update public.settings set value = $1::jsonb -> 'value' where key = 'menu'", [JSON.stringify(menu)]);
  await sql('delete from public.cms_pages where slug = $1', [slug]);
});

test('a super admin orders the menu by keyboard and adds a group; visitors of both languages have it, also without scripts', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } });
  const tab = await context.newPage();
  await tab.goto('/about');
  const main = tab.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link')).toHaveText(['Home', 'Versions', 'Features', 'Demo', 'Pricing', 'Store', 'About', 'Contact Us']);
  await startPage(tab);

  await sql("insert into public.cms_pages (slug, title, is_published) values ($1, 'Our school', false)", [slug]);
  await signInDirectly(page, accounts.superAdmin);
  await page.goto('/dashboard/cms/sections/menu');
  const dialog = page.getByRole('dialog');
  const apply = async (name: string) => {
    await dialog.getByRole('button', { name }).click();
    await expect(dialog).toBeHidden();
  };

  // By keyboard alone: Store goes to the second place.
  await expect(page.getByRole('list', { name: 'Entries of the header' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Drag Store' }));
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Store (picked up|over position 6 of 8)\.$/)).toBeAttached();
  for (const position of [5, 4, 3, 2]) {
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText(`Store over position ${position} of 8.`)).toBeAttached();
  }
  await page.keyboard.press('Space');
  await expect(page.getByText('Store at position 2 of 8.')).toBeAttached();

  // A group with two entries, one of them a page that is not published yet.
  await page.getByRole('button', { name: 'Add entry', exact: true }).click();
  await dialog.getByLabel('Label', { exact: false }).first().fill('Who we are');
  await dialog.getByLabel('Label in Swahili').fill('Sisi ni nani');
  await apply('Add to the menu');
  const group = page.getByRole('list', { name: 'Entries below Who we are' });
  const addBelow = page.getByRole('listitem').filter({ has: group }).getByRole('button', { name: 'Add entry below' });
  await addBelow.click();
  await dialog.getByLabel('Label', { exact: false }).first().fill('Our school');
  await dialog.getByLabel('Leads to').selectOption({ label: 'Another address' });
  await dialog.getByLabel('Address').fill(`/${slug}`);
  await apply('Add to the menu');
  await page.getByRole('button', { name: 'Edit About' }).first().click();
  await dialog.getByLabel('Place').selectOption({ label: 'Header, below Who we are' });
  await apply('Apply');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByText(`No page is published at /${slug}. Publish it, choose another target, or hide this entry.`)).toBeVisible();
  await sql('update public.cms_pages set is_published = true where slug = $1', [slug]);
  await save.click();
  await expect(page.getByText('Visitors see it from now on.')).toBeVisible();

  // The open tab has the menu at its next navigation.
  await main.getByRole('link', { name: 'Pricing' }).click();
  const summary = main.locator('summary');
  await expect(summary).toHaveText('Who we are');
  await expect(main.getByRole('link')).toHaveText(['Home', 'Store', 'Versions', 'Features', 'Demo', 'Pricing', 'Contact Us']);
  await expect(tab.getByRole('heading', { level: 1, name: 'A price you can put in the budget' })).toBeVisible();
  // The page that has arrived takes the focus, which closes a group that is open already.
  await expect(async () => {
    await summary.click();
    await expect(main.getByRole('link', { name: 'About' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await main.getByRole('link', { name: 'About' }).click();
  await expect(tab).toHaveURL(/\/about$/);
  await expect(main.getByRole('link', { name: 'About' })).toBeHidden();

  // In Swahili and without scripts, at the width of a phone.
  const bare = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const phone = await bare.newPage();
  await phone.goto('/sw');
  await phone.getByRole('button', { name: 'Fungua menyu' }).click();
  const small = phone.getByRole('navigation').first();
  await expect(small.getByRole('group', { name: 'Sisi ni nani' }).getByRole('link')).toHaveText(['Our school', 'Kuhusu sisi']);
  await small.getByRole('link', { name: 'Our school' }).click();
  await expect(phone).toHaveURL(new RegExp(`/${slug}$`));

  // Unpublished, the page is no longer in the menu, and the editor names it.
  await sql('update public.cms_pages set is_published = false where slug = $1', [slug]);
  await expect(async () => expect(await (await page.request.get('/')).text()).not.toContain(`/${slug}`)).toPass({ timeout: 30_000 });
  await page.reload();
  await expect(page.getByText(`No page is published at /${slug}: visitors do not see this entry.`)).toBeVisible();

  // The earlier version comes back as one step.
  await page
    .getByRole('button', { name: /^Restore the version from/ })
    .first()
    .click();
  await save.click();
  await expect(page.getByText('Visitors see it from now on.')).toBeVisible();
  await expect(async () => {
    await tab.goto('/');
    await expect(main.getByRole('link')).toHaveText(['Home', 'Versions', 'Features', 'Demo', 'Pricing', 'Store', 'About', 'Contact Us']);
  }).toPass({ timeout: 30_000 });
  await bare.close();
  await context.close();
});
