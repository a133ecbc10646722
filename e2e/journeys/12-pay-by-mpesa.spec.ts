import { order } from '../buying.ts';
import { expect, sql, startPage, test } from '../product.ts';

test('a wrong PIN, a second try, a reload in the middle: one charge, one licence', async ({ page, request }) => {
  test.setTimeout(40_000);
  const answerPhone = async (answer: string) => {
    const lines = await (await request.get('/_local/phone.json')).json() as { checkoutId: string; phone: string; answer: string | null }[];
    const waiting = lines.find((line) => line.answer === null && line.phone === '254722345678');
    expect((await request.post(`/_local/phone/${waiting?.checkoutId ?? ''}`, { form: { answer } })).ok()).toBe(true);
  };
  const number = await order(page, { addon: 'Behaviour Records', email: 'otieno@lakeview.test', method: /m-pesa/i });
  const checkout = page.getByRole('dialog', { name: /checkout/i });
  await expect(checkout.getByRole('heading', { name: 'Check your phone' })).toBeVisible({ timeout: 10_000 });
  await expect(checkout.getByRole('timer')).toBeVisible();
  await answerPhone('wrongPin');
  await expect(checkout.getByText('Wrong M-Pesa PIN')).toBeVisible({ timeout: 10_000 });
  await expect(page.getByText('Order Successful!')).toHaveCount(0);

  await checkout.getByRole('button', { name: 'Pay KES 1,999' }).click();
  await expect(checkout.getByRole('heading', { name: 'Check your phone' })).toBeVisible({ timeout: 10_000 });
  await page.reload();
  await startPage(page);
  await page.getByRole('link', { name: 'See how it stands' }).click();
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible();
  await answerPhone('approve');
  await expect(page.getByText('Payment received', { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 5_000 });
  const [outcome] = await sql(
    `select o.status::text, (select count(*)::int from payments p where p.order_id = o.id) payments, (select count(*)::int from licences l where l.order_id = o.id) licences
       from orders o where o.order_number = $1`, [number]);
  expect(outcome).toEqual({ status: 'completed', payments: 1, licences: 1 });
});
