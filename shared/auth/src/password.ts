import { t } from '@lingui/core/macro';
import type { EmailOtpType } from '@supabase/supabase-js';
import { applySession } from './applySession.ts';
import { authFailureOf } from './authFailureOf.ts';
import { getClient } from './client.ts';
import { followSession } from './followSession.ts';

/** Sends the email with the link to choose a new password. The result does not reveal whether the account exists. */
export async function requestPasswordRecovery(email: string): Promise<void> {
  const client = await getClient();
  const { error } = await client.auth.resetPasswordForEmail(email);
  if (error) throw authFailureOf(error, t`The email could not be sent. Try again in a minute.`);
}

/** Sets the password of the signed-in user: after a recovery link or an invitation, or from the profile with the current one. */
export async function setPassword(password: string, currentPassword?: string): Promise<void> {
  const client = await getClient();
  const { error } = await client.auth.updateUser({ password, ...(currentPassword ? { current_password: currentPassword } : {}) });
  if (error) throw authFailureOf(error, t`The password could not be saved. Try again.`);
}

/** Uses up the link of an email, which signs this browser in. False when the email at the other address has to confirm too. Throws AuthFailure. */
export async function confirmLink(tokenHash: string, type: EmailOtpType): Promise<boolean> {
  await followSession();
  const client = await getClient();
  const { data, error } = await client.auth.verifyOtp({ token_hash: tokenHash, type });
  if (error) throw authFailureOf(error, t`This link has expired or was already used. Request a new one.`);
  if (data.session) await applySession('SIGNED_IN', data.session);
  return data.session !== null;
}
