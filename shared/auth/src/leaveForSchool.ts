import { inLanguage, languageOf } from '@masomo/contracts/languages';
import { clearPersonalStorage } from '@masomo/domain/personalStorage';

/** Key in local storage under which a tab tells the others that the session is at another school. */
export const schoolSwitchKey = 'masomo-school';

/** Starts this page again from its home, so that nothing that was read or typed for the other school is left in it. */
export function startAtSchool(): void {
  // The question whether to stay for what was typed would leave a page of one school with the rights of another.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  window.location.assign(inLanguage('/dashboard', languageOf(window.location.pathname)));
}

/** Leaves the school that the session was at: what this browser keeps of it goes, and every tab starts again. */
export function leaveForSchool(schoolId: string): void {
  clearPersonalStorage();
  try {
    // A value of its own each time, or the others hear nothing of a way back and forth.
    localStorage.setItem(schoolSwitchKey, `${schoolId} ${Date.now()}`);
  } catch {
    // Storage is blocked, and no other tab has this session.
  }
  startAtSchool();
}
