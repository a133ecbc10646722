import { badRequest } from '../errors.ts';
import { rememberNetwork } from '../guessing/guesses.ts';
import { type AuthContext } from '../context.ts';
import { createRefreshToken, createSession, listAuthenticationMethods, type Client, type SessionRow } from './sessions.ts';
import { type Db } from '../../database/transaction.ts';
import { userJson } from '../users/userJson.ts';
import { listFactors, updateUser, type UserRow } from '../users/users.ts';

export type SessionResponse = {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: Record<string, unknown>;
};

type IssuedSession = { user: UserRow; session: SessionRow; refreshToken: string; method: string };

/** The response that a client stores as its session. */
export async function sessionResponse(
  context: AuthContext,
  db: Db,
  { user, session, refreshToken, method }: IssuedSession,
): Promise<SessionResponse> {
  const { jwt_expiry: expiresIn } = context.settings;
  const amr = await listAuthenticationMethods(db, session.id);
  const { token, expiresAt } = await context.tokens.issue(db, {
    user,
    sessionId: session.id,
    aal: session.aal ?? 'aal1',
    amr,
    method,
    now: context.now(),
    expiresIn,
  });
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: await userJson(db, user),
  };
}

/** Throws 400 `user_banned` while a ban lasts. */
export function assertNotBanned(user: UserRow, now: Date): void {
  if (user.banned_until && user.banned_until > now) throw badRequest('user_banned', 'User is banned');
}

/** Starts a session for a user who has just authenticated and whose row is locked, so that two sign-ins of one person wait in the same order. */
export async function startSession(
  context: AuthContext,
  db: Db,
  { user, method, client }: { user: UserRow; method: string; client: Client },
): Promise<SessionResponse> {
  const now = context.now();
  assertNotBanned(user, now);
  const session = await createSession(db, { userId: user.id, method, client, now });
  const refreshToken = await createRefreshToken(db, { userId: user.id, sessionId: session.id, parent: null, now });
  const needsSecondStep = (await listFactors(db, user.id)).some(({ status }) => status === 'verified');
  if (!needsSecondStep) await rememberNetwork(db, user.id, client.address, now);
  const signedIn = await updateUser(db, user.id, { last_sign_in_at: now }, now);
  return sessionResponse(context, db, { user: signedIn, session, refreshToken, method });
}
