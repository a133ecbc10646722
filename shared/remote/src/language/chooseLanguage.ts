import { sessionStore } from '@masomo/auth';
import { inLanguage, languageCookie, type Language } from '@masomo/contracts/languages';
import { getDb } from '@masomo/data';
import { saveLanguage } from '@masomo/data/accounts/identity';
import { askToLeave } from '@masomo/navigation';

/** Opens this address in another language, for a page has one language for its whole life. */
export function openIn(language: Language): void {
  try {
    document.cookie = `${languageCookie}=${language};path=/;max-age=31536000;samesite=lax`;
  } catch {
    // Cookies are blocked in some private windows: the address keeps the language.
  }
  const { pathname, search, hash } = window.location;
  window.location.assign(inLanguage(pathname + search + hash, language));
}

/**
 * Shows the product in a language from now on: in this browser, and for a signed-in person in every other one. Who stays for what they have
 * typed keeps the old one.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  if (!(await askToLeave())) return;
  if (sessionStore.get().user)
    await saveLanguage(await getDb(), language).catch((error: unknown) => console.warn('The language could not be kept.', error));
  openIn(language);
}
