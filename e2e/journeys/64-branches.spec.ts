import { license } from '../licences.ts';
import { accounts, expect, signIn, sql, test } from '../product.ts';

const school = 'Greenfield Academy';
const campus = 'Lanet';
const home = '/dashboard/addons/multi-branch';

test.afterAll(async () => {
  await sql('select private.delete_school(id) from public.schools where branch_of = (select id from public.schools where name = $1)', [
    school,
  ]);
  await sql('delete from public.campuses where name = $1', [campus]);
});

test(
  'a campus is opened as a branch with books of its own, one payment covers both, and the family sees one balance',
  { tag: ['@long', '@addon-multi-branch'] },
  async ({ page, browser }) => {
    await license(school, 'addon:multi-branch', true);
    await sql('insert into public.campuses (school_id, name) select id, $2 from public.schools where name = $1', [school, campus]);
    await page.goto('/login');
    await signIn(page, accounts.admin);
    await page.goto(home);
    await page.getByRole('button', { name: 'Open branch' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Campus').selectOption({ label: campus });
    await dialog.getByRole('button', { name: 'Open branch' }).click();
    await page.getByRole('button', { name: `Switch to ${campus}` }).click();
    await expect(page.getByRole('banner').getByText(`${school}, ${campus}`).first()).toBeVisible();
    // Nothing of the main school is here: it has students, this branch has none yet.
    await page.goto('/dashboard/students');
    await expect(page.getByText('No students yet')).toBeVisible();
    // The youngest of the family goes to school at the branch.
    await sql(
      `with branch as (select id from public.schools where name = $1),
         child as (insert into public.students (school_id, admission_number, first_name, last_name) select id, 'LAN/1', 'Zawadi', 'Njeri' from branch returning id, school_id),
         parent as (insert into public.guardians (school_id, user_id, first_name, last_name) select b.id, u.id, u.first_name, u.last_name
           from branch b, public.users u where u.email = $2 returning id, school_id),
         link as (insert into public.student_guardians (student_id, guardian_id, school_id) select c.id, p.id, p.school_id from child c, parent p)
       insert into public.fee_charges (school_id, student_id, name, amount, due_on) select school_id, id, 'Tuition', 17000, private.today() from child`,
      [`${school}, ${campus}`, accounts.parent],
    );
    await page.goto(home);
    await page.getByRole('button', { name: `Switch to ${school}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
    await page.goto(`${home}/desk`);
    await page.getByRole('combobox', { name: 'Student' }).fill('Brian Njeri');
    await page.getByRole('option', { name: /Brian Njeri/ }).click();
    const family = page.getByRole('region', { name: 'Balance of the family' });
    await family.getByRole('textbox', { name: 'Amount for Brian Njeri' }).fill('6000');
    await family.getByRole('textbox', { name: `Amount for ${campus}` }).fill('14000');
    await family.getByRole('button', { name: 'Record KES 20,000' }).click();
    const receipt = page.getByRole('region', { name: /^Receipt / });
    await expect(receipt.getByText('KES 14,000')).toBeVisible();
    await expect(receipt.getByText('Zawadi')).toBeHidden();
    await page.goto(`${home}/between`);
    await expect(page.getByRole('region', { name: 'Owed now' })).toContainText(`We owe ${campus}`);
    await page.goto(`${home}/report`);
    await expect(page.getByRole('row', { name: new RegExp(campus) })).toContainText('KES 3,000');
    const familyContext = await browser.newContext();
    try {
      const parent = await familyContext.newPage();
      await parent.goto('/login');
      await signIn(parent, accounts.parent);
      const card = parent.getByRole('region', { name: 'School fees of all branches' });
      await expect(card).toContainText(campus);
      await expect(card).toContainText('KES 3,000');
    } finally {
      await familyContext.close();
    }
  },
);
