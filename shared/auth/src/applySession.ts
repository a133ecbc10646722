import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { clearPersonalStorage } from '@masomo/domain/personalStorage';
import { mutate } from '@masomo/data';
import { getClient } from './client.ts';
import { resolveRole } from './resolveRole.ts';
import { getRuntimeConfig } from './runtimeConfig.ts';
import { sessionStore } from './sessionStore.ts';

/** Guarded screens are on their way out by then; asking again for them as a guest would only be refused. */
const screensUnmountedAfterMs = 400;

let isLeaving = false;
let queue: Promise<void> = Promise.resolve();

/** Marks the next end of the session as wanted, so that it is not announced as expired. */
export function expectSignOut(): void {
  isLeaving = true;
}

/** Takes a session into the product's own state, one event after the other. */
export function applySession(event: AuthChangeEvent, session: Session | null): Promise<void> {
  queue = queue.then(
    () => (session ? enter(event, session) : leave()),
    () => undefined,
  );
  return queue;
}

function leave(): void {
  const before = sessionStore.get();
  const hasExpired = before.status === 'signed-in' && !isLeaving;
  isLeaving = false;
  if (before.status === 'signed-out') return;
  sessionStore.set({ status: 'signed-out', user: null, ...(hasExpired ? { hasExpired } : {}) });
  if (before.status === 'signed-in') clearPersonalStorage();
  // Nothing another person read may stay in the cache; what is on the screen is read again as a guest.
  if (before.status === 'signed-in') setTimeout(() => void mutate(() => true, undefined), screensUnmountedAfterMs);
}

async function enter(event: AuthChangeEvent, session: Session): Promise<void> {
  const client = await getClient();
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  const aal = data?.currentLevel === 'aal2' ? 'aal2' : 'aal1';
  if (data?.nextLevel === 'aal2' && aal === 'aal1') return sessionStore.set({ status: 'second-factor', user: null });

  const { id, email = '' } = session.user;
  const { status, user: known } = sessionStore.get();
  const isSame = known?.id === id;
  // A refreshed token or a tab that became visible again changes nothing about who this is.
  if (isSame && known.aal === aal && known.email === email && (event === 'TOKEN_REFRESHED' || event === 'SIGNED_IN')) return;
  const standing = await resolveRole(client, { id, email }, getRuntimeConfig().fallbackSuperAdmins);
  sessionStore.set({ status: 'signed-in', user: { id, email, aal, ...standing } });
  // What was asked for while the stored session was being read has waited for it, and was asked for in its name.
  if (!isSame && status !== 'loading') void mutate(() => true);
}
