import type { Db } from './db.ts';

/** Asks a database of a command for the one whose calls have a key of their own. */
export const ownKey = Symbol('calls with a key of their own');

/**
 * The database for calls of functions that know by an argument that they are repeated: they answer as they did before, and need no key of
 * the command.
 */
export function withOwnKey(db: Db): Db {
  return (db as { [ownKey]?: Db })[ownKey] ?? db;
}
