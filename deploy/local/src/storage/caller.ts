import { createLocalJWKSet, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { type Pool, type PoolClient } from 'pg';
import { transaction as runTransaction } from '../database/transaction.ts';
import { z } from 'zod';
import { isForApi } from '../keys/apiAudience.ts';
import { type SigningKeys } from '../keys/signingKeys.ts';
import { fromDatabase, StorageError } from './errors.ts';

/** Identity of a request: a database role and the claims that row-level security reads. */
export type Caller = { role: 'anon' | 'authenticated' | 'service_role'; claims: JWTPayload };

export const anonymous: Caller = { role: 'anon', claims: { role: 'anon' } };

/** What a link to one file may be used for. */
export type LinkUse = 'read' | 'upload';

/** What a link says: on whose behalf, and how the file is given. */
export type SignedLink = { caller: Caller; details: Record<string, unknown> };

export type Tokens = {
  readCaller(request: Request): Promise<Caller>;
  /** Signs a link to one file, for one use, on behalf of a caller. */
  sign(use: LinkUse, file: string, seconds: number, caller: Caller, details?: Record<string, unknown>): Promise<string>;
  /** Verifies that a token was signed for this use of this file; throws 400 otherwise. */
  readSigned(token: string, use: LinkUse, file: string): Promise<SignedLink>;
};

const invalidToken = () => new StorageError(400, 'InvalidJWT', 'The link is no longer valid. Request a new one.');
const roleSchema = z.enum(['anon', 'authenticated', 'service_role']);
/** Of a session only what policies ask for: links are seen by more people than tokens. */
const callerSchema = z.object({
  role: roleSchema,
  claims: z.object({ role: roleSchema, sub: z.string(), session_id: z.string(), aal: z.string() }).partial(),
});
const linkSchema = z.object({ caller: callerSchema, details: z.record(z.string(), z.unknown()) });
const audienceOf = (use: LinkUse) => `storage:${use}`;

export function createTokens(keys: SigningKeys, now: () => Date): Tokens {
  const keySet = createLocalJWKSet(keys.jwks);
  return {
    async readCaller(request) {
      const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
      if (!token) return anonymous;
      const { payload } = await jwtVerify(token, keySet, { algorithms: ['ES256'], currentDate: now() }).catch(() => {
        throw new StorageError(401, 'InvalidJWT', 'invalid JWT: sign in again');
      });
      const role = roleSchema.safeParse(payload['role']);
      if (!role.success || !isForApi(payload)) throw new StorageError(401, 'InvalidJWT', 'invalid JWT: not a session');
      return { role: role.data, claims: payload };
    },
    sign(use, file, seconds, caller, details = {}) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ caller: callerSchema.parse(caller), details })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setAudience(audienceOf(use))
        .setSubject(file)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(keys.linkSecret);
    },
    async readSigned(token, use, file) {
      const { payload } = await jwtVerify(token, keys.linkSecret, {
        algorithms: ['HS256'],
        audience: audienceOf(use),
        subject: file,
        currentDate: now(),
      }).catch(() => {
        throw invalidToken();
      });
      return linkSchema.parse(payload);
    },
  };
}

/** Thrown to roll back a transaction that only checked permissions. */
class DryRunRollback extends Error {}

/** Runs `work` in a transaction as the service itself; `assumeRole` switches to the caller's role within it. */
export async function transaction<T>(pool: Pool, work: (db: PoolClient) => Promise<T>): Promise<T> {
  return runTransaction(pool, work).catch((error: unknown) => {
    throw fromDatabase(error);
  });
}

/** Switches to the caller's role until the end of the transaction, so that row-level security applies. */
export async function assumeRole(db: PoolClient, caller: Caller): Promise<void> {
  await db.query(`select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, [
    caller.role,
    JSON.stringify(caller.claims),
  ]);
}

/** Runs `work` in one transaction with the caller's role. */
export function asCaller<T>(pool: Pool, caller: Caller, work: (db: PoolClient) => Promise<T>): Promise<T> {
  return transaction(pool, async (db) => {
    await assumeRole(db, caller);
    return work(db);
  });
}

/** Throws unless the caller is permitted to do `work`; always rolls it back. */
export async function assertPermitted(pool: Pool, caller: Caller, work: (db: PoolClient) => Promise<unknown>): Promise<void> {
  await asCaller(pool, caller, async (db) => {
    await work(db);
    throw new DryRunRollback();
  }).catch((error: unknown) => {
    if (!(error instanceof DryRunRollback)) throw error;
  });
}
