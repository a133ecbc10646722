import { sessionStore } from '@masomo/auth';
import { isNetworkSlow } from '@masomo/domain/slowNetwork';

/** A first screen on a slow network comes before the add-ons; the page of an add-on does not wait for this. */
const slowDelayMs = 4_000;

/** Follows the add-ons of the signed-in person's school, once somebody is signed in whose school has one. */
export function whenAddons(): void {
  const stop = sessionStore.subscribe(() => {
    if (Object.keys(sessionStore.get().user?.features ?? {}).length === 0) return;
    stop();
    const load = () => void import('./followFeatures.ts').then(({ followFeatures }) => followFeatures());
    if (isNetworkSlow()) setTimeout(load, slowDelayMs);
    else load();
  });
}
