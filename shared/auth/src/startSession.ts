import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { provideDb, type Db } from '@masomo/data';
import { followSession } from './followSession.ts';
import { sessionStore } from './sessionStore.ts';
import { configureAuth, getAnonymousDb, getSupabase, sessionStorageKey, type AuthConfiguration } from './supabase.ts';

let listening: Promise<void> | undefined;

/** Tokens or an error that a mailed link brought along. */
const linkFragment = /[#&](access_token|error_description|error_code)=/;

function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(sessionStorageKey) !== null;
  } catch {
    return false;
  }
}

/**
 * Reads the stored session and keeps the session store in step with it, with other tabs and with its refresh.
 * Resolves once it is known who the visitor is. Without a stored session nothing is downloaded.
 */
export async function startSession(configuration: AuthConfiguration): Promise<void> {
  configureAuth(configuration);
  provideDb(currentDb);
  window.addEventListener('storage', (event) => {
    if (event.key === sessionStorageKey && event.newValue) void listenToSession();
  });
  if (hasStoredSession() || linkFragment.test(location.hash)) {
    await listenToSession().catch((error: unknown) => {
      console.warn('The session could not be read:', error);
      sessionStore.set({ status: 'signed-out', user: null });
    });
  } else {
    sessionStore.set({ status: 'signed-out', user: null });
  }
}

async function currentDb(): Promise<Db> {
  return sessionStore.get().status === 'signed-in' ? getSupabase() : getAnonymousDb();
}

/** Makes the client and its one listener; resolves when the first state is known. */
export function listenToSession(): Promise<void> {
  listening ??= getSupabase().then((client) => new Promise<void>((resolve) => {
    client.auth.onAuthStateChange((event: AuthChangeEvent, session: Session | null) => {
      // The client holds a lock while it calls back: anything that asks it something must come after.
      setTimeout(() => void followSession(client, event, session).finally(resolve), 0);
    });
  }));
  listening.catch(() => { listening = undefined; });
  return listening;
}
