import type { Session } from '@supabase/supabase-js';

/** How a session was signed in: `aal2` with an authenticator's code; `needsCode` when the account has one and its code is missing. */
export function assuranceOf({ access_token: token, user }: Session): { aal: 'aal1' | 'aal2'; needsCode: boolean } {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const { aal } = JSON.parse(atob(payload)) as { aal?: unknown };
  const hasAuthenticator = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return aal === 'aal2' ? { aal, needsCode: false } : { aal: 'aal1', needsCode: hasAuthenticator };
}
