import type { Environment } from './readEnvironment.ts';

/** Throws one line when the database is not the embedded one, with what to do instead. */
export function assertEmbedded({ DATABASE_URL, SUPABASE_URL }: Environment, instead: string): void {
  const name = DATABASE_URL !== undefined ? 'DATABASE_URL' : SUPABASE_URL !== undefined ? 'SUPABASE_URL' : undefined;
  if (name) throw new Error(`This works on the embedded database only, and ${name} names another one: ${instead}.`);
}
