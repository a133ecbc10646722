import type { Environment } from './readEnvironment.ts';

/** Throws one line with an alternative when the database is not the embedded one. */
export function assertEmbedded({ DATABASE_URL, SUPABASE_URL }: Environment, instead: string): void {
  const name = DATABASE_URL !== undefined ? 'DATABASE_URL' : SUPABASE_URL !== undefined ? 'SUPABASE_URL' : undefined;
  if (name) throw new Error(`This command works with the embedded database only, but ${name} is set: ${instead}.`);
}
