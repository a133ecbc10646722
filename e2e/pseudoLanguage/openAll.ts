import type { Locator, Page } from '@playwright/test';
import { pseudoLabel } from '@masomo/tools/build/messages/pseudoText.ts';

/** What opens over a screen. */
export const layers = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
const visibleLayers = layers.replaceAll(']', ']:visible');
/** Long enough for a layer to appear and for what it asks for to arrive. */
const settleMs = 300;
const maxButtons = 80;
/** Would end the session that reads the screens. */
const leaves = pseudoLabel('Sign out').slice(1, -1);

/** The words of a button that are of messages: the same button in another row, with another name in it, has the same. */
const kindOf = (label: string) =>
  label
    .split(/\s+/)
    .filter((word) => !/[aeiou]/i.test(word))
    .join(' ');

const isOpen = async (page: Page) => (await page.locator(visibleLayers).count()) > 0;

async function closeAll(page: Page): Promise<void> {
  for (let layer = 0; layer < 4 && (await isOpen(page)); layer += 1) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(settleMs / 2);
  }
}

async function click(control: Locator): Promise<void> {
  // A button that another covers or that is gone by now is none that people could press.
  await control.click({ timeout: 2_000 }).catch(() => undefined);
  await control.page().waitForTimeout(settleMs);
}

/** Sends a form that lacks something, so that it says what. */
async function sendIncomplete(page: Page): Promise<boolean> {
  const form = page.locator('[role=dialog]:visible form').last();
  if ((await form.count()) === 0) return false;
  const isIncomplete = await form
    .locator('input[required], input[aria-required=true], textarea[required], textarea[aria-required=true]')
    .evaluateAll((fields) => fields.some((field) => 'value' in field && field.value === ''));
  if (isIncomplete) await click(form.locator('button[type=submit]').last());
  return isIncomplete;
}

type Pressable = { control: Locator; label: string };

/**
 * Presses every kind of button within a part of the screen, and the entries of menus; calls `onOpened` after each. A button in a
 * language of its own leads to the page in that language.
 */
export async function openAll(page: Page, within: string, onOpened: (label: string) => Promise<void>, reopen: () => Promise<void>) {
  const { pathname } = new URL(page.url());
  const pressed = new Set<string>();
  const nextOf = async (controls: Locator): Promise<Pressable | undefined> => {
    const labels = await controls.evaluateAll((elements) =>
      elements.map((element) => (element.getAttribute('aria-label') ?? element.textContent).trim()),
    );
    const index = labels.findIndex((label) => !label.includes(leaves) && !pressed.has(kindOf(label)));
    const label = labels[index];
    if (label === undefined) return undefined;
    pressed.add(kindOf(label));
    return { control: controls.nth(index), label };
  };
  const press = async ({ control, label }: Pressable, place = label) => {
    await click(control);
    await onOpened(place);
    if (await sendIncomplete(page)) await onOpened(`${place}, sent`);
  };
  const restore = async () => {
    await closeAll(page);
    if ((await isOpen(page)) || new URL(page.url()).pathname !== pathname) await reopen();
  };
  for (let count = 0; count < maxButtons; count += 1) {
    const next = await nextOf(page.locator(`${within} button:visible:enabled:not([lang])`));
    if (!next) return;
    await press(next);
    for (let entries = 0; entries < maxButtons && (await page.locator('[role=menu]:visible').count()) > 0; entries += 1) {
      const entry = await nextOf(page.locator('[role=menu]:visible [role=menuitem]:not([aria-disabled=true])'));
      if (!entry) break;
      await press(entry, `${next.label} > ${entry.label}`);
      await restore();
      await click(next.control);
    }
    await restore();
  }
}
