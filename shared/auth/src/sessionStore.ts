import type { Role } from '@masomo/domain/roles';

/** The visitor as the product knows them. `loading` only until the stored session was read at boot. */
export type SessionState =
  | { status: 'loading' | 'signed-out'; user: null }
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
