import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { clearPersonalStorage, forgetOutboxKey } from '@masomo/domain/personalStorage';
import { signedOutKey } from '@masomo/domain/sessionKey';
import { getDb, mutate } from '@masomo/data';
import { assuranceOf } from './assuranceOf.ts';
import { currentDb } from './currentDb.ts';
import { rereadIdentity, resolveIdentity } from './resolveIdentity.ts';
import { getRuntimeConfig } from './runtimeConfig.ts';
import { sessionStore } from './sessionStore.ts';

/** Guarded screens are unmounted by then; reloading their data as a guest would only be refused. */
const screensUnmountedAfterMs = 400;

const rereadAfterMs = 5_000;

const unchangingEvents = new Set<AuthChangeEvent>(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED']);

let isLeaving = false;
let queue: Promise<void> = Promise.resolve();
/** How many sessions have ended on this page: what was begun for one of them is not carried on. */
let ends = 0;

/** Marks the next end of the session as requested, so that it is not reported as expired. */
export function expectSignOut(): void {
  isLeaving = true;
}

/**
 * Applies a session event to the product's session store. Sign-ins are processed one after the other; an end is applied at once, whatever
 * is still being read for a sign-in.
 */
export async function applySession(event: AuthChangeEvent, session: Session | null): Promise<void> {
  if (!session) {
    ends += 1;
    return leave();
  }
  const before = ends;
  // One that failed takes none of those after it with it.
  queue = queue.catch(() => undefined).then(() => enter(event, session, () => before === ends));
  return queue;
}

function lastSignedOut(): string | null {
  try {
    return localStorage.getItem(signedOutKey);
  } catch {
    return null;
  }
}

function forgetSignOut(): void {
  try {
    localStorage.removeItem(signedOutKey);
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}

function leave(): void {
  const before = sessionStore.get();
  const hasExpired = before.status === 'signed-in' && !isLeaving && lastSignedOut() !== before.user.id;
  isLeaving = false;
  if (before.status === 'signed-out') return;
  sessionStore.set({ status: 'signed-out', user: null, ...(hasExpired ? { hasExpired } : {}) });
  if (before.status === 'signed-in') clearPersonalStorage();
  else forgetOutboxKey();
  // The next user must not see cached data of this one; what is on the screen is reloaded as a guest.
  if (before.status === 'signed-in') setTimeout(() => void mutate(() => true, undefined), screensUnmountedAfterMs);
}

/** Reads once more what this person is: when it could not be read, or has just changed. False when that fails. */
export async function rereadRole(): Promise<boolean> {
  const { user: before } = sessionStore.get();
  if (!before) return true;
  const standing = await rereadIdentity(await getDb(), before.id);
  const { user } = sessionStore.get();
  if (standing && user?.id === before.id) sessionStore.set({ status: 'signed-in', user: { ...user, isUnread: undefined, ...standing } });
  return standing !== null;
}

/** The role follows as soon as it can be read, while this person is still signed in. */
function rereadLater(id: string): void {
  setTimeout(async () => {
    const isHere = () => sessionStore.get().user?.id === id;
    if (isHere() && !(await rereadRole().catch(() => false)) && isHere()) rereadLater(id);
  }, rereadAfterMs);
}

async function enter(event: AuthChangeEvent, session: Session, isOpen: () => boolean): Promise<void> {
  if (!isOpen()) return;
  const { aal, needsCode } = assuranceOf(session);
  if (needsCode) {
    const { isTrustedHere } = await import('./trustedDevice.ts');
    const isTrusted = await isTrustedHere(session.user.id);
    if (!isOpen()) return;
    if (!isTrusted) return sessionStore.set({ status: 'second-factor', user: null });
  }

  const { id, email = '' } = session.user;
  const { status, user: known } = sessionStore.get();
  const isSame = known?.id === id;
  // A refreshed token, a tab that became visible again and the second event of a page load do not change the user.
  if (isSame && known.aal === aal && known.email === email && unchangingEvents.has(event)) return;
  const isOther = known !== null && !isSame;
  if (isOther) clearPersonalStorage();
  else forgetOutboxKey(id);
  const standing = await resolveIdentity(await currentDb(), { id, email }, getRuntimeConfig().fallbackSuperAdmins);
  if (!isOpen()) {
    // The identity was remembered after the end had removed it.
    if (sessionStore.get().status === 'signed-out') clearPersonalStorage();
    return;
  }
  sessionStore.set({ status: 'signed-in', user: { id, email, aal, ...standing } });
  forgetSignOut();
  if (standing.isUnread) rereadLater(id);
  // Who takes over from somebody else sees nothing that was read for them. Queries made while the stored session was loading waited
  // for it, so they were already sent with it.
  if (isOther) void mutate(() => true, undefined);
  else if (!isSame && status !== 'loading') void mutate(() => true);
}
