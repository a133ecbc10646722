import type { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from './database.types.ts';

/**
 * What queries and commands need of a client: PostgREST's builder. Both the full Supabase client of a session
 * and the light anonymous client satisfy it.
 */
export type Db = Pick<PostgrestClient<Database>, 'from' | 'rpc'>;

/** Gives the client to use now: the session's, or the anonymous one. */
export type DbProvider = () => Promise<Db>;

let provider: DbProvider | undefined;

/** Installed once at boot by the owner of the session. */
export function provideDb(next: DbProvider): void {
  provider = next;
}

/** The client for the current visitor. Throws when the product was not booted. */
export function getDb(): Promise<Db> {
  if (!provider) throw new Error('No database client: provideDb() was never called.');
  return provider();
}
