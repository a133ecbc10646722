import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import { recordVisit } from '@masomo/data/site/visitors';
import { newId } from '@masomo/domain/secureContext';
import type { ShellRouter } from '../router/startRouter.ts';
import { visitedSurfaces } from './arrivals.ts';

/** Counts visits of this tab without storing anything in the browser; one that cannot be counted is only logged. */
export function countVisits(router: ShellRouter, config: RuntimeConfig): void {
  let path = router.state.location.pathname;
  const count = (from: string | null, to: string) => {
    for (const surface of visitedSurfaces(from, to)) {
      recordVisit(config, { visitId: newId(), surface }).catch((error: unknown) => console.warn('This visit was not counted.', error));
    }
  };
  const { type } = (performance.getEntriesByType('navigation')[0] ?? {}) as Partial<PerformanceNavigationTiming>;
  if (type === undefined || type === 'navigate') count(referrerPath(document.referrer), path);
  router.subscribe(({ location, navigation }) => {
    if (navigation.state !== 'idle' || location.pathname === path) return;
    count(path, location.pathname);
    path = location.pathname;
  });
}

function referrerPath(referrer: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { origin, pathname } = new URL(referrer);
  return origin === location.origin ? pathname : null;
}
