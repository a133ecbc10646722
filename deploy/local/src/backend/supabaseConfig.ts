import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'smol-toml';
import { errorMessage } from '../host/errorCode.ts';

const file = path.resolve(import.meta.dirname, '../../../../supabase/config.toml');

/** Reads `supabase/config.toml`: the settings that the local services share with a hosted project. */
export async function readSupabaseConfig(): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`supabase/config.toml cannot be read: ${errorMessage(error)}`, { cause: error });
  }
}
