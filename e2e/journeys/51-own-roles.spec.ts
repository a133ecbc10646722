import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { accounts, expect, signInDirectly, sql, test } from '../product.ts';
import { addPerson } from '../secondStep.ts';

const mark = randomUUID().slice(0, 6);
const bursar = `bursar-${mark}@greenfield.test`;
const director = `director-${mark}@greenfield.test`;
const role = `Fees ${mark}`;
const ticked = [
  'May see what the school charges.',
  "May read every student's fees and payments.",
  'May record payments of fees.',
  "May open the school's finances.",
];

test.beforeAll(async () => {
  await addPerson(bursar, 'staff', accounts.admin);
  await addPerson(director, 'teacher', accounts.admin);
  await sql(
    `insert into private.memberships (user_id, school_id, role_id)
     select u.id, h.id, private.common_role('admin') from public.users u, public.schools h where u.email = $1 and h.name = 'Lakeside School'`,
    [director],
  );
});
test.afterAll(async () => {
  await sql('delete from auth.users where email = any ($1)', [[bursar, director]]);
  await sql('delete from private.school_roles where name = $1', [role]);
});

/** Asks the API as the person who is signed in on a page. */
async function ask(page: Page, path: string, data?: object) {
  const { publishableKey } = (await (await page.request.get('/config.json')).json()) as { publishableKey: string };
  const session = await page.evaluate(() => localStorage.getItem('masomo-session'));
  const { access_token: token } = JSON.parse(session ?? '{}') as { access_token: string };
  const headers = { apikey: publishableKey, authorization: `Bearer ${token}` };
  return data ? page.request.post(`/rest/v1/${path}`, { headers, data }) : page.request.get(`/rest/v1/${path}`, { headers });
}

test('an administrator makes a role of fees alone, and who gets it sees and does exactly that', async ({ page, browser, baseURL }) => {
  await signInDirectly(page, accounts.admin);
  await page.goto('/dashboard/roles');
  await page.getByRole('button', { name: 'Add role' }).click();
  const form = page.getByRole('dialog', { name: 'Add role' });
  await form.getByLabel(/^Name/).fill(role);
  for (const sentence of ticked) await form.getByRole('checkbox', { name: sentence, exact: true }).check({ force: true });
  await form.getByRole('button', { name: 'Add role' }).click();
  await expect(page.getByRole('heading', { level: 1, name: role })).toBeVisible();

  await page.getByRole('button', { name: 'Give to a person' }).click();
  const giving = page.getByRole('dialog');
  await giving.getByRole('combobox', { name: 'Person' }).fill(bursar);
  await giving.getByRole('option', { name: /^Naliaka Wafula/ }).click();
  // Where there is demonstration data nobody is asked for the second step.
  await expect(giving.getByText(/asked to set one up/)).toHaveCount(0);
  await giving.getByRole('button', { name: 'Give role' }).click();
  await expect(page.getByRole('row', { name: new RegExp(bursar) })).toBeVisible();

  // The common role goes, so that the own one is all that is left.
  await page.goto('/dashboard/roles');
  await page.getByRole('link', { name: 'Staff member' }).click();
  await page.getByLabel('Search people').fill(bursar);
  await page.getByRole('button', { name: 'Take the role from Naliaka Wafula' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take away' }).click();
  await expect(page.getByRole('row', { name: new RegExp(bursar) })).toHaveCount(0);

  const bursarPage = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await signInDirectly(bursarPage, bursar);
  await bursarPage.goto('/dashboard');
  const menu = bursarPage.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu.getByRole('link', { name: 'Finances' })).toBeVisible();
  for (const name of ['Students', 'Classes', 'Staff', 'Student Records'])
    await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0);
  await bursarPage.goto('/dashboard/finances');
  await expect(bursarPage.getByRole('heading', { level: 1, name: 'Finances' })).toBeVisible();
  await bursarPage.goto('/dashboard/students');
  await expect(bursarPage).not.toHaveURL(/\/dashboard\/students/);

  const count = async (path: string) => ((await (await ask(bursarPage, `${path}&limit=5`)).json()) as unknown[]).length;
  expect(await count('fees?select=id')).toBeGreaterThan(0);
  for (const path of ['attendance?select=student_id', 'grades?select=id', 'student_records?select=id', 'staff_members?select=id'])
    expect([path, await count(path)]).toEqual([path, 0]);
  const refused = await ask(bursarPage, 'rpc/save_class', { name: 'Mine', level: 'Form 1' });
  expect([refused.status(), await refused.text()]).toEqual([403, expect.stringContaining('permission.missing')]);
  // Nobody gives what they lack, and who may not decide about roles decides nothing.
  const given = await ask(bursarPage, 'rpc/save_school_role', { name: 'Mine', base: 'staff', permissions: ['school:run'] });
  expect(given.status()).toBe(403);

  // A permission that takes money asks for the second step, where there is no demonstration data.
  const demonstrated = (await sql<{ id: string }>('update public.schools set is_demo = false where is_demo returning id')).map(
    ({ id }) => id,
  );
  try {
    await bursarPage.goto('/dashboard');
    await expect(bursarPage.getByText(/authenticator app/).first()).toBeVisible();
    expect(await count('fees?select=id')).toBe(0);
  } finally {
    await sql('update public.schools set is_demo = true where id = any ($1)', [demonstrated]);
  }
  await bursarPage.context().close();
});

test('the last administrator of a school keeps the role', async ({ page }) => {
  await signInDirectly(page, accounts.superAdmin);
  await page.goto('/robots.txt');
  const [admin] = await sql<{ id: string; school: string }>('select id, school_id as school from public.users where email = $1', [
    'admin@lakeside.test',
  ]);
  await sql('delete from private.memberships m using public.users u where u.id = m.user_id and u.email = $1 and m.school_id = $2', [
    director,
    admin!.school,
  ]);
  const taken = await ask(page, 'rpc/set_user_role', { user_id: admin!.id, role: 'staff', school_id: admin!.school });
  expect(await taken.text()).toContain('role.last_administrator');
  await sql(
    "insert into private.memberships (user_id, school_id, role_id) select id, $2, private.common_role('admin') from public.users where email = $1",
    [director, admin!.school],
  );
});

test('a director of two schools goes from one to the other without signing in', async ({ page }) => {
  await signInDirectly(page, director);
  await page.goto('/dashboard');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account:/ })
    .click();
  await page.getByRole('group', { name: 'Your other schools' }).getByRole('button', { name: 'Lakeside School' }).click();
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu.getByRole('link', { name: 'Finances' })).toBeVisible();
  await page.goto('/dashboard/classes');
  const classes = (await (await ask(page, 'classes?select=school_id')).json()) as { school_id: string }[];
  const [lakeside] = await sql<{ id: string }>("select id from public.schools where name = 'Lakeside School'");
  expect([...new Set(classes.map((row) => row.school_id))]).toEqual([lakeside!.id]);
});
