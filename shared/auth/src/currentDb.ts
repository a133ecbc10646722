import type { Database } from '@masomo/data/database.types';
import type { Db } from '@masomo/data';
import { getClient, isClientLoaded, isClientRequested, hasStoredSession, renewToken } from './client.ts';
import { fetchEarly } from './earlyReads.ts';
import { renewingFetch } from './renewingFetch.ts';
import { getRuntimeConfig, supabaseOrigin } from './runtimeConfig.ts';
import { storedSession } from './storedSession.ts';

let latest: { token: string | undefined; db: Promise<Db> } | undefined;

/**
 * PostgREST with the publishable key and this token, or as a guest: without the rest of supabase-js. Loaded with the first query, since
 * a public page comes with its data.
 */
function plainDb(token?: string): Promise<Db> {
  if (latest?.token === token && latest) return latest.db;
  const db = import('@supabase/postgrest-js').then(
    ({ PostgrestClient }): Db =>
      new PostgrestClient<Database>(`${supabaseOrigin()}/rest/v1`, {
        headers: { apikey: getRuntimeConfig().publishableKey, ...(token ? { authorization: `Bearer ${token}` } : {}) },
        fetch: renewingFetch(fetchEarly, renewToken),
      }),
  );
  latest = { token, db };
  db.catch(() => (latest = undefined));
  return db;
}

/** The current visitor's client: that of the session when there is or may be one, else the anonymous one. */
export async function currentDb(): Promise<Db> {
  if (isClientLoaded()) return getClient();
  const session = storedSession();
  if (session) return plainDb(session.access_token);
  return isClientRequested() || hasStoredSession() ? getClient() : plainDb();
}
