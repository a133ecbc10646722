import type { Session } from '@supabase/supabase-js';
import { sessionKey } from '@masomo/domain/sessionKey';

/** The client refreshes a token this long before it ends; one that ends sooner is left to it. */
const minValidMs = 120_000;

const isSession = (value: unknown): value is Session & { expires_at: number } =>
  typeof value === 'object' &&
  value !== null &&
  'access_token' in value &&
  'expires_at' in value &&
  typeof value.expires_at === 'number' &&
  'user' in value &&
  typeof value.user === 'object' &&
  value.user !== null &&
  'id' in value.user;

/** The stored session while its token is valid, read without the client; null when only the client can tell, and for a guest. */
export function storedSession(): Session | null {
  try {
    const session: unknown = JSON.parse(localStorage.getItem(sessionKey) ?? 'null');
    return isSession(session) && session.expires_at * 1000 - Date.now() > minValidMs ? session : null;
  } catch {
    return null;
  }
}
