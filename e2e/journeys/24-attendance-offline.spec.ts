import { accounts, expect, signIn, sql, test } from '../product.ts';

test('a register taken offline survives the tab, is sent when the network returns, and never overwrites another person’s mark', async ({
  browser,
}) => {
  const context = await browser.newContext();
  let page = await context.newPage();
  await page.goto('/login');
  await signIn(page, accounts.teacher);
  const [student] = await sql<{ id: string; name: string; day: string; class: string }>(
    `select s.id, s.first_name || ' ' || s.last_name as name, (now() at time zone 'Africa/Nairobi')::date::text as day, c.name as class
     from public.students s join public.classes c on c.id = s.class_id where c.name = 'Form 3 East' and s.status = 'active' and s.user_id is null order by s.admission_number desc limit 1`,
  );
  if (!student) throw new Error('Form 3 East has nobody to mark.');
  const standing = async () =>
    (await sql<{ status: string }>('select status from public.attendance where student_id = $1 and day = $2', [student.id, student.day]))[0]
      ?.status;
  await sql('delete from public.attendance where student_id = $1 and day = $2', [student.id, student.day]);
  const mark = (name: string) => page.getByRole('radiogroup', { name: `Attendance of ${student.name}` }).getByRole('radio', { name });
  const open = async () => {
    await page.goto('/dashboard/attendance');
    await page.getByLabel('Class', { exact: true }).selectOption({ label: student.class });
    await expect(mark('Present')).toBeVisible();
  };
  await open();

  await context.setOffline(true);
  await mark('Late').check();
  await expect(page.getByText(/^1 mark not sent yet/)).toBeVisible();
  expect(await standing()).toBeUndefined();

  // The tab is closed and the network returns later: any dashboard screen flushes the outbox.
  await page.close();
  await context.setOffline(false);
  page = await context.newPage();
  await page.goto('/dashboard');
  await expect.poll(standing).toBe('late');

  // Offline again, on screens opened before; in the meantime the office marks the same student.
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Attendance', exact: true }).click();
  await page.getByLabel('Class', { exact: true }).selectOption({ label: student.class });
  await expect(mark('Late')).toBeChecked();
  await context.setOffline(true);
  await mark('Absent').check();
  await expect(page.getByText(/^1 mark not sent yet/)).toBeVisible();
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText('1 attendance mark not sent yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Open attendance' }).click();
  await page.getByLabel('Class', { exact: true }).selectOption({ label: student.class });
  await expect(mark('Present')).toBeVisible();
  await sql(
    "update public.attendance set status = 'excused', recorded_at = now(), recorded_by = (select id from public.users where email = $3) where student_id = $1 and day = $2",
    [student.id, student.day, accounts.staff],
  );
  await context.setOffline(false);

  const conflict = page.getByRole('alert').filter({ hasText: student.name });
  await expect(conflict).toContainText(/You\s*Absent/);
  await expect(conflict).toContainText('Excused');
  expect(await standing()).toBe('excused');
  await conflict.getByRole('button', { name: 'Use Absent' }).click();
  await expect.poll(standing).toBe('absent');
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  await context.close();
});

test('a screen that is opened without a connection appears when it is back', async ({ page, context }) => {
  await page.goto('/login');
  await signIn(page, accounts.admin);
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Finances' }).click();
  await expect(page).toHaveURL(/\/dashboard\/finances$/);
  await expect(page.getByText('No connection. This page opens as soon as you are back online.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Finances' })).toBeVisible();
  await expect(page.getByText(/SHELL-/)).toHaveCount(0);
});
