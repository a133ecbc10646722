import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceRoleTokens, withApiKeys } from './apiKeys.ts';
import { loadSecrets, type Secrets } from './secrets.ts';

let dataDir: string;
let secrets: Secrets;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'masomo-keys-'));
  secrets = await loadSecrets(dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true }));

/** The Authorization header that reaches the upstream service, or the status of a refusal. */
async function authorizationFor(headers: Record<string, string>): Promise<string | null | number> {
  const response = await withApiKeys({ ...secrets, serviceRoleToken: serviceRoleTokens(secrets.keys) }, (request) =>
    Response.json(request.headers.get('authorization')),
  )(new Request('http://localhost/rest/v1/orders', { headers }));
  return response.ok ? ((await response.json()) as string | null) : response.status;
}

describe('API key check in front of a service', () => {
  it('treats the publishable key alone as anonymous, even when the bearer repeats it', async () => {
    const { publishableKey } = secrets;
    expect(await authorizationFor({ apikey: publishableKey })).toBeNull();
    expect(await authorizationFor({ apikey: publishableKey, authorization: `Bearer ${publishableKey}` })).toBeNull();
    expect(await authorizationFor({})).toBeNull();
  });

  it.each(['apikey', 'authorization'])('turns the secret key in %s into a verifiable service-role token', async (header) => {
    const { secretKey, keys } = secrets;
    const authorization = await authorizationFor({ [header]: header === 'apikey' ? secretKey : `Bearer ${secretKey}` });
    const { payload } = await jwtVerify(String(authorization).replace('Bearer ', ''), createLocalJWKSet(keys.jwks));
    expect(payload['role']).toBe('service_role');
  });

  it("passes a user's token through, whichever key comes with it", async () => {
    expect(await authorizationFor({ apikey: secrets.publishableKey, authorization: 'Bearer a.b.c' })).toBe('Bearer a.b.c');
    expect(await authorizationFor({ apikey: secrets.secretKey, authorization: 'Bearer a.b.c' })).toBe('Bearer a.b.c');
  });

  it.each([
    { apikey: 'sb_publishable_of_another_project' },
    { apikey: 'sb_secret_guessed' },
    { authorization: 'Bearer sb_secret_guessed' },
    { apikey: 'sb_secret_guessed', authorization: 'Bearer sb_secret_guessed' },
  ])('refuses an unknown key: %j', async (headers) => expect(await authorizationFor(headers as Record<string, string>)).toBe(401));

  it('does not treat a publishable key with a secret bearer as the service role', async () => {
    expect(await authorizationFor({ apikey: secrets.publishableKey, authorization: `Bearer ${secrets.secretKey}` })).toBeNull();
  });
});
