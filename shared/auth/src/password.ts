import { t } from '@lingui/core/macro';
import { authFailure } from './AuthFailure.ts';
import { getClient } from './client.ts';

/** Sends the email with the link to choose a new password. The result does not reveal whether the account exists. */
export async function requestPasswordRecovery(email: string): Promise<void> {
  const client = await getClient();
  const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}/login/new-password` });
  if (error) throw authFailure(error, t`The email could not be sent. Try again in a minute.`);
}

/** Sets the password of the signed-in user: after a recovery link, an invitation, or from the profile. */
export async function setPassword(password: string): Promise<void> {
  const client = await getClient();
  const { error } = await client.auth.updateUser({ password });
  if (error) throw authFailure(error, t`The password could not be saved. Try again.`);
}
