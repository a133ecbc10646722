import { createStore } from '@masomo/domain/createStore';
import type { Features, OpenedRecords } from '@masomo/data/accounts/identity';
import type { Role } from '@masomo/domain/roles';

/**
 * The state of the session. `loading` only until the stored session was read at boot; `second-factor` when the password was
 * right and the authenticator's code is missing; `hasExpired` when a session ended without a sign-out.
 */
export type SessionState =
  | { status: 'loading' | 'second-factor'; user: null }
  | { status: 'signed-out'; user: null; hasExpired?: boolean }
  | { status: 'signed-in'; user: SessionUser };

export type SessionUser = {
  id: string;
  email: string;
  role: Role;
  /** What the database lets this person do; missing while only the role is known. */
  permissions?: readonly string[] | undefined;
  /** What the person's roles are based on: several for a teacher who is also a parent. */
  bases?: readonly Role[] | undefined;
  schoolId: string | null;
  /** IANA name of the zone in which the school's days begin; missing without a school. */
  timeZone?: string | undefined;
  /** Add-ons of the school, as `Identity` has them; read and changed through `schoolFeatures`. */
  features?: Features;
  /** What is left of them from the next navigation on, when something was taken away. */
  lostFeatures?: Features;
  /** Schools whose children's records this super admin has open. */
  openedRecords?: readonly OpenedRecords[] | undefined;
  aal: 'aal1' | 'aal2';
  /** The role could not be read and is the one that this browser remembers: only screens that work offline open by it. */
  isUnread?: true | undefined;
  /** The database gives this person nothing until an authenticator app is set up. */
  hasToEnrol?: true | undefined;
};

/** Nobody is signed in; one object, so that nothing renders again when a guest's session has been read. */
export const signedOut: SessionState = { status: 'signed-out', user: null };
const store = createStore<SessionState>({ status: 'loading', user: null });

/** The session of this page; every React root reads it through `useSession`. */
export const sessionStore = {
  ...store,
  /** The state of the server render and of the first client render. */
  getServer: () => signedOut,
};

/** Resolves to the session as soon as the stored one was read. */
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
