import * as z from 'zod/mini';

const storageKey = 'masomo.scroll';
const positionsSchema = z.record(z.string(), z.number());

function read(): Record<string, number> {
  try {
    return positionsSchema.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'));
  } catch {
    return {};
  }
}

/** Key of a history entry. The first one of every document has the same key in the router, so the path belongs to it. */
export const entryKey = ({ key, pathname }: { key: string; pathname: string }) => `${key} ${pathname}`;

/** How far down each entry of this tab's history was, by `entryKey`; survives a reload. The router fills it in. */
export const scrollPositions = read();

/**
 * Writes them down when the page goes away; `currentKey` is the entry that is left. A page that is reloaded and has not started
 * yet is the browser's to scroll; what runs scrolls by itself.
 */
export function saveScrollPositions(currentKey: () => string): void {
  history.scrollRestoration = 'manual';
  window.addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual';
  });
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
    scrollPositions[currentKey()] = window.scrollY;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(scrollPositions));
    } catch (error) {
      console.warn('The scroll position could not be kept.', error);
    }
  });
}
