import { useSyncExternalStore } from 'react';
import { sessionStore, type SessionState } from './sessionStore.ts';

/** The current session; re-renders when it changes. Server renders are signed out. */
export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get, sessionStore.getServer);
}
