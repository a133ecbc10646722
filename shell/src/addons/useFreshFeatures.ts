import { useEffect } from 'react';
import { sessionStore } from '@masomo/auth';
import { featuresChannel } from '@masomo/contracts/slots';
import { getDb } from '@masomo/data';
import { getIdentity, type Features } from '@masomo/data/accounts/identity';
import { useLocation } from '@masomo/navigation';
import { listenForFeatures } from './listenForFeatures.ts';

/** A page that has just opened read them with the session. */
const freshForMs = 10_000;

let readAt = performance.now();
/** What holds from the next navigation on, when something was taken away. */
let afterNavigation: Features | undefined;

const isLess = (before: Features, now: Features) =>
  Object.entries(before).some(([feature, state]) => now[feature] === undefined || (state === 'on' && now[feature] !== 'on'));

async function apply(features: Features): Promise<void> {
  const { user } = sessionStore.get();
  if (!user || JSON.stringify(features) === JSON.stringify(user.features ?? {})) return;
  sessionStore.set({ status: 'signed-in', user: { ...user, features } });
  const { followFeatures } = await import('./followFeatures.ts');
  followFeatures();
}

/**
 * Reads the add-ons of the school again, and tells the session when they have changed: what was added at once, what was taken away with
 * the next navigation, so that nothing that is typed is lost. A failure changes nothing.
 */
export async function rereadFeatures(): Promise<void> {
  const { user } = sessionStore.get();
  if (!user?.schoolId) return;
  readAt = performance.now();
  const identity = await getDb()
    .then(getIdentity)
    .catch(() => null);
  const now = sessionStore.get().user;
  if (!identity || now?.id !== user.id) return;
  const before = now.features ?? {};
  afterNavigation = isLess(before, identity.features) ? identity.features : undefined;
  await apply(afterNavigation ? { ...identity.features, ...before } : identity.features);
}

/** Applies what was taken away meanwhile. */
export async function dropLostFeatures(): Promise<void> {
  const features = afterNavigation;
  afterNavigation = undefined;
  if (features) await apply(features);
}

/** Follows what the school buys while a screen of the dashboard is open: as soon as the gateway says so, when this browser has paid, and when the tab is shown again. */
export function useFreshFeatures(): void {
  const { pathname } = useLocation();
  useEffect(() => void dropLostFeatures(), [pathname]);
  const schoolId = sessionStore.get().user?.schoolId;
  useEffect(() => {
    if (!schoolId) return undefined;
    const reread = () => void rereadFeatures();
    const rereadIfVisible = () => {
      if (document.visibilityState === 'visible') reread();
    };
    if (performance.now() - readAt > freshForMs) reread();
    const channel = new BroadcastChannel(featuresChannel);
    channel.addEventListener('message', reread);
    const stop = listenForFeatures(schoolId, () => {
      reread();
      // The other tabs of this browser do not listen themselves.
      channel.postMessage('changed');
    });
    document.addEventListener('visibilitychange', rereadIfVisible);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', rereadIfVisible);
      channel.close();
    };
  }, [schoolId]);
}
