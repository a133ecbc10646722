import { createHash, randomInt, randomUUID } from 'node:crypto';
import { type Db } from '../transaction.ts';

export type TokenPurpose =
  'confirmation_token' | 'recovery_token' | 'email_change_token_new' | 'email_change_token_current' | 'reauthentication_token';

/** Prefix of a token whose link leads to an auth code for the requesting browser instead of a session. */
const pkcePrefix = 'pkce_';
export const isPkceToken = (hash: string) => hash.startsWith(pkcePrefix);

/** Hash that identifies a code mailed to an address. */
export function hashOfCode(email: string, code: string): string {
  return createHash('sha224').update(`${email.toLowerCase()}${code}`).digest('hex');
}

type Issue = { userId: string; purpose: TokenPurpose; email: string; length: number; isPkce?: boolean; now: Date };

/** Issues a code for a purpose and revokes the previous one. */
export async function issueOneTimeToken(
  db: Db,
  { userId, purpose, email, length, isPkce = false, now }: Issue,
): Promise<{ code: string; hash: string }> {
  const code = Array.from({ length }, () => randomInt(10)).join('');
  const hash = `${isPkce ? pkcePrefix : ''}${hashOfCode(email, code)}`;
  await db.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [userId, purpose]);
  await db.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at) values ($1, $2, $3, $4, $5, $6::timestamptz at time zone 'utc', $6::timestamptz at time zone 'utc')`,
    [randomUUID(), userId, purpose, hash, email.toLowerCase(), now],
  );
  return { code, hash };
}

export type OneTimeToken = { userId: string; purpose: TokenPurpose; email: string; issuedAt: Date };

/** Deletes and returns a token if it exists for one of the purposes, so that it works once. */
export async function consumeOneTimeToken(db: Db, hash: string, purposes: readonly TokenPurpose[]): Promise<OneTimeToken | null> {
  const { rows } = await db.query<OneTimeToken>(
    `delete from auth.one_time_tokens where token_hash = any ($1) and token_type::text = any ($2)
     returning user_id as "userId", token_type as purpose, relates_to as email, created_at at time zone 'utc' as "issuedAt"`,
    [[hash, `${pkcePrefix}${hash}`], purposes],
  );
  return rows[0] ?? null;
}

/** Revokes the user's codes for the purposes. */
export async function revokeOneTimeTokens(db: Db, userId: string, purposes: readonly TokenPurpose[]): Promise<void> {
  await db.query('delete from auth.one_time_tokens where user_id = $1 and token_type::text = any ($2)', [userId, purposes]);
}
