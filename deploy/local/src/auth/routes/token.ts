import { Hono } from 'hono';
import { z } from 'zod';
import { type AuthContext } from '../context.ts';
import { badRequest, unprocessable } from '../errors.ts';
import { exchangeAuthCode } from '../emailLinks/flowState.ts';
import { assertNotBanned, startSession, type SessionResponse } from '../sessions/issueSession.ts';
import { hashPassword, isOutdated, verifyPassword } from '../users/passwords.ts';
import { refreshSession } from '../sessions/refreshSession.ts';
import { clientOf, countingMisses, readBody } from '../request.ts';
import { type Client } from '../sessions/sessions.ts';
import { isFamiliarClient } from '../guessing/guesses.ts';
import { transaction } from '../../database/transaction.ts';
import { findUserByEmail, lockUser, updateUser, type UserRow } from '../users/users.ts';

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
  const user = await findByPassword(context, email.trim(), password, clientOf(request));
  if (!user) throw invalidCredentials();
  assertNotBanned(user, context.now());
  if (!user.email_confirmed_at) throw badRequest('email_not_confirmed', 'Email not confirmed');
  const newHash = isOutdated(user.encrypted_password ?? '') ? await hashPassword(password) : null;
  return transaction(context.pool, async (db) => {
    // The password may have changed since it was verified, or only its hash, when the same person signs in twice at once.
    const current = await lockUser(db, user.id);
    const isUnchanged = current?.encrypted_password === user.encrypted_password;
    if (!current || (!isUnchanged && !(await verifyPassword(password, current.encrypted_password)))) throw invalidCredentials();
    const signedIn = newHash && isUnchanged ? await updateUser(db, user.id, { encrypted_password: newHash }, context.now()) : current;
    return startSession(context, db, { user: signedIn, method: 'password', client: clientOf(request) });
  });
}

/** The user with this password, or null for a miss, which counts for the account and for the client's network. */
async function findByPassword(context: AuthContext, email: string, password: string, client: Client): Promise<UserRow | null> {
  const isFamiliar = await isFamiliarClient(context.pool, email, client.address, context.now());
  // Where the account has signed in before, others of the same network who guess do not lock it out.
  if (!isFamiliar) context.limits.check('miss', client.address);
  const user = await context.guesses.guess({ what: 'password', of: email, isFamiliar }, async () => {
    const found = await findUserByEmail(context.pool, email);
    return (await verifyPassword(password, found?.encrypted_password)) ? found : null;
  });
  if (!user) context.limits.consume('miss', client.address);
  return user;
}

async function signInWithAuthCode(context: AuthContext, request: Request): Promise<SessionResponse> {
  const { auth_code: code, code_verifier: verifier } = await readBody(request, pkceGrant);
  if (!code || !verifier) throw badRequest('validation_failed', 'invalid request: both auth code and code verifier should be non-empty');
  if (!z.uuid().safeParse(code).success) throw badRequest('validation_failed', 'invalid request: auth code is not valid');
  return countingMisses(context, request, () =>
    transaction(context.pool, async (db) => {
      const { userId } = await exchangeAuthCode(db, { code, verifier, now: context.now() });
      const user = await lockUser(db, userId);
      if (!user) throw invalidCredentials();
      return startSession(context, db, { user, method: 'otp', client: clientOf(request) });
    }),
  );
}

async function refresh(context: AuthContext, request: Request): Promise<SessionResponse> {
  const { refresh_token: token } = await readBody(request, refreshGrant);
  if (!token) throw badRequest('validation_failed', 'refresh_token required');
  return countingMisses(context, request, () => refreshSession(context, token, clientOf(request)));
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
    return c.json(await grant(context, c.req.raw));
  });
}
