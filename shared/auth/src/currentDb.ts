import type { Database } from '@masomo/data/database.types';
import type { Db } from '@masomo/data';
import { getClient, isClientRequested, hasStoredSession } from './client.ts';
import { getRuntimeConfig, supabaseOrigin } from './runtimeConfig.ts';

let anonymous: Promise<Db> | undefined;

/**
 * The client without a session: PostgREST with the publishable key, without the rest of supabase-js. Loaded with the first query, since
 * a page comes with its data.
 */
function anonymousDb(): Promise<Db> {
  anonymous ??= import('@supabase/postgrest-js').then(
    ({ PostgrestClient }) =>
      new PostgrestClient<Database>(`${supabaseOrigin()}/rest/v1`, { headers: { apikey: getRuntimeConfig().publishableKey } }),
    (error: unknown) => {
      anonymous = undefined;
      throw error;
    },
  );
  return anonymous;
}

/** The current visitor's client: that of the session when there is or may be one, else the anonymous one. */
export async function currentDb(): Promise<Db> {
  return isClientRequested() || hasStoredSession() ? getClient() : anonymousDb();
}
