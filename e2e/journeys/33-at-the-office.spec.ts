import { accounts, expect, signInDirectly, sql, startPage, test } from '../product.ts';

const stamp = Date.now().toString(36);

test.afterAll(async () => {
  await sql("delete from public.announcements where title like '%' || $1", [stamp]);
  await sql("delete from public.student_records where summary like '%' || $1", [stamp]);
});

test('the office takes a register, finds a student, records a merit and announces a visit; the parent reads both', async ({
  page,
  browser,
}) => {
  await signInDirectly(page, accounts.staff);
  await page.goto('/dashboard/attendance');
  await page.getByLabel('Class').selectOption({ label: 'Form 3 East' });
  const mark = page.getByRole('radiogroup', { name: 'Attendance of Brian Njeri' });
  await mark.getByRole('radio', { name: 'Excused' }).check();
  await expect(page.getByText('Everything is saved.')).toBeVisible();

  await page.keyboard.press('Control+k');
  const menu = page.getByRole('dialog', { name: 'Search screens, people and records' });
  await menu.getByRole('combobox').fill('Brian Njeri');
  await menu
    .getByRole('option', { name: /Brian Njeri/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /Brian Njeri/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Absent and late' })).toContainText(/excused/i);

  const merit = `Helped to carry the books ${stamp}`;
  await page.goto('/dashboard/records');
  await page.getByRole('button', { name: 'Add record' }).click();
  const record = page.getByRole('dialog', { name: 'Add record' });
  await record.getByRole('combobox', { name: 'Student' }).fill('Njeri Brian');
  await record.getByRole('option', { name: /^Brian Njeri/ }).click();
  await record.getByLabel('Kind').selectOption({ label: 'Merit' });
  await expect(record.getByLabel('Visible to')).toHaveValue('family');
  await record.getByLabel('Summary').fill(merit);
  await record.getByRole('button', { name: 'Add record' }).click();
  await expect(record).toBeHidden();
  await expect(page.getByText(merit)).toBeVisible();

  await page
    .getByRole('row', { name: new RegExp(merit) })
    .getByRole('link', { name: 'Brian Njeri' })
    .click();
  await expect(page.getByRole('region', { name: 'Records' })).toContainText(merit);

  await page.goto('/dashboard/students');
  await page.getByRole('searchbox', { name: 'Search students' }).fill('GA/1041');
  const lone = page.getByRole('row', { name: /Njeri, Brian/ });
  await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ })).toHaveCount(1);
  await lone.getByRole('checkbox').check();
  const [row, bar] = [await lone.boundingBox(), await page.getByRole('region', { name: 'Selected rows' }).boundingBox()];
  // It lies over the column heads, or below the list, and over no row.
  expect(bar!.y + bar!.height <= row!.y + 1 || bar!.y >= row!.y + row!.height).toBe(true);

  const news = `Visiting day ${stamp}`;
  await page.goto('/dashboard/announcements');
  await page.getByRole('button', { name: 'New announcement' }).click();
  const dialog = page.getByRole('dialog', { name: 'New announcement' });
  await dialog.getByLabel('Title').fill(news);
  await dialog.getByLabel('Announcement', { exact: true }).fill('Come on Saturday from nine.');
  await dialog.getByRole('checkbox', { name: 'Parent' }).check();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(news)).toBeVisible();

  const parent = await (await browser.newContext()).newPage();
  await signInDirectly(parent, accounts.parent);
  await parent.goto('/dashboard/notifications');
  await expect(parent.getByRole('table', { name: 'Notifications' }).getByText(news)).toBeVisible();
  await parent.goto('/dashboard');
  await parent.getByRole('radiogroup', { name: 'Child' }).getByRole('radio', { name: 'Brian' }).check();
  await expect(parent.getByRole('region', { name: 'Notes from school' })).toContainText(merit);
  await parent.context().close();
});

test('a visitor opens a ticket; the super admin takes it, replies and closes it, and the reply arrives by email', async ({
  page,
  browser,
}) => {
  const email = `bursar-${stamp}@rift.test`;
  const subject = `Where is our invoice ${stamp}`;
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto('/support');
  await startPage(visitor);
  const form = visitor.getByRole('form', { name: 'Support ticket' });
  await form.getByLabel('Name').fill('Nekesa Wafula');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Subject').fill(subject);
  await form.getByLabel('Description').fill('We paid on Monday and have no invoice yet.');
  await form.getByRole('button', { name: 'Submit ticket' }).click();
  await expect(form.getByText(/TKT-|#\d|[A-Z]+-\d+/).first()).toBeVisible();
  await visitor.context().close();

  await signInDirectly(page, accounts.superAdmin);
  await page.goto('/dashboard/support');
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill(subject);
  const row = page.getByRole('row', { name: new RegExp(subject) });
  await row.getByRole('button', { name: /^Open / }).click();
  const ticket = page.getByRole('dialog', { name: new RegExp(subject) });
  await expect(ticket.getByText('We paid on Monday and have no invoice yet.')).toBeVisible();
  const agent = ticket.getByLabel('Assigned to');
  await agent.selectOption({ index: 1 });
  await expect(agent).not.toHaveValue('');
  await ticket.getByLabel('Reply by email').fill('It went out again just now.');
  await ticket.getByRole('button', { name: 'Send reply' }).click();
  // The field keeps the text until it is sent.
  await expect(ticket.getByLabel('Reply by email')).toHaveValue('');
  await expect(ticket.getByText('It went out again just now.')).toBeVisible();
  await ticket.getByLabel('Status').selectOption({ label: 'Resolved' });
  await expect(ticket.getByLabel('Status')).toBeEnabled();
  await ticket.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(row).toContainText('Resolved');
  await expect(async () => {
    const mails = (await (await page.request.get(`/_local/mailbox.json?to=${encodeURIComponent(email)}`)).json()) as { text: string }[];
    expect(mails.some(({ text }) => text.includes('It went out again just now.'))).toBe(true);
  }).toPass({ timeout: 15_000 });
});
