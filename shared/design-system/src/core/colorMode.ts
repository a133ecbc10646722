export type ColorMode = 'light' | 'dark';

const storageKey = 'masomo.colour-mode';
const listeners = new Set<() => void>();

/**
 * The page's colours: the visitor's choice, else the system's. The class on `<html>` is what the styles follow;
 * a small script in the document's head sets it before the first paint.
 */
export const colorMode = {
  get(): ColorMode {
    return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
  },
  set(mode: ColorMode): void {
    document.documentElement.classList.toggle('dark', mode === 'dark');
    document.documentElement.classList.toggle('light', mode === 'light');
    document.documentElement.style.colorScheme = mode;
    try {
      localStorage.setItem(storageKey, mode);
    } catch {
      // Storage is refused in some private windows: the choice then lasts for this page.
    }
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
