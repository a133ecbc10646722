import { Hono } from 'hono';
import { z } from 'zod';
import { type AuthContext } from '../context.ts';
import { badRequest, notFound, unprocessable } from '../errors.ts';
import { notify } from '../emailLinks/notices.ts';
import { deleteFactor } from '../factors/factors.ts';
import { checkPassword, hashPassword } from '../users/passwords.ts';
import { readBody, requireServiceRole } from '../request.ts';
import { endSessions } from '../sessions/sessions.ts';
import { durationMs } from '../settings.ts';
import { transaction, type Db } from '../../database/transaction.ts';
import { factorJson, userJson } from '../users/userJson.ts';
import {
  syncIdentity,
  createUser,
  findUserByEmail,
  findUserById,
  listFactors,
  listUsers,
  lockUser,
  mergeMetadata,
  updateUser,
  type UserChanges,
  type UserRow,
} from '../users/users.ts';

const metadata = z.record(z.string(), z.unknown()).nullish();
const userBody = z.object({
  id: z.uuid().nullish(),
  email: z.email('Unable to validate email address: invalid format').nullish(),
  password: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: z.string().nullish(),
});
type UserBody = z.infer<typeof userBody>;
const pageQuery = z.object({ page: z.coerce.number().int().min(1).catch(1), per_page: z.coerce.number().int().min(1).max(1000).catch(50) });

const emailExists = () => unprocessable('email_exists', 'A user with this email address has already been registered');

async function addUser(context: AuthContext, body: UserBody): Promise<Record<string, unknown>> {
  const { email } = body;
  if (!email) throw badRequest('validation_failed', 'Cannot create a user without either an email or phone');
  if (body.password) checkPassword(body.password, context.settings, [email]);
  const passwordHash = body.password ? await hashPassword(body.password) : null;
  return transaction(context.pool, async (db) => {
    if (await findUserByEmail(db, email)) throw emailExists();
    const user = await createUser(db, {
      ...(body.id ? { id: body.id } : {}),
      email,
      passwordHash,
      appMetadata: body.app_metadata ?? {},
      userMetadata: body.user_metadata ?? {},
      isConfirmed: body.email_confirm ?? false,
      now: context.now(),
    });
    return userJson(db, user);
  });
}

async function changesOf(context: AuthContext, db: Db, user: UserRow, body: UserBody): Promise<UserChanges> {
  const now = context.now();
  const email = body.email?.toLowerCase();
  if (email && email !== user.email && (await findUserByEmail(db, email))) throw emailExists();
  if (body.password) checkPassword(body.password, context.settings, [email ?? user.email ?? '']);
  const banMs = body.ban_duration && body.ban_duration !== 'none' ? durationMs(body.ban_duration) : undefined;
  return {
    ...(email ? { email } : {}),
    ...(body.email_confirm ? { email_confirmed_at: user.email_confirmed_at ?? now } : {}),
    ...(body.password ? { encrypted_password: await hashPassword(body.password) } : {}),
    ...(body.user_metadata ? { raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, body.user_metadata) } : {}),
    ...(body.app_metadata ? { raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, body.app_metadata) } : {}),
    ...(body.ban_duration ? { banned_until: banMs === undefined ? null : new Date(now.getTime() + banMs) } : {}),
  };
}

async function changeUser(context: AuthContext, id: string, body: UserBody): Promise<Record<string, unknown>> {
  return transaction(context.pool, async (db) => {
    const user = await lockUser(db, id);
    if (!user) throw notFound('user_not_found', 'User not found');
    const changed = await updateUser(db, id, await changesOf(context, db, user, body), context.now());
    await syncIdentity(db, changed, context.now());
    // A changed password or a ban ends every session.
    if (body.password || (changed.banned_until && changed.banned_until > context.now()))
      await endSessions(db, { userId: id, sessionId: undefined, scope: 'global' });
    const address = changed.email ?? '';
    if (body.password) notify(context, 'password_changed', { to: address, email: address, data: changed.raw_user_meta_data });
    return userJson(db, changed);
  });
}

async function requireUser(context: AuthContext, id: string): Promise<UserRow> {
  const user = z.uuid().safeParse(id).success ? await findUserById(context.pool, id) : null;
  if (!user) throw notFound('user_not_found', 'User not found');
  return user;
}

/** `/admin/users`: account management with the secret key. */
export function adminRoutes(context: AuthContext): Hono {
  const admin = new Hono();
  admin.use('/admin/*', async (c, next) => {
    await requireServiceRole(context, c.req.raw);
    await next();
  });
  admin.get('/admin/users', async (c) => {
    const { page, per_page: limit } = pageQuery.parse(c.req.query());
    const { users, total } = await listUsers(context.pool, { limit, offset: (page - 1) * limit });
    const last = Math.max(1, Math.ceil(total / limit));
    const link = (target: number, rel: string) => `<${context.origin}/auth/v1/admin/users?page=${target}&per_page=${limit}>; rel="${rel}"`;
    c.header('X-Total-Count', String(total));
    c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '));
    return c.json({ users: await Promise.all(users.map((user) => userJson(context.pool, user))), aud: 'authenticated' });
  });
  admin.post('/admin/users', async (c) => c.json(await addUser(context, await readBody(c.req.raw, userBody))));
  admin.get('/admin/users/:id', async (c) => c.json(await userJson(context.pool, await requireUser(context, c.req.param('id')))));
  admin.put('/admin/users/:id', async (c) => {
    const { id } = await requireUser(context, c.req.param('id'));
    return c.json(await changeUser(context, id, await readBody(c.req.raw, userBody)));
  });
  admin.delete('/admin/users/:id', async (c) => {
    const user = await requireUser(context, c.req.param('id'));
    const { should_soft_delete: soft } = await readBody(c.req.raw, z.object({ should_soft_delete: z.boolean().default(false) }));
    await transaction(context.pool, async (db) => {
      if (!soft) return db.query('delete from auth.users where id = $1', [user.id]);
      await endSessions(db, { userId: user.id, sessionId: undefined, scope: 'global' });
      return updateUser(db, user.id, { deleted_at: context.now(), email: `deleted-${user.id}@invalid` }, context.now());
    });
    return c.json({});
  });
  admin.get('/admin/users/:id/factors', async (c) => {
    const { id } = await requireUser(context, c.req.param('id'));
    return c.json((await listFactors(context.pool, id)).map(factorJson));
  });
  admin.delete('/admin/users/:id/factors/:factor', async (c) => {
    const { id } = await requireUser(context, c.req.param('id'));
    const factor = (await listFactors(context.pool, id)).find((candidate) => candidate.id === c.req.param('factor'));
    if (!factor) throw notFound('mfa_factor_not_found', 'Factor not found');
    await transaction(context.pool, (db) => deleteFactor(db, factor.id));
    return c.json({ id: factor.id });
  });
  return admin;
}
