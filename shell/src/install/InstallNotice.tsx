import { lazy, Suspense } from 'react';
import { timings } from '@masomo/domain/timings';
import { useConsent } from '../consent/consentStore.ts';
import { useHasElapsed } from '../layouts/useHasElapsed.ts';
import { useInstallState } from './installStore.ts';

const InstallPrompt = lazy(async () => ({ default: (await import('./InstallPrompt.tsx')).InstallPrompt }));

/** Offers to install the site, but not before the cookie question is answered. */
export function InstallNotice() {
  const state = useInstallState();
  const isHintDue = useHasElapsed(timings.installHintDelayMs);
  const isAnswered = useConsent() !== null;
  if (state === 'none' || !isAnswered || (state === 'by-hand' && !isHintDue)) return null;
  return (
    <Suspense fallback={null}>
      <InstallPrompt isByHand={state === 'by-hand'} />
    </Suspense>
  );
}
