import { useEffect } from 'react';
import { schoolFeatures, sessionStore } from '@masomo/auth';
import { featuresChannel } from '@masomo/contracts/slots';
import { getDb, useLive } from '@masomo/data';
import { getIdentity } from '@masomo/data/accounts/identity';
import { useLocation } from '@masomo/navigation';

/** A page that has just opened read them with the session. */
const freshForMs = 10_000;

/** What a school has is decided by these. */
const topics = ['subscriptions', 'licences'] as const;

let readAt = performance.now();
async function startSync(isChanged: boolean): Promise<void> {
  if (!isChanged) return;
  const { startFeatureSync } = await import('./startFeatureSync.ts');
  startFeatureSync();
}

/** Reads the add-ons of the school again. A failure changes nothing. */
async function rereadFeatures(): Promise<void> {
  const { user } = sessionStore.get();
  if (!user?.schoolId) return;
  readAt = performance.now();
  const identity = await getDb()
    .then(getIdentity)
    .catch(() => null);
  if (identity && sessionStore.get().user?.id === user.id) await startSync(schoolFeatures.update(identity.features));
}

/** Follows what the school buys while a screen of the dashboard is open: as soon as the gateway says so, when this browser has paid, and when the tab is shown again. */
export function useFreshFeatures(): void {
  const { pathname } = useLocation();
  useEffect(() => void startSync(schoolFeatures.dropLost()), [pathname]);
  const schoolId = sessionStore.get().user?.schoolId;
  useEffect(() => {
    if (!schoolId) return undefined;
    const rereadIfVisible = () => {
      if (document.visibilityState === 'visible') void rereadFeatures();
    };
    if (performance.now() - readAt > freshForMs) void rereadFeatures();
    const channel = new BroadcastChannel(featuresChannel);
    channel.addEventListener('message', rereadFeatures);
    document.addEventListener('visibilitychange', rereadIfVisible);
    return () => {
      document.removeEventListener('visibilitychange', rereadIfVisible);
      channel.close();
    };
  }, [schoolId]);
  useLive(schoolId ? topics : undefined, 'features', rereadFeatures, true);
}
