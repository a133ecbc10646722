import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import { provideDb } from '@masomo/data';
import { applySession } from './applySession.ts';
import { hasStoredSession } from './client.ts';
import { currentDb } from './currentDb.ts';
import { followOtherTabs } from './followOtherTabs.ts';
import { followSession } from './followSession.ts';
import { sessionStore, settledSession, signedOut } from './sessionStore.ts';
import { storedSession } from './storedSession.ts';
import { provideConfig } from './runtimeConfig.ts';

/** The first screen comes before the client, which renews its session and follows its end. */
const followAfterMs = 4_000;

/**
 * Starts the session of this page. A visitor without a stored session is signed out immediately and without a download;
 * anyone else is `loading` until their role is known, which needs no client while the stored token is valid. A sign-in in another
 * tab is adopted.
 */
export function startAuth(config: RuntimeConfig): void {
  provideConfig(config);
  provideDb(currentDb, hasStoredSession);
  // Before the storage is read, so that nothing falls between the two.
  followOtherTabs(follow);
  const stored = storedSession();
  if (stored) {
    applySession('INITIAL_SESSION', stored).catch(follow);
    void settledSession().then(() => setTimeout(() => hasStoredSession() && follow(), followAfterMs));
  } else if (hasStoredSession()) follow();
  else sessionStore.set(signedOut);
  sessionStore.subscribe(watchWhenSignedIn);
  watchWhenSignedIn();
}

/** A visitor who never signs in goes without it; what could not be loaded is loaded with the next change of the session. */
function watchWhenSignedIn(): void {
  if (sessionStore.get().status === 'signed-in')
    import('./watchSession.ts').then(
      ({ watchSession }) => watchSession(),
      () => undefined,
    );
}

function follow(): void {
  followSession().catch((error: unknown) => {
    console.error('The session could not be opened.', error);
    // One that was opened from the storage runs until its token ends.
    if (sessionStore.get().status === 'loading') sessionStore.set(signedOut);
  });
}
