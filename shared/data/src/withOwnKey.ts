import type { Db } from './db.ts';

/** Found by every copy of this module: remotes have one each, beside that of the shell. */
export const ownKey = Symbol.for('masomo.calls with a key of their own');

/**
 * The database for calls of functions that know by an argument that they are repeated: they answer as they did before, and need no key of
 * the command.
 */
export function withOwnKey(db: Db): Db {
  return (db as { [ownKey]?: Db })[ownKey] ?? db;
}
