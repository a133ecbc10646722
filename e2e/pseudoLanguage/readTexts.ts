import type { Frame, Page } from '@playwright/test';

/** A text that people see or hear, and where it is. */
export type FoundText = { text: string; place: string };

const attributes = ['placeholder', 'aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'alt'];

/** A frame of another site, such as a map, has texts of its own; one that has just been added has no address yet. */
const isOurs = (frame: Frame) =>
  /^(?:$|about:|blob:)/.test(frame.url()) || new URL(frame.url()).origin === new URL(frame.page().url()).origin;

type Read = { messages: string[]; others: FoundText[] };

/** Messages of parts of the page and of its frames, and what else is there: texts outside of the brackets, and values in messages. */
export async function readTexts(page: Page, within: string): Promise<Read> {
  const read = await Promise.all(
    page
      .frames()
      .filter(isOurs)
      .map((frame) => {
        const texts = frame.evaluate(readDocument, [frame === page.mainFrame() ? within : 'body', ...attributes]);
        // A preview may be replaced in the meantime.
        return frame === page.mainFrame() ? texts : texts.catch(() => ({ messages: [], others: [] }));
      }),
  );
  return { messages: read.flatMap(({ messages }) => messages), others: read.flatMap(({ others }) => others) };
}

/** Runs in the page. */
function readDocument([within = 'body', ...names]: readonly string[]): Read {
  const messages: string[] = [];
  const others: FoundText[] = [];
  const placeOf = (element: Element) => {
    const path = [];
    for (let at: Element | null = element; at && path.length < 3; at = at.parentElement)
      path.unshift(at.tagName.toLowerCase() + (at.getAttribute('role') ? `[${at.getAttribute('role') ?? ''}]` : ''));
    return path.join(' > ');
  };
  const add = (text: string, place: string) => {
    const plain = text.replaceAll(/\s+/g, ' ').trim();
    if (/\p{L}/u.test(plain)) others.push({ text: plain, place });
  };
  /** Values in a message: runs of words from one with a vowel that is not accented to the last such. */
  const addValues = (message: string, place: string) => {
    for (const [run] of message.matchAll(/(?<![\p{L}\d])[^\sáéíóúÁÉÍÓÚ⟦⟧]+(?: [^\sáéíóúÁÉÍÓÚ⟦⟧]+)*(?![\p{L}\d])/gu))
      add(run.replaceAll(/^(?:[^aeiou\s]+(?: |$))+|(?:(?: |^)[^aeiou\s]+)+$/gi, ''), place);
  };
  /** Splits a text at the brackets, going on in the message that is open; returns what is open at its end. */
  const read = (text: string, place: string, open = 0): number => {
    let depth = open;
    for (const piece of text.split(/([⟦⟧])/)) {
      if (piece === '⟦') depth += 1;
      else if (piece === '⟧') depth = Math.max(0, depth - 1);
      else if (depth === 0) add(piece, place);
      else {
        messages.push(piece);
        addValues(piece, `${place} in a message`);
      }
    }
    return depth;
  };
  /** Names, addresses and the like, and what is content in a language of its own. */
  const isContent = (element: Element) => element.closest('[translate=no], body [lang]') !== null;
  const isRead = (element: Element) =>
    !element.closest('script, style, noscript, template, head, textarea') &&
    !isContent(element) &&
    (element.closest('option') !== null || element.checkVisibility({ visibilityProperty: true }));

  let depth = 0;
  let run: { parent: Element; text: string } | undefined;
  const finish = () => {
    if (run) depth = read(run.text, placeOf(run.parent), depth);
    run = undefined;
  };
  // The preview of a page in English is content, whatever it says while it loads.
  if (window.parent !== window && document.documentElement.lang !== 'sw') return { messages, others };
  const roots = [...document.querySelectorAll(within)].filter((root) => !root.parentElement?.closest(within));
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !isRead(parent)) continue;
      if (run?.parent !== parent) finish();
      run = { parent, text: (run?.text ?? '') + (node.textContent ?? '') };
    }
    finish();
    if (depth > 0) others.push({ text: 'a message that does not end', place: placeOf(root) });
    depth = 0;
    for (const element of [root, ...root.querySelectorAll(names.map((name) => `[${name}]`).join(','))]) {
      if (isContent(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
      for (const name of names) read(element.getAttribute(name) ?? '', `${placeOf(element)} ${name}`);
    }
  }
  read(document.title, 'title of the page');
  return { messages, others };
}
