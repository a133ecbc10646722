import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { isForApi } from '../../keys/apiAudience.ts';
import { AuthError, forbidden } from '../errors.ts';
import { type SigningKeys } from '../../keys/signingKeys.ts';
import { type Db } from '../../database/transaction.ts';
import { type UserRow } from '../users/users.ts';

export type Aal = 'aal1' | 'aal2';
export type AuthenticationMethod = { method: string; timestamp: number };

/** The claims that the auth service reads from a presented token. */
const callerClaimsSchema = z.looseObject({
  role: z.string(),
  sub: z.string().optional(),
  session_id: z.string().optional(),
  aal: z.enum(['aal1', 'aal2']).optional(),
});
export type CallerClaims = z.infer<typeof callerClaimsSchema>;

/** Claims that the rest of the system requires; a hook must not remove them. */
const hookClaimsSchema = z.looseObject({
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  iat: z.number(),
  sub: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.string(),
  aal: z.string(),
  session_id: z.string(),
  is_anonymous: z.boolean(),
});
const hookResponseSchema = z.union([
  z.object({ error: z.object({ http_code: z.int().optional(), message: z.string().min(1) }) }),
  z.object({ claims: hookClaimsSchema }),
]);

type TokenRequest = {
  user: UserRow;
  sessionId: string;
  aal: Aal;
  amr: AuthenticationMethod[];
  method: string;
  now: Date;
  expiresIn: number;
};

export type AccessTokens = {
  issue(db: Db, request: TokenRequest): Promise<{ token: string; expiresAt: number }>;
  /** Verifies a token of this installation and returns its claims; throws 403 `bad_jwt`. */
  read(token: string, now: Date): Promise<CallerClaims>;
};

/** Signs and verifies the access tokens of one installation. */
export function createAccessTokens(keys: SigningKeys, issuer: string): AccessTokens {
  const keySet = createLocalJWKSet(keys.jwks);
  return {
    async issue(db, { user, sessionId, aal, amr, method, now, expiresIn }) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      const claims = {
        iss: issuer,
        sub: user.id,
        aud: user.aud ?? 'authenticated',
        exp: issuedAt + expiresIn,
        iat: issuedAt,
        email: user.email ?? '',
        phone: user.phone ?? '',
        app_metadata: user.raw_app_meta_data ?? {},
        user_metadata: user.raw_user_meta_data ?? {},
        role: user.role ?? 'authenticated',
        aal,
        amr,
        session_id: sessionId,
        is_anonymous: user.is_anonymous,
      };
      const finalClaims = await runHook(db, { user_id: user.id, claims, authentication_method: method });
      const token = await new SignJWT(finalClaims).setProtectedHeader({ alg: 'ES256', kid: keys.kid, typ: 'JWT' }).sign(keys.privateKey);
      return { token, expiresAt: finalClaims.exp };
    },
    async read(token, now) {
      const verified = await jwtVerify(token, keySet, { algorithms: ['ES256'], currentDate: now }).catch((error: Error) => {
        throw forbidden('bad_jwt', `invalid JWT: unable to parse or verify signature, ${error.message}`);
      });
      const claims = callerClaimsSchema.safeParse(verified.payload);
      if (!claims.success) throw forbidden('bad_jwt', 'invalid claim: missing role');
      if (!isForApi(verified.payload)) throw forbidden('bad_jwt', 'invalid claim: audience');
      return claims.data;
    },
  };
}

type HookClaims = z.infer<typeof hookClaimsSchema>;

/** Lets `public.custom_access_token_hook(event jsonb)` change the claims, when the database has that function. */
async function runHook(db: Db, event: { user_id: string; claims: HookClaims; authentication_method: string }): Promise<HookClaims> {
  const { rows: hooks } = await db.query<{ hook: string | null }>(
    `select to_regprocedure('public.custom_access_token_hook(jsonb)')::text as hook`,
  );
  if (!hooks[0]?.hook) return event.claims;
  await db.query(`set local statement_timeout = '2s'`);
  const { rows } = await db
    .query<{ response: unknown }>('select public.custom_access_token_hook($1::jsonb) as response', [JSON.stringify(event)])
    .catch((error: Error) => {
      throw new AuthError(500, 'unexpected_failure', `Error running hook custom_access_token_hook: ${error.message}`);
    });
  await db.query('set local statement_timeout = default');
  const response = hookResponseSchema.safeParse(rows[0]?.response);
  if (!response.success)
    throw new AuthError(500, 'unexpected_failure', 'The custom access token hook returned without the required claims.');
  if ('error' in response.data)
    throw new AuthError(response.data.error.http_code ?? 500, 'unexpected_failure', response.data.error.message);
  return response.data.claims;
}
