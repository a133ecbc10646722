import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { choose, expectFocusKept, press, tabTo, type } from '../keyboard.ts';
import { accounts, expect, sql } from '../product.ts';
import { newName, type Task } from './task.ts';

const inMain = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const inMenu = (page: Page, name: string) => page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true });

const takeRegister: Task = async (page) => {
  const [today] = await sql<{ class_id: string; day: string }>(
    `select c.id as class_id, (now() at time zone 'Africa/Nairobi')::date::text as day from public.classes c
     join public.schools h on h.id = c.school_id where h.name = 'Greenfield Academy' and c.name = 'Form 3 East'`,
  );
  await sql('delete from public.attendance where class_id = $1 and day = $2', [today!.class_id, today!.day]);
  await press(page, inMain(page, 'Take attendance'));
  await choose(page, page.getByLabel('Class', { exact: true }), 'Form 3 East');
  await press(page, page.getByRole('button', { name: 'Mark all present' }));
  const marks = page.getByRole('radiogroup', { name: 'Attendance of Brian Njeri' });
  await expect(marks.getByRole('radio', { name: 'Present' })).toBeChecked();
  expect(await tabTo(page, marks.getByRole('radio', { name: 'Present' }))).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await expect(marks.getByRole('radio', { name: 'Absent' })).toBeFocused();
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  await expect
    .poll(() =>
      sql(
        `select a.status, min(s.full_name) filter (where a.status <> 'present') as who, count(*) > 20 as is_the_class
         from public.attendance a join public.students s on s.id = a.student_id
         where a.class_id = $1 and a.day = $2 group by a.status order by a.status::text`,
        [today!.class_id, today!.day],
      ),
    )
    .toEqual([
      { status: 'absent', who: 'Brian Njeri', is_the_class: false },
      { status: 'present', who: null, is_the_class: true },
    ]);
};

const enterMarks: Task = async (page) => {
  const names = [newName('Quiz'), newName('Test')];
  const made = await sql<{ id: string; title: string }>(
    `insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score)
     select c.school_id, c.id, b.id, (select t.id from public.school_terms t where t.school_id = c.school_id
         and t.starts_on <= (now() at time zone 'Africa/Nairobi')::date order by t.starts_on desc limit 1), n, 100
     from unnest($1::text[]) as n cross join public.classes c
     join public.schools h on h.id = c.school_id and h.name = 'Greenfield Academy'
     join public.subjects b on b.school_id = c.school_id and b.name = 'Biology'
     where c.name = 'Form 3 East' returning id`,
    [names],
  );
  try {
    await press(page, inMain(page, 'Enter marks'));
    await choose(page, page.getByLabel('Class and subject'), 'Form 3 East, Biology');
    const cells = (column: number) => page.getByRole('textbox', { name: new RegExp(`^${names[column]} of `) });
    await expect(cells(1).first()).toBeVisible();
    const students = await cells(0).count();
    expect(await tabTo(page, cells(0).first())).toEqual([]);
    const typed: number[] = [];
    for (let at = 0; at < 30; at += 1) {
      // At the end of a column: to the next one, and up to its first student.
      if (at === students) {
        await page.keyboard.press('ArrowRight');
        for (let row = 1; row < students; row += 1) await page.keyboard.press('ArrowUp');
        await expect(cells(1).first()).toBeFocused();
      }
      typed.push(11 + at);
      // Two digits of a hundred are a whole mark, after which the focus is on the next student by itself.
      await page.keyboard.type(String(11 + at));
    }
    await page.keyboard.press('Enter');
    await expect(page.getByText('Everything is saved.')).toBeVisible();
    await expect
      .poll(async () =>
        (
          await sql<{ score: number }>('select score::float as score from public.grades where assessment_id = any ($1) order by score', [
            made.map(({ id }) => id),
          ])
        ).map(({ score }) => score),
      )
      .toEqual(typed);
  } finally {
    await sql('delete from public.assessments where id = any ($1)', [made.map(({ id }) => id)]);
  }
};

const billTerm: Task = async (page) => {
  const name = newName('Trip');
  await press(page, inMenu(page, 'Finances'));
  await press(page, page.getByRole('link', { name: 'Fees and billing' }));
  await press(page, page.getByRole('button', { name: 'Add fee' }));
  const fee = page.getByRole('dialog', { name: 'Add fee' });
  await type(page, fee.getByLabel('Name'), name);
  await type(page, fee.getByLabel('Amount in KES'), '150');
  await press(page, fee.getByRole('button', { name: 'Add fee' }));
  await expect(fee).toBeHidden();
  await expectFocusKept(page);
  await press(page, page.getByRole('button', { name: 'Bill term' }));
  await press(page, page.getByRole('dialog', { name: /^Bill Term/ }).getByRole('button', { name: /^Bill KES/ }));
  await expect(page.getByText(/^Total: /)).toBeVisible();
  await expectFocusKept(page);
  const charges = await sql<{ amount: number; n: number }>(
    'select amount, count(*)::int as n from public.fee_charges where name = $1 group by amount',
    [name],
  );
  expect(charges).toEqual([{ amount: 150, n: charges[0]?.n }]);
  expect(charges[0]?.n).toBeGreaterThan(20);
};

/** Who owes, with a name that nobody else of the school has. */
const findDebtor = async () =>
  (
    await sql<{ id: string; name: string; balance: string }>(
      `select s.id, s.full_name as name, to_char(b.balance, 'FM999,999,999') as balance from public.students s
       join public.schools h on h.id = s.school_id and h.name = 'Greenfield Academy'
       join public.student_balances b on b.student_id = s.id and b.balance > 1000
       where s.status = 'active' and not exists (select from public.students o where o.school_id = s.school_id and o.id <> s.id
         and o.full_name = s.full_name) order by s.admission_number limit 1`,
    )
  )[0]!;

const recordPayment: Task = async (page) => {
  const { id, name } = await findDebtor();
  const payments = () =>
    sql<{ amount: number; method: string }>(
      'select amount, method from public.fee_payments where student_id = $1 and reverses is null order by created_at',
      [id],
    );
  const before = await payments();
  await press(page, inMain(page, 'Record a payment'));
  const who = page.getByRole('combobox', { name: /^Student/ });
  await type(page, who, name);
  await expect(page.getByRole('option', { name: new RegExp(name) }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Record payment for ${name}` });
  await type(page, dialog.getByLabel('Amount in KES'), '100');
  await choose(page, dialog.getByLabel('Method'), 'Cash');
  await press(page, dialog.getByRole('button', { name: 'Record payment' }));
  await expect(page.getByText(/Payment recorded/).first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectFocusKept(page);
  expect(await payments()).toEqual([...before, { amount: 100, method: 'cash' }]);
};

const findBalance: Task = async (page) => {
  const { name, balance } = await findDebtor();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name: new RegExp(name) }).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText(new RegExp(`KES\\s${balance}`))
      .first(),
  ).toBeVisible();
  await expectFocusKept(page);
};

const sendNotice: Task = async (page) => {
  const title = newName('Visiting');
  await press(page, inMain(page, 'New announcement'));
  const dialog = page.getByRole('dialog', { name: 'New announcement' });
  await type(page, dialog.getByLabel('Title'), title);
  await type(page, dialog.locator('textarea'), 'Come on Saturday.');
  await choose(page, dialog.getByLabel('For'), 'Form 3 East');
  await press(page, dialog.getByRole('checkbox', { name: 'Parent' }), { key: 'Space' });
  await press(page, dialog.getByRole('button', { name: 'Publish' }).last());
  await expect(dialog).toBeHidden();
  await expectFocusKept(page);
  expect(
    await sql(
      `select a.body, c.name as class, a.audience::text from public.announcements a left join public.classes c on c.id = a.class_id where a.title = $1`,
      [title],
    ),
  ).toEqual([{ body: 'Come on Saturday.', class: 'Form 3 East', audience: '{parent}' }]);
};

const importStudents: Task = async (page) => {
  const mark = newName('K').replace(' ', '');
  const rows = Array.from({ length: 200 }, (_, at) => `${mark}/${at},Amani,Were${at},F,14/03/2013,Form 3 West`);
  await press(page, inMenu(page, 'Students'));
  await press(page, page.getByRole('link', { name: /^Import/ }));
  const chooser = page.waitForEvent('filechooser');
  await press(page, page.getByLabel('File to import'));
  await (
    await chooser
  ).setFiles({
    name: 'students.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Adm No,First name,Surname,Sex,DOB,Class', ...rows].join('\n')),
  });
  await press(page, page.getByRole('button', { name: 'Check rows' }));
  await press(page, page.getByRole('button', { name: 'Import 200 rows' }));
  await expect(page.getByText('200 rows imported.').first()).toBeVisible();
  await expectFocusKept(page);
  // Earlier imports of the day are listed too.
  await expect
    .poll(() =>
      sql(
        `select count(*)::int as n from public.students s join public.classes c on c.id = s.class_id
         where s.admission_number like $1 || '/%' and c.name = 'Form 3 West'`,
        [mark],
      ),
    )
    .toEqual([{ n: 200 }]);
};

const printCards: Task = async (page) => {
  await press(page, inMenu(page, 'Classes'));
  await press(page, page.getByRole('link', { name: 'Form 3 East', exact: true }));
  await press(page, page.getByRole('link', { name: /report cards/i }));
  const [students] = await sql<{ n: number }>(
    `select count(*)::int as n from public.students s join public.classes c on c.id = s.class_id
     join public.schools h on h.id = c.school_id where h.name = 'Greenfield Academy' and c.name = 'Form 3 East' and s.status = 'active'`,
  );
  const download = page.waitForEvent('download', { timeout: 60_000 });
  await press(page, page.getByRole('button', { name: 'Report cards of Form 3 East' }));
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await (await download).path())));
  expect(pdf.numPages).toBeGreaterThanOrEqual(students!.n);
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text).toContain('Brian Njeri');
  await expectFocusKept(page);
};

/** What a teacher and an administrator do, each from their home. A fee is billed before it is paid. */
export const schoolTasks: { does: string; email: string; task: Task }[] = [
  { does: 'a teacher takes a register', email: accounts.teacher, task: takeRegister },
  { does: 'a teacher enters thirty marks', email: accounts.teacher, task: enterMarks },
  { does: 'an administrator bills a term', email: accounts.admin, task: billTerm },
  { does: 'an administrator records a payment', email: accounts.admin, task: recordPayment },
  { does: 'an administrator finds a balance', email: accounts.admin, task: findBalance },
  { does: 'an administrator sends a notice to a class', email: accounts.admin, task: sendNotice },
  { does: 'an administrator imports 200 students', email: accounts.admin, task: importStudents },
  { does: 'an administrator prints the report cards of a class', email: accounts.admin, task: printCards },
];
