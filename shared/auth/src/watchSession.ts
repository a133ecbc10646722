import { live } from '@masomo/data';
import { getClient } from './client.ts';
import { followSession } from './followSession.ts';
import { openedIdentity } from './resolveIdentity.ts';
import { sessionStore } from './sessionStore.ts';

const checkIntervalMs = 60_000;

let isWatching = false;

/**
 * Detects that this session was ended on another device: at page start, when the page becomes visible, and when the stream of changes
 * says so; every minute while there is no stream. Called again it does nothing.
 */
export function watchSession(): void {
  if (isWatching) return;
  isWatching = true;
  // Only a session that runs has an identity, so a page that has read it needs no further request.
  void openedIdentity().then((identity) => (identity ? undefined : checkSession()));
  document.addEventListener('visibilitychange', () => void checkSession());
  setInterval(() => void (live.isOpen() || checkSession()), checkIntervalMs);
  let stopListening: (() => void) | undefined;
  function listenWhileSignedIn(): void {
    const isSignedIn = sessionStore.get().status === 'signed-in';
    if (isSignedIn) stopListening ??= live.listen({ topics: ['sessions'], name: 'sessions', reread: checkSession });
    else {
      stopListening?.();
      stopListening = undefined;
    }
  }
  sessionStore.subscribe(listenWhileSignedIn);
  listenWhileSignedIn();
}

async function checkSession(): Promise<void> {
  if (document.visibilityState !== 'visible' || sessionStore.get().status !== 'signed-in') return;
  await followSession();
  const client = await getClient();
  const { error } = await client.auth.getUser();
  // Signing out locally removes the stored session, which signs out every tab.
  if (error?.name === 'AuthSessionMissingError' || error?.code === 'session_not_found') await client.auth.signOut({ scope: 'local' });
}
