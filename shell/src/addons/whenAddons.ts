import { schoolFeatures, sessionStore } from '@masomo/auth';
import { isNetworkSlow } from '@masomo/domain/slowNetwork';
import { firstScreen } from '../remotes/firstScreen.ts';

/** A first screen comes before the add-ons, for so long at most; on a slow network always so long, since its data is still on its way when it stands. */
const timeoutMs = 4_000;

/**
 * Follows the add-ons of the signed-in person's school once somebody is signed in whose school has one, and the first screen stands.
 * The page of an add-on does not wait for this.
 */
export function whenAddons(): void {
  let isFollowed = false;
  const check = () => {
    if (isFollowed || Object.keys(schoolFeatures.get()).length === 0) return;
    isFollowed = true;
    stop();
    const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
    void Promise.race(isNetworkSlow() ? [timeout] : [firstScreen, timeout])
      .then(() => import('./followFeatures.ts'))
      .then(({ followFeatures }) => followFeatures());
  };
  const stop = sessionStore.subscribe(check);
  // The session may have been read before.
  check();
}
