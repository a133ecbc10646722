import { acceptInvitation, confirmation } from '../mailbox.ts';
import { expect, test } from '../product.ts';

test('a stranger starts a trial on a phone, confirms by mail and is led to importing students', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  const stamp = Date.now().toString(36);
  const email = `head-${stamp}@new-school.test`;
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Start your free trial' }).click();
  await expect(page).toHaveURL(/\/trial$/);
  await page.getByLabel('Name of the school').fill(`Milimani ${stamp}`);
  await page.getByLabel('Kind of school').selectOption('secondary');
  await page.getByLabel('County').selectOption('Kisumu');
  await page.getByLabel('First name').fill('Achieng');
  await page.getByLabel('Last name').fill('Otieno');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Start free trial' }).click();
  // Pressed before the page has started, the browser posts the form itself and the page says the same.
  await expect(page.getByText(/Check your inbox/).first()).toBeVisible();

  const { link, subject } = await confirmation(page, email);
  expect(subject).toBe('Open your school');
  await acceptInvitation(page, link);
  await expect(page.getByRole('main').getByText(`Milimani ${stamp}`).first()).toBeVisible();
  const steps = page.getByRole('region', { name: 'First steps' });
  // Terms and classes are proposed; all else is the school's to do.
  await expect(steps.getByText('2 of 9 done')).toBeVisible();
  await expect(steps.getByText('To do')).toHaveCount(7);
  await steps.getByRole('link', { name: 'Import your students' }).click();
  await expect(page).toHaveURL(/\/dashboard\/students\/import$/);

  // Put away, the list stays away, also for who signs in later.
  await page.goto('/dashboard');
  await steps.getByRole('button', { name: 'Put this list away' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put away' }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible();
  await expect(steps).toBeHidden();
  await context.close();
});
