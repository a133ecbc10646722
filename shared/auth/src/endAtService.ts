import { sessionKey } from '@masomo/domain/sessionKey';
import { getRuntimeConfig, supabaseOrigin } from './runtimeConfig.ts';

type StoredTokens = { access_token: string; refresh_token?: string; expires_at?: number };

/** Tokens of the session that this browser has stored, also of one whose access token has ended; null for a guest. */
export function storedTokens(): StoredTokens | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(sessionKey) ?? 'null');
    return typeof stored === 'object' && stored !== null && 'access_token' in stored ? (stored as StoredTokens) : null;
  } catch {
    return null;
  }
}

/** Sent on although the page is closed, since a person who signs out closes it next. */
const post = (path: string, token: string, body?: unknown) =>
  fetch(`${supabaseOrigin()}/auth/v1/${path}`, {
    method: 'POST',
    keepalive: true,
    headers: {
      apikey: getRuntimeConfig().publishableKey,
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** The service ends a session only by a token that is valid. */
async function validToken({ access_token, refresh_token, expires_at }: StoredTokens): Promise<string> {
  if (!refresh_token || expires_at === undefined || expires_at * 1000 > Date.now()) return access_token;
  const response = await post('token?grant_type=refresh_token', getRuntimeConfig().publishableKey, { refresh_token });
  const renewed = response.ok ? ((await response.json()) as Partial<StoredTokens>) : {};
  return renewed.access_token ?? access_token;
}

/** Ends a session at the service, without the client, whose session is gone from the browser by then. A failure is only reported. */
export async function endAtService(tokens: StoredTokens): Promise<void> {
  try {
    const { ok, status } = await post('logout?scope=local', await validToken(tokens));
    if (!ok) console.warn('The service did not confirm the sign-out.', status);
  } catch (error) {
    console.warn('The service did not confirm the sign-out.', error);
  }
}
