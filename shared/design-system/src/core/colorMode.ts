export type ColorMode = 'light' | 'dark';

/**
 * Name of the cookie that keeps the visitor's choice; read by the script in the document's head. Not in local storage: a browser opens
 * that for the first time while the page waits for its first picture.
 */
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
      document.cookie = `${colorModeKey}=${mode};path=/;max-age=31536000;samesite=lax`;
    } catch {
      // Cookies are refused in some private windows: the choice then lasts for this page.
    }
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
