import { AuthError, badRequest } from '../errors.ts';
import { type AuthContext } from '../context.ts';
import { assertNotBanned, sessionResponse, type SessionResponse } from './issueSession.ts';
import {
  endSessions,
  findActiveRefreshToken,
  createRefreshToken,
  findRefreshToken,
  lockSession,
  revokeRefreshToken,
  touchSession,
  type Client,
  type RefreshTokenRow,
  type SessionRow,
} from './sessions.ts';
import { durationMs } from '../settings.ts';
import { transaction, type Db } from '../../database/transaction.ts';
import { findUserById } from '../users/users.ts';

const alreadyUsed = () => badRequest('refresh_token_already_used', 'Invalid Refresh Token: Already Used');

/** A client that never received the response asks again with the parent of the active token; a thief has no more time than that. */
const parentGraceMs = 60_000;

/**
 * Exchanges a refresh token for a new pair. A token works once: reuse means that it was stolen, so the session ends. Two harmless
 * cases are allowed: the client retries within the reuse interval, or within a minute with the parent of the active token.
 */
export async function refreshSession(context: AuthContext, token: string, client: Client): Promise<SessionResponse> {
  const outcome = await transaction(context.pool, (db) => rotateSession(context, db, token, client));
  // Thrown here, because inside the transaction it would roll back the revocation.
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

async function rotateSession(context: AuthContext, db: Db, token: string, client: Client): Promise<SessionResponse | AuthError> {
  const now = context.now();
  const sessionId = (await findRefreshToken(db, token))?.session_id;
  const session = sessionId ? await lockSession(db, sessionId) : null;
  // Read again under the lock: a concurrent request may have used the token.
  const presented = session ? await findRefreshToken(db, token) : null;
  if (!session || !presented) throw badRequest('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  assertNotExpired(context, session, now);
  const user = await findUserById(db, presented.user_id);
  if (!user) throw badRequest('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  assertNotBanned(user, now);

  const current = presented.revoked ? await findActiveRefreshToken(db, session.id) : null;
  const isParent = current !== null && current.parent === presented.token;
  const graceMs = isParent ? parentGraceMs : context.settings.refresh_token_reuse_interval * 1000;
  if (presented.revoked && now.getTime() > presented.updated_at.getTime() + graceMs) {
    if (context.settings.enable_refresh_token_rotation) await endSessions(db, { userId: user.id, sessionId: session.id, scope: 'local' });
    return alreadyUsed();
  }
  const refreshToken = isParent ? current.token : await rotateToken(db, presented, session, now);
  await touchSession(db, session.id, client, now);
  return sessionResponse(context, db, { user, session, refreshToken, method: 'token_refresh' });
}

async function rotateToken(db: Db, presented: RefreshTokenRow, session: SessionRow, now: Date): Promise<string> {
  await revokeRefreshToken(db, presented.token, now);
  return createRefreshToken(db, { userId: presented.user_id, sessionId: session.id, parent: presented.token, now });
}

function assertNotExpired({ settings }: AuthContext, session: SessionRow, now: Date): void {
  const timebox = durationMs(settings.sessions.timebox);
  const inactivity = durationMs(settings.sessions.inactivity_timeout);
  const lastUsed = (session.updated_at ?? session.created_at).getTime();
  const expired =
    (session.not_after !== null && session.not_after < now) ||
    (timebox !== undefined && now.getTime() > session.created_at.getTime() + timebox) ||
    (inactivity !== undefined && now.getTime() > lastUsed + inactivity);
  if (expired) throw badRequest('session_expired', 'Invalid Refresh Token: Session Expired');
}
