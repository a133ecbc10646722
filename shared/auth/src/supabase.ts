import type { SupabaseClient } from '@supabase/supabase-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { Db } from '@masomo/data';
import type { Database } from '@masomo/data/database.types';

/** Where the Supabase project is and the key a browser may know. */
export type AuthConfiguration = { url: string; publishableKey: string };

/** Where the browser keeps the session. */
export const sessionStorageKey = 'masomo.session';

let configuration: AuthConfiguration | undefined;
let client: Promise<SupabaseClient<Database>> | undefined;
let anonymous: Db | undefined;

/** Called once at boot. */
export function configureAuth(next: AuthConfiguration): void {
  configuration = next;
}

function configured(): AuthConfiguration {
  if (!configuration) throw new Error('No Supabase project: configureAuth() was never called.');
  return configuration;
}

/** THE Supabase client of this page, made on first need: a visitor without a session never downloads it. */
export function getSupabase(): Promise<SupabaseClient<Database>> {
  client ??= import('@supabase/supabase-js').then(({ createClient }) => {
    const { url, publishableKey } = configured();
    return createClient<Database>(url, publishableKey, {
      auth: { storageKey: sessionStorageKey, persistSession: true, autoRefreshToken: true, detectSessionInUrl: true },
    });
  });
  // A failed download is tried again by the next caller.
  client.catch(() => { client = undefined; });
  return client;
}

/** Reads as a visitor: PostgREST's own client of a few kilobytes. */
export function getAnonymousDb(): Db {
  const { url, publishableKey } = configured();
  anonymous ??= new PostgrestClient<Database>(`${url}/rest/v1`, { headers: { apikey: publishableKey } });
  return anonymous;
}
