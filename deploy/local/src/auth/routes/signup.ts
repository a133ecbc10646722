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
import { transaction, type Db } from '../../database/transaction.ts';
import { userJson } from '../users/userJson.ts';
import { createUser, findUserByEmail } from '../users/users.ts';

const signupBody = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...codeChallengeFields,
});

/** Response for an address that already has an account: it looks like a new one, so that it reveals nothing. */
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

/** `/signup`: open registration, disabled unless `supabase/config.toml` enables it. */
export function signupRoutes(context: AuthContext): Hono {
  return new Hono().post('/signup', async (c) => {
    context.limits.consume('mail', clientOf(c.req.raw).address);
    const form = await readBody(c.req.raw, signupBody);
    if (!context.settings.enable_signup) throw unprocessable('signup_disabled', 'Signups not allowed for this instance');
    if (form.phone) throw badRequest('phone_provider_disabled', 'Phone signups are disabled');
    if (!form.email && !form.password) throw unprocessable('anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
    if (!form.password) throw badRequest('validation_failed', 'Signup requires a valid password');
    const email = z.email().safeParse(form.email.trim());
    if (!email.success) throw badRequest('validation_failed', 'Unable to validate email address: invalid format');
    checkPassword(form.password, context.settings, [email.data]);
    const code = codeChallengeOf(form);
    const passwordHash = await hashPassword(form.password);
    const confirmed = !context.settings.email.enable_confirmations;
    const body = await transaction(context.pool, async (db) => {
      const existing = await findUserByEmail(db, email.data);
      if (existing && confirmed) throw unprocessable('user_already_exists', 'User already registered');
      if (existing?.email_confirmed_at) return decoyUser(db, email.data, context.now());
      const user =
        existing ??
        (await createUser(db, {
          email: email.data,
          passwordHash,
          userMetadata: form.data ?? {},
          isConfirmed: confirmed,
          now: context.now(),
        }));
      if (confirmed) return startSession(context, db, { user, method: 'password', client: clientOf(c.req.raw) });
      context.limits.consumeMail('signup', email.data);
      return userJson(
        db,
        await mailUser(context, db, { kind: 'confirmation', user, redirectTo: redirectTarget(context, c.req.query('redirect_to')), code }),
      );
    });
    return c.json(body);
  });
}
