import { createStore } from '@masomo/domain/createStore';
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
const store = createStore<SessionState>({ status: 'loading', user: null });

/** The one session of this page; every React root reads it through `useSession`. */
export const sessionStore = {
  ...store,
  /** What a server render and the first client render show. */
  getServer: () => signedOut,
};

/** The session once it is known: waits while the stored one is being read. */
export function settledSession(): Promise<SessionState> {
  if (store.get().status !== 'loading') return Promise.resolve(store.get());
  return new Promise((resolve) => {
    const stop = sessionStore.subscribe(() => {
      if (store.get().status === 'loading') return;
      stop();
      resolve(store.get());
    });
  });
}
