import { listenToSession } from './startSession.ts';
import { followSession } from './followSession.ts';
import { getSupabase } from './supabase.ts';

/** How a sign-in ended: in, asked for the code of a second factor, or refused with words for the person. */
export type SignInResult = { status: 'signed-in' } | { status: 'second-factor'; factorId: string } | { status: 'refused'; message: string };

const fallback = 'Invalid email or password';

/** Signs in with email and password. A server that cannot be reached is said so; nothing is thrown. */
export async function signIn(email: string, password: string): Promise<SignInResult> {
  try {
    const client = await getSupabase();
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    if (error) return { status: 'refused', message: error.message || fallback };
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    if (level?.nextLevel === 'aal2' && level.currentLevel === 'aal1') {
      const factor = data.user.factors?.find((candidate) => candidate.factor_type === 'totp' && candidate.status === 'verified');
      if (factor) return { status: 'second-factor', factorId: factor.id };
    }
    await listenToSession();
    await followSession(client, 'SIGNED_IN', data.session);
    return { status: 'signed-in' };
  } catch {
    return { status: 'refused', message: 'The server cannot be reached. Check your connection and try again.' };
  }
}

/** Answers the second factor with the six digits of the authenticator app. */
export async function verifySecondFactor(factorId: string, code: string): Promise<SignInResult> {
  const client = await getSupabase();
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) return { status: 'refused', message: error.message };
  const { data } = await client.auth.getSession();
  await listenToSession();
  await followSession(client, 'MFA_CHALLENGE_VERIFIED', data.session);
  return { status: 'signed-in' };
}

/** Ends the session of this browser, or of all. Ends it here even when the server no longer knows it. */
export async function signOut(scope: 'local' | 'global' = 'local'): Promise<void> {
  const client = await getSupabase();
  const { error } = await client.auth.signOut({ scope });
  if (error) {
    console.warn('Sign-out was not confirmed by the server:', error.message);
    await client.auth.signOut({ scope: 'local' });
  }
  await followSession(client, 'SIGNED_OUT', null);
}

/** Mails a link to choose a new password. The answer is the same whether or not the address has an account. */
export async function requestPasswordReset(email: string): Promise<{ error: string | null }> {
  const client = await getSupabase();
  const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}/login/new-password` });
  return { error: error?.message ?? null };
}

/** Sets the password of whoever is signed in, or came by a mailed link. */
export async function setPassword(password: string): Promise<{ error: string | null }> {
  const client = await getSupabase();
  const { error } = await client.auth.updateUser({ password });
  return { error: error?.message ?? null };
}
