import { raisedRefusal, refusal, type Refusal } from '@masomo/domain/refusals';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { publishableKey, requireSetting, secretKeys } from './environment.ts';
import { tracedFetch } from './traces.ts';

let client: SupabaseClient | undefined;

/** The database as the service role, which bypasses row-level security. */
export function database(): SupabaseClient {
  const [key] = secretKeys();
  if (!key) throw new Error('SUPABASE_SECRET_KEYS is not set, so the function cannot reach the database.');
  client ??= createClient(requireSetting('SUPABASE_URL'), key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: tracedFetch },
  });
  return client;
}

/** The database as a signed-in user, subject to row-level security. */
export function databaseAs(token: string): SupabaseClient {
  return createClient(requireSetting('SUPABASE_URL'), publishableKey(), {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: tracedFetch, headers: { authorization: `Bearer ${token}` } },
  });
}

/** An error raised by the database; `refusal` is what it says to people where a function has refused. */
export class DatabaseRefusal extends Error {
  readonly code: string;
  readonly refusal: Refusal;

  constructor(error: { message: string; code: string; hint: string | null; details: string | null }) {
    super(error.message);
    this.name = 'DatabaseRefusal';
    this.code = error.code;
    this.refusal = raisedRefusal(error) ?? refusal('request.failed', 'This request failed. Reload the page and try again.');
  }
}

/** Calls a database function as the service role; rejects with a DatabaseRefusal. */
export async function call(name: string, args: Record<string, unknown>): Promise<unknown> {
  const { data, error } = await database().rpc(name, args);
  if (error) throw new DatabaseRefusal(error);
  return data;
}
