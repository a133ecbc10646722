import type { Page } from '@playwright/test';
import { license, takeAllAddons } from '../licences.ts';
import { accounts, expect, signIn, sql, test } from '../product.ts';
import { payNow, toPayment } from '../buying.ts';

const school = 'Greenfield Academy';
const feature = 'addon:behaviour-records';
const menuEntry = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Behaviour' });
/** Well before the tab would ask by itself. */
const withinMs = 15_000;

async function openDashboard(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await signIn(page, email);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  await page.evaluate(() => (window.marker = 'same document'));
}

test(
  'what one browser buys is in another by itself, and what is paid back goes without losing a word',
  { tag: '@addon-behaviour-records' },
  async ({ page: office, browser }) => {
    const giveBack = await takeAllAddons(school);
    // The price book has it for schools with their own server only; this school is hosted.
    const sellFor = (category: string) => sql("update public.addons set category = $1 where name = 'Behaviour Records'", [category]);
    await sellFor('saas');
    const context = await browser.newContext();
    try {
      const teacher = await context.newPage();
      const listening = teacher.waitForResponse('**/_live?**');
      await openDashboard(teacher, accounts.teacher);
      await listening;
      await expect(menuEntry(teacher)).toHaveCount(0);

      await office.goto('/login');
      await signIn(office, accounts.admin);
      const phone = `07${String(Date.now() % 100_000_000).padStart(8, '0')}`;
      await toPayment(office, { addon: 'Behaviour Records', email: accounts.admin, method: /m-pesa/i, phone });
      await payNow(office);
      await expect(office.getByText('Check your phone')).toBeVisible();
      const requests: { checkoutId: string; phone: string }[] = await (await office.request.get('/_local/phone.json')).json();
      const request = requests.find((known) => known.phone === `254${phone.slice(1)}`);
      await office.request.post(`/_local/phone/${request?.checkoutId}`, { form: { answer: 'approve' } });
      await expect
        .poll(
          () =>
            sql('select from public.licences l join public.schools s on s.id = l.school_id where s.name = $1 and l.feature = $2', [
              school,
              feature,
            ]),
          {
            intervals: [50],
          },
        )
        .toHaveLength(1);
      const from = Date.now();
      await expect(menuEntry(teacher)).toBeVisible({ timeout: withinMs });
      test.info().annotations.push({ type: 'in the other browser after', description: `${Date.now() - from} ms` });
      expect(await teacher.evaluate(() => window.marker)).toBe('same document');

      await menuEntry(teacher).click();
      await teacher.getByRole('button', { name: 'Record', exact: true }).click();
      const words = 'What was typed before the money went back.';
      const field = teacher.getByRole('dialog', { name: 'Record behaviour' }).getByLabel(/^What happened/);
      await field.fill(words);
      const reread = teacher.waitForResponse('**/rpc/current_identity**');
      await sql(
        'update public.licences l set revoked_at = now() from public.schools s where s.id = l.school_id and s.name = $1 and l.feature = $2',
        [school, feature],
      );
      await reread;
      await expect(field).toHaveValue(words);
      await teacher.getByRole('dialog', { name: 'Record behaviour' }).getByRole('button', { name: 'Cancel' }).click();
      await teacher.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Classes' }).click();
      await expect(menuEntry(teacher)).toHaveCount(0);
      expect(await teacher.evaluate(() => window.marker)).toBe('same document');
    } finally {
      await context.close();
      await sellFor('standalone');
      await license(school, feature, false);
      await giveBack();
    }
  },
);
