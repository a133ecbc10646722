import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Aal, type AuthenticationMethod } from './accessTokens.ts';
import { type Db } from '../../database/transaction.ts';

const sessionRow = z.object({
  id: z.string(),
  user_id: z.string(),
  created_at: z.date(),
  updated_at: z.date().nullable(),
  aal: z.enum(['aal1', 'aal2']).nullable(),
  factor_id: z.string().nullable(),
  not_after: z.date().nullable(),
});
export type SessionRow = z.infer<typeof sessionRow>;
const sessionColumns = 'id, user_id, created_at, updated_at, aal, factor_id, not_after';

const refreshTokenRow = z.object({
  id: z.coerce.number(),
  token: z.string(),
  user_id: z.string(),
  revoked: z.boolean(),
  updated_at: z.date(),
  parent: z.string().nullable(),
  session_id: z.string().nullable(),
});
export type RefreshTokenRow = z.infer<typeof refreshTokenRow>;

export type Client = { userAgent: string; address: string };

export async function createSession(
  db: Db,
  { userId, method, client, now }: { userId: string; method: string; client: Client; now: Date },
): Promise<SessionRow> {
  const { rows } = await db.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip) values ($1, $2, $3, $3, 'aal1', $4, $5) returning ${sessionColumns}`,
    [randomUUID(), userId, now, client.userAgent, client.address],
  );
  const session = sessionRow.parse(rows[0]);
  await recordAuthenticationMethod(db, session.id, method, now);
  return session;
}

/** The session, locked until the transaction ends, so that concurrent refreshes run one after the other. */
export async function lockSession(db: Db, id: string): Promise<SessionRow | null> {
  const { rows } = await db.query(`select ${sessionColumns} from auth.sessions where id = $1 for update`, [id]);
  return rows[0] ? sessionRow.parse(rows[0]) : null;
}

export async function findSession(db: Db, id: string): Promise<SessionRow | null> {
  const { rows } = await db.query(`select ${sessionColumns} from auth.sessions where id = $1`, [id]);
  return rows[0] ? sessionRow.parse(rows[0]) : null;
}

export async function recordAuthenticationMethod(db: Db, sessionId: string, method: string, now: Date): Promise<void> {
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method) values ($1, $2, $3, $3, $4)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), sessionId, now, method],
  );
}

/** Authentication methods of a session, newest first. */
export async function listAuthenticationMethods(db: Db, sessionId: string): Promise<AuthenticationMethod[]> {
  const { rows } = await db.query<{ method: string; at: Date }>(
    'select authentication_method as method, updated_at as at from auth.mfa_amr_claims where session_id = $1 order by updated_at desc, authentication_method desc',
    [sessionId],
  );
  return rows.map(({ method, at }) => ({ method, timestamp: Math.floor(at.getTime() / 1000) }));
}

export async function touchSession(db: Db, id: string, client: Client, now: Date): Promise<void> {
  await db.query(
    `update auth.sessions set refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2, user_agent = $3, ip = $4 where id = $1`,
    [id, now, client.userAgent, client.address],
  );
}

export async function elevateSession(db: Db, id: string, { aal, factorId, now }: { aal: Aal; factorId: string; now: Date }): Promise<void> {
  await db.query('update auth.sessions set aal = $2, factor_id = $3, updated_at = $4 where id = $1', [id, aal, factorId, now]);
}

/** Lowers sessions to `aal1` when the factor that raised them is removed. */
export async function downgradeSessionsOfFactor(db: Db, factorId: string): Promise<void> {
  await db.query(
    `delete from auth.mfa_amr_claims where authentication_method = 'totp' and session_id in (select id from auth.sessions where factor_id = $1)`,
    [factorId],
  );
  await db.query(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1`, [factorId]);
}

export type SignOutScope = 'global' | 'local' | 'others';

export async function endSessions(
  db: Db,
  { userId, sessionId, scope }: { userId: string; sessionId: string | undefined; scope: SignOutScope },
): Promise<void> {
  if (scope === 'global') await db.query('delete from auth.sessions where user_id = $1', [userId]);
  else if (scope === 'local') await db.query('delete from auth.sessions where id = $1', [sessionId]);
  else await db.query('delete from auth.sessions where user_id = $1 and id is distinct from $2', [userId, sessionId]);
}

/** Ends the user's sessions that have not passed the second factor. */
export async function endSingleFactorSessions(db: Db, userId: string): Promise<void> {
  await db.query(`delete from auth.sessions where user_id = $1 and aal = 'aal1'`, [userId]);
}

export async function createRefreshToken(
  db: Db,
  { userId, sessionId, parent, now }: { userId: string; sessionId: string; parent: string | null; now: Date },
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await db.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id) values ('00000000-0000-0000-0000-000000000000', $1, $2, false, $3, $3, $4, $5)`,
    [token, userId, now, parent, sessionId],
  );
  return token;
}

export async function findRefreshToken(db: Db, token: string): Promise<RefreshTokenRow | null> {
  const { rows } = await db.query('select * from auth.refresh_tokens where token = $1', [token]);
  return rows[0] ? refreshTokenRow.parse(rows[0]) : null;
}

export async function findActiveRefreshToken(db: Db, sessionId: string): Promise<RefreshTokenRow | null> {
  const { rows } = await db.query('select * from auth.refresh_tokens where session_id = $1 and revoked = false order by id desc limit 1', [
    sessionId,
  ]);
  return rows[0] ? refreshTokenRow.parse(rows[0]) : null;
}

/** Revokes one token. An already revoked one keeps its time, because the reuse interval counts from it. */
export async function revokeRefreshToken(db: Db, token: string, now: Date): Promise<void> {
  await db.query('update auth.refresh_tokens set revoked = true, updated_at = $2 where token = $1 and revoked = false', [token, now]);
}
