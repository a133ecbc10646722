import { Hono } from 'hono';
import { z } from 'zod';
import { type AuthContext } from '../context.ts';
import { badRequest, notFound, unprocessable } from '../errors.ts';
import { mailUser, issueCode } from '../emailLinks/mailUser.ts';
import { actionLink, linkTypes } from '../emailLinks/emailTemplates.ts';
import { hashPassword, checkPassword } from '../users/passwords.ts';
import { readBody, redirectTarget, requireServiceRole } from '../request.ts';
import { transaction, type Db } from '../../database/transaction.ts';
import { userJson } from '../users/userJson.ts';
import { createUser, findUserByEmail, type UserRow } from '../users/users.ts';

const email = z.email('Unable to validate email address: invalid format');
const data = z.record(z.string(), z.unknown()).nullish();
const inviteBody = z.object({ email, data });
const linkKinds = { signup: 'confirmation', invite: 'invite', magiclink: 'magic_link', recovery: 'recovery' } as const;
const linkBody = z.object({ type: z.string().default(''), email, password: z.string().nullish(), data, redirect_to: z.string().nullish() });

/** The account to invite: the existing one when it was not accepted yet, otherwise a new one. */
async function findOrCreateInvitee(
  context: AuthContext,
  db: Db,
  { email: address, data: userMetadata }: z.infer<typeof inviteBody>,
): Promise<UserRow> {
  const existing = await findUserByEmail(db, address);
  if (existing?.email_confirmed_at) throw unprocessable('email_exists', 'A user with this email address has already been registered');
  return existing ?? createUser(db, { email: address, userMetadata: userMetadata ?? {}, isConfirmed: false, now: context.now() });
}

async function findLinkUser(
  context: AuthContext,
  db: Db,
  kind: (typeof linkKinds)[keyof typeof linkKinds],
  body: z.infer<typeof linkBody>,
): Promise<UserRow> {
  if (kind === 'invite') return findOrCreateInvitee(context, db, body);
  const existing = await findUserByEmail(db, body.email);
  if (kind !== 'confirmation') {
    if (!existing) throw notFound('user_not_found', 'User with this email not found');
    return existing;
  }
  if (existing?.email_confirmed_at) throw unprocessable('email_exists', 'A user with this email address has already been registered');
  if (!body.password) throw badRequest('validation_failed', 'Signup requires a valid password');
  checkPassword(body.password, context.settings, [body.email]);
  return (
    existing ??
    createUser(db, {
      email: body.email,
      passwordHash: await hashPassword(body.password),
      userMetadata: body.data ?? {},
      isConfirmed: false,
      now: context.now(),
    })
  );
}

/** `/invite` and `/admin/generate_link`: links that the service role creates for users. */
export function inviteRoutes(context: AuthContext): Hono {
  return new Hono()
    .post('/invite', async (c) => {
      await requireServiceRole(context, c.req.raw);
      const body = await readBody(c.req.raw, inviteBody);
      const redirectTo = redirectTarget(context, c.req.query('redirect_to'));
      const invited = await transaction(context.pool, async (db) => {
        const user = await findOrCreateInvitee(context, db, body);
        return userJson(db, await mailUser(context, db, { kind: 'invite', user, redirectTo, code: null }));
      });
      return c.json(invited);
    })
    .post('/admin/generate_link', async (c) => {
      await requireServiceRole(context, c.req.raw);
      const body = await readBody(c.req.raw, linkBody);
      const kind = Object.entries(linkKinds).find(([type]) => type === body.type)?.[1];
      if (!kind) throw badRequest('validation_failed', `Invalid email action link type requested: ${body.type}`);
      const redirectTo = redirectTarget(context, body.redirect_to ?? c.req.query('redirect_to'));
      const link = await transaction(context.pool, async (db) => {
        const issued = await issueCode(context, db, { kind, user: await findLinkUser(context, db, kind, body), code: null });
        return {
          ...(await userJson(db, issued.user)),
          action_link: actionLink(context, { kind, hash: issued.hash, redirectTo }),
          email_otp: issued.code,
          hashed_token: issued.hash,
          verification_type: linkTypes[kind],
          redirect_to: redirectTo,
        };
      });
      return c.json(link);
    });
}
