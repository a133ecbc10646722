import type { Locator, Page } from '@playwright/test';
import { accounts, expect, signInDirectly, sql, test } from '../product.ts';

const slug = `by-keyboard-${Date.now().toString(36)}`;

test.afterAll(async () => {
  await sql('delete from public.cms_pages where slug = $1', [slug]);
  await sql('delete from public.cms_media where filename = $1', [slug]);
});

/** Presses Tab from the current focus until the target is focused, without mouse or programmatic focus. */
async function go(page: Page, target: Locator, way: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeEnabled();
  for (let step = 0; step < 150; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(way);
  }
  throw new Error(`The keyboard does not reach ${target}.`);
}

async function press(page: Page, target: Locator, way?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await go(page, target, way);
  await page.keyboard.press('Enter');
}

test('a page is written by keyboard alone: blocks, a link, an image, publishing, a version, a schedule', async ({ page }) => {
  test.setTimeout(120_000);
  await sql(
    "insert into public.cms_media (filename, original_filename, file_path, file_size, mime_type, alt_text) values ($1, 'Field.png', 'media/' || $1 || '.png', 1, 'image/png', 'The sports field')",
    [slug],
  );
  await signInDirectly(page, accounts.superAdmin);
  await page.goto('/dashboard/cms/pages/new');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const block = (name: string) => page.getByRole('group', { name, exact: true });

  await go(page, page.getByLabel('Title'));
  await page.keyboard.type('Sports day');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(slug);
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/pages\/[0-9a-f-]{36}\/edit$/);

  // A text with a link: the caret is in the new block, and the link's address field returns focus to the text.
  await press(page, button('Add text'));
  const text = block('Text, block 1 of 1').getByRole('textbox');
  await expect(text).toBeFocused();
  await page.keyboard.type('How to get there');
  await page.keyboard.press('Shift+Home');
  // Selection changes are reported with the next frame, faster than any typist.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  await press(page, block('Text, block 1 of 1').getByRole('button', { name: 'Link', exact: true }), 'Shift+Tab');
  await expect(page.getByLabel('Link address')).toBeFocused();
  await page.keyboard.type('/contact');
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await expect(text.getByRole('link', { name: 'How to get there' })).toHaveAttribute('href', '/contact');

  // A heading, moved by its arrow button and by its handle.
  await press(page, button('Add heading'));
  const headingField = (place: string) => block(`Heading, block ${place}`).getByLabel('Heading', { exact: true });
  await expect(headingField('2 of 2')).toBeFocused();
  await page.keyboard.type('What to bring');
  await press(page, block('Heading, block 2 of 2').getByRole('button', { name: 'Move up' }), 'Shift+Tab');
  await expect(headingField('1 of 2')).toHaveValue('What to bring');
  await expect(block('Heading, block 1 of 2').getByRole('button', { name: 'Move down' })).toBeFocused();
  await go(page, block('Heading, block 1 of 2').getByRole('button', { name: 'Drag Heading' }), 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(page.getByText('Heading block over position 1 of 2.')).toBeAttached();
  // The handle announces itself a moment before it listens to arrows.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('Heading block over position 2 of 2.')).toBeAttached({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect(headingField('2 of 2')).toHaveValue('What to bring');

  // Duplicated, removed, and restored by undo.
  await press(page, block('Heading, block 2 of 2').getByRole('button', { name: 'Duplicate' }));
  await expect(headingField('3 of 3')).toBeFocused();
  await press(page, block('Heading, block 3 of 3').getByRole('button', { name: 'Remove' }), 'Shift+Tab');
  await expect(block('Heading, block 2 of 2').getByRole('button', { name: 'Drag Heading' })).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(headingField('3 of 3')).toHaveValue('What to bring');
  await press(page, block('Heading, block 3 of 3').getByRole('button', { name: 'Remove' }));

  // An image from the media library.
  await press(page, button('Add image'));
  const picture = block('Image, block 3 of 3');
  await expect(picture.getByLabel('Picture')).toBeFocused();
  await press(page, picture.getByRole('button', { name: 'Choose from library' }));
  const library = page.getByRole('dialog', { name: 'Choose an image' });
  await press(page, library.getByRole('button', { name: 'The sports field' }).first());
  await expect(library).toHaveCount(0);
  await expect(picture.getByLabel('Picture')).toHaveValue(/^\/storage\//);
  await expect(picture.getByRole('button', { name: 'Choose from library' })).toBeFocused();

  await expect(page.getByText('Everything is saved')).toBeVisible();
  await press(page, button('Publish'), 'Shift+Tab');
  await expect(button('Unpublish')).toBeVisible();
  await expect.poll(async () => (await page.request.get(`/${slug}`)).status()).toBe(200);

  // Another title, then back to the previous version.
  await go(page, page.getByLabel('Title').first());
  await page.keyboard.press('End');
  await page.keyboard.type(' of the whole school');
  await expect(page.getByText('Everything is saved')).toBeVisible();
  await press(page, button('Compare').first());
  await press(page, button('Restore this version'));
  await expect(page.getByLabel('Title').first()).toHaveValue('Sports day');
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /^Published/ })
      .getByRole('button', { name: 'Compare' }),
  ).toBeFocused();

  // Scheduled to be unpublished a year from now, Nairobi time.
  await go(page, button('Choose from library').last(), 'Shift+Tab');
  await go(page, page.getByLabel('Unpublish on'));
  await page.keyboard.type(`1224${new Date().getFullYear() + 1}`);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('0830AM');
  await press(page, button('Schedule'));
  await expect(page.getByText(/^Unpublished on .*24.*8:30/)).toBeVisible();
});
