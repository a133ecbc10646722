import { sessionStore } from '@masomo/auth';

/** Follows the add-ons of the signed-in person's school, once somebody is signed in whose school has one. */
export function whenAddons(): void {
  const stop = sessionStore.subscribe(() => {
    if (Object.keys(sessionStore.get().user?.features ?? {}).length === 0) return;
    stop();
    void import('./followFeatures.ts').then(({ followFeatures }) => followFeatures());
  });
}
