import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@masomo/data/database.types';
import { sessionKey } from '@masomo/domain/sessionKey';
import { renewingFetch } from './renewingFetch.ts';
import { getRuntimeConfig, supabaseOrigin } from './runtimeConfig.ts';
import { tokenClaims } from './tokenClaims.ts';

let client: Promise<SupabaseClient<Database>> | undefined;
let isLoaded = false;

/** Whether this or an earlier visit stored a session. Does not load the client. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(sessionKey) !== null;
  } catch {
    return false;
  }
}

/** Whether this page has requested the client. */
export function isClientRequested(): boolean {
  return client !== undefined;
}

/** Whether the client is there. */
export function isClientLoaded(): boolean {
  return isLoaded;
}

/**
 * The Supabase client of this page, loaded on first use, so that a visitor without a session never downloads it.
 * Use it for what PostgREST alone does not offer: files, realtime, account calls.
 */
export function getClient(): Promise<SupabaseClient<Database>> {
  client ??= import('@supabase/supabase-js').then(
    ({ createClient }) => {
      isLoaded = true;
      return createClient<Database>(supabaseOrigin(), getRuntimeConfig().publishableKey, {
        // A session in an address could be anybody's: links in emails are confirmed on a page instead (confirmLink). PKCE would fail for
        // those that are opened on another device than the one that requested them.
        global: { fetch: renewingFetch((input, init) => fetch(input, init), renewToken) },
        auth: { storageKey: sessionKey, flowType: 'implicit', detectSessionInUrl: false, autoRefreshToken: true, persistSession: true },
      });
    },
    (error: unknown) => {
      client = undefined;
      throw error;
    },
  );
  return client;
}

let renewal: Promise<string | undefined> | undefined;

/**
 * A token instead of one that has ended; undefined when the session is over, and when somebody else has signed in in another tab: what
 * one person asked for is never sent as another.
 */
export async function renewToken(ended: string): Promise<string | undefined> {
  const { auth } = await getClient();
  const { data } = await auth.getSession();
  const renewed = data.session && data.session.access_token !== ended ? data.session.access_token : await refresh(auth);
  return renewed && tokenClaims(renewed).sub === tokenClaims(ended).sub ? renewed : undefined;
}

function refresh(auth: SupabaseClient['auth']): Promise<string | undefined> {
  renewal ??= auth
    .refreshSession()
    .then((response) => response.data.session?.access_token)
    .finally(() => (renewal = undefined));
  return renewal;
}
