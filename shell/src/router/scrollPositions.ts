import * as z from 'zod/mini';

const storageKey = 'masomo.scroll';
const positionsSchema = z.record(z.string(), z.number());

function read(): Map<string, number> {
  try {
    return new Map(Object.entries(positionsSchema.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))));
  } catch {
    return new Map();
  }
}

/** How far down each entry of this tab's history was, by the entry's key; survives a reload. */
export const scrollPositions = read();

/** Writes them down when the page goes away. Returns how to stop. */
export function keepScrollPositions(): () => void {
  const keep = () => {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(scrollPositions)));
    } catch (error) {
      console.warn('The scroll position could not be kept.', error);
    }
  };
  window.addEventListener('pagehide', keep);
  return () => window.removeEventListener('pagehide', keep);
}
