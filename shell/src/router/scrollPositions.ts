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

/** How far down each entry of this tab's history was, by the entry's key; survives a reload. The router fills it in. */
export const scrollPositions = read();

/** Writes them down when the page goes away; `currentKey` is the entry that is left. */
export function keepScrollPositions(currentKey: () => string): void {
  window.addEventListener('pagehide', () => {
    scrollPositions[currentKey()] = window.scrollY;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(scrollPositions));
    } catch (error) {
      console.warn('The scroll position could not be kept.', error);
    }
  });
}
