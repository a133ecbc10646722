import { useEffect } from 'react';
import { sessionStore } from '@masomo/auth';
import { featuresChannel } from '@masomo/contracts/slots';
import { getDb } from '@masomo/data';
import { getIdentity } from '@masomo/data/accounts/identity';

const rereadEveryMs = 60_000;
/** A page that has just opened read them with the session. */
const freshForMs = 10_000;

let readAt = performance.now();

/** Reads the add-ons of the school again, and tells the session when they have changed. A failure changes nothing. */
export async function rereadFeatures(): Promise<void> {
  const { user } = sessionStore.get();
  if (!user?.schoolId) return;
  readAt = performance.now();
  const identity = await getDb()
    .then(getIdentity)
    .catch(() => null);
  const now = sessionStore.get().user;
  if (!identity || now?.id !== user.id || JSON.stringify(identity.features) === JSON.stringify(now.features ?? {})) return;
  sessionStore.set({ status: 'signed-in', user: { ...now, features: identity.features } });
  const { followFeatures } = await import('./followFeatures.ts');
  followFeatures();
}

/** Follows what the school buys while a screen of the dashboard is open: when this browser has paid, when the tab is shown again, and every minute. */
export function useFreshFeatures(): void {
  useEffect(() => {
    const reread = () => void rereadFeatures();
    const rereadIfVisible = () => {
      if (document.visibilityState === 'visible') reread();
    };
    if (performance.now() - readAt > freshForMs) reread();
    const timer = setInterval(rereadIfVisible, rereadEveryMs);
    document.addEventListener('visibilitychange', rereadIfVisible);
    const channel = new BroadcastChannel(featuresChannel);
    channel.addEventListener('message', reread);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', rereadIfVisible);
      channel.close();
    };
  }, []);
}
