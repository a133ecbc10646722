import { formatMoney, kes } from '@masomo/domain/money';
import { withoutEvents } from '@masomo/tools/browser/withoutEvents.ts';
import { expect, signIn, sql, startPage, test } from '../product.ts';

// The wide pages are in the component tests of each page and in 21-public-pages.spec.ts.
for (const width of [390, 1440]) {
  test.describe(`${width} px`, { tag: width === 390 ? [] : '@long' }, () => {
    test.use({ viewport: { width, height: 900 } });
    const email = (of: string) => `${of}.${width}.${Date.now()}@visitor.test`;

    test(`from the home page to a demo request that arrives, ${width} px`, async ({ page }) => {
      const address = email('demo');
      await page.clock.install();
      await page.goto('/');
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeInViewport();
      await page.getByRole('link', { name: 'Request Demo' }).first().click();
      await expect(page).toHaveURL(/\/demo#demo-request-form$/);
      const form = page.getByRole('form', { name: 'Demo request' });
      await expect(form).toBeInViewport();
      // Until the page has started, the browser reports them.
      await startPage(page);
      await form.getByLabel('Full Name').fill('Achieng Otieno');
      await form.getByRole('button', { name: 'Request Demo' }).click();
      // Missing values are reported at their fields, and nothing typed is lost.
      await expect(form.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
      await expect(form.getByLabel('Full Name')).toHaveValue('Achieng Otieno');
      await form.getByLabel('Email').fill(address);
      await form.getByLabel('Institution').fill('Baraka Academy');
      await form.getByLabel('Role').selectOption({ index: 1 });
      await form.getByLabel('Version').selectOption('Both');
      await form.getByRole('button', { name: 'Request Demo' }).click();
      await expect(page.getByText('Your request has reached us, Achieng Otieno')).toBeVisible();
      await expect
        .poll(() => sql('select institution from public.demo_requests where email = $1', [address]))
        .toEqual([{ institution: 'Baraka Academy' }]);
      // The confirmation goes after half a minute, and leaving the page ends it as well: both leave the site whole.
      // A pointer on the confirmation keeps it.
      await page.mouse.move(0, 0);
      await page.clock.fastForward(25_000);
      await expect(page.getByText('Your request has reached us, Achieng Otieno')).toBeVisible();
      await page.clock.fastForward(5_000);
      await expect(page.getByText('Your request has reached us, Achieng Otieno')).toBeHidden();
      await expect(form.getByLabel('Full Name')).toBeVisible();
      await form.getByLabel('Full Name').fill('Achieng Otieno');
      await form.getByLabel('Email').fill(email('again'));
      await form.getByLabel('Institution').fill('Baraka Academy');
      await form.getByLabel('Role').selectOption({ index: 1 });
      await form.getByLabel('Version').selectOption('Both');
      await form.getByRole('button', { name: 'Request Demo' }).click();
      await expect(page.getByText('Your request has reached us, Achieng Otieno')).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('SHELL-013')).toHaveCount(0);
    });

    test(`prices in both currencies and billing periods, and from an add-on into the store, ${width} px`, async ({ page }) => {
      const [plan] = await sql<{ price: number }>(
        "select price from public.plans where is_active and period = 'term' order by price limit 1",
      );
      await page.goto('/pricing');
      const main = page.getByRole('main');
      const plans = main.locator('#saas-pricing');
      const listed = formatMoney(kes(plan?.price ?? 0));
      // Before and after the page has started.
      await main.getByRole('radio', { name: 'Termly' }).click({ force: true });
      await expect.poll(() => plans.innerText()).toContain(listed);
      await main.getByRole('radio', { name: 'USD' }).click({ force: true });
      await expect.poll(() => plans.innerText()).toMatch(/\$\d/);
      await startPage(page);
      await expect(main.getByRole('radio', { name: 'Termly' })).toBeChecked();
      await expect(main.getByRole('radio', { name: 'USD' })).toBeChecked();
      expect(await plans.innerText()).not.toContain('KES');
      await main.getByRole('radio', { name: 'KES' }).click({ force: true });
      await expect.poll(() => plans.innerText()).toContain(listed);
      await main.getByText('Hide add-ons and services').click();
      await expect(main.getByRole('table', { name: /^SaaS add-ons/ })).toBeHidden();
      await page.goto('/pricing#addons');
      await expect(main.getByRole('heading', { name: 'Add only what the school uses' })).toBeInViewport();
      await main.getByText('Show add-ons and services').click();
      await main.getByRole('link', { name: 'Buy Now: Quick Fees' }).click();
      await expect(page).toHaveURL(/\/store/);
      // Its cart opens, which hides the page from assistive technology.
      await expect(page.locator('#main')).toContainText('Quick Fees');
    });

    test(`versions, features and questions respond, ${width} px`, async ({ page }) => {
      const main = page.getByRole('main');
      await page.goto('/versions');
      await expect(main.getByRole('table', { name: 'SaaS and Standalone compared' }).getByRole('row')).toHaveCount(14);
      await main.getByRole('link', { name: 'See prices' }).click();
      await expect(page).toHaveURL(/\/pricing/);
      await page.goto('/features');
      await main.getByRole('radio', { name: 'Standalone' }).click({ force: true });
      await expect(main.getByRole('heading', { name: 'Android App' })).toBeVisible();
      await main.getByRole('radio', { name: 'Academic' }).click({ force: true });
      await startPage(page);
      await expect(main.getByRole('heading', { name: 'CBC Assessment' })).toBeVisible();
      await expect(main.getByRole('heading', { name: 'Android App' })).toBeHidden();
      await page.goto('/faq');
      const questions = main.locator('details').filter({ visible: true });
      const [faq] = await sql<{ count: number }>("select count(*)::int as count from public.faqs where is_active and surface = 'faq'");
      const count = faq?.count ?? 0;
      await expect(questions).toHaveCount(count);
      await main.getByRole('radio', { name: 'Security' }).click({ force: true });
      await expect.poll(() => questions.count()).toBeLessThan(count);
      await questions.first().locator('summary').click();
      await expect(questions.first()).toHaveAttribute('open', '');
      await expect(questions.first().locator('summary ~ *').first()).toBeInViewport();
    });

    test(`a message and a ticket arrive, legal pages open by section, and no link is dead, ${width} px`, async ({ page }) => {
      const address = email('office');
      const main = page.getByRole('main');
      await page.goto('/contact');
      await startPage(page);
      await expect(page.locator('iframe')).toHaveCount(0);
      const contact = main.getByRole('form', { name: 'Contact' });
      await contact.getByLabel('Name').fill('Wanjiru');
      await contact.getByLabel('Email').fill(address);
      await contact.getByLabel('Subject').selectOption({ index: 1 });
      await contact.getByLabel('Message').fill('When do you visit Kisumu?');
      await contact.getByRole('button', { name: 'Send Message' }).click();
      await expect(main.getByText('Thank you for your message!')).toBeVisible();
      await expect
        .poll(() => sql('select message from public.contact_messages where email = $1', [address]))
        .toEqual([{ message: 'When do you visit Kisumu?' }]);

      await page.goto('/support');
      await startPage(page);
      await main.getByLabel('Name').fill('Wanjiru');
      await main.getByLabel('Email').fill(address);
      await main.getByLabel('Subject').fill('Marks are missing');
      await main.getByLabel('Description').fill('Form 4 East has no marks.');
      await main.getByRole('button', { name: 'Submit ticket' }).click();
      await expect(main.getByText(/TK-\d{4}-\d{6}/).first()).toBeVisible();
      await main.getByRole('button', { name: 'Write to support' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      for (const [path, sections] of [
        ['/terms', 13],
        ['/privacy', 12],
      ] as const) {
        await page.goto(path);
        await expect(main.getByRole('heading', { level: 2 })).toHaveCount(sections);
      }
      await page.goto('/about');
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
      expect((await page.goto('/no-such-page'))?.status()).toBe(404);
      await page.getByRole('main').getByRole('link').first().click();
      await expect(page).not.toHaveURL(/no-such-page/);
    });
  });
}

test('a page keeps the scroll position when it starts and when it is reloaded', async ({ page }) => {
  const depth = () => page.evaluate(() => Math.round(window.scrollY));
  // Another document of this tab was left scrolled to its top.
  await page.goto('/privacy');
  await startPage(page);
  await page.goto('/store');
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
  await startPage(page);
  await page.waitForLoadState('networkidle');
  expect(await depth()).toBe(900);
  await page.reload();
  await expect.poll(depth).toBe(900);
  await startPage(page);
  await page.waitForLoadState('networkidle');
  expect(await depth()).toBe(900);
  // Back to the previous document, which was at its top.
  await page.goBack();
  await startPage(page);
  expect(await depth()).toBe(0);
  await page.goForward();
  await startPage(page);
  await expect.poll(depth).toBe(900);
});

test('a page reloaded while signed in keeps its parts and its scroll position', async ({ page }) => {
  await withoutEvents(page.context());
  await signIn(page, 'teacher@greenfield.test');
  await page.addInitScript(() => {
    const parts: Element[] = [];
    document.addEventListener('DOMContentLoaded', () => parts.push(...document.querySelectorAll('main section')));
    Object.assign(window, { keptParts: () => parts.length > 0 && parts.every((part) => part.isConnected) });
  });
  const state = () =>
    page.evaluate(() => ({ depth: Math.round(window.scrollY), isKept: (window as unknown as { keptParts: () => boolean }).keptParts() }));
  const visits = [
    ...['/', '/pricing', '/demo', '/store'].map((path) => ({ path, width: 1440 })),
    ...['/', '/store'].map((path) => ({ path, width: 390 })),
  ];
  const settle = async (path: string) => {
    await startPage(page);
    // In the header, or in the menu of a phone, which is closed.
    await expect(page.locator('a[href="/dashboard"]').first()).toBeAttached();
    // The store is shorter for a school than it was rendered.
    if (path === '/store') await expect(page.getByText('Your school is hosted by us')).toBeVisible();
    await page.waitForLoadState('networkidle');
  };
  for (const { path, width } of visits) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await settle(path);
    await page.evaluate(() => window.scrollTo({ top: 1500, behavior: 'instant' }));
    // The browser notes what the place is anchored to a moment after scrolling.
    await page.waitForTimeout(1_000);
    await page.reload();
    await settle(path);
    expect(await state(), `${path} at ${width} px`).toEqual({ depth: 1500, isKept: true });
  }
});
