import { license } from '../licences.ts';
import { accounts, expect, signIn, sql, test } from '../product.ts';

const school = 'Greenfield Academy';
const home = '/dashboard/addons';

test(
  'a cashier takes cash in three steps by keyboard, prints the receipt, and a reprint says that it is a copy',
  { tag: ['@long', '@addon-quick-fees', '@addon-thermal-print'] },
  async ({ page }) => {
    await license(school, 'addon:quick-fees', true);
    await license(school, 'addon:thermal-print', true);
    await page.addInitScript(() => {
      // What would be printed, as text; the browser's dialog never opens.
      window.print = () => {
        const top = window.top as Window & { printed?: string[] };
        top.printed = [...(top.printed ?? []), document.body.innerText];
      };
    });
    await page.goto('/login');
    await signIn(page, accounts.staff);
    await page.goto(`${home}/quick-fees`);
    const search = page.getByLabel('Name or admission number');
    await search.fill('GA/1041');
    await expect(page.getByRole('option').first()).toContainText('Brian Njeri');
    await search.press('Enter');
    const amount = page.getByLabel('Amount for Brian Njeri');
    await amount.fill('150');
    await page.getByRole('radio', { name: 'Cash' }).check({ force: true });
    await page.getByLabel('Cash received').fill('200');
    await expect(page.getByText('Change: KES 50')).toBeVisible();
    await page.getByLabel('Cash received').press('Enter');
    const again = page.getByRole('button', { name: 'Record it: it was paid twice' });
    const receipt = page.getByRole('region', { name: /^Receipt / });
    await expect(receipt.or(again).first()).toBeVisible();
    if (await again.isVisible()) await again.click();
    const number = /RCT-\d+/.exec((await receipt.getByRole('heading', { level: 2 }).textContent()) ?? '')?.[0] ?? '';
    expect(number).not.toBe('');
    await expect(receipt.getByRole('button', { name: 'Next' })).toBeFocused();

    const print = receipt.getByRole('button', { name: 'Print on receipt paper' });
    const printed = () => page.evaluate(() => (window as Window & { printed?: string[] }).printed ?? []);
    await print.click();
    await expect.poll(printed).toHaveLength(1);
    await print.click();
    await expect.poll(printed).toHaveLength(2);
    const [first = '', second = ''] = await printed();
    expect(first).toContain(number);
    expect(first).toContain('Brian Njeri');
    expect(first).not.toMatch(/copy/i);
    expect(second).toContain('COPY 1');
    const copies = await sql<{ copy: number }>('select copy from public.thermal_prints where receipt_number = $1 order by copy', [number]);
    expect(copies.map(({ copy }) => copy)).toEqual([0, 1]);

    await page.goto(`${home}/quick-fees/receipts`);
    await expect(page.getByRole('row').filter({ hasText: number })).toBeVisible();
  },
);
