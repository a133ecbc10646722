const storageKey = 'masomo.scroll';

function read(): Record<string, number> {
  try {
    const stored = Object.entries(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, unknown>);
    return Object.fromEntries(stored.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
  } catch {
    return {};
  }
}

type Entry = { key: string; pathname: string; hash: string };

/**
 * Key of a history entry. It includes path and hash, since the router gives the same key to the first entry of every document and to all
 * that the browser makes itself, such as those of a hash typed into the address bar.
 */
export const entryKey = ({ key, pathname, hash }: Entry) => `${key} ${pathname}${hash}`;

/** Whether the browser made the entry itself: the router knows nothing of it but its address. */
export const isMadeByBrowser = ({ key }: Pick<Entry, 'key'>) => key === 'default';

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
