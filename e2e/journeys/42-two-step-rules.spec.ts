import { license } from '../licences.ts';
import { accounts, expect, signIn, signOut, sql, test } from '../product.ts';
import { addPerson, enrolApp, sendPassword } from '../secondStep.ts';

const school = 'Greenfield Academy';
const home = '/dashboard/addons/two-factor';
const email = `rules-${Date.now().toString(36)}@greenfield.test`;

/** The demonstration's own rules, which this journey does without. */
let rules: { rule: object }[] = [];

test.beforeAll(async () => {
  await license(school, 'addon:two-factor', true);
  rules = await sql<{ rule: object }>('delete from private.second_step_rules r returning to_jsonb(r) as rule');
  await addPerson(email, 'teacher', accounts.teacher);
});
test.afterAll(async () => {
  await sql('delete from private.second_step_rules');
  await sql(
    'insert into private.second_step_rules select r.* from jsonb_populate_recordset(null::private.second_step_rules, $1::jsonb) as r',
    [JSON.stringify(rules.map(({ rule }) => rule))],
  );
  await sql("delete from public.addon_settings where feature = 'addon:two-factor'");
  await sql('delete from auth.users where email = $1', [email]);
});

test(
  'a school obliges its teachers, one enrols, trusts a device, loses the phone and is helped',
  { tag: ['@long', '@addon-two-factor'] },
  async ({ page, browser }) => {
    const context = await browser.newContext();
    try {
      await page.goto('/login');
      await signIn(page, accounts.admin);
      await page.goto(`${home}/settings`);
      await page.getByLabel(/^Days a device stays trusted/).fill('30');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Settings saved')).toBeVisible();
      await page.goto(home);
      await page.getByRole('button', { name: 'Change the rule for Teacher' }).click();
      const rule = page.getByRole('dialog', { name: 'Two-step sign-in: Teacher' });
      await rule.getByText('Required', { exact: true }).click();
      const [{ today } = { today: '' }] = await sql<{ today: string }>('select private.today()::text as today');
      await rule.getByLabel(/^From/).fill(today);
      await rule.getByLabel(/^Days of grace/).fill('0');
      await rule.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('row', { name: /^Teacher/ }).getByText('Required', { exact: true })).toBeVisible();

      const teacher = await context.newPage();
      await sendPassword(teacher, email);
      await expect(teacher.getByText('Your role needs a second step.')).toBeVisible();
      const code = await enrolApp(teacher);
      await teacher.goto('/dashboard');
      await expect(teacher.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();

      await signOut(teacher);
      await sendPassword(teacher, email);
      const form = teacher.getByRole('form', { name: 'Two-step sign-in' });
      await form.getByText('Trust this device', { exact: true }).click();
      await form.getByLabel('Code', { exact: true }).fill(code(1));
      await form.getByRole('button', { name: 'Continue' }).click();
      await expect(teacher).toHaveURL(/\/dashboard$/);
      await signOut(teacher);
      await sendPassword(teacher, email);
      await expect(teacher).toHaveURL(/\/dashboard$/);
      await teacher.reload();
      await expect(teacher.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
      await teacher.goto('/dashboard/profile');
      await expect(teacher.getByRole('region', { name: 'Trusted devices' }).getByRole('listitem')).toHaveCount(1);

      await page.goto(`${home}/people?role=teacher`);
      await page.getByRole('radio', { name: 'With an app' }).check({ force: true });
      await page.getByRole('button', { name: 'Reset the app of Naliaka Wafula' }).click();
      const reset = page.getByRole('dialog', { name: /^Reset the app of/ });
      await reset.getByLabel(/^Reason/).fill('Lost on the bus, came to the office');
      await reset.getByRole('button', { name: 'Reset' }).click();
      await expect(reset).toBeHidden();
      const mails = await sql("select 1 from public.mail_outbox where template = 'authenticator-reset' and to_address = $1", [email]);
      expect(mails).toHaveLength(1);
      await teacher.goto('/dashboard/profile');
      await expect(teacher).toHaveURL(/\/login/);
      // The session is over; the browser may still ask for its code.
      await teacher.getByRole('button', { name: 'Sign in again' }).or(teacher.getByLabel('Email')).first().waitFor();
      if (await teacher.getByRole('button', { name: 'Sign in again' }).isVisible())
        await teacher.getByRole('button', { name: 'Sign in again' }).click();
      await sendPassword(teacher, email);
      await expect(teacher.getByText('Your role needs a second step.')).toBeVisible();

      await page.goto(`${home}/log`);
      await page.getByRole('searchbox').fill('Naliaka');
      await expect(page.getByRole('row', { name: /Naliaka Wafula/ })).toHaveCount(4);
      await expect(page.getByRole('row', { name: /Naliaka Wafula.*With a code/ })).toHaveCount(2);
    } finally {
      await context.close();
    }
  },
);
