import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { openKillable } from '../killableBrowser.ts';
import { accounts, expect, signIn, sql, test } from '../product.ts';

const columns = ['one', 'two'].map((name) => `Offline ${name} ${Date.now().toString(36)}`);
type Cell = { student: string; score: number; graded_by: string };

test('a register and forty marks typed without a connection outlive a killed browser, beside what somebody else wrote', async ({
  baseURL,
}) => {
  const [book, second] = await sql<{ id: string; class_id: string; title: string; day: string }>(
    `insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score)
     select c.school_id, c.id, cs.subject_id, t.id, n, 100 from unnest($1::text[]) as n cross join public.classes c
     join public.class_subjects cs on cs.class_id = c.id join public.users u on u.id = cs.teacher_id and u.email = $2
     join public.school_terms t on t.school_id = c.school_id and t.starts_on <= (now() at time zone 'Africa/Nairobi')::date
     where c.name = 'Form 3 East' and cs.subject_id = (select min(o.subject_id::text)::uuid from public.class_subjects o where o.class_id = c.id and o.teacher_id = u.id)
       and not exists (select from public.school_terms l where l.school_id = c.school_id and l.starts_on > t.starts_on and l.starts_on <= (now() at time zone 'Africa/Nairobi')::date)
     returning id, class_id, (select c.name || ', ' || s.name from public.classes c, public.subjects s where c.id = class_id and s.id = subject_id) as title,
       (now() at time zone 'Africa/Nairobi')::date::text as day`,
    [columns, accounts.teacher],
  );
  if (!book || !second) throw new Error('The teacher has no subject in Form 3 East.');
  await sql('delete from public.attendance where class_id = $1 and day = $2', [book.class_id, book.day]);
  const marks = () =>
    sql<Cell>(
      'select g.student_id as student, g.score::float as score, u.email as graded_by from public.grades g join public.users u on u.id = g.graded_by where g.assessment_id = any ($1)',
      [[book.id, second.id]],
    );
  const register = async () =>
    (
      await sql<{ n: number }>('select count(*)::int as n from public.attendance where class_id = $1 and day = $2', [
        book.class_id,
        book.day,
      ])
    )[0]?.n;
  const cells = (page: Page, column = 0) => page.getByRole('textbox', { name: new RegExp(`^${columns[column]} of `) });
  const chooseBook = async (page: Page) => {
    await page.getByLabel('Class and subject').selectOption({ label: book.title });
    await expect(cells(page).first()).toBeVisible();
  };

  const profile = await mkdtemp(path.join(tmpdir(), 'masomo-marks-'));
  const killed = await openKillable(profile);
  try {
    const { page } = killed;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${baseURL}/login`);
    await signIn(page, accounts.teacher);
    await page.goto(`${baseURL}/dashboard/grades`);
    await chooseBook(page);
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Attendance', exact: true }).click();
    await page.getByLabel('Class', { exact: true }).selectOption(book.class_id);
    await expect(page.getByRole('button', { name: 'Mark all present' })).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Mark all present' }).click();
    await expect(page.getByText(/^\d+ marks not sent yet/)).toBeVisible();
    // The gradebook was open before, so it is there without a connection.
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Grades', exact: true }).click();
    await chooseBook(page);
    const students = await cells(page).count();
    for (let at = 1; at <= 40; at += 1) {
      if (at === 1 || at === students + 1)
        await cells(page, at === 1 ? 0 : 1)
          .first()
          .click();
      await page.keyboard.type(`${at}\n`);
    }
    await expect(page.getByText(/^40 marks not sent yet/)).toBeVisible();
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Account:/ })
      .click();
    await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Sign out' }).click();
    const question = page.getByRole('alertdialog', { name: /entries are not sent yet/ });
    await expect(page.getByRole('dialog', { name: 'Account' })).toHaveCount(0);
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(question).toHaveCount(0);
  } finally {
    await killed.kill();
  }
  expect(await marks()).toEqual([]);
  expect(await register()).toBe(0);

  // Another person enters two of them in the meantime.
  const others = await sql<{ id: string; name: string }>(
    `insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment_id, score, graded_by)
     select a.school_id, s.id, a.class_id, a.subject_id, a.term_id, a.id, 99, (select id from public.users where email = $2)
     from public.assessments a join public.students s on s.class_id = a.class_id and s.status = 'active'
     where a.id = $1 order by s.last_name, s.first_name, s.id limit 2
     returning student_id as id, (select s.first_name || ' ' || s.last_name from public.students s where s.id = student_id) as name`,
    [book.id, accounts.admin],
  );
  const again = await openKillable(profile);
  try {
    const { page } = again;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${baseURL}/dashboard`);
    // A browser writes some seconds later who is signed in: one that was killed before asks again, and what was typed is still there.
    await page.getByRole('heading', { level: 1, name: /^(Welcome|Sign in)/ }).waitFor();
    if (new URL(page.url()).pathname.startsWith('/login')) await signIn(page, accounts.teacher);
    await expect.poll(async () => (await marks()).length).toBe(40);
    await expect.poll(register).toBeGreaterThan(20);
    await expect(page.getByText('2 marks in gradebooks need your decision.')).toBeVisible();
    await page.getByRole('link', { name: 'Open grades' }).click();
    await chooseBook(page);
    const choices = others.map(({ name }) => page.getByRole('alert').filter({ hasText: `${name}, ${columns[0]}` }));
    for (const choice of choices) await expect(choice).toContainText('99');
    await expect(page.getByRole('alert').filter({ hasText: columns[0]! })).toHaveCount(2);
    await choices[0]!.getByRole('button', { name: /^Use \d+$/ }).click();
    await choices[1]!.getByRole('button', { name: 'Keep 99' }).click();
    await expect(page.getByText('Everything is saved.')).toBeVisible();
    const saved = await marks();
    const typed = Array.from({ length: 40 }, (_, at) => at + 1);
    expect(saved.map(({ score }) => score).toSorted((a, b) => a - b)).toEqual([...typed.filter((score) => score !== 2), 99]);
    expect(saved.filter(({ graded_by }) => graded_by !== accounts.teacher)).toEqual([
      { student: others[1]!.id, score: 99, graded_by: accounts.admin },
    ]);
  } finally {
    await again.kill();
    await rm(profile, { recursive: true, force: true });
    await sql('delete from public.assessments where id = any ($1)', [[book.id, second.id]]);
  }
});
