export type ColorMode = 'light' | 'dark';

/** Where the visitor's choice is kept; read by the script in the document's head. */
export const colorModeKey = 'colour-mode';

const listeners = new Set<() => void>();

/** The page's colours: the visitor's choice, else the system's. The class on `<html>` is what the styles follow. */
export const colorMode = {
  get(): ColorMode {
    return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
  },
  set(mode: ColorMode): void {
    const page = document.documentElement;
    page.classList.toggle('dark', mode === 'dark');
    page.classList.toggle('light', mode === 'light');
    page.style.colorScheme = mode;
    try {
      localStorage.setItem(colorModeKey, mode);
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
