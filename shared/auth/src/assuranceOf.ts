import type { Session } from '@supabase/supabase-js';
import { tokenClaims } from './tokenClaims.ts';

/** How a session was signed in: `aal2` with an authenticator's code; `needsCode` when the account has one and its code is missing. */
export function assuranceOf({ access_token: token, user }: Session): { aal: 'aal1' | 'aal2'; needsCode: boolean } {
  const { aal } = tokenClaims(token);
  const hasAuthenticator = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return aal === 'aal2' ? { aal, needsCode: false } : { aal: 'aal1', needsCode: hasAuthenticator };
}
