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
let isSignedIn = () => true;

/** Sets the provider of the current client and who tells whether it is that of a session; called once at boot by `@masomo/auth`. */
export function provideDb(next: DbProvider, hasSession: () => boolean = () => true): void {
  provider = next;
  isSignedIn = hasSession;
}

/** Whether the current client is that of a session: the database keeps the keys of commands for people, not for guests. */
export const hasSession = (): boolean => isSignedIn();

/** The client of the current visitor. Throws before `provideDb`. */
export function getDb(): Promise<Db> {
  if (!provider) throw new Error('No database client: provideDb() was never called.');
  return provider();
}
