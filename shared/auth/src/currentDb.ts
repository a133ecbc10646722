import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '@masomo/data/database.types';
import type { Db } from '@masomo/data';
import { getClient, isClientRequested, hasStoredSession } from './client.ts';
import { getRuntimeConfig, supabaseOrigin } from './runtimeConfig.ts';

let anonymous: Db | undefined;

/** The client without a session: PostgREST with the publishable key, without the rest of supabase-js. */
function anonymousDb(): Db {
  anonymous ??= new PostgrestClient<Database>(`${supabaseOrigin()}/rest/v1`, { headers: { apikey: getRuntimeConfig().publishableKey } });
  return anonymous;
}

/** The current visitor's client: that of the session when there is or may be one, else the anonymous one. */
export async function currentDb(): Promise<Db> {
  return isClientRequested() || hasStoredSession() ? getClient() : anonymousDb();
}
