import { lazy, Suspense, useState } from 'react';
import { timings } from '@masomo/domain/timings';
import { useDelay } from '../layouts/useDelay.ts';
import { useConsent, useIsPreferencesOpen } from './consentStore.ts';

const CookieBanner = lazy(async () => ({ default: (await import('./CookieBanner.tsx')).CookieBanner }));
const CookiePreferencesDialog = lazy(async () => ({ default: (await import('./CookiePreferencesDialog.tsx')).CookiePreferencesDialog }));

/** Asks about cookies a moment after the page has come, until there is an answer; the preferences open on request. */
export function CookieNotice() {
  const choice = useConsent();
  const isDue = useDelay(timings.cookieBannerDelay);
  const isPreferencesOpen = useIsPreferencesOpen();
  // Once opened it stays, so that closing gives the page its focus and its scrolling back.
  const [wasOpened, setWasOpened] = useState(false);
  if (isPreferencesOpen && !wasOpened) setWasOpened(true);
  return (
    <Suspense fallback={null}>
      {isDue && !choice && <CookieBanner />}
      {wasOpened && <CookiePreferencesDialog isOpen={isPreferencesOpen} initial={choice} />}
    </Suspense>
  );
}
