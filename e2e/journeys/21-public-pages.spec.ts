import AxeBuilder from '@axe-core/playwright';
import { expect, sql, startPage, test } from '../product.ts';

const pages = ['/', '/versions', '/features', '/demo', '/pricing', '/contact', '/about', '/terms', '/privacy', '/faq', '/support', '/store', '/login'];
const looks = [
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1440, height: 900, colorScheme: 'light' },
] as const;

for (const { width, height, colorScheme } of looks) {
  test(`every public page at ${width} px, ${colorScheme}: nothing wrong for assistive technology, nothing off the screen, no request elsewhere`, async ({ browser, baseURL }) => {
    test.setTimeout(120_000);
    const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const elsewhere: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => { if (!request.url().startsWith(`${baseURL}/`) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url()); });
    page.on('console', (message) => { if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`); });
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
    for (const address of pages) {
      await page.goto(address);
      await startPage(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect.soft(overflow, `${address} is wider than the screen`).toBe(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`), address).toEqual([]);
    }
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
}

test('every public page reads fully without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const page = await context.newPage();
  for (const address of pages.filter((path) => path !== '/login')) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible();
    await expect(page.getByRole('contentinfo'), address).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your choice about cookies' })).toBeHidden();
    expect((await page.getByRole('main').innerText()).length, address).toBeGreaterThan(600);
  }
  await context.close();
});

test('arrivals at the site and at its store are counted, without anything kept in the browser', async ({ page }) => {
  const counted = async () => Object.fromEntries((await sql<{ surface: string; visits: number }>("select surface, visits from visit_counts where day = private.nairobi_day(now())")).map(({ surface, visits }) => [surface, visits]));
  const before = await counted();
  await page.goto('/');
  await startPage(page);
  await page.getByRole('banner').getByRole('link', { name: 'Store', exact: true }).click();
  await expect(page).toHaveURL(/\/store$/);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect.poll(counted).toEqual({ site: (before['site'] ?? 0) + 1, store: (before['store'] ?? 0) + 1 });
});

test('the question about cookies comes by itself a second after the page, before anything is done', async ({ page }) => {
  const banner = page.getByRole('region', { name: 'Your choice about cookies' });
  await page.goto('/');
  await expect(banner).toBeHidden({ timeout: 300 });
  await expect(banner).toBeVisible({ timeout: 2_500 });
  await expect(page.locator('#root[data-prerendered]')).toHaveCount(1);
  await banner.getByRole('button', { name: 'Accept Necessary Only' }).click();
  await expect(banner).toBeHidden();
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('cookieConsentRecord') ?? 'null') as { visitorId: string; isRecorded: boolean } | null);
  await expect.poll(async () => (await kept())?.isRecorded).toBe(true);
  expect(await sql('select version, analytics, marketing, functional from cookie_choices where visitor_id = $1', [(await kept())?.visitorId])).toEqual([{ version: 1, analytics: false, marketing: false, functional: false }]);
  await page.reload();
  await page.waitForTimeout(1_500);
  await expect(banner).toBeHidden();
});
