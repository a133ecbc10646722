import { readFile } from 'node:fs/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { accounts, expect, signInDirectly, sql, test } from '../product.ts';

test('a teacher takes attendance, sets an assignment and marks a student’s submission; student and parent see the mark', async ({
  page,
  browser,
}) => {
  const title = `Photosynthesis ${Date.now().toString(36)}`;
  await signInDirectly(page, accounts.teacher);

  await page.goto('/dashboard/attendance');
  await page.getByLabel('Class').selectOption({ label: 'Form 3 East' });
  const mark = page.getByRole('radiogroup', { name: 'Attendance of Brian Njeri' });
  await mark.getByRole('radio', { name: 'Late' }).check();
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  await page.reload();
  await page.getByLabel('Class').selectOption({ label: 'Form 3 East' });
  await expect(mark.getByRole('radio', { name: 'Late' })).toBeChecked();

  await page.goto('/dashboard/assignments');
  await page.getByRole('button', { name: 'Set assignment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set assignment' });
  await dialog.getByLabel('Class and subject').selectOption({ label: 'Form 3 East, Biology' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Instructions').fill('Explain it in your own words.');
  await dialog.getByLabel('Out of').fill('20');
  await dialog.getByRole('button', { name: 'Set assignment' }).click();
  await expect(dialog).toBeHidden();

  const student = await (await browser.newContext()).newPage();
  await signInDirectly(student, accounts.student);
  await student.goto('/dashboard');
  await student.getByRole('button', { name: `Hand in ${title}` }).click();
  const submission = student.getByRole('dialog', { name: title });
  await expect(submission.getByText('Explain it in your own words.')).toBeVisible();
  await submission.getByLabel('Your answer').fill('Leaves make sugar out of light.');
  await submission.getByRole('button', { name: 'Hand in' }).click();
  await expect(student.getByRole('button', { name: `Change answer to ${title}` })).toBeVisible();

  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Brian Njeri' })).toBeVisible();
  await expect(page.getByText('Leaves make sugar out of light.')).toBeVisible();
  const score = page.getByLabel('Score out of 20');
  await score.fill('21');
  await expect(page.getByText('The score is from 0 to 20')).toBeVisible();
  await score.fill('17');
  await page.getByLabel('Feedback').fill(`Well said, ${title}`);
  await page.getByLabel('Feedback').press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Students' }).getByRole('button', { name: /Brian Njeri/ })).toContainText('17 / 20');

  await student.reload();
  await expect(student.getByRole('region', { name: 'Marks', exact: true }).getByRole('row', { name: new RegExp(title) })).toContainText(
    '17 / 20',
  );
  await expect(student.getByText(`“Well said, ${title}”`)).toBeVisible();

  const parent = await (await browser.newContext()).newPage();
  await signInDirectly(parent, accounts.parent);
  await parent.goto('/dashboard');
  await parent.getByRole('radiogroup', { name: 'Child' }).getByRole('radio', { name: 'Brian' }).check();
  await expect(parent.getByRole('region', { name: 'Marks', exact: true }).getByRole('row', { name: new RegExp(title) })).toContainText(
    '17 / 20',
  );
  await expect(parent.getByRole('region', { name: 'Attendance', exact: true })).toContainText(/Late/i);
  await expect(parent.getByRole('region', { name: 'School fees', exact: true })).toContainText('KES');
  await expect(parent.getByRole('button', { name: `Hand in ${title}` })).toHaveCount(0);

  const [card] = await Promise.all([
    parent.waitForEvent('download'),
    parent
      .getByRole('button', { name: /^Report card, / })
      .first()
      .click(),
  ]);
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await card.path())));
  const { text } = await extractText(pdf, { mergePages: true });
  for (const words of ['Brian Njeri', 'Biology']) expect(text).toContain(words);

  const [stored] = await sql<{ n: number }>(
    'select count(*)::integer as n from public.grades g join public.assessments c on c.id = g.assessment_id join public.assignments a on a.id = c.assignment_id where a.title = $1',
    [title],
  );
  expect(stored?.n).toBe(1);
});
