import { schoolFeatures, sessionStore } from '@masomo/auth';
import { isNetworkSlow } from '@masomo/domain/slowNetwork';
import { firstScreen } from '../remotes/firstScreen.ts';

/** A first screen comes before the add-ons, for so long at most; on a slow network always so long, since its data is still on its way when it is shown. */
const timeoutMs = 4_000;

/**
 * Starts to sync the add-ons once somebody is signed in whose school has one, and the first screen is shown.
 * The page of an add-on does not wait for this.
 */
export function startAfterFirstScreen(): void {
  let isStarted = false;
  const check = () => {
    if (isStarted || Object.keys(schoolFeatures.get()).length === 0) return;
    isStarted = true;
    stop();
    const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
    void Promise.race(isNetworkSlow() ? [timeout] : [firstScreen, timeout])
      .then(() => import('./startFeatureSync.ts'))
      .then(({ startFeatureSync }) => startFeatureSync());
  };
  const stop = sessionStore.subscribe(check);
  // The session may have been read before.
  check();
}
