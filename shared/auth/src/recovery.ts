import { t } from '@lingui/core/macro';
import { unwrap } from '@masomo/data';
import { applySession } from './applySession.ts';
import { AuthFailure } from './AuthFailure.ts';
import { authFailureOf } from './authFailureOf.ts';
import { getClient } from './client.ts';
import { sessionStore, type SessionState } from './sessionStore.ts';

/** Creates ten recovery codes for a lost phone and invalidates earlier ones. They cannot be read again. Requires aal2. */
export async function makeRecoveryCodes(): Promise<string[]> {
  return unwrap(await (await getClient()).rpc('make_recovery_codes'));
}

/** The number of unused codes. */
export async function countRecoveryCodes(): Promise<number> {
  return unwrap(await (await getClient()).rpc('recovery_codes_left', {}, { get: true }));
}

/** Signs in with a recovery code instead of the authenticator's, and removes the authenticator from the account. Throws AuthFailure. */
export async function signInWithRecoveryCode(code: string): Promise<SessionState> {
  const client = await getClient();
  const { data: isRight, error, status } = await client.rpc('use_recovery_code', { code });
  if (error) throw authFailureOf(status === 0 ? { name: 'AuthRetryableFetchError' } : error, t`The code could not be checked. Try again.`);
  if (!isRight) throw new AuthFailure(t`That is not one of your recovery codes, or it was used before.`);
  const { data, error: refusal } = await client.auth.refreshSession();
  if (refusal) throw authFailureOf(refusal, t`Sign in again with your password.`);
  await applySession('MFA_CHALLENGE_VERIFIED', data.session);
  return sessionStore.get();
}
