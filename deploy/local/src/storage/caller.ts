import { createLocalJWKSet, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { type Pool, type PoolClient } from 'pg';
import { type SigningKeys } from '../keys/signingKeys.ts';
import { fromDatabase, StorageError } from './errors.ts';

/** Whose rights a request has: a database role and the claims its policies read. */
export type Caller = { role: 'anon' | 'authenticated' | 'service_role'; claims: JWTPayload };

export const anonymous: Caller = { role: 'anon', claims: { role: 'anon' } };

export type Tokens = {
  readCaller(request: Request): Promise<Caller>;
  /** A token that stands for one address, such as `sign/cms-media/logo.png`. */
  sign(url: string, expiresInSeconds: number, more?: JWTPayload): Promise<string>;
  /** The claims of such a token if it stands for this address, or throws. */
  readSigned(token: string, url: string): Promise<JWTPayload>;
};

const invalidToken = () => new StorageError(400, 'InvalidJWT', 'The link is not valid any more. Ask for a new one.');
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
      // A token that only opens one address gives no rights of its own.
      if (!role || 'url' in payload) throw new StorageError(401, 'InvalidJWT', 'invalid JWT: it names no role');
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

/** Thrown to undo a transaction that was only a question. */
class DryRunRollback extends Error {}

/** Runs `work` in a transaction as the service itself; `as` takes the caller's rights from then on. */
export async function transaction<T>(pool: Pool, work: (db: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw fromDatabase(error);
  } finally {
    client.release(broken);
  }
}

/** From here to the end of the transaction row security sees the caller. */
export async function assumeRole(db: PoolClient, caller: Caller): Promise<void> {
  await db.query(`select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, [
    caller.role,
    JSON.stringify(caller.claims),
  ]);
}

/** One transaction with the caller's rights. */
export function asCaller<T>(pool: Pool, caller: Caller, work: (db: PoolClient) => Promise<T>): Promise<T> {
  return transaction(pool, async (db) => {
    await assumeRole(db, caller);
    return work(db);
  });
}

/** Throws unless the caller could do `work`; nothing of it stays. */
export async function assertPermitted(pool: Pool, caller: Caller, work: (db: PoolClient) => Promise<unknown>): Promise<void> {
  await asCaller(pool, caller, async (db) => {
    await work(db);
    throw new DryRunRollback();
  }).catch((error: unknown) => {
    if (!(error instanceof DryRunRollback)) throw error;
  });
}
