import type { Role } from '@masomo/domain/roles';

/**
 * The visitor as the product knows them. `loading` only until the stored session was read at boot; `second-factor`
 * when the password was right and the code of the authenticator is still to come; `hasExpired` when a session ended
 * by itself.
 */
export type SessionState =
  | { status: 'loading' | 'second-factor'; user: null }
  | { status: 'signed-out'; user: null; hasExpired?: boolean }
  | { status: 'signed-in'; user: SessionUser };

export type SessionUser = { id: string; email: string; role: Role; schoolId: string | null; aal: 'aal1' | 'aal2' };

const signedOut: SessionState = { status: 'signed-out', user: null };
let state: SessionState = { status: 'loading', user: null };
const listeners = new Set<() => void>();

/** The one session of this page; every React root reads it through `useSession`. */
export const sessionStore = {
  get: () => state,
  /** What a server render and the first client render show. */
  getServer: () => signedOut,
  set(next: SessionState) {
    state = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** The session once it is known: waits while the stored one is being read. */
export function settledSession(): Promise<SessionState> {
  if (state.status !== 'loading') return Promise.resolve(state);
  return new Promise((resolve) => {
    const stop = sessionStore.subscribe(() => {
      if (state.status === 'loading') return;
      stop();
      resolve(state);
    });
  });
}
