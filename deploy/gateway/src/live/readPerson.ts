import { z } from 'zod';
import type { Fetcher } from '../backend.ts';

const claimsSchema = z.object({ sub: z.string(), exp: z.number() });
const keysSchema = z.array(z.string().regex(/^[0-9a-f]{64}$/));
const timeoutMs = 5_000;

export type Person = { id: string; endsAt: number; keys: readonly string[] };

/** Whose token it is and what they may hear of: the database checks it and says the keys. `null` for a token of nobody; throws where it cannot be asked. */
export async function readPerson(token: string, rest: Fetcher, publishableKey: string): Promise<Person | null> {
  const response = await rest(
    new Request('http://backend/rest/v1/rpc/my_live_keys', {
      headers: { authorization: `Bearer ${token}`, apikey: publishableKey },
      signal: AbortSignal.timeout(timeoutMs),
    }),
  );
  if (response.status >= 500) throw new Error(`The keys of a stream could not be read: status ${response.status}`);
  if (!response.ok) return null;
  const keys = keysSchema.parse(await response.json());
  const claims = claimsSchema.safeParse(claimsOf(token));
  if (!claims.success || keys.length === 0) return null;
  return { id: claims.data.sub, endsAt: claims.data.exp * 1000, keys };
}

/** What a token says that the database has accepted. */
function claimsOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
