import { t } from '@lingui/core/macro';
import { applySession } from './applySession.ts';
import { authFailureOf } from './authFailureOf.ts';
import { getClient } from './client.ts';
import { followSession } from './followSession.ts';
import { sessionStore, type SessionState } from './sessionStore.ts';

/**
 * Signs in with email and password and waits until the role is known. Resolves to `second-factor` when an authenticator's
 * code is required. Throws AuthFailure with the service's message, else "Invalid email or password".
 */
export async function signIn(email: string, password: string): Promise<SessionState> {
  await followSession();
  const client = await getClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw authFailureOf(error, t`Invalid email or password`);
  await applySession('SIGNED_IN', data.session);
  return sessionStore.get();
}

/** Verifies the authenticator's code (six digits), and trusts this device from then on if that is wanted. Throws AuthFailure. */
export async function verifySecondFactor(code: string, isTrusting = false): Promise<SessionState> {
  const client = await getClient();
  const factors = await client.auth.mfa.listFactors();
  if (factors.error) throw authFailureOf(factors.error, t`Your authenticator could not be loaded. Try again.`);
  const [factor] = factors.data.totp;
  if (!factor) throw authFailureOf({}, t`No authenticator is set up for this account.`);
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  if (error) throw authFailureOf(error, t`That code is not correct. Wait for the next one and try again.`);
  const { data } = await client.auth.getSession();
  if (isTrusting && data.session) await (await import('./trustedDevice.ts')).trustThisDevice(data.session.user.id);
  await applySession('MFA_CHALLENGE_VERIFIED', data.session);
  return sessionStore.get();
}
