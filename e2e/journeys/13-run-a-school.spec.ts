import { readFile } from 'node:fs/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { accounts, expect, signInDirectly, sql, test } from '../product.ts';

const textOfPdf = async (file: string) =>
  (await extractText(await getDocumentProxy(new Uint8Array(await readFile(file))), { mergePages: true })).text;

const header = 'Adm No,First name,Surname,Sex,DOB,Class,Parent name,Mobile';
const given = ['Amani', 'Baraka', 'Chebet', 'Dalila', 'Ekai', 'Furaha', 'Gitonga', 'Halima'];

/** Two hundred students, five rows of them invalid. */
function fileOf(mark: string): string {
  const rows = Array.from({ length: 200 }, (_, index) => {
    const cells = [
      `${mark}/${index}`,
      given[index % given.length],
      `Mutiso${index}`,
      index % 2 ? 'F' : 'M',
      '14/03/2013',
      'Form 3 West',
      `Grace Mutiso${index}`,
      `0712 000 ${String(index).padStart(3, '0')}`,
    ];
    if (index === 10) cells[0] = '';
    if (index === 20) cells[4] = '31/02/2013';
    if (index === 30) cells[5] = 'Form 9 Moon';
    if (index === 40) cells[0] = `${mark}/39`;
    if (index === 50) cells[3] = 'Yes';
    return cells.join(',');
  });
  return [header, ...rows].join('\n');
}

test('an administrator imports 200 students with 5 bad rows, bills the term, records a payment and prints the statement', async ({
  page,
}) => {
  const mark = `J${Date.now().toString(36).toUpperCase()}`;
  await signInDirectly(page, accounts.admin);

  await page.goto('/dashboard/students/import');
  await page.getByLabel('File to import').setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(fileOf(mark)) });
  await expect(page.getByLabel('Admission number')).toHaveValue('0');
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByText('195 rows can be imported. 5 rows have a problem.')).toBeVisible();
  const problems = page.getByRole('table', { name: 'Rows with problems' });
  for (const text of [
    'Enter the admission number.',
    '“31/02/2013” is not a valid date',
    'There is no class “Form 9 Moon”',
    'duplicates row 41',
    '“Yes” is not known',
  ])
    await expect(problems.getByText(text)).toBeVisible();
  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download 5 rows to correct' }).click(),
  ]);
  expect((await readFile(await refused.path(), 'utf8')).trim().split('\r\n')).toHaveLength(6);
  // What was checked is here again for who closed the page, and what is saved is undone for a day.
  await page.reload();
  for (const end of ['is undone', 'stays']) {
    if (end === 'stays') {
      await page
        .getByLabel('File to import')
        .setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(fileOf(mark)) });
      await page.getByRole('button', { name: 'Check rows' }).click();
    }
    await page.getByRole('button', { name: 'Import 195 rows' }).click();
    const saved = page.getByRole('region', { name: 'students.csv' }).first();
    await expect(saved.getByText('195 rows imported.')).toBeVisible({ timeout: 30_000 });
    if (end === 'stays') break;
    await saved.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo this import' }).click();
    await expect(saved.getByText('Undone: 195 rows were removed again.')).toBeVisible({ timeout: 30_000 });
  }

  await page.goto('/dashboard/finances/fees');
  await page.getByRole('button', { name: 'Add fee' }).click();
  const fee = page.getByRole('dialog', { name: 'Add fee' });
  await fee.getByLabel('Name').fill(`Exams ${mark}`);
  await fee.getByLabel('Amount in KES').fill('1200');
  await fee.getByRole('button', { name: 'Add fee' }).click();
  await expect(fee).toBeHidden();
  await page.getByRole('button', { name: 'Bill term' }).click();
  const bill = page.getByRole('dialog', { name: /^Bill Term/ });
  const send = bill.getByRole('button', { name: /^Bill KES [\d,]+$/ });
  const total = (await send.innerText()).replace('Bill ', '');
  await expect(bill.getByText('will be charged')).toContainText(total);
  await send.click();
  await expect(page.getByText(`Total: ${total}`)).toBeVisible();
  await page.getByRole('button', { name: 'Bill term' }).click();
  await expect(page.getByRole('dialog').getByText('Everyone is already billed for this term.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();

  await page.goto('/dashboard/finances');
  await page.getByRole('searchbox', { name: 'Search students' }).fill(`${mark}/7`);
  await page.getByRole('button', { name: 'Record payment for Halima Mutiso7', exact: true }).click();
  const payment = page.getByRole('dialog', { name: 'Record payment for Halima Mutiso7' });
  await payment.getByLabel('Amount in KES').fill('5000');
  await payment.getByLabel('M-Pesa receipt code').fill('short');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await expect(payment.getByText('Enter the code of the M-Pesa message')).toBeVisible();
  const code = `S${Date.now().toString(36).toUpperCase().slice(-9).padStart(9, '0')}`;
  await payment.getByLabel('M-Pesa receipt code').fill(code);
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await expect(page.getByText(/Payment recorded: RCT-\d+/)).toBeVisible();

  await page.getByRole('link', { name: 'Mutiso7, Halima', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account of Halima Mutiso7' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Payments' }).getByText(code, { exact: true })).toBeVisible();
  const number = await page
    .getByRole('table', { name: 'Payments' })
    .getByRole('row', { name: new RegExp(code) })
    .getByText(/^RCT-\d+$/)
    .innerText();
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Receipt as PDF: ${number}` }).click(),
  ]);
  const paid = await textOfPdf(await receipt.path());
  for (const text of ['Receipt', number, 'Halima Mutiso7', code, '5,000']) expect(paid).toContain(text);
  const [statement] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Statement as PDF' }).click()]);
  const ledger = await textOfPdf(await statement.path());
  for (const text of ['Statement of account', 'Halima Mutiso7', `Exams ${mark}`, 'Balance']) expect(ledger).toContain(text);

  // A parent's questions are answered by searching for the M-Pesa code and for the invoice.
  await page.goto('/dashboard/finances/payments');
  await page.getByRole('searchbox', { name: 'Search payments' }).fill(code);
  await expect(page.getByRole('row', { name: new RegExp(`${number}.*Mutiso7, Halima.*${code}.*5,000`) })).toBeVisible();
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search invoices' }).fill(`${mark}/8`);
  await expect(page.getByRole('row', { name: /INV-\d+.*Mutiso8, Amani .*[\d,]+$/ })).toBeVisible();

  const [found] = await sql<{ students: number; charges: number }>(
    'select count(distinct s.id)::integer as students, count(c.id)::integer as charges from public.students s left join public.fee_charges c on c.student_id = s.id and c.name = $2 where s.admission_number like $1',
    [`${mark}/%`, `Exams ${mark}`],
  );
  expect(found).toEqual({ students: 195, charges: 195 });
});
