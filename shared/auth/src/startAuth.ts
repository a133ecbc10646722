import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import { provideDb } from '@masomo/data';
import { sessionKey } from '@masomo/domain/sessionKey';
import { applySession } from './applySession.ts';
import { getClient, isClientRequested, hasStoredSession } from './client.ts';
import { currentDb } from './currentDb.ts';
import { watchSession } from './watchSession.ts';
import { provideConfig } from './runtimeConfig.ts';
import { sessionStore, signedOut } from './sessionStore.ts';

let sessionListener: Promise<void> | undefined;

/** Loads the client and subscribes to its events, once per page. */
export function followSession(): Promise<void> {
  sessionListener ??= getClient().then(
    (client) => {
      // Calling the client inside its own callback would deadlock, so the event is applied after the callback has returned.
      client.auth.onAuthStateChange((event, session) => {
        setTimeout(() => void applySession(event, session));
      });
    },
    (error: unknown) => {
      sessionListener = undefined;
      throw error;
    },
  );
  return sessionListener;
}

/**
 * Starts the session of this page. A visitor without a stored session is signed out immediately and without a download;
 * anyone else is `loading` until their role is known. A sign-in in another tab is adopted.
 */
export function startAuth(config: RuntimeConfig): void {
  provideConfig(config);
  provideDb(currentDb);
  if (hasStoredSession()) follow();
  else sessionStore.set(signedOut);
  watchSession();
  window.addEventListener('storage', (event) => {
    if (event.key === sessionKey && event.newValue && !isClientRequested()) follow();
  });
}

function follow(): void {
  followSession().catch((error: unknown) => {
    console.error('The session could not be opened.', error);
    sessionStore.set(signedOut);
  });
}
