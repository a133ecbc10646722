import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import { provideDb } from '@masomo/data';
import { applySession } from './applySession.ts';
import { getClient, isClientRequested, hasStoredSession, sessionKey } from './client.ts';
import { currentDb } from './currentDb.ts';
import { watchSession } from './watchSession.ts';
import { provideConfig } from './runtimeConfig.ts';
import { sessionStore } from './sessionStore.ts';

let sessionListener: Promise<void> | undefined;

/** Loads the client and follows its events, with one listener for the life of the page. */
export function followSession(): Promise<void> {
  sessionListener ??= getClient().then(
    (client) => {
      // Calls of the client made inside its own callback would wait for each other: answer first, work afterwards.
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

/** A link from a mail brings its session, or its error, in the address. */
function isReturnFromMail(): boolean {
  return /[#&](?:access_token|error_code|error_description)=/.test(location.hash);
}

/**
 * Starts the session of this page. A visitor without a stored session is signed out at once and without a download;
 * anyone else is `loading` until their role is known. Another tab's sign-in is followed.
 */
export function startAuth(config: RuntimeConfig): void {
  provideConfig(config);
  provideDb(currentDb);
  if (hasStoredSession() || isReturnFromMail()) follow();
  else sessionStore.set({ status: 'signed-out', user: null });
  watchSession();
  window.addEventListener('storage', (event) => {
    if (event.key === sessionKey && event.newValue && !isClientRequested()) follow();
  });
}

function follow(): void {
  followSession().catch((error: unknown) => {
    console.error('The session could not be opened; continuing as a guest.', error);
    sessionStore.set({ status: 'signed-out', user: null });
  });
}
