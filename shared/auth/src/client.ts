import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@masomo/data/database.types';
import { getRuntimeConfig, supabaseOrigin } from './runtimeConfig.ts';

/** Where the session is kept in this browser. */
export const sessionKey = 'masomo-session';

let client: Promise<SupabaseClient<Database>> | undefined;

/** Has a session been stored by this or an earlier visit? Needs no client. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(sessionKey) !== null;
  } catch {
    return false;
  }
}

/** Has the client been asked for in this page? */
export function isClientRequested(): boolean {
  return client !== undefined;
}

/**
 * THE Supabase client of this page, loaded when first asked for: a visitor without a session never downloads it.
 * Use it for what needs more than rows: files, realtime, account calls.
 */
export function getClient(): Promise<SupabaseClient<Database>> {
  client ??= import('@supabase/supabase-js').then(
    ({ createClient }) =>
      createClient<Database>(supabaseOrigin(), getRuntimeConfig().publishableKey, {
        // Links in mails may be opened on another device than the one that asked, so no code verifier can be expected.
        auth: { storageKey: sessionKey, flowType: 'implicit', detectSessionInUrl: true, autoRefreshToken: true, persistSession: true },
      }),
    (error: unknown) => {
      client = undefined;
      throw error;
    },
  );
  return client;
}
