import { lazy, Suspense, useState } from 'react';
import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';
import { timings } from '@masomo/domain/timings';
import { useConsent } from '../consent/consentStore.ts';
import { useHasElapsed } from '../layouts/useHasElapsed.ts';
import { useInstallState } from './installStore.ts';

const InstallPrompt = lazy(async () => ({ default: (await loadWhenOnline(() => import('./InstallPrompt.tsx'))).InstallPrompt }));

/** The page may start long after it has loaded. */
function msSinceLoad(): number {
  const [navigation] =
    typeof window === 'undefined'
      ? []
      : ((performance.getEntriesByType?.('navigation') as PerformanceNavigationTiming[] | undefined) ?? []);
  return navigation?.loadEventEnd ? performance.now() - navigation.loadEventEnd : 0;
}

/** Offers to install the site, but not before the cookie question is answered. */
export function InstallNotice() {
  const state = useInstallState();
  const [hintDelayMs] = useState(() => timings.installHintDelayMs - msSinceLoad());
  const isHintDue = useHasElapsed(hintDelayMs);
  const isAnswered = useConsent() !== null;
  if (state === 'none' || !isAnswered || (state === 'by-hand' && !isHintDue)) return null;
  return (
    <Suspense fallback={null}>
      <InstallPrompt isByHand={state === 'by-hand'} />
    </Suspense>
  );
}
