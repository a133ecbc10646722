import { Hono } from 'hono';
import { z } from 'zod';
import { codeChallengeFields, codeChallengeOf } from '../emailLinks/codeChallenge.ts';
import { type AuthContext } from '../context.ts';
import { AuthError, badRequest, unprocessable } from '../errors.ts';
import { mailEmailChange, mailUser } from '../emailLinks/mailUser.ts';
import { notify } from '../emailLinks/notices.ts';
import { consumeLink, findLinkOfCode, type OneTimeToken, type TokenPurpose } from '../emailLinks/oneTimeTokens.ts';
import { checkPassword, hashPassword, verifyPassword } from '../users/passwords.ts';
import { clientOf, readBody, readCaller, redirectTarget, type Caller } from '../request.ts';
import { endSessions, listAuthenticationMethods, type SignOutScope } from '../sessions/sessions.ts';
import { transaction, type Db } from '../../database/transaction.ts';
import { userJson } from '../users/userJson.ts';
import { findUserByEmail, listFactors, lockUser, mergeMetadata, updateUser, type UserRow } from '../users/users.ts';

const changesBody = z.object({
  email: z.email('Unable to validate email address: invalid format').nullish(),
  password: z.string().nullish(),
  /** Proves that the caller is still the account's owner; the mailed code (`nonce`) does too. */
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  phone: z.string().nullish(),
  ...codeChallengeFields,
});
type Changes = z.infer<typeof changesBody>;

/** Somebody who authenticated less than this ago, by password, mailed link or code, need not do so again. */
const recentlyMs = 15 * 60_000;

/** Throws unless the caller has shown just now that they are the owner: an open session may have been found on a shared computer. */
async function requireOwner(
  context: AuthContext,
  { user, session }: Caller,
  { current_password: current, nonce }: Pick<Changes, 'current_password' | 'nonce'>,
): Promise<void> {
  const now = context.now();
  const methods = await listAuthenticationMethods(context.pool, session.id);
  if (!context.settings.email.secure_password_change || methods.some(({ timestamp }) => now.getTime() - timestamp * 1000 < recentlyMs))
    return;
  if (current) {
    const isRight = await context.guesses.guess({ what: 'password', of: user.email ?? '', isFamiliar: true }, async () =>
      (await verifyPassword(current, user.encrypted_password)) ? true : null,
    );
    if (!isRight) throw unprocessable('current_password_mismatch', 'The current password is not correct.');
    return;
  }
  if (!nonce) throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  const token = await confirmNonce(context, user.email ?? '', nonce);
  const isExpired = !token || now.getTime() - token.issuedAt.getTime() > context.settings.email.otp_expiry * 1000;
  if (isExpired || token.userId !== user.id) throw unprocessable('reauthentication_not_valid', 'Nonce has expired or is invalid');
}

/** Uses up the code that was mailed to the caller. */
async function confirmNonce(context: AuthContext, email: string, nonce: string): Promise<OneTimeToken | null> {
  const purposes: readonly TokenPurpose[] = ['reauthentication_token'];
  const hash = await context.guesses.guess({ what: 'code', of: email, isFamiliar: true }, () =>
    transaction(context.pool, (db) => findLinkOfCode(db, { email, code: nonce.trim() }, purposes)),
  );
  return hash === null ? null : consumeLink(context.pool, hash, purposes);
}

function checkNewPassword({ settings }: AuthContext, { user }: Caller, password: string): void {
  const names = ['first_name', 'last_name'].map((key) => String(user.raw_user_meta_data?.[key] ?? ''));
  checkPassword(password, settings, [user.email ?? '', ...names]);
}

async function changePassword(context: AuthContext, db: Db, { user, session }: Caller, password: string): Promise<UserRow> {
  const now = context.now();
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
  const newEmail = body.email?.trim().toLowerCase();
  const isNewEmail = newEmail !== undefined && newEmail !== caller.user.email;
  if (body.password) checkNewPassword(context, caller, body.password);
  // Before the transaction: what waits for a connection while holding one could wait for ever.
  if (body.password || isNewEmail) await requireOwner(context, caller, body);
  const changed = await transaction(context.pool, async (db) => {
    let user = await lockUser(db, caller.user.id);
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    const factors = await listFactors(db, user.id);
    if ((body.password || body.email) && caller.aal !== 'aal2' && factors.some(({ status }) => status === 'verified')) {
      throw new AuthError(401, 'insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.');
    }
    if (isNewEmail && (await findUserByEmail(db, newEmail))) {
      throw unprocessable('email_exists', 'A user with this email address has already been registered');
    }
    if (body.password) user = await changePassword(context, db, { ...caller, user }, body.password);
    if (body.data)
      user = await updateUser(db, user.id, { raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, body.data) }, context.now());
    if (isNewEmail) {
      context.limits.consumeMail('email_change', newEmail);
      user = await mailEmailChange(context, db, { user, newEmail, redirectTo, code });
    }
    return userJson(db, user);
  });
  const email = caller.user.email ?? '';
  if (body.password) notify(context, 'password_changed', { to: email, email, data: caller.user.raw_user_meta_data });
  return changed;
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
      if (body.email) context.limits.consume('mail', clientOf(c.req.raw).address);
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
