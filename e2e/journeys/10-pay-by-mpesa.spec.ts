import type { Page } from '@playwright/test';
import { expect, sql, startPage, test } from '../product.ts';

type Request = { checkoutId: string; phone: string; answer: string | null };
let turn = 0;
test.setTimeout(120_000);

/** A phone number used only once in this run. */
function newPhone(): string {
  turn += 1;
  return `07${String(Date.now() % 1_000_000).padStart(6, '0')}${String(turn).padStart(2, '0')}`;
}

/** Orders an add-on and presses Pay Now with M-Pesa; resolves to the order number once the page shows the outcome. */
async function orderByMpesa(page: Page, phone: string, then = 'Check your phone'): Promise<string> {
  await page.goto('/store');
  await startPage(page);
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Behaviour Records' }) });
  await card.getByRole('button', { name: /add to cart/i }).click();
  await page.getByRole('button', { name: /cart/i }).first().click();
  await page
    .getByRole('dialog', { name: /cart/i })
    .getByRole('button', { name: /checkout/i })
    .click();
  const checkout = page.getByRole('dialog', { name: /checkout/i });
  await checkout.getByLabel('First name').fill('Wanjiru');
  await checkout.getByLabel('Last name').fill('Kamau');
  await checkout.getByLabel('Email').fill(`${phone}@kilimani.test`);
  await checkout.getByLabel('Phone').fill(phone);
  await checkout.getByLabel('Institution').fill('Kilimani Primary');
  await checkout.getByRole('radio', { name: /m-pesa/i }).check();
  await checkout.getByRole('button', { name: /continue/i }).click();
  await checkout.getByRole('button', { name: /pay now/i }).click();
  await expect(page.getByText(then)).toBeVisible();
  return (
    /ORD-\d{4}-\d{3,}/.exec(
      (await page
        .getByText(/ORD-\d{4}-\d{3,}/)
        .first()
        .textContent()) ?? '',
    )?.[0] ?? ''
  );
}

/** What the buyer does on the handset. */
async function onThePhone(page: Page, phone: string, answer: string): Promise<void> {
  const requests: Request[] = await (await page.request.get('/_local/phone.json')).json();
  const request = requests.find((known) => known.phone === `254${phone.slice(1)}` && known.answer === null);
  expect(request, 'a request waits on the phone').toBeDefined();
  expect((await page.request.post(`/_local/phone/${request?.checkoutId}`, { form: { answer } })).ok()).toBe(true);
}

const stateOf = async (number: string) =>
  (
    await sql(
      `select o.status::text, (select count(*)::int from payments p where p.order_id = o.id) as payments, (select count(*)::int from licences l where l.order_id = o.id) as licences
  from orders o where o.order_number = $1`,
      [number],
    )
  )[0];
const paid = { status: 'completed', payments: 1, licences: 1 };

test('the buyer approves on the phone, and a reload in between changes nothing', async ({ page }) => {
  const phone = newPhone();
  const number = await orderByMpesa(page, phone);
  await expect(page.getByRole('timer')).toBeVisible();
  await page.reload();
  await onThePhone(page, phone, 'approve');
  await expect.poll(() => stateOf(number), { timeout: 15_000 }).toEqual(paid);
  await page.goto(`/store/orders/${number}`);
  await startPage(page);
  await expect(page.getByText('Payment received')).toBeVisible();
});

test('each failure on the phone has its own message, charges nothing, and the next attempt pays', { tag: '@long' }, async ({ page }) => {
  const phone = newPhone();
  const number = await orderByMpesa(page, phone);
  const again = page.getByRole('button', { name: /^Pay KES/ });
  const failures = [
    ['wrongPin', 'Wrong M-Pesa PIN'],
    ['insufficient', 'Not enough money'],
    ['limit', 'Over the M-Pesa limit'],
    ['ignore', 'No answer from your phone'],
    ['cancel', 'Cancelled on your phone'],
  ] as const;
  for (const [answer, message] of failures) {
    await onThePhone(page, phone, answer);
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await again.click();
    await expect(page.getByText('Check your phone')).toBeVisible();
  }
  expect(await stateOf(number)).toEqual({ status: 'pending', payments: 0, licences: 0 });
  await onThePhone(page, phone, 'approve');
  await expect(page.getByText('Order Successful!')).toBeVisible({ timeout: 15_000 });
  expect(await stateOf(number)).toEqual(paid);
});

// Each rule is also in deploy/local/src/simulators/payments.test.ts, each message in PaymentPanel.test.tsx.
test('an unknown number and a busy phone are reported; another number pays', { tag: '@long' }, async ({ page }) => {
  // The simulated M-Pesa responds to these numbers automatically.
  const number = await orderByMpesa(page, '0799000100', 'Number not on M-Pesa');
  const pay = async (phone: string) => {
    await page.getByLabel('M-Pesa number').fill(phone);
    await page.getByRole('button', { name: /^Pay KES/ }).click();
  };
  await pay('0799000109');
  await expect(page.getByText('Your phone is busy with M-Pesa')).toBeVisible();
  expect(await stateOf(number)).toEqual({ status: 'pending', payments: 0, licences: 0 });
  const phone = newPhone();
  await pay(phone);
  await expect(page.getByText('Check your phone')).toBeVisible();
  await onThePhone(page, phone, 'approve');
  await expect(page.getByText('Order Successful!')).toBeVisible({ timeout: 15_000 });
  expect(await stateOf(number)).toEqual(paid);
});

// The database tries every order of reports: supabase/tests/store/paymentReports.test.ts.
test('a payment approved after the buyer gave up is still recorded', { tag: '@long' }, async ({ page }) => {
  const phone = newPhone();
  const number = await orderByMpesa(page, phone);
  await page.getByRole('button', { name: 'Cancel this payment' }).click();
  await expect(page.getByText('Payment cancelled')).toBeVisible();
  expect(await stateOf(number)).toEqual({ status: 'pending', payments: 0, licences: 0 });
  await onThePhone(page, phone, 'approve');
  await expect(page.getByText('Order Successful!')).toBeVisible({ timeout: 15_000 });
  expect(await stateOf(number)).toEqual(paid);
});

// Also in deploy/local/src/simulators/payments.test.ts.
test('a declined prompt charges nothing, and a missing callback is found by polling', { tag: '@long' }, async ({ page }) => {
  const phone = newPhone();
  const number = await orderByMpesa(page, phone);
  await onThePhone(page, phone, 'cancel');
  await expect(page.getByText('Cancelled on your phone')).toBeVisible();
  expect(await stateOf(number)).toEqual({ status: 'pending', payments: 0, licences: 0 });
  await page.getByRole('button', { name: /^Pay KES/ }).click();
  await expect(page.getByText('Check your phone')).toBeVisible();
  await onThePhone(page, phone, 'silent');
  await page.getByRole('button', { name: 'I have paid' }).click();
  await expect(page.getByText('Order Successful!')).toBeVisible({ timeout: 30_000 });
  expect(await stateOf(number)).toEqual(paid);
});
