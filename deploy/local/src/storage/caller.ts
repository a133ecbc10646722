import { createLocalJWKSet, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { type Pool, type PoolClient } from 'pg';
import { transaction as runTransaction } from '../database/transaction.ts';
import { type SigningKeys } from '../keys/signingKeys.ts';
import { fromDatabase, StorageError } from './errors.ts';

/** Identity of a request: a database role and the claims that row-level security reads. */
export type Caller = { role: 'anon' | 'authenticated' | 'service_role'; claims: JWTPayload };

export const anonymous: Caller = { role: 'anon', claims: { role: 'anon' } };

export type Tokens = {
  readCaller(request: Request): Promise<Caller>;
  /** Signs a token for one path, such as `sign/cms-media/logo.png`. */
  sign(url: string, expiresInSeconds: number, more?: JWTPayload): Promise<string>;
  /** Verifies that a token was signed for this path and returns its claims; throws 400 otherwise. */
  readSigned(token: string, url: string): Promise<JWTPayload>;
};

const invalidToken = () => new StorageError(400, 'InvalidJWT', 'The link is no longer valid. Request a new one.');
const roles: Caller['role'][] = ['anon', 'authenticated', 'service_role'];

export function createTokens(keys: SigningKeys, now: () => Date): Tokens {
  const keySet = createLocalJWKSet(keys.jwks);
  const verify = (token: string) => jwtVerify(token, keySet, { algorithms: ['ES256'], currentDate: now() });
  return {
    async readCaller(request) {
      const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
      if (!token) return anonymous;
      const { payload } = await verify(token).catch(() => {
        throw new StorageError(401, 'InvalidJWT', 'invalid JWT: sign in again');
      });
      const role = roles.find((known) => known === payload['role']);
      // A token for a signed URL does not authenticate its bearer.
      if (!role || 'url' in payload) throw new StorageError(401, 'InvalidJWT', 'invalid JWT: missing role');
      return { role, claims: payload };
    },
    async sign(url, expiresInSeconds, more = {}) {
      const seconds = Math.floor(now().getTime() / 1000);
      return new SignJWT({ ...more, url })
        .setProtectedHeader({ alg: 'ES256', kid: keys.kid, typ: 'JWT' })
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + expiresInSeconds)
        .sign(keys.privateKey);
    },
    async readSigned(token, url) {
      const { payload } = await verify(token).catch(() => {
        throw invalidToken();
      });
      if (payload['url'] !== url) throw invalidToken();
      return payload;
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
