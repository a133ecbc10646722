import { expect, signIn, sql, startPage, test } from '../product.ts';

type Request = { checkoutId: string; phone: string; answer: string | null };

const periods = () =>
  sql<{ plan: string; is_running: boolean }>(
    `select p.name as plan, private.school_today(s.school_id) between s.started_on and s.ends_on as is_running
     from public.subscriptions s join public.plans p on p.id = s.plan_id join public.schools h on h.id = s.school_id
     where h.name = 'Lakeside School' and s.revoked_at is null order by s.started_on`,
  );

test('an administrator upgrades the plan by M-Pesa, and it is on once it is paid', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'admin@lakeside.test');
  await page.goto('/dashboard/school');
  await page.getByRole('link', { name: 'Plan and licences' }).click();
  const plan = page.getByRole('region', { name: 'Basic' });
  await expect(plan.getByText('Active')).toBeVisible();
  await plan.getByRole('button', { name: 'Upgrade' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upgrade your plan' });
  await dialog.getByLabel('Plan').selectOption({ label: 'Advanced' });
  await expect(dialog.getByText(/is the difference between the two plans for the days left until/)).toBeVisible();
  const phone = `07${String(Date.now() % 100_000_000).padStart(8, '0')}`;
  await dialog.getByLabel('Phone').fill(phone);
  await dialog.getByRole('button', { name: /^Continue to pay KES/ }).click();
  await page.waitForURL(/\/store\/orders\/ORD-/);
  await startPage(page);
  await page.getByLabel('M-Pesa number').fill(phone);
  await page.getByRole('button', { name: /^Pay KES/ }).click();
  await expect(page.getByText('Check your phone')).toBeVisible();
  expect((await periods()).filter(({ is_running: running }) => running)).toEqual([{ plan: 'Basic', is_running: true }]);

  const requests: Request[] = await (await page.request.get('/_local/phone.json')).json();
  const request = requests.find((known) => known.phone === `254${phone.slice(1)}` && known.answer === null);
  await page.request.post(`/_local/phone/${request?.checkoutId}`, { form: { answer: 'approve' } });
  await expect.poll(periods, { timeout: 15_000 }).toEqual([
    { plan: 'Basic', is_running: false },
    { plan: 'Advanced', is_running: true },
  ]);
  await page.goto('/dashboard/school/plan');
  await expect(page.getByRole('region', { name: 'Advanced' }).getByText('Active')).toBeVisible();
});
