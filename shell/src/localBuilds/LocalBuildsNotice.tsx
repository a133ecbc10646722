import { lazy, Suspense, useSyncExternalStore } from 'react';
import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';
import { registryStore } from '../registry/registryStore.ts';

const Badge = lazy(async () => ({ default: (await loadWhenOnline(() => import('./LocalBuildBadge.tsx'))).LocalBuildBadge }));

/** Loads and shows the badge in a browser with local builds. */
export function LocalBuildsNotice() {
  const builds = useSyncExternalStore(registryStore.subscribe, registryStore.localBuilds, registryStore.localBuilds);
  return builds.length > 0 ? (
    <Suspense>
      <Badge builds={builds} />
    </Suspense>
  ) : null;
}
