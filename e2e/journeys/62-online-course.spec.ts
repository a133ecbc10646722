import { license } from '../licences.ts';
import { accounts, expect, signIn, sql, test } from '../product.ts';

const school = 'Greenfield Academy';
const home = '/dashboard/addons/online-course';

test(
  'a student takes a paid course, offline for a while, and gets a certificate that anybody can check',
  { tag: ['@long', '@addon-online-course'] },
  async ({ page, browser }) => {
    await license(school, 'addon:online-course', true);
    await page.goto('/login');
    await signIn(page, accounts.student);
    await page.goto(`${home}/learn`);
    const card = page.getByRole('region', { name: 'Revise fractions' });
    await card.getByRole('button', { name: 'Join Revise fractions' }).click();
    await expect(card.getByText(/^Waiting for the payment of KES 500/)).toBeVisible();

    const office = await browser.newContext();
    try {
      const admin = await office.newPage();
      await admin.goto('/login');
      await signIn(admin, accounts.admin);
      await admin.goto(home);
      await admin.getByRole('row', { name: /Revise fractions/ }).click();
      await admin.getByRole('radio', { name: 'Students' }).check();
      await admin.getByRole('button', { name: /^Record the payment of Brian Njeri/ }).click();
      await admin.getByLabel('M-Pesa code').fill('SKL7X2M9QZ');
      await admin.getByRole('button', { name: 'Record KES 500' }).click();
      await expect(admin.getByRole('button', { name: 'Refund Brian Njeri' })).toBeVisible();
    } finally {
      await office.close();
    }

    await page.reload();
    await card.getByRole('link', { name: 'Start' }).click();
    await page.getByRole('link', { name: 'Adding fractions' }).click();
    await page.getByRole('button', { name: 'I have done this lesson' }).click();
    await page.getByRole('button', { name: 'Begin quiz' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Begin' }).click();
    await expect(page.getByRole('textbox')).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('textbox').fill('0,75 ');
    await page.getByRole('radio', { name: '2/3' }).check();
    await expect(page.getByText('2 answers wait on this device for a connection.')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText('Every answer is saved.')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Hand in' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hand in' }).click();
    await expect(page.getByRole('heading', { name: '2 of 2 points' })).toBeVisible();

    await page.goto(`${home}/learn`);
    const download = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Download certificate' }).click();
    expect((await download).suggestedFilename()).toMatch(/^Certificate-CRS-[2-9A-Z]{10}\.pdf$/);
    const [paper] = await sql<{ code: string }>(
      "select code from private.issued_papers where kind = 'course-certificate' order by issued_at desc limit 1",
    );
    const visitor = await browser.newContext();
    try {
      const anybody = await visitor.newPage();
      await anybody.goto(`/verify#${paper?.code ?? ''}`);
      await expect(anybody.getByText('Revise fractions')).toBeVisible();
      await expect(anybody.getByText('B. N.')).toBeVisible();
    } finally {
      await visitor.close();
    }
  },
);
