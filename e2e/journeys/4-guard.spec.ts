import { accounts, expect, signIn, signOut, test } from '../product.ts';

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
    'Attendance',
    'Store',
    'Announcements',
    'Messages',
    // The school's add-ons.
    'QR attendance',
    'Behaviour',
    'Live classes',
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

/** Every screen that asks for a session, no matter who may open it, and pages of add-ons. */
const guardedPaths = [
  '/dashboard',
  ...['profile', 'notifications', 'documents', 'settings', 'addons', 'students', 'attendance', 'schools', 'reports'].map(
    (name) => `/dashboard/${name}`,
  ),
  ...['store', 'store/orders', 'cms', 'cms/pages'].map((name) => `/dashboard/${name}`),
  ...['quick-fees', 'qr-attendance/scan'].map((name) => `/dashboard/addons/${name}`),
];
const signedInFiles = /\/releases\/(mfe-dashboard|mfe-store-manager|mfe-cms|(?:addon|module)-[^/]+)\//;

test('nobody who is signed out downloads a file of a screen that asks for a session, also after signing out', async ({ page }) => {
  const downloaded: string[] = [];
  page.on('request', (request) => {
    if (signedInFiles.test(request.url())) downloaded.push(new URL(request.url()).pathname);
  });
  const openAll = async () => {
    for (const path of guardedPaths) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/login/);
    }
  };
  await openAll();
  expect(downloaded).toEqual([]);
  await signIn(page, accounts.teacher);
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
  await signOut(page);
  await page.goto('/login');
  downloaded.length = 0;
  await openAll();
  expect(downloaded).toEqual([]);
});
