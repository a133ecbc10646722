import type { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from './database.types.ts';

/**
 * The part of a PostgREST client that queries and commands use. Both the full Supabase client of a session and the small
 * anonymous client satisfy it.
 */
export type Db = Pick<PostgrestClient<Database>, 'from' | 'rpc'>;

/** Returns the current client: that of the session, or the anonymous one. */
export type DbProvider = () => Promise<Db>;

let provider: DbProvider | undefined;

/** Sets the provider of the current client; called once at boot by `@masomo/auth`. */
export function provideDb(next: DbProvider): void {
  provider = next;
}

/** The client of the current visitor. Throws before `provideDb`. */
export function getDb(): Promise<Db> {
  if (!provider) throw new Error('No database client: provideDb() was never called.');
  return provider();
}
