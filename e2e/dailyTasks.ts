import { type Browser, type Locator, type Page } from '@playwright/test';
import { formatMoney } from '@masomo/domain/money';
import { formatNumber } from '@masomo/domain/number';
import { addToCart, fillCheckout, openCart, payNow } from './buying.ts';
import { accounts, expect, signIn, startPage, test } from './product.ts';

/** How the pages of a run are opened, and what is asked of each before it is closed. */
export type Condition = {
  browser: Browser;
  baseURL: string;
  prepare: (page: Page) => Promise<unknown>;
  leave: (page: Page) => Promise<void>;
};
type Task = (page: Page, visitor: Page) => Promise<void>;

const stamp = Date.now().toString(36).toUpperCase();
let turn = 0;
/** A name of its own for what each task of each run makes. */
const newName = (words: string) => `${words} ${stamp}${(turn += 1)}`;

/** What a locator says, without the marks of a translation. */
const said = async (locator: Locator) => (await locator.innerText()).replaceAll('·', '');
const shillings = (amount: number) => formatMoney({ minor: amount * 100, currency: 'KES' });

/** Chooses an option by its words, which a translation changes. */
async function choose(select: Locator, words: string): Promise<void> {
  await select.selectOption((await select.locator('option').filter({ hasText: words }).first().getAttribute('value')) ?? '');
}

/** Reads rows by the API as the person who is signed in on the page. */
async function stored<Row>(page: Page, query: string): Promise<Row[]> {
  return page.evaluate(async (address) => {
    const { publishableKey } = (await (await fetch('/config.json')).json()) as { publishableKey: string };
    const session = JSON.parse(localStorage.getItem('masomo-session') ?? '{}') as { access_token: string };
    const response = await fetch(`/rest/v1/${address}`, {
      headers: { apikey: publishableKey, authorization: `Bearer ${session.access_token}` },
    });
    return (await response.json()) as never;
  }, query);
}

const studentId = async (page: Page) => {
  const [student] = await stored<{ id: string }>(page, 'students?select=id&first_name=eq.Brian&last_name=eq.Njeri');
  return student?.id ?? '';
};

const takeRegister: Task = async (page) => {
  await page.goto('/dashboard/attendance');
  // A translated label has a mark behind it.
  await choose(page.getByLabel(/^Class·?$/), 'Form 3 East');
  const marks = page.getByRole('radiogroup', { name: 'Attendance of Brian Njeri' });
  for (const status of ['Excused', 'Late']) {
    await marks.getByRole('radio', { name: status }).check();
    await expect(page.getByText('Everything is saved.')).toBeVisible();
    const query = `attendance?select=status&student_id=eq.${await studentId(page)}&order=day.desc&limit=1`;
    await expect.poll(() => stored(page, query)).toEqual([{ status: status.toLowerCase() }]);
  }
};

const recordPayment: Task = async (page) => {
  await page.goto('/dashboard/finances');
  await page.getByRole('searchbox', { name: 'Search students' }).fill('Brian Njeri');
  const row = page.getByRole('row', { name: /Brian Njeri/ });
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: 'Record payment for Brian Njeri' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record payment for Brian Njeri' });
  await dialog.getByLabel('Amount in KES').fill('100');
  await choose(dialog.getByLabel('Method'), 'Cash');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Payment recorded: RCT-\d+/)).toBeVisible();
  const [account] = await stored<{ paid: number }>(page, `student_accounts?select=paid&id=eq.${await studentId(page)}`);
  // The head of the column has the unit.
  await expect.poll(() => said(row)).toContain(formatNumber(account?.paid ?? 0));
};

const enterMark: Task = async (page) => {
  await page.goto('/dashboard/grades');
  const cell = page.getByRole('textbox', { name: / of Brian Njeri/ }).first();
  await expect(cell).toBeVisible();
  const score = (await cell.inputValue()) === '11' ? '12' : '11';
  await cell.fill(score);
  await cell.press('Enter');
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  const query = `grades?select=score&student_id=eq.${await studentId(page)}&order=updated_at.desc&limit=1`;
  await expect.poll(() => stored(page, query)).toEqual([{ score: Number(score) }]);
  await expect(cell).toHaveValue(score);
};

const billTerm: Task = async (page) => {
  const name = newName('Trip');
  await page.goto('/dashboard/finances/fees');
  await page.getByRole('button', { name: 'Add fee' }).click();
  const fee = page.getByRole('dialog', { name: 'Add fee' });
  await fee.getByLabel('Name').fill(name);
  await fee.getByLabel('Amount in KES').fill('150');
  await fee.getByRole('button', { name: 'Add fee' }).click();
  await expect(fee).toBeHidden();
  await page.getByRole('button', { name: 'Bill term' }).click();
  const send = page.getByRole('dialog', { name: /^Bill Term/ }).getByRole('button', { name: /^Bill KES/ });
  const total = (await said(send)).replace('Bill ', '');
  await send.click();
  await expect(page.getByText(/^Total: /)).toBeVisible();
  const charges = await stored<{ amount: number }>(page, `fee_charges?select=amount&name=eq.${encodeURIComponent(name)}`);
  expect(charges.length).toBeGreaterThan(0);
  expect(new Set(charges.map(({ amount }) => amount))).toEqual(new Set([150]));
  // Fees that others left unbilled are in it too.
  await expect.poll(() => said(page.getByText(/^Total: /))).toContain(total);
};

const publishNotice: Task = async (page) => {
  const title = newName('Visiting day');
  await page.goto('/dashboard/announcements');
  await page.getByRole('button', { name: 'New announcement' }).click();
  const dialog = page.getByRole('dialog', { name: 'New announcement' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Announcement', { exact: true }).or(dialog.locator('textarea')).first().fill('Come on Saturday from nine.');
  await dialog.getByRole('checkbox', { name: 'Parent' }).check();
  await dialog.getByRole('button', { name: 'Publish' }).last().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(title).first()).toBeVisible();
  expect(await stored(page, `announcements?select=body&title=eq.${encodeURIComponent(title)}`)).toEqual([
    { body: 'Come on Saturday from nine.' },
  ]);
};

const importStudents: Task = async (page) => {
  const mark = newName('T').replace(' ', '');
  const file = `Adm No,First name,Surname,Sex,DOB,Class\n${mark}/1,Amani,Were,F,14/03/2013,Form 3 West\n${mark}/2,Baraka,Were,M,15/03/2013,Form 3 West`;
  await page.goto('/dashboard/students/import');
  await page.getByLabel('File to import').setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Check rows' }).click();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  // Earlier imports of the day are listed too.
  await expect
    .poll(() => stored(page, `students?select=first_name&admission_number=like.${mark}*&order=first_name`))
    .toEqual([{ first_name: 'Amani' }, { first_name: 'Baraka' }]);
  await expect(page.getByText('2 rows imported.').first()).toBeVisible();
};

const publishPage: Task = async (page) => {
  const title = newName('Open day');
  const slug = title.toLowerCase().replaceAll(' ', '-');
  await page.goto('/dashboard/cms/pages/new');
  await page.getByLabel('Title').first().fill(title);
  await page.getByLabel('Slug').fill(slug);
  await page.getByRole('button', { name: /^save/i }).click();
  await expect(page).toHaveURL(/\/dashboard\/cms\/pages\/[0-9a-f-]{36}\/edit$/);
  await page.getByRole('button', { name: 'Publish' }).first().click();
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
  await expect.poll(() => page.evaluate(async (path) => (await fetch(path)).status, `/${slug}`)).toBe(200);
  await page.goto(`/${slug}`);
  await startPage(page);
  await expect.poll(() => said(page.getByRole('heading', { level: 1 }))).toBe(title);
};

type Order = { order_number: string; status: string; total_amount: number };

/** Orders by bank transfer as a visitor does, whose cart changes its amounts on the way. */
async function orderAddon(page: Page, visitor: Page): Promise<() => Promise<Order | undefined>> {
  const addon = 'Behaviour Records';
  const email = `${newName('buyer').replace(' ', '-').toLowerCase()}@kilimani.test`;
  const query = `orders?select=order_number,status,total_amount&customer_email=eq.${encodeURIComponent(email)}`;
  const find = async () => (await stored<Order>(page, query))[0];
  await addToCart(visitor, addon);
  const cart = await openCart(visitor);
  const licences = cart.getByRole('group', { name: `Licences of ${addon}` });
  await cart.getByRole('button', { name: `One more ${addon}` }).click();
  await expect(licences).toContainText('2');
  const cartOfTwo = await said(cart);
  await cart.getByRole('button', { name: `One fewer ${addon}` }).click();
  await expect(licences).toContainText('1');
  const cartOfOne = await said(cart);
  await visitor.keyboard.press('Escape');
  await fillCheckout(visitor, { email, method: /bank transfer/i });
  const checkout = visitor.getByRole('dialog', { name: /checkout/i });
  const review = await said(checkout);
  await payNow(visitor);
  await expect(checkout.getByRole('heading', { name: 'Order Successful!' })).toBeVisible();
  const { order_number: number, total_amount: total } = (await find()) ?? { order_number: 'a stored order', total_amount: 0 };
  await expect.poll(() => said(checkout)).toContain(number);
  for (const text of [cartOfOne, review, await said(checkout)]) expect(text).toContain(shillings(total));
  expect(cartOfTwo).toContain(shillings(2 * total));
  return find;
}

const sellAndRefund: Task = async (page, visitor) => {
  const find = await orderAddon(page, visitor);
  const { order_number: number, total_amount } = (await find()) as Order;
  const total = shillings(total_amount);
  await page.goto('/dashboard/store/orders');
  await page.getByPlaceholder('Search orders...').fill(number);
  // The dialog hides the list behind it from roles.
  const row = page.locator('tr').filter({ hasText: number });
  await expect.poll(() => said(row)).toContain(total);
  await row.getByRole('button', { name: /view/i }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(number) });
  const transfer = dialog.getByRole('form', { name: 'Confirm bank transfer' });
  await transfer.getByLabel('Bank reference').fill(newName('FT').replace(' ', ''));
  await transfer.getByRole('button', { name: 'Confirm payment' }).click();
  await expect(dialog.getByRole('heading', { name: 'Licences' })).toBeVisible();
  expect((await find())?.status).toBe('completed');
  await expect.poll(() => said(row)).toContain('Completed');

  await dialog.getByRole('button', { name: /^Refund receipt/ }).click();
  const refund = dialog.getByRole('form', { name: 'Refund' });
  await refund.getByLabel('Reason').fill('Ordered twice');
  await refund.getByRole('button', { name: 'Refund' }).click();
  const byHand = dialog.getByRole('form', { name: 'Refund by hand' });
  await byHand.getByLabel('Reference of your transfer').fill('FT-BACK-1');
  await byHand.getByRole('button', { name: 'Mark as refunded' }).click();
  await expect.poll(() => said(dialog)).toContain(`Refunded: ${total}`);
  expect((await find())?.status).toBe('cancelled');
  await expect.poll(() => said(row)).toContain('Cancelled');
};

const sendTicket: Task = async (page, visitor) => {
  const subject = newName('Where is our invoice');
  await visitor.goto('/support');
  await startPage(visitor);
  const form = visitor.getByRole('form', { name: 'Support ticket' });
  await form.getByLabel('Name').fill('Nekesa Wafula');
  await form.getByLabel('Email').fill('nekesa@rift.test');
  await form.getByLabel('Subject').fill(subject);
  await form.getByLabel('Description').fill('We paid on Monday and have no invoice yet.');
  await form.getByRole('button', { name: 'Submit ticket' }).click();
  const confirmation = form.getByRole('status');
  await expect(confirmation).toContainText(/[A-Z]+-\d+/);
  // The confirmation leaves by itself.
  const shown = await said(confirmation);
  const [ticket] = await stored<{ ticket_number: string }>(
    page,
    `support_tickets?select=ticket_number&subject=eq.${encodeURIComponent(subject)}`,
  );
  expect(shown).toContain(ticket?.ticket_number ?? 'a stored ticket');
};

/** What each account does. A fee is billed before it is paid. */
export const days: { who: string; email: string; tasks: Task[] }[] = [
  { who: 'a teacher', email: accounts.teacher, tasks: [takeRegister, enterMark] },
  { who: 'an administrator', email: accounts.admin, tasks: [billTerm, recordPayment, publishNotice, importStudents] },
  { who: 'the super admin', email: accounts.superAdmin, tasks: [publishPage, sellAndRefund, sendTicket] },
];

/** Does the tasks of an account beside a visitor, each with what the screen says compared to what is stored. No page may crash. */
export async function spendDay(day: (typeof days)[number], { browser, baseURL, prepare, leave }: Condition): Promise<void> {
  const open = async (): Promise<Page> => {
    const page = await (await browser.newContext({ baseURL })).newPage();
    page.on('pageerror', (error) => expect.soft(error.message, page.url()).toBe(''));
    await prepare(page);
    return page;
  };
  const [page, visitor] = [await open(), await open()];
  await signIn(page, day.email);
  for (const task of day.tasks)
    await test.step(task.name, async () => {
      await task(page, visitor);
      for (const used of [page, visitor]) await expect(used.getByText(/SHELL-\d/)).toHaveCount(0);
      await leave(page);
    });
  await visitor.context().close();
  await page.context().close();
}
