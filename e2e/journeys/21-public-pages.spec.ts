import AxeBuilder from '@axe-core/playwright';
import type { Browser } from '@playwright/test';
import { serializeCart, type CartLine } from '@masomo/domain/cart';
import { postedCart } from '@masomo/domain/postedCart';
import { colourModeRules } from '../accessibility.ts';
import { walk } from '../keyboard.ts';
import { expect, sql, startPage, test } from '../product.ts';
import { publicPages } from '../screens.ts';

const widths = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

/** Problems of the public pages at one width, in both colour modes and by keyboard. */
async function readAll(browser: Browser, baseURL: string | undefined, viewport: (typeof widths)[number]): Promise<string[]> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`) && !/^(data|blob):/.test(request.url())) faults.push(`asks for ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  for (const address of publicPages) {
    await page.goto(address);
    await startPage(page);
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (overflow !== 0) faults.push(`${address} is ${overflow} px wider than the screen`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toContainClass(colorScheme);
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .options({
          resultTypes: ['violations'],
          ...(colorScheme === 'light' ? {} : { runOnly: { type: 'rule', values: colourModeRules } }),
        })
        .analyze();
      faults.push(
        ...violations.map(
          ({ id, nodes }) => `${address}, ${colorScheme}: ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        ),
      );
    }
    // The cookie banner appears after a second on every page except sign-in; waiting for it keeps it out of the middle of the walk.
    if (address !== '/login') await expect(page.getByRole('region', { name: 'We use cookies' })).toBeVisible();
    const { hidden, missed } = await walk(page);
    faults.push(...hidden.map((stop) => `${address}: ${stop}`), ...missed.map((control) => `${address}: no key reaches ${control}`));
  }
  await context.close();
  return faults.map((fault) => `${viewport.width} px: ${fault}`);
}

for (const viewport of widths) {
  // The narrow page, which has the same parts, is read in every run of the tests.
  test(
    `every public page at ${viewport.width} px: no accessibility violation in light or dark, no overflow, no third-party request, every focus stop in sight`,
    { tag: viewport.width === 390 ? [] : '@long' },
    async ({ browser, baseURL }) => {
      test.setTimeout(300_000);
      expect(await readAll(browser, baseURL, viewport)).toEqual([]);
    },
  );
}

test('every public page is readable without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const page = await context.newPage();
  for (const address of publicPages.filter((path) => path !== '/login' && path !== '/store/orders')) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible();
    await expect(page.getByRole('contentinfo'), address).toBeVisible();
    await expect(page.getByRole('region', { name: 'We use cookies' })).toBeHidden();
    expect((await page.getByRole('main').innerText()).length, address).toBeGreaterThan(600);
  }
  await context.close();
});

test('menu, prices, features, questions and forms work without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false, viewport: widths[0] });
  const page = await context.newPage();
  const main = page.getByRole('main');
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(menu).toBeHidden();

  const plans = main.locator('#saas-pricing [data-plan]').first();
  const annual = await plans.innerText();
  await main.getByRole('radio', { name: 'Termly' }).click({ force: true });
  const termly = await plans.innerText();
  expect([annual, termly].map((text) => text.includes('Save 10%'))).toEqual([true, false]);
  await main.getByRole('radio', { name: 'USD' }).click({ force: true });
  expect(await plans.innerText()).toMatch(/\$\d/);
  expect(await plans.innerText()).not.toContain('KES');
  await main.locator('details summary').last().click();
  await expect(main.locator('details').last()).toHaveAttribute('open', '');

  await page.goto('/features');
  await main.getByRole('radio', { name: 'Standalone' }).click({ force: true });
  await main.getByRole('radio', { name: 'Academic' }).click({ force: true });
  await expect(main.getByRole('heading', { name: 'CBC Assessment' })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Student Records' })).toBeHidden();

  await page.goto('/store');
  for (const place of [0, 1]) {
    await main
      .getByRole('button', { name: /^Add to cart/ })
      .nth(place)
      .click();
    await expect(page).toHaveURL(/\/store#added$/);
    await expect(main.getByText('It is in your cart.')).toBeVisible();
  }
  const cookies = await context.cookies();
  const scripted = await browser.newContext({ baseURL: baseURL ?? '' });
  await scripted.addCookies(cookies);
  const started = await scripted.newPage();
  await started.goto('/store');
  await expect(started.getByRole('button', { name: 'Cart 2 items' })).toBeVisible();
  await scripted.close();

  const lines: CartLine[] = [];
  const full = () => encodeURIComponent(serializeCart(lines));
  while (full().length < 3_450) lines.push({ addonId: `a${lines.length}`, name: 'Quick Fees', quantity: 1, seenPrice: 1_999 });
  await context.addCookies([{ name: postedCart.cookie, value: full(), url: baseURL ?? '' }]);
  await page.goto('/store');
  await main
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  await expect(main.getByText('Your cart is full, so nothing was added.')).toBeVisible();
  await expect(main.getByText('It is in your cart.')).toBeHidden();

  const email = `unscripted-${Date.now().toString(36)}@example.test`;
  await page.goto('/contact');
  const form = main.getByRole('form', { name: 'Contact' });
  await form.getByLabel('Name').fill('Wanjiru');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Subject').selectOption({ index: 1 });
  await form.getByLabel('Message').fill('When do you visit Kisumu?');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(page).toHaveURL(/\/contact#sent$/);
  await expect(main.getByText('Thank you for your message!')).toBeVisible();
  await expect(main.getByText('This was not sent.')).toBeHidden();
  expect(await sql('select message from public.contact_messages where email = $1', [email])).toEqual([
    { message: 'When do you visit Kisumu?' },
  ]);
  await context.close();
});

test('a message sent before the page has started is stored once and answered in place, also where its first answer is lost and the page starts in the meantime', async ({
  page,
}) => {
  const [scripts, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/releases/shell/*/js/main.*.js', (route) => scripts.promise.then(() => route.continue()));
  let posts = 0;
  await page.route('**/functions/v1/send-contact-email', async (route) => {
    posts += 1;
    if (posts === 1) {
      await route.fetch();
      return route.abort();
    }
    await answer.promise;
    await route.continue();
  });
  const isStartScriptThere = page.waitForRequest(/_document\.json/);
  await page.goto('/contact');
  await isStartScriptThere;
  const email = `early-${Date.now().toString(36)}@example.test`;
  const form = page.getByRole('form', { name: 'Contact' });
  await form.getByLabel('Name').fill('Wanjiru');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Subject').selectOption({ index: 1 });
  await form.getByLabel('Message').fill('When do you visit Kisumu?');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByText('This was not sent.')).toBeVisible();
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByRole('button', { name: 'Sending...' })).toBeVisible();
  scripts.resolve();
  await startPage(page);
  await form.getByRole('button', { name: 'Sending...' }).click();
  answer.resolve();
  await expect(form.getByText('Thank you for your message!')).toBeInViewport();
  await expect(form.getByLabel('Message')).toHaveValue('');
  await expect(page).toHaveURL(/\/contact$/);
  expect(posts).toBe(2);
  const stored = () => sql('select message from public.contact_messages where email = $1', [email]);
  expect(await stored()).toEqual([{ message: 'When do you visit Kisumu?' }]);
  // From then on the page sends it, with what is in the form now.
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByLabel('Message')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByText('Thank you for your message!')).toBeHidden();
  expect(posts).toBe(2);
});

test('visits to the site and to the store are counted without storing anything in the browser', async ({ page }) => {
  const counted = async () =>
    Object.fromEntries(
      (
        await sql<{ surface: string; visits: number }>('select surface, visits from visit_counts where day = private.nairobi_day(now())')
      ).map(({ surface, visits }) => [surface, visits]),
    );
  const before = await counted();
  await page.goto('/');
  await startPage(page);
  await page.getByRole('banner').getByRole('link', { name: 'Store', exact: true }).click();
  await expect(page).toHaveURL(/\/store$/);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect.poll(counted).toEqual({ site: (before['site'] ?? 0) + 1, store: (before['store'] ?? 0) + 1 });
});

test('the cookie banner appears a second after the page without any interaction', async ({ page }) => {
  const banner = page.getByRole('region', { name: 'We use cookies' });
  await page.goto('/');
  const delay = await page
    .locator('[aria-labelledby=cookie-banner-title]')
    .evaluate((element) => element.getAnimations()[0]?.effect?.getTiming().delay);
  expect(delay).toBe(1_000);
  await expect(banner).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect((await banner.boundingBox())!.height).toBeLessThanOrEqual(844 / 5);
  for (const choice of await banner.getByRole('button').all()) expect((await choice.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await banner.getByRole('button', { name: 'Accept Necessary Only' }).click();
  await expect(banner).toBeHidden();
  const kept = () =>
    page.evaluate(
      () => JSON.parse(localStorage.getItem('cookieConsentRecord') ?? 'null') as { visitorId: string; isRecorded: boolean } | null,
    );
  await expect.poll(async () => (await kept())?.isRecorded).toBe(true);
  expect(
    await sql('select version, analytics, marketing, functional from cookie_choices where visitor_id = $1', [(await kept())?.visitorId]),
  ).toEqual([{ version: 1, analytics: false, marketing: false, functional: false }]);
  await page.reload();
  await page.waitForTimeout(1_500);
  await expect(banner).toBeHidden();
});
