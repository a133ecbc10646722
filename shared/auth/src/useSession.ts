import { useSyncExternalStore } from 'react';
import { sessionStore, type SessionState } from './sessionStore.ts';

/** The current session; re-renders when it changes. Server renders are signed out. */
export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get, sessionStore.getServer);
}

/** Whether somebody is signed in. Unlike `useSession`, it renders nothing again while a guest's session is being read. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(
    sessionStore.subscribe,
    () => sessionStore.get().status === 'signed-in',
    () => false,
  );
}
