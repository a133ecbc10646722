import { PostgrestClient } from '@supabase/postgrest-js';
import type { Db } from '@masomo/data';

const base = 'http://database.test/';

/** The paths, with their parameters, of the plain lists and values that queries read, as they are sent. Every response is empty, whatever a query makes of it. */
export async function pathsOf(...queries: readonly ((db: Db) => Promise<unknown>)[]): Promise<string[]> {
  const paths: string[] = [];
  const record: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const isPlain = !headers.get('accept')?.includes('vnd.pgrst') && !headers.get('prefer')?.includes('count=');
    if (init?.method === 'GET' && isPlain) paths.push(String(input).replace(base, ''));
    return Response.json([]);
  };
  const db: Db = new PostgrestClient(base.slice(0, -1), { fetch: record });
  for (const query of queries) await query(db).catch(() => undefined);
  return paths;
}
