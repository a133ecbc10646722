import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Db } from '../../database/transaction.ts';

export const factorRow = z.object({
  id: z.string(),
  user_id: z.string(),
  friendly_name: z.string().nullable(),
  factor_type: z.enum(['totp', 'webauthn', 'phone']),
  status: z.enum(['unverified', 'verified']),
  created_at: z.date(),
  updated_at: z.date(),
  secret: z.string().nullable(),
});
export type FactorRow = z.infer<typeof factorRow>;

/** A permanent ban is `infinity` in the database; here it becomes the latest date that a Date can represent. */
const banEnd = z.preprocess((value) => (value === Infinity ? new Date(8.64e15) : value), z.date());

const jsonObject = z.record(z.string(), z.unknown());

const userRow = z.object({
  id: z.string(),
  aud: z.string().nullable(),
  role: z.string().nullable(),
  email: z.string().nullable(),
  encrypted_password: z.string().nullable(),
  email_confirmed_at: z.date().nullable(),
  invited_at: z.date().nullable(),
  confirmation_sent_at: z.date().nullable(),
  recovery_sent_at: z.date().nullable(),
  email_change: z.string().nullable(),
  email_change_sent_at: z.date().nullable(),
  email_change_confirm_status: z.number().nullable(),
  reauthentication_sent_at: z.date().nullable(),
  last_sign_in_at: z.date().nullable(),
  raw_app_meta_data: jsonObject.nullable(),
  raw_user_meta_data: jsonObject.nullable(),
  created_at: z.date().nullable(),
  updated_at: z.date().nullable(),
  phone: z.string().nullable(),
  confirmed_at: z.date().nullable(),
  banned_until: banEnd.nullable(),
  deleted_at: z.date().nullable(),
  is_anonymous: z.boolean(),
});
export type UserRow = z.infer<typeof userRow>;

const notDeleted = 'deleted_at is null';

async function findUser(db: Db, condition: string, values: unknown[]): Promise<UserRow | null> {
  const { rows } = await db.query(`select * from auth.users where ${condition} and ${notDeleted}`, values);
  return rows[0] ? userRow.parse(rows[0]) : null;
}

export const findUserById = (db: Db, id: string) => findUser(db, 'id = $1', [id]);
/** Locks the row until the transaction ends, so that concurrent changes of one user run one after the other. */
export async function lockUser(db: Db, id: string): Promise<UserRow | null> {
  const { rows } = await db.query(`select * from auth.users where id = $1 and ${notDeleted} for no key update`, [id]);
  return rows[0] ? userRow.parse(rows[0]) : null;
}
export const findUserByEmail = (db: Db, email: string) => findUser(db, 'email = $1 and is_sso_user = false', [email.toLowerCase()]);
export const findUserByNewEmail = (db: Db, email: string) => findUser(db, 'email_change = $1', [email.toLowerCase()]);

/** One page of users, newest first, and the total number. */
export async function listUsers(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ users: UserRow[]; total: number }> {
  const { rows } = await db.query(
    `select * from auth.users where ${notDeleted} order by created_at desc nulls last, id limit $1 offset $2`,
    [limit, offset],
  );
  const count = await db.query<{ total: number }>(`select count(*)::int as total from auth.users where ${notDeleted}`);
  return { users: rows.map((row) => userRow.parse(row)), total: count.rows[0]?.total ?? 0 };
}

type NewUser = {
  id?: string | undefined;
  email: string;
  passwordHash?: string | null;
  appMetadata?: Record<string, unknown>;
  userMetadata?: Record<string, unknown>;
  isConfirmed: boolean;
  now: Date;
};

/** Creates a user with an email identity. */
export async function createUser(
  db: Db,
  { id = randomUUID(), email, passwordHash = null, appMetadata, userMetadata, isConfirmed, now }: NewUser,
): Promise<UserRow> {
  const address = email.toLowerCase();
  const app = { provider: 'email', providers: ['email'], ...appMetadata };
  const user = userMetadata ?? {};
  await db.query(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change_token_new, email_change)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, $4, $5, $6, $7, $7, '', '', '', '')`,
    [id, address, passwordHash, isConfirmed ? now : null, app, { ...user, email_verified: isConfirmed }, now],
  );
  await db.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at) values ($1::text, $1::uuid, $2, 'email', $3, $3, $3)`,
    [id, { ...user, sub: id, email: address, email_verified: isConfirmed, phone_verified: false }, now],
  );
  const created = await findUserById(db, id);
  if (!created) throw new Error(`The user ${id} does not exist after creating it.`);
  return created;
}

const updatableColumns = [
  'encrypted_password',
  'email',
  'email_confirmed_at',
  'invited_at',
  'confirmation_sent_at',
  'recovery_sent_at',
  'email_change',
  'email_change_sent_at',
  'email_change_confirm_status',
  'reauthentication_sent_at',
  'last_sign_in_at',
  'raw_app_meta_data',
  'raw_user_meta_data',
  'banned_until',
  'role',
  'deleted_at',
] as const;
export type UserChanges = Partial<Pick<UserRow, (typeof updatableColumns)[number]>>;

/** Updates the given columns and returns the new row. */
export async function updateUser(db: Db, id: string, changes: UserChanges, now: Date): Promise<UserRow> {
  const columns = updatableColumns.filter((column) => changes[column] !== undefined);
  const assignments = [...columns, 'updated_at'].map((column, index) => `${column} = $${index + 2}`);
  const { rows } = await db.query(`update auth.users set ${assignments.join(', ')} where id = $1 returning *`, [
    id,
    ...columns.map((column) => changes[column]),
    now,
  ]);
  return userRow.parse(rows[0]);
}

/** Copies the user's address to the email identity, after a change or a confirmation. */
export async function syncIdentity(db: Db, user: UserRow, now: Date): Promise<void> {
  const data = { email: user.email, email_verified: user.email_confirmed_at !== null };
  await db.query(
    `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = $3 where user_id = $1 and provider = 'email'`,
    [user.id, data, now],
  );
}

/** Merges metadata as Supabase does: a key set to null is removed. */
export function mergeMetadata(current: Record<string, unknown> | null, changes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null));
}

export async function listFactors(db: Db, userId: string): Promise<FactorRow[]> {
  const { rows } = await db.query('select * from auth.mfa_factors where user_id = $1 order by created_at', [userId]);
  return rows.map((row) => factorRow.parse(row));
}
