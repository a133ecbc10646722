const storageKey = 'masomo.scroll';

function read(): Record<string, number> {
  try {
    const stored = Object.entries(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, unknown>);
    return Object.fromEntries(stored.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
  } catch {
    return {};
  }
}

/** Key of a history entry. It includes the path, since the router gives the first entry of every document the same key. */
export const entryKey = ({ key, pathname }: { key: string; pathname: string }) => `${key} ${pathname}`;

/** Scroll positions of this tab's history entries by `entryKey`; the router writes them, and they survive a reload. */
export const scrollPositions = read();

/**
 * Stores the positions when the document is unloaded; `currentKey` is the entry that is left. Until a reloaded page has started,
 * the browser restores its scroll position; from then on the router does.
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
      console.warn('The scroll position could not be stored.', error);
    }
  });
}
