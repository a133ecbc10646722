import { createHash } from 'node:crypto';
import type pg from 'pg';

/** The session that an account has in tests, the same as `md5(id)::uuid` in SQL. */
export const sessionOf = (userId: string) =>
  createHash('md5')
    .update(userId)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** What the token of an account says, as Auth writes it. */
export const claimsOf = (userId: string | undefined, aal = 'aal1') => ({
  role: 'authenticated',
  sub: userId,
  aal,
  session_id: userId && sessionOf(userId),
});

/** Signs every account in. */
export async function signEveryoneIn(owner: pg.Client): Promise<void> {
  await owner.query(
    "insert into auth.sessions (id, user_id, created_at, updated_at, aal) select md5(id::text)::uuid, id, now(), now(), 'aal1' from auth.users on conflict do nothing",
  );
}
