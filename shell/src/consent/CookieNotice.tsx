import { lazy, Suspense, useState } from 'react';
import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';
import { CookieBanner } from './CookieBanner.tsx';
import { useConsent, useIsPreferencesOpen } from './consentStore.ts';

const CookiePreferencesDialog = lazy(async () => ({
  default: (await loadWhenOnline(() => import('./CookiePreferencesDialog.tsx'))).CookiePreferencesDialog,
}));

/** The cookie banner until the visitor has chosen, and the preferences on request. */
export function CookieNotice() {
  const choice = useConsent();
  const isPreferencesOpen = useIsPreferencesOpen();
  // Stays mounted once opened: the dialog gives focus and scrolling back when it closes.
  const [wasOpened, setWasOpened] = useState(false);
  if (isPreferencesOpen && !wasOpened) setWasOpened(true);
  return (
    <>
      {!choice && <CookieBanner />}
      <Suspense fallback={null}>{wasOpened && <CookiePreferencesDialog isOpen={isPreferencesOpen} initial={choice} />}</Suspense>
    </>
  );
}
