import AxeBuilder from '@axe-core/playwright';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { accounts, expect, signInDirectly, sql, test } from '../product.ts';

const name = `Village ${Date.now().toString(36)}`;

test.afterAll(async () => {
  await sql('delete from public.plans where name = $1', [name]);
});

/** Presses Tab, or Shift+Tab for what is above, from the current focus until the target is focused. */
async function go(page: Page, target: Locator, way: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeEnabled();
  for (let step = 0; step < 120; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(way);
  }
  throw new Error(`The keyboard does not reach ${target}.`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await go(page, target);
  await page.keyboard.press('Enter');
}

async function type(page: Page, target: Locator, text: string, way?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await go(page, target, way);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** A new visitor sees it, or no longer does, within five seconds. */
const reads = (visitor: APIRequestContext, text: string, isPresent = true) =>
  expect(async () => {
    expect((await (await visitor.get('/pricing')).text()).includes(text)).toBe(isPresent);
  }).toPass({ timeout: 5_000, intervals: [250] });

test('a plan is created, read by a new visitor, changed and deleted by keyboard alone', async ({ page, request }) => {
  await signInDirectly(page, accounts.superAdmin);
  await page.goto('/dashboard/cms/pricing');

  // Arrow keys switch tabs, each with its own address.
  const tab = (label: string) => page.getByRole('tab', { name: label });
  await go(page, tab('Pricing Plans'));
  await page.keyboard.press('ArrowRight');
  await expect(tab('Add-ons')).toBeFocused();
  await expect(page).toHaveURL(/\?tab=addons$/);
  await expect(page.getByRole('button', { name: 'New add-on' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(tab('Pricing Plans')).toBeFocused();
  await expect(page).toHaveURL(/\?tab=plans$/);

  // Create; a duplicate name is reported at its field.
  await press(page, page.getByRole('button', { name: 'New plan' }));
  const dialog = page.getByRole('dialog', { name: 'New plan' });
  // Not the choice of a language, which comes first on the screen.
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await type(page, dialog.getByLabel('Name'), 'Basic');
  await type(page, dialog.getByLabel('Description'), 'One stream, one office.');
  await type(page, dialog.getByLabel('Price (KES)'), '123450');
  await go(page, dialog.getByLabel('Period'));
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByLabel('Period')).toHaveValue('year');
  await go(page, dialog.getByLabel('Version'));
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByLabel('Version')).toHaveValue('standalone');
  await type(page, dialog.getByLabel('Badge'), 'Most Popular');
  await press(page, dialog.getByRole('button', { name: 'Add feature' }));
  await type(page, dialog.getByLabel('Feature 1', { exact: true }), `Up to 90 students in ${name}`);
  await press(page, dialog.getByRole('button', { name: 'Create plan' }));
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/a plan of this name already/);
  await expect(dialog.getByLabel('Name')).toBeFocused();
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .include('[role=dialog]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)).toEqual([]);
  await type(page, dialog.getByLabel('Name'), name);
  await press(page, dialog.getByRole('button', { name: 'Create plan' }));
  await expect(dialog).toBeHidden();
  await reads(request, '123,450');
  await reads(request, `Up to 90 students in ${name}`);

  // Update.
  await type(page, page.getByLabel('Search plans'), name, 'Shift+Tab');
  await expect(page.getByRole('row')).toHaveCount(2);
  await press(page, page.getByRole('button', { name: `Edit ${name}` }));
  const edited = page.getByRole('dialog', { name: `Edit ${name}` });
  await type(page, edited.getByLabel('Price (KES)'), '123460');
  await page.keyboard.press('Enter');
  await expect(edited).toBeHidden();
  await reads(request, '123,460');
  await reads(request, '123,450', false);

  // Delete, which is allowed because nobody bought it.
  await press(page, page.getByRole('button', { name: `Delete ${name}` }));
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this plan?' });
  await press(page, question.getByRole('button', { name: 'Delete' }));
  await expect(page.getByText('Plan deleted')).toBeVisible();
  await expect(page.getByText('No plans found')).toBeVisible();
  await reads(request, name, false);
});

// Their addresses are in dashboard.test.tsx, and each screen is opened in a test of its own.
test('every quick action of the CMS opens its own screen', { tag: '@long' }, async ({ page }) => {
  await signInDirectly(page, accounts.superAdmin);
  await page.goto('/dashboard/cms');
  const actions = page.getByRole('region', { name: 'Quick actions' }).getByRole('link');
  await expect(actions.first()).toBeVisible();
  const labels = await actions.allTextContents();
  expect(labels.length).toBeGreaterThanOrEqual(4);
  for (const label of labels) {
    await actions.filter({ hasText: label }).click();
    await expect(page, label).not.toHaveURL(/\/dashboard\/cms$/);
    // A form that opens immediately is the only content exposed to assistive technology.
    await expect(
      page
        .getByRole('dialog')
        .or(page.getByRole('heading', { level: 1, name: /^(?!Content$)/ }))
        .first(),
      label,
    ).toBeVisible();
    await page.goto('/dashboard/cms');
  }
});
