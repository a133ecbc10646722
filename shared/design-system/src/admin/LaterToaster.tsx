import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';
import { toastsWanted } from '@masomo/design-system';

const Toaster = lazy(async () => ({ default: (await loadWhenOnline(() => import('@masomo/design-system/overlays'))).Toaster }));

/** The first screen comes first; after it, so that a message about a lost connection can be shown without one. */
const loadAfterMs = 5_000;

/** Shows messages; the code for it is loaded with the first one, or a while after the first screen. */
export function LaterToaster() {
  const isWanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get, toastsWanted.get);
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), loadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isWanted || isDue ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
