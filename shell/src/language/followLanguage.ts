import { openedIdentity, sessionStore } from '@masomo/auth';
import { currentLanguage } from '@masomo/i18n';
import { losesChanges } from '@masomo/navigation';

/** Opens the page in the language that the signed-in person chose; a guest's choice is in the address. */
export function followLanguage(): void {
  let known: string | undefined;
  const follow = async () => {
    const id = sessionStore.get().user?.id;
    if (!id || id === known) return;
    known = id;
    const language = (await openedIdentity())?.language;
    // Typed text is worth more; the next page is in the chosen language.
    if (losesChanges()) return;
    if (language && language !== currentLanguage()) (await import('@masomo/remote/chooseLanguage')).openIn(language);
  };
  sessionStore.subscribe(() => void follow());
  void follow();
}
