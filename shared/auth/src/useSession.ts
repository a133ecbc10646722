import { useSyncExternalStore } from 'react';
import { sessionStore, type SessionState } from './sessionStore.ts';

/** The current session; renders again when it changes. Server renders see a visitor who is signed out. */
export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get, sessionStore.getServer);
}
