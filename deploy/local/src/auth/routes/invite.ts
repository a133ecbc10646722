import { Hono } from 'hono';
import { z } from 'zod';
import { type AuthContext } from '../context.ts';
import { badRequest, notFound, unprocessable } from '../errors.ts';
import { mailUser, issueCode } from '../emailLinks/mailUser.ts';
import { actionLink, linkTypes } from '../emailLinks/emailTemplates.ts';
import { hashPassword, checkPassword } from '../users/passwords.ts';
import { readBody, redirectTarget, requireServiceRole } from '../request.ts';
import { transaction, type Db } from '../transaction.ts';
import { userJson } from '../users/userJson.ts';
import { createUser, findUserByEmail, type UserRow } from '../users/users.ts';

const email = z.email('Unable to validate email address: invalid format');
const data = z.record(z.string(), z.unknown()).nullish();
const inviteBody = z.object({ email, data });
const linkKinds = { signup: 'confirmation', invite: 'invite', magiclink: 'magic_link', recovery: 'recovery' } as const;
const linkBody = z.object({ type: z.string().default(''), email, password: z.string().nullish(), data, redirect_to: z.string().nullish() });

/** The invited person's account: theirs if they have not accepted yet, else a new one. */
async function invitedUser(
  context: AuthContext,
  db: Db,
  { email: address, data: userMetadata }: z.infer<typeof inviteBody>,
): Promise<UserRow> {
  const present = await findUserByEmail(db, address);
  if (present?.email_confirmed_at) throw unprocessable('email_exists', 'A user with this email address has already been registered');
  return present ?? createUser(db, { email: address, userMetadata: userMetadata ?? {}, confirmed: false, now: context.now() });
}

async function linkedUser(
  context: AuthContext,
  db: Db,
  kind: (typeof linkKinds)[keyof typeof linkKinds],
  body: z.infer<typeof linkBody>,
): Promise<UserRow> {
  if (kind === 'invite') return invitedUser(context, db, body);
  const present = await findUserByEmail(db, body.email);
  if (kind !== 'confirmation') {
    if (!present) throw notFound('user_not_found', 'User with this email not found');
    return present;
  }
  if (present?.email_confirmed_at) throw unprocessable('email_exists', 'A user with this email address has already been registered');
  if (!body.password) throw badRequest('validation_failed', 'Signup requires a valid password');
  checkPassword(body.password, context.settings);
  return (
    present ??
    createUser(db, {
      email: body.email,
      passwordHash: await hashPassword(body.password),
      userMetadata: body.data ?? {},
      confirmed: false,
      now: context.now(),
    })
  );
}

/** `/invite` and `/admin/generate_link`: the service asks somebody in. */
export function inviteRoutes(context: AuthContext): Hono {
  return new Hono()
    .post('/invite', async (c) => {
      await requireServiceRole(context, c.req.raw);
      const body = await readBody(c.req.raw, inviteBody);
      const redirectTo = redirectTarget(context, c.req.query('redirect_to'));
      const invited = await transaction(context.pool, async (db) => {
        const user = await invitedUser(context, db, body);
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
      const answer = await transaction(context.pool, async (db) => {
        const prepared = await issueCode(context, db, { kind, user: await linkedUser(context, db, kind, body), code: null });
        return {
          ...(await userJson(db, prepared.user)),
          action_link: actionLink(context, { kind, hash: prepared.hash, redirectTo }),
          email_otp: prepared.code,
          hashed_token: prepared.hash,
          verification_type: linkTypes[kind],
          redirect_to: redirectTo,
        };
      });
      return c.json(answer);
    });
}
