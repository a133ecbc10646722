import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Db } from '../../database/transaction.ts';

export type TokenPurpose =
  'confirmation_token' | 'recovery_token' | 'email_change_token_new' | 'email_change_token_current' | 'reauthentication_token';

/** Prefix of a token whose link leads to an auth code for the requesting browser instead of a session. */
const pkcePrefix = 'pkce_';
export const isPkceToken = (hash: string) => hash.startsWith(pkcePrefix);

/** Wrong guesses after which a mailed code is void. The link of the same mail still works. */
const missesUntilVoid = 5;

function digestOfCode(email: string, code: string): Buffer {
  return createHash('sha256').update(`${email.toLowerCase()} ${code}`).digest();
}

type Issue = { userId: string; purpose: TokenPurpose; email: string; length: number; isPkce?: boolean; now: Date };

/**
 * Issues the two secrets of a mail for a purpose and revokes the previous ones: a code to type, and the hash of its link, which has
 * nothing to do with the code, so that links cannot be guessed.
 */
export async function issueOneTimeToken(
  db: Db,
  { userId, purpose, email, length, isPkce = false, now }: Issue,
): Promise<{ code: string; hash: string }> {
  const code = Array.from({ length }, () => randomInt(10)).join('');
  const hash = `${isPkce ? pkcePrefix : ''}${randomBytes(28).toString('hex')}`;
  const id = randomUUID();
  await db.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [userId, purpose]);
  await db.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at) values ($1, $2, $3, $4, $5, $6::timestamptz at time zone 'utc', $6::timestamptz at time zone 'utc')`,
    [id, userId, purpose, hash, email.toLowerCase(), now],
  );
  await db.query('insert into auth.mailed_codes (token_id, code_digest) values ($1, $2)', [id, digestOfCode(email, code)]);
  return { code, hash };
}

export type OneTimeToken = { userId: string; purpose: TokenPurpose; email: string; issuedAt: Date };

/** Deletes and returns the token of a link if it exists for one of the purposes, so that it works once. */
export async function consumeLink(db: Db, hash: string, purposes: readonly TokenPurpose[]): Promise<OneTimeToken | null> {
  const { rows } = await db.query<OneTimeToken>(
    `delete from auth.one_time_tokens where token_hash = $1 and token_type::text = any ($2)
     returning user_id as "userId", token_type as purpose, relates_to as email, created_at at time zone 'utc' as "issuedAt"`,
    [hash, purposes],
  );
  return rows[0] ?? null;
}

/** The hash of the link that was mailed to an address together with this code. A wrong code counts against the codes of the address. */
export async function findLinkOfCode(
  db: Db,
  { email, code }: { email: string; code: string },
  purposes: readonly TokenPurpose[],
): Promise<string | null> {
  const { rows: open } = await db.query<{ id: string; hash: string; code_digest: Buffer }>(
    `select t.id, t.token_hash as hash, c.code_digest from auth.one_time_tokens t join auth.mailed_codes c on c.token_id = t.id
     where t.relates_to = $1 and t.token_type::text = any ($2) for update of c`,
    [email.toLowerCase(), purposes],
  );
  const digest = digestOfCode(email, code);
  const right = open.find(({ code_digest: stored }) => timingSafeEqual(stored, digest));
  if (right) return right.hash;
  const ids = open.map(({ id }) => id);
  await db.query('update auth.mailed_codes set misses = misses + 1 where token_id = any ($1)', [ids]);
  await db.query('delete from auth.mailed_codes where token_id = any ($1) and misses >= $2', [ids, missesUntilVoid]);
  return null;
}

/** Revokes the user's codes for the purposes. */
export async function revokeOneTimeTokens(db: Db, userId: string, purposes: readonly TokenPurpose[]): Promise<void> {
  await db.query('delete from auth.one_time_tokens where user_id = $1 and token_type::text = any ($2)', [userId, purposes]);
}
