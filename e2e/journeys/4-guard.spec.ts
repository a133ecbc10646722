import { accounts, expect, signIn, test } from '../product.ts';

test('a teacher sees only the teacher’s menu and is refused at schools without a request for its code', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, accounts.teacher);
  await expect(page).toHaveURL(/\/dashboard$/);
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu.getByRole('link')).toHaveText([
    'Dashboard',
    'Profile',
    'Classes',
    'Students',
    'Schedule',
    'Assignments',
    'Grades',
    'Store',
    'Announcements',
    // The school's add-ons.
    'QR attendance',
    'Behaviour',
  ]);

  await page.goto('/dashboard/store');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/dashboard/cms/pages');
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(requests.filter((path) => path.includes('/mfe-cms/'))).toEqual([]);

  await page.goto('/dashboard/schools');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a visitor is sent to sign in and returned to the requested page', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/dashboard/students');
  await expect(page).toHaveURL(/\/login/);
  expect(requests.filter((path) => path.includes('/mfe-dashboard/'))).toEqual([]);
  await signIn(page, accounts.teacher);
  await expect(page).toHaveURL(/\/dashboard\/students$/);
});
