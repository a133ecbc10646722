import { createStore } from '@masomo/domain/createStore';

export type ColorMode = 'light' | 'dark';

/**
 * Cookie with the visitor's choice, read by the script in the document's head. Not local storage, whose first access
 * delays the first paint.
 */
export const colorModeKey = 'colour-mode';

/** Holds the last choice only to notify: the class on `<html>` is what counts. */
const choiceStore = createStore<ColorMode | null>(null);

/** The colour mode: the visitor's choice, else the system's. Styles depend on the class on `<html>`. */
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
      // Cookies are blocked in some private windows: the choice lasts for this page.
    }
    choiceStore.set(mode);
  },
  subscribe: choiceStore.subscribe,
};
