import { license } from '../licences.ts';
import { accounts, expect, signIn, sql, test } from '../product.ts';

const school = 'Greenfield Academy';
const home = '/dashboard/addons/biometrics';
const serial = 'E2E2026000417';
const number = '7341';

test.afterAll(async () => {
  await sql('delete from public.readers where serial = $1', [serial]);
  await sql('delete from public.reader_numbers where number = $1', [number]);
});

test(
  'a reader calls, is approved, sends a number that nobody has, and fills the register once a student has it',
  { tag: ['@long', '@addon-biometrics'] },
  async ({ page, browser }) => {
    await license(school, 'addon:biometrics', true);
    // Nobody has the number, and the guardians of one student have agreed.
    const [student] = await sql<{ id: string; name: string }>(
      `select s.id, s.full_name as name from public.students s join public.schools h on h.id = s.school_id
       where h.name = $1 and s.status = 'active' and private.consent_state(s.id, 'biometrics')
       order by s.admission_number desc limit 1`,
      [school],
    );
    await sql('delete from public.attendance where student_id = $1 and day = private.today()', [student!.id]);
    await sql('delete from public.reader_numbers where student_id = $1', [student!.id]);
    await page.goto('/login');
    await signIn(page, accounts.admin);
    await page.goto(home);
    await page.getByRole('button', { name: 'Add a reader' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a reader' });
    await adding.getByLabel('Name').fill('Back gate');
    await adding.getByLabel('Serial number').fill(serial.toLowerCase());
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(adding).toBeHidden();
    const row = page.getByRole('row', { name: /Back gate/ });
    await expect(row.getByText('Has not called yet')).toBeVisible();

    const context = await browser.newContext();
    try {
      const reader = await context.newPage();
      await reader.goto(`/_local/reader?serial=${serial}`);
      await reader.getByRole('button', { name: 'Call the product' }).click();
      await expect(reader.getByText(/^.*start: 403/).first()).toBeVisible();
      await page.reload();
      await row.getByRole('button', { name: 'Approve Back gate' }).click();
      await page.getByRole('dialog', { name: 'Approve Back gate' }).getByRole('button', { name: 'Approve', exact: true }).click();
      await expect(row.getByText('Calling').or(row.getByText('Silent'))).toBeVisible();

      await reader.getByRole('button', { name: 'Cut its line' }).click();
      await reader.getByLabel('Number', { exact: true }).fill(number);
      await reader.getByRole('button', { name: 'Read a finger' }).click();
      await expect(reader.getByText(new RegExp(`^${number} `))).toBeVisible();
      await reader.getByRole('button', { name: 'Connect it again' }).click();
      await expect(reader.getByText('Nothing: all that it read was acknowledged.')).toBeVisible();
    } finally {
      await context.close();
    }

    await page.goto(`${home}/waiting`);
    await page.getByRole('button', { name: `Give ${number} to a student` }).click();
    const giving = page.getByRole('dialog', { name: 'Give a number' });
    await giving.getByRole('combobox', { name: 'Student' }).fill(student!.name);
    await page
      .getByRole('option', { name: new RegExp(student!.name) })
      .first()
      .click();
    await giving.getByRole('button', { name: 'Give', exact: true }).click();
    await expect(giving).toBeHidden();
    await expect(page.getByText(/1 reading that waited is in the register now/)).toBeVisible();
    const [mark] = await sql<{ source: string | null; method: string }>(
      `select a.source, g.method from public.gate_sightings g left join public.attendance a on a.student_id = g.student_id and a.day = g.day
       where g.student_id = $1 order by g.received_at desc limit 1`,
      [student!.id],
    );
    expect(mark?.method).toBe('reader');
  },
);
