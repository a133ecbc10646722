import { lazy, Suspense, useState } from 'react';
import { CookieBanner } from './CookieBanner.tsx';
import { useConsent, useIsPreferencesOpen } from './consentStore.ts';

const CookiePreferencesDialog = lazy(async () => ({ default: (await import('./CookiePreferencesDialog.tsx')).CookiePreferencesDialog }));

/** Asks about cookies until there is an answer; the preferences open on request. */
export function CookieNotice() {
  const choice = useConsent();
  const isPreferencesOpen = useIsPreferencesOpen();
  // Once opened it stays, so that closing gives the page its focus and its scrolling back.
  const [wasOpened, setWasOpened] = useState(false);
  if (isPreferencesOpen && !wasOpened) setWasOpened(true);
  return (
    <>
      {!choice && <CookieBanner />}
      <Suspense fallback={null}>{wasOpened && <CookiePreferencesDialog isOpen={isPreferencesOpen} initial={choice} />}</Suspense>
    </>
  );
}
