import type { BrowserContext, Page } from '@playwright/test';
import { fillCheckout, payNow, toPayment, type Buying } from '../buying.ts';
import { expect, sql, startPage, test } from '../product.ts';

type Method = 'mpesa' | 'card' | 'bank';
type Buyer = Buying & { email: string; phone: string };
type PhoneRequest = { checkoutId: string; phone: string; answer: string | null; receipt: string | null };
type Charge = { reference: string; status: string };
const addon = 'Behaviour Records';
const radios: Record<Method, RegExp> = { mpesa: /m-pesa/i, card: /card/i, bank: /bank/i };
let turn = 0;
// Takes seconds on an idle machine, longer with two pages on a busy one.
test.setTimeout(120_000);

function newBuyer(method: Method): Buyer {
  turn += 1;
  const phone = `01${String(Date.now() % 1_000_000).padStart(6, '0')}${String(turn).padStart(2, '0')}`;
  return { phone, email: `${phone}@interrupted.test`, method: radios[method] };
}

const twoTabs = 'two tabs order at the same moment';
const lostAnswer = 'the answer is lost, and the page reloaded';
/** Each interrupts the checkout and resumes it; afterwards the page shows the order. */
const interruptions: Record<string, (page: Page, buyer: Buyer, context: BrowserContext) => Promise<Page>> = {
  [lostAnswer]: async (page, buyer) => {
    await toPayment(page, { addon, ...buyer });
    await page.route(
      '**/rpc/place_order*',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      // An order whose answer is lost is sent once more at once.
      { times: 2 },
    );
    await payNow(page);
    await expect(page.getByText('We got no answer')).toBeVisible();
    await page.reload();
    await startPage(page);
    await page.getByRole('button', { name: 'Check the order' }).click();
    await page.getByRole('button', { name: 'Finish my order' }).click();
    return page;
  },
  [twoTabs]: async (page, buyer, context) => {
    await toPayment(page, { addon, ...buyer });
    const second = await context.newPage();
    await second.goto('/store');
    await startPage(second);
    await fillCheckout(second, buyer);
    await Promise.all([payNow(page), payNow(second)]);
    await expect(async () => expect(await ordersOf(buyer)).toBe(1)).toPass();
    await second
      .getByText(/Check your phone|Order Successful!|Already ordered|Pay KES|Continue on the card page/)
      .or(second.locator('button[value="now"]'))
      .first()
      .waitFor();
    return page;
  },
  'the connection is gone, and pressed again': async (page, buyer) => {
    await toPayment(page, { addon, ...buyer });
    await page.route('**/rpc/place_order*', (route) => route.abort('internetdisconnected'), { times: 2 });
    await payNow(page);
    await expect(page.getByText('We got no answer')).toBeVisible();
    await payNow(page);
    return page;
  },
  'the laptop is closed for two hours': async (page, buyer, context) => {
    await page.clock.install();
    await toPayment(page, { addon, ...buyer });
    await payNow(page);
    await expect(async () => expect(await ordersOf(buyer)).toBe(1)).toPass();
    await context.setOffline(true);
    await page.clock.fastForward('02:00:00');
    await context.setOffline(false);
    return page;
  },
};

const ordersOf = async ({ email }: Buyer) => (await sql('select from orders where customer_email = $1', [email])).length;

/** Pays from the current page and checks that the page confirms it. */
const pay: Record<Method, (page: Page, buyer: Buyer) => Promise<void>> = {
  async mpesa(page, { phone }) {
    const again = page.getByRole('button', { name: /^Pay KES/ });
    const heading = page.getByRole('heading', { name: 'Check your phone' });
    // The other tab's request may replace the button just before it is pressed.
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 2_000 });
      await expect(heading).toBeVisible({ timeout: 5_000 });
    }).toPass();
    const number = `254${phone.slice(1)}`;
    const waiting = (await requests(page)).find((request) => request.phone === number && request.answer === null);
    expect((await page.request.post(`/_local/phone/${waiting?.checkoutId ?? ''}`, { form: { answer: 'approve' } })).ok()).toBe(true);
    await expect(page.getByText(/^(Order Successful!|Payment received)$/)).toBeVisible({ timeout: 15_000 });
    expect((await requests(page)).filter((request) => request.phone === number && request.receipt !== null)).toHaveLength(1);
  },
  async card(page, buyer) {
    const go = page.getByRole('button', { name: /^(Pay KES|Continue on the card page)/ });
    const now = page.locator('button[value="now"]');
    // An uninterrupted checkout redirects automatically, perhaps just before the button is pressed.
    await expect(async () => {
      if (await go.isVisible()) await go.click({ timeout: 2_000 });
      await expect(now).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await now.click();
    await expect(page.getByText('Payment received', { exact: true })).toBeVisible({ timeout: 15_000 });
    const [order] = await sql<{ reference: string }>('select payment_reference as reference from orders where customer_email = $1', [
      buyer.email,
    ]);
    const charges = (await (await page.request.get('/_local/card.json')).json()) as Charge[];
    expect(charges.filter(({ reference, status }) => reference.startsWith(`${order?.reference}-`) && status === 'success')).toHaveLength(1);
  },
  async bank(page, buyer) {
    await expect(page.getByText('Order Successful!')).toBeVisible();
    await sql("select record_payment(id, 'bank', total_amount, 'FT' || order_number) from orders where customer_email = $1", [buyer.email]);
  },
};
const requests = async (page: Page) => (await (await page.request.get('/_local/phone.json')).json()) as PhoneRequest[];

for (const method of ['mpesa', 'card', 'bank'] as const) {
  for (const [name, interrupt] of Object.entries(interruptions)) {
    test(
      `${method}: ${name}: one order, one charge, one licence`,
      // What is stored and sent again is the same for every method: submitOrder.test.ts, placeOrder.test.ts, paymentAttempts.test.ts.
      { tag: method === 'mpesa' && (name === twoTabs || name === lostAnswer) ? [] : '@long' },
      async ({ page, context }) => {
        const buyer = newBuyer(method);
        await pay[method](await interrupt(page, buyer, context), buyer);
        const outcome = await sql(
          `select o.status::text, (select count(*)::int from payments p where p.order_id = o.id) as payments, (select count(*)::int from licences l where l.order_id = o.id) as licences
        from orders o where o.customer_email = $1`,
          [buyer.email],
        );
        expect(outcome).toEqual([{ status: 'completed', payments: 1, licences: 1 }]);
      },
    );
  }
}

// Also in browserStorage.test.tsx and PaymentPanel.test.tsx.
test(
  'a payment pending on the phone is resumed in another tab, and both tabs show its result',
  { tag: '@long' },
  async ({ page, context }) => {
    const buyer = newBuyer('mpesa');
    await toPayment(page, { addon, ...buyer });
    await payNow(page);
    await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible();
    const other = await context.newPage();
    await other.goto('/store');
    await startPage(other);
    await other.getByRole('link', { name: 'View order' }).click();
    await pay.mpesa(other, buyer);
    await page.bringToFront();
    await expect(page.getByText('Order Successful!')).toBeVisible();
  },
);
