import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import { codeChallengeFields, codeChallengeOf } from '../emailLinks/codeChallenge.ts';
import { type AuthContext } from '../context.ts';
import { badRequest, unprocessable } from '../errors.ts';
import { startSession } from '../sessions/issueSession.ts';
import { mailUser } from '../emailLinks/mailUser.ts';
import { checkPassword, hashPassword } from '../users/passwords.ts';
import { clientOf, readBody, redirectTarget } from '../request.ts';
import { transaction, type Db } from '../transaction.ts';
import { userJson } from '../users/userJson.ts';
import { createUser, findUserByEmail } from '../users/users.ts';

const signupBody = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...codeChallengeFields,
});

/** What a stranger learns about an address that has an account: nothing. */
async function decoyUser(db: Db, email: string, now: Date): Promise<Record<string, unknown>> {
  const id = randomUUID();
  const user = {
    id,
    aud: 'authenticated',
    role: '',
    email,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: {},
    created_at: now,
    updated_at: now,
    phone: null,
    confirmed_at: null,
    banned_until: null,
    deleted_at: null,
    is_anonymous: false,
  };
  return userJson(db, user);
}

/** `/signup`: open registration, off unless `supabase/config.toml` switches it on. */
export function signupRoutes(context: AuthContext): Hono {
  return new Hono().post('/signup', async (c) => {
    context.limits.consume('verify', clientOf(c.req.raw).address);
    const body = await readBody(c.req.raw, signupBody);
    if (!context.settings.enable_signup) throw unprocessable('signup_disabled', 'Signups not allowed for this instance');
    if (body.phone) throw badRequest('phone_provider_disabled', 'Phone signups are disabled');
    if (!body.email && !body.password) throw unprocessable('anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
    if (!body.password) throw badRequest('validation_failed', 'Signup requires a valid password');
    const email = z.email().safeParse(body.email.trim());
    if (!email.success) throw badRequest('validation_failed', 'Unable to validate email address: invalid format');
    checkPassword(body.password, context.settings);
    const code = codeChallengeOf(body);
    const passwordHash = await hashPassword(body.password);
    const confirmed = !context.settings.email.enable_confirmations;
    const answer = await transaction(context.pool, async (db) => {
      const present = await findUserByEmail(db, email.data);
      if (present && confirmed) throw unprocessable('user_already_exists', 'User already registered');
      if (present?.email_confirmed_at) return decoyUser(db, email.data, context.now());
      const user =
        present ??
        (await createUser(db, { email: email.data, passwordHash, userMetadata: body.data ?? {}, confirmed, now: context.now() }));
      if (confirmed) return startSession(context, db, { user, method: 'password', client: clientOf(c.req.raw) });
      context.limits.consumeMail('signup', email.data);
      return userJson(
        db,
        await mailUser(context, db, { kind: 'confirmation', user, redirectTo: redirectTarget(context, c.req.query('redirect_to')), code }),
      );
    });
    return c.json(answer);
  });
}
