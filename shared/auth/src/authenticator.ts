import { t } from '@lingui/core/macro';
import { authFailureOf } from './authFailureOf.ts';
import { getClient } from './client.ts';

/** An authenticator app enrolled for the account. */
export type Authenticator = { id: string; name: string; isVerified: boolean; createdAt: string };

/** The account's authenticators, including unconfirmed ones. */
export async function listAuthenticators(): Promise<Authenticator[]> {
  const client = await getClient();
  const { data, error } = await client.auth.mfa.listFactors();
  if (error) throw authFailureOf(error, t`The authenticators could not be loaded. Try again.`);
  return data.all
    .filter((factor) => factor.factor_type === 'totp')
    .map((factor) => ({
      id: factor.id,
      name: factor.friendly_name ?? 'Authenticator',
      isVerified: factor.status === 'verified',
      createdAt: factor.created_at,
    }));
}

/** Starts the enrolment of an authenticator: a QR code (SVG data URL) to scan, or the secret to type. */
export async function enrolAuthenticator(name: string): Promise<{ id: string; qrCode: string; secret: string }> {
  const client = await getClient();
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name });
  if (error) throw authFailureOf(error, t`The authenticator could not be set up. Try again.`);
  return { id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}

/** Confirms the enrolment with the first code; the session becomes aal2. */
export async function confirmAuthenticator(id: string, code: string): Promise<void> {
  const client = await getClient();
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: id, code });
  if (error) throw authFailureOf(error, t`That code is not correct. Wait for the next one and try again.`);
}

/** Removes an authenticator from the account. */
export async function removeAuthenticator(id: string): Promise<void> {
  const client = await getClient();
  const { error } = await client.auth.mfa.unenroll({ factorId: id });
  if (error) throw authFailureOf(error, t`The authenticator could not be removed. Try again.`);
}
