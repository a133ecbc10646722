import { Hono } from 'hono';
import { z } from 'zod';
import { codeChallengeFields, codeChallengeOf } from '../emailLinks/codeChallenge.ts';
import { type AuthContext } from '../context.ts';
import { AuthError, badRequest, unprocessable } from '../errors.ts';
import { mailEmailChange, mailUser } from '../emailLinks/mailUser.ts';
import { hashOfCode, consumeOneTimeToken } from '../emailLinks/oneTimeTokens.ts';
import { checkPassword, hashPassword, verifyPassword } from '../users/passwords.ts';
import { readBody, readCaller, redirectTarget, type Caller } from '../request.ts';
import { endSessions, type SignOutScope } from '../sessions/sessions.ts';
import { transaction, type Db } from '../transaction.ts';
import { userJson } from '../users/userJson.ts';
import { findUserByEmail, listFactors, lockUser, mergeMetadata, updateUser, type UserRow } from '../users/users.ts';

const changesBody = z.object({
  email: z.email('Unable to validate email address: invalid format').nullish(),
  password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  phone: z.string().nullish(),
  ...codeChallengeFields,
});
type Changes = z.infer<typeof changesBody>;

/** A session younger than this needs no reauthentication. */
const recentSessionMs = 24 * 3_600_000;

async function changePassword(
  context: AuthContext,
  db: Db,
  { user, session }: Caller,
  { password, nonce }: { password: string; nonce: string | null | undefined },
): Promise<UserRow> {
  checkPassword(password, context.settings);
  const now = context.now();
  if (context.settings.email.secure_password_change && now.getTime() - session.created_at.getTime() > recentSessionMs) {
    if (!nonce) throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
    const token = await consumeOneTimeToken(db, hashOfCode(user.email ?? '', nonce), ['reauthentication_token']);
    const expired = !token || now.getTime() - token.issuedAt.getTime() > context.settings.email.otp_expiry * 1000;
    if (expired || token.userId !== user.id) throw unprocessable('reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  if (await verifyPassword(password, user.encrypted_password))
    throw unprocessable('same_password', 'New password should be different from the old password.');
  const changed = await updateUser(
    db,
    user.id,
    { encrypted_password: await hashPassword(password), email_confirmed_at: user.email_confirmed_at ?? now },
    now,
  );
  await endSessions(db, { userId: user.id, sessionId: session.id, scope: 'others' });
  return changed;
}

async function applyChanges(context: AuthContext, caller: Caller, body: Changes, redirectTo: string): Promise<Record<string, unknown>> {
  if (body.phone) throw unprocessable('phone_provider_disabled', 'Phone logins are disabled');
  const code = codeChallengeOf(body);
  return transaction(context.pool, async (db) => {
    let user = await lockUser(db, caller.user.id);
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    const factors = await listFactors(db, user.id);
    if ((body.password || body.email) && caller.aal !== 'aal2' && factors.some(({ status }) => status === 'verified')) {
      throw new AuthError(401, 'insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.');
    }
    const newEmail = body.email?.trim().toLowerCase();
    if (newEmail && newEmail !== user.email && (await findUserByEmail(db, newEmail))) {
      throw unprocessable('email_exists', 'A user with this email address has already been registered');
    }
    if (body.password) user = await changePassword(context, db, { ...caller, user }, { password: body.password, nonce: body.nonce });
    if (body.data)
      user = await updateUser(db, user.id, { raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, body.data) }, context.now());
    if (newEmail && newEmail !== user.email) {
      context.limits.consumeMail('email_change', newEmail);
      user = await mailEmailChange(context, db, { user, newEmail, redirectTo, code });
    }
    return userJson(db, user);
  });
}

const scopes: readonly string[] = ['global', 'local', 'others'] satisfies SignOutScope[];
const isScope = (text: string): text is SignOutScope => scopes.includes(text);

/** `/user`, `/logout`, `/reauthenticate`: operations of a signed-in user on their own account. */
export function userRoutes(context: AuthContext): Hono {
  return new Hono()
    .get('/user', async (c) => c.json(await userJson(context.pool, (await readCaller(context, c.req.raw)).user)))
    .put('/user', async (c) => {
      const caller = await readCaller(context, c.req.raw);
      const body = await readBody(c.req.raw, changesBody);
      return c.json(await applyChanges(context, caller, body, redirectTarget(context, c.req.query('redirect_to'))));
    })
    .post('/logout', async (c) => {
      const scope = c.req.query('scope') ?? 'global';
      if (!isScope(scope)) throw badRequest('validation_failed', `Unsupported logout scope "${scope}"`);
      const { user, session } = await readCaller(context, c.req.raw);
      await endSessions(context.pool, { userId: user.id, sessionId: session.id, scope });
      return c.body(null, 204);
    })
    .get('/reauthenticate', async (c) => {
      const { user } = await readCaller(context, c.req.raw);
      if (!user.email_confirmed_at) throw unprocessable('email_not_confirmed', 'Please verify your email first.');
      context.limits.consumeMail('reauthentication', user.email ?? '');
      await transaction(context.pool, (db) =>
        mailUser(context, db, { kind: 'reauthentication', user, redirectTo: context.origin, code: null }),
      );
      return c.json({});
    });
}
