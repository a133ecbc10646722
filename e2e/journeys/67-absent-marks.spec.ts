import { readFile } from 'node:fs/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { accounts, expect, signInDirectly, sql, test } from '../product.ts';

test('a teacher marks a student absent and then exempt; the parent sees it on the page and on the report card, and no 0', async ({
  page,
  browser,
}) => {
  const name = `Practical ${Date.now().toString(36)}`;
  const [column] = await sql<{ id: string }>(
    `insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score)
     select c.school_id, c.id, b.id, (select t.id from public.school_terms t where t.school_id = c.school_id
         and t.starts_on <= (now() at time zone 'Africa/Nairobi')::date order by t.starts_on desc limit 1), $1, 20
     from public.classes c join public.subjects b on b.school_id = c.school_id and b.name = 'Biology'
     where c.name = 'Form 3 East' returning id`,
    [name],
  );
  try {
    await signInDirectly(page, accounts.teacher);
    await page.goto('/dashboard/grades');
    await page.getByLabel('Class and subject').selectOption({ label: 'Form 3 East, Biology' });
    const cell = page.getByRole('textbox', { name: `${name} of Brian Njeri` });
    await cell.click();
    await page.keyboard.type('ab\n');
    await expect(cell).toHaveValue('Abs');
    await expect(page.getByText('Everything is saved.')).toBeVisible();

    const parent = await (await browser.newContext()).newPage();
    await signInDirectly(parent, accounts.parent);
    await parent.goto('/dashboard');
    await parent.getByRole('radiogroup', { name: 'Child' }).getByRole('radio', { name: 'Brian' }).check();
    const mark = parent.getByRole('region', { name: 'Marks', exact: true }).getByRole('row', { name: new RegExp(name) });
    await expect(mark).toContainText('Abs');
    await expect(mark).toContainText('Absent, does not count');
    const [card] = await Promise.all([
      parent.waitForEvent('download'),
      parent
        .getByRole('button', { name: /^Report card, / })
        .first()
        .click(),
    ]);
    const pdf = await getDocumentProxy(new Uint8Array(await readFile(await card.path())));
    const { text } = await extractText(pdf, { mergePages: true });
    expect(text.replace(/\s+/g, ' ')).toContain(`${name} Abs`);
    expect(text).toContain('Abs: absent, not counted.');

    await cell.click();
    await page.getByRole('button', { name: 'Exempt (ex)' }).click();
    await expect(cell).toHaveValue('Ex');
    await expect(page.getByText('Everything is saved.')).toBeVisible();
    await parent.reload();
    await expect(mark).toContainText('Exempt, does not count');
  } finally {
    await sql('delete from public.assessments where id = $1', [column?.id]);
  }
});
