import { t } from '@lingui/core/macro';
import { applySession, expectSignOut } from './applySession.ts';
import { authFailure } from './AuthFailure.ts';
import { getClient, sessionKey } from './client.ts';
import { sessionStore, type SessionState } from './sessionStore.ts';
import { followSession } from './startAuth.ts';

/**
 * Signs in with email and password and waits until the role is known. Resolves to `second-factor` when an authenticator's
 * code is required. Throws AuthFailure with the service's message, else "Invalid email or password".
 */
export async function signIn(email: string, password: string): Promise<SessionState> {
  await followSession();
  const client = await getClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw authFailure(error, t`Invalid email or password`);
  await applySession('SIGNED_IN', data.session);
  return sessionStore.get();
}

/** Verifies the authenticator's code (six digits). Throws AuthFailure. */
export async function verifySecondFactor(code: string): Promise<SessionState> {
  const client = await getClient();
  const factors = await client.auth.mfa.listFactors();
  if (factors.error) throw authFailure(factors.error, t`Your authenticator could not be loaded. Try again.`);
  const [factor] = factors.data.totp;
  if (!factor) throw authFailure({}, t`No authenticator is set up for this account.`);
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  if (error) throw authFailure(error, t`That code is not correct. Wait for the next one and try again.`);
  const { data } = await client.auth.getSession();
  await applySession('MFA_CHALLENGE_VERIFIED', data.session);
  return sessionStore.get();
}

/**
 * Ends the session: user, role, school and all data loaded with it are removed from this browser, whatever the service
 * responds (401, 403 or 404 for a session it no longer knows).
 */
export async function signOut(): Promise<void> {
  expectSignOut();
  const client = await getClient();
  const { error } = await client.auth.signOut({ scope: 'local' });
  if (error) {
    console.warn('The service did not confirm the sign-out.', error.message);
    localStorage.removeItem(sessionKey);
  }
  await applySession('SIGNED_OUT', null);
}
