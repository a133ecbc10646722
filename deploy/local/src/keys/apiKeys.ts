import { SignJWT } from 'jose';
import type { Fetcher } from '@masomo/gateway';
import type { SigningKeys } from './signingKeys.ts';

export type ProjectKeys = { publishableKey: string; secretKey: string; serviceRoleToken: () => Promise<string> };

const serviceTokenLifetimeMs = 3_600_000;

/** Returns a function that signs the service-role token and renews it at half its lifetime, so that no caller holds an expired one. */
export function serviceRoleTokens(keys: SigningKeys): () => Promise<string> {
  let cached: { token: string; renewAt: number } | undefined;
  return async () => {
    if (!cached || Date.now() > cached.renewAt) {
      const token = await new SignJWT({ role: 'service_role' })
        .setProtectedHeader({ alg: 'ES256', kid: keys.kid, typ: 'JWT' })
        .setIssuedAt()
        .setExpirationTime(new Date(Date.now() + serviceTokenLifetimeMs))
        .sign(keys.privateKey);
      cached = { token, renewAt: Date.now() + serviceTokenLifetimeMs / 2 };
    }
    return cached.token;
  };
}

/**
 * Translates API keys as Supabase's gateway does. A publishable or secret key is not a JWT: `apikey` identifies the caller, an
 * `Authorization` header that repeats it is dropped, and the upstream service receives a user's token, the service role's, or none.
 */
export function withApiKeys({ publishableKey, secretKey, serviceRoleToken }: ProjectKeys, upstream: Fetcher): Fetcher {
  return async (request) => {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    const key = request.headers.get('apikey') ?? (bearer?.startsWith('sb_') ? bearer : undefined);
    if (key !== undefined && key !== publishableKey && key !== secretKey && key !== bearer) {
      return Response.json({ message: 'Invalid API key', hint: 'Double check your API key.' }, { status: 401 });
    }
    if (bearer?.startsWith('sb_') && bearer !== publishableKey && bearer !== secretKey) {
      return Response.json({ message: 'Invalid API key', hint: 'Double check your API key.' }, { status: 401 });
    }
    const headers = new Headers(request.headers);
    if (bearer === undefined || bearer.startsWith('sb_')) {
      if (key === secretKey) headers.set('authorization', `Bearer ${await serviceRoleToken()}`);
      else headers.delete('authorization');
    }
    return upstream(new Request(request, { headers }));
  };
}
