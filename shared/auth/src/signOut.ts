import { sessionKey, signedOutKey } from '@masomo/domain/sessionKey';
import { applySession, expectSignOut } from './applySession.ts';
import { getClient, isClientLoaded } from './client.ts';
import { endAtService, storedTokens } from './endAtService.ts';
import { sessionStore } from './sessionStore.ts';

/**
 * Ends the session: user, role, school and all data loaded with it are removed from this browser at once, and with them from its other
 * tabs, whatever the service responds later (401, 403 or 404 for a session it no longer knows).
 */
export async function signOut(): Promise<void> {
  expectSignOut();
  const tokens = storedTokens();
  // Before anything that waits: the other tabs leave as soon as it is gone, and a renewal that is on its way is discarded.
  try {
    localStorage.setItem(signedOutKey, sessionStore.get().user?.id ?? '');
    localStorage.removeItem(sessionKey);
  } catch {
    // Storage is blocked, so nothing of it was kept.
  }
  const left = applySession('SIGNED_OUT', null);
  if (tokens) void endAtService(tokens);
  // One that lives in memory alone, since storage is blocked, only the client knows.
  else if (isClientLoaded()) void getClient().then(({ auth }) => auth.signOut({ scope: 'local' }));
  await left;
}
