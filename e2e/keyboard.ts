import { expect, type Locator, type Page } from '@playwright/test';

type Walked = { hidden: string[]; missed: string[] };

/** Makes the page record every focus stop from now on. */
async function watchStops(page: Page): Promise<void> {
  await page.evaluate(() => {
    if ('keyboardWalk' in globalThis) return;
    const visited = new Set<Element>();
    const hidden = new Set<string>();
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`;
    /** A radio button or file field that is rendered by its label is judged by the label. */
    const drawn = (element: Element) =>
      element.matches('input') && element.getBoundingClientRect().width < 4 ? (element.closest('label') ?? element) : element;
    const isShown = (element: Element) => {
      const { left, top, width, height } = drawn(element).getBoundingClientRect();
      for (const [x, y] of [
        [0.5, 0.5],
        [0.1, 0.5],
        [0.9, 0.5],
        [0.5, 0.15],
        [0.5, 0.85],
      ] as const) {
        const found = document.elementFromPoint(left + width * x, top + height * y);
        if (found && (drawn(element).contains(found) || found.contains(element))) return true;
      }
      return false;
    };
    const isMarked = (element: Element) =>
      [element, drawn(element), ...drawn(element).querySelectorAll('*')].some((part) => {
        const style = getComputedStyle(part);
        return (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
      });
    /** Scrolling to the focused element takes a frame or more. */
    const settles = async (element: Element) => {
      for (let frames = 0; frames < 60 && !isShown(element); frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      return isShown(element);
    };
    const look = async () => {
      const element = document.activeElement;
      if (!element || element === document.body || visited.has(element)) return false;
      // What gets the focus at the start of a screen or a step is not a tab stop.
      if (element.matches(':is(h1,h2,h3,h4,main,div,section)[tabindex="-1"]')) return true;
      visited.add(element);
      if (!(await settles(element))) hidden.add(`${describe(element)} is not on the screen or lies under something`);
      // A frame shows the focus of what is in it.
      if (!element.matches('iframe') && !isMarked(element)) hidden.add(`${describe(element)} does not show the focus`);
      return true;
    };
    const rest = () =>
      [...document.querySelectorAll('a[href],button,input,select,textarea,summary,[tabindex="0"]')]
        .filter((element) => {
          if (
            visited.has(element) ||
            element.matches(':disabled,[tabindex="-1"],[type=hidden],[inert] *,[aria-hidden=true],[aria-hidden=true] *')
          )
            return false;
          // A radio group and a roving-tabindex list count as one stop.
          if (
            element.matches('[type=radio]') &&
            [...visited].some((seen) => seen instanceof HTMLInputElement && seen.name === (element as HTMLInputElement).name)
          )
            return false;
          return element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true, opacityProperty: true });
        })
        .map(describe);
    Object.assign(globalThis, { keyboardWalk: { look, result: () => ({ hidden: [...hidden], missed: rest() }) } });
  });
}

type Watched = { keyboardWalk: { look(): Promise<boolean>; result(): Walked } };
const look = (page: Page) => page.evaluate(() => (globalThis as unknown as Watched).keyboardWalk.look());
const result = (page: Page) => page.evaluate(() => (globalThis as unknown as Watched).keyboardWalk.result());

/**
 * Tabs through a page until focus returns to the start. `hidden`: stops that are off-screen, covered, or without a visible focus
 * indicator. `missed`: visible controls that never received focus.
 */
export async function walk(page: Page): Promise<Walked> {
  await watchStops(page);
  for (let stops = 0; stops < 400; stops += 1) {
    await page.keyboard.press('Tab');
    const isNew = await look(page);
    if (!isNew && stops > 0) break;
  }
  return result(page);
}

type Way = 'Tab' | 'Shift+Tab';

/** Presses Tab until the control has focus; returns the stops on the way that are not visible, or that it was not reached. */
export async function tabTo(page: Page, control: Locator, way: Way = 'Tab'): Promise<string[]> {
  await control.waitFor();
  await watchStops(page);
  for (let stops = 0; stops < 120; stops += 1) {
    const isThere = await control.evaluate(async (element) => {
      await (globalThis as unknown as Watched).keyboardWalk.look();
      return element === document.activeElement;
    });
    if (isThere) return (await result(page)).hidden;
    await page.keyboard.press(way);
  }
  return [`${String(control)} is not reached by the keyboard`];
}

/** Tabs to a control, checking that every stop is visible, and presses a key there. */
export async function press(page: Page, control: Locator, { key = 'Enter', way = 'Tab' }: { key?: string; way?: Way } = {}): Promise<void> {
  expect(await tabTo(page, control, way)).toEqual([]);
  await page.keyboard.press(key);
}

/** Tabs to a field, checking that every stop is visible, and replaces what it says. */
export async function type(page: Page, control: Locator, text: string): Promise<void> {
  expect(await tabTo(page, control)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Tabs to a list of choices and types the beginning of one. */
export async function choose(page: Page, list: Locator, words: string): Promise<void> {
  expect(await tabTo(page, list)).toEqual([]);
  await page.keyboard.type(words);
  await expect(list.locator('option:checked')).toContainText(words);
}

/** After a dialog or a screen has gone the focus is somewhere, so that nobody begins at the top of the page again. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body)).toBe(true);
}
