import { Hono } from 'hono';
import { z } from 'zod';
import { type AuthContext } from '../context.ts';
import { badRequest, unprocessable } from '../errors.ts';
import { exchangeAuthCode } from '../emailLinks/flowState.ts';
import { assertNotBanned, startSession, type SessionResponse } from '../sessions/issueSession.ts';
import { hashPassword, verifyPassword } from '../users/passwords.ts';
import { refreshSession } from '../sessions/refreshSession.ts';
import { clientOf, readBody } from '../request.ts';
import { transaction } from '../transaction.ts';
import { findUserByEmail, findUserById, updateUser } from '../users/users.ts';

const passwordGrant = z.object({ email: z.string().default(''), phone: z.string().default(''), password: z.string().default('') });
const refreshGrant = z.object({ refresh_token: z.string().default('') });
const pkceGrant = z.object({ auth_code: z.string().default(''), code_verifier: z.string().default('') });

const invalidCredentials = () => badRequest('invalid_credentials', 'Invalid login credentials');

async function signInWithPassword(context: AuthContext, request: Request): Promise<SessionResponse> {
  const { email, phone, password } = await readBody(request, passwordGrant);
  if (email && phone) throw badRequest('validation_failed', 'Only an email address or phone number should be provided on login.');
  if (phone) throw unprocessable('phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw badRequest('validation_failed', 'missing email or phone');
  if (!context.settings.email.enable_signup) throw unprocessable('email_provider_disabled', 'Email logins are disabled');
  const user = await findUserByEmail(context.pool, email.trim());
  const matches = await verifyPassword(password, user?.encrypted_password);
  if (!user || !matches) throw invalidCredentials();
  assertNotBanned(user, context.now());
  if (!user.email_confirmed_at) throw badRequest('email_not_confirmed', 'Email not confirmed');
  const newHash = await rehashIfWeak(user.encrypted_password ?? '', password);
  return transaction(context.pool, async (db) => {
    // The password may have changed since it was verified.
    const current = await findUserById(db, user.id);
    if (current?.encrypted_password !== user.encrypted_password) throw invalidCredentials();
    const signedIn = newHash ? await updateUser(db, user.id, { encrypted_password: newHash }, context.now()) : current;
    return startSession(context, db, { user: signedIn, method: 'password', client: clientOf(request) });
  });
}

/** A new hash when the stored one has a lower cost than the current setting. */
async function rehashIfWeak(stored: string, password: string): Promise<string | null> {
  const cost = Number(/^\$2[aby]\$(\d\d)\$/.exec(stored)?.[1] ?? 0);
  return cost < 10 ? hashPassword(password) : null;
}

async function signInWithAuthCode(context: AuthContext, request: Request): Promise<SessionResponse> {
  const { auth_code: code, code_verifier: verifier } = await readBody(request, pkceGrant);
  if (!code || !verifier) throw badRequest('validation_failed', 'invalid request: both auth code and code verifier should be non-empty');
  if (!z.uuid().safeParse(code).success) throw badRequest('validation_failed', 'invalid request: auth code is not valid');
  return transaction(context.pool, async (db) => {
    const { userId } = await exchangeAuthCode(db, { code, verifier, now: context.now() });
    const user = await findUserById(db, userId);
    if (!user) throw invalidCredentials();
    return startSession(context, db, { user, method: 'otp', client: clientOf(request) });
  });
}

async function refresh(context: AuthContext, request: Request): Promise<SessionResponse> {
  const { refresh_token: token } = await readBody(request, refreshGrant);
  if (!token) throw badRequest('validation_failed', 'refresh_token required');
  return refreshSession(context, token, clientOf(request));
}

const grants: Record<string, (context: AuthContext, request: Request) => Promise<SessionResponse>> = {
  password: signInWithPassword,
  refresh_token: refresh,
  pkce: signInWithAuthCode,
};

/** `/token`: sign-in by password, refresh token or auth code. */
export function tokenRoutes(context: AuthContext): Hono {
  return new Hono().post('/token', async (c) => {
    const grant = grants[c.req.query('grant_type') ?? ''];
    if (!grant) throw badRequest('invalid_credentials', 'unsupported_grant_type');
    context.limits.consume('token', clientOf(c.req.raw).address);
    return c.json(await grant(context, c.req.raw));
  });
}
