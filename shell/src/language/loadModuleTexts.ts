import { sessionStore } from '@masomo/auth';
import { loadTexts } from '@masomo/i18n';
import { moduleTexts } from '@masomo/i18n/moduleTexts';

/** Loads what the database of modules says once somebody is signed in: its refusals and notices are shown to nobody else. */
export function loadModuleTexts(): void {
  let stop = (): void => undefined;
  const load = () => {
    if (!sessionStore.get().user) return;
    stop();
    loadTexts(moduleTexts).catch((error: unknown) => console.warn('The texts of modules could not be loaded.', error));
  };
  stop = sessionStore.subscribe(load);
  load();
}
