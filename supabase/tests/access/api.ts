import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SignJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll } from 'vitest';
import type { Actor } from '@masomo/domain/tableAccess';
import type { Listening } from '@masomo/gateway';
import { startTestProduct, type TestProduct } from '@masomo/gateway/testGateway';
import { urlFor } from '@masomo/local/database/roles';
import { createPrivateJwk, signingKeys } from '@masomo/local/keys/signingKeys';
import { restFetcher } from '@masomo/local/postgrest/restFetcher';
import { startPostgrest, type RunningPostgrest } from '@masomo/local/postgrest/startPostgrest';
import type { TestDatabase } from '../database.ts';
import { accounts } from './cells.ts';
import { claimsOf } from '../sessions.ts';

export type Answer = { status: number; code: string; hint: string; body: unknown; rows: number };
export type Api = {
  /** Asks the API as an actor, or as the server. */
  ask(
    actor: Actor | 'server',
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH',
    address: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
};

/** PostgREST in front of a test file's database, asked over HTTP through the product's gateway with signed tokens, as a browser asks it. */
export function useApi(database: TestDatabase): Api {
  const tokens = new Map<Actor | 'server', string | undefined>();
  let postgrest: RunningPostgrest;
  let product: TestProduct;
  let listening: Listening;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'masomo-api-'));
    const keys = await signingKeys(await createPrivateJwk());
    const sign = (claims: JWTPayload) =>
      new SignJWT({ ...claims, aud: 'authenticated' })
        .setProtectedHeader({ alg: 'ES256', kid: keys.kid })
        .setExpirationTime('1h')
        .setJti(randomUUID())
        .sign(keys.privateKey);
    tokens.set('server', await sign({ role: 'service_role' }));
    const { rows } = await database.owner.query<{ id: string; email: string }>('select id, email from auth.users');
    for (const [actor, email] of Object.entries(accounts) as [Actor, string | null][]) {
      const id = rows.find((row) => row.email === email)?.id;
      if (email !== null && id === undefined) throw new Error(`There is no account ${email}.`);
      tokens.set(actor, id && (await sign(claimsOf(id))));
    }
    postgrest = await startPostgrest({
      url: urlFor(database.url, { role: 'authenticator' }),
      jwks: keys.jwks,
      pidFile: path.join(folder, 'postgrest.pid'),
      log: (line) => process.stderr.write(`${line}\n`),
    });
    const missing = () => new Response(null, { status: 404 });
    product = await startTestProduct({
      backend: {
        auth: missing,
        storage: missing,
        functions: missing,
        rest: restFetcher(() => postgrest.origin),
        health: async () => ({ database: await postgrest.health() }),
      },
    });
    listening = await product.gateway.serve({ port: 0 });
  });
  afterAll(async () => {
    await listening?.close();
    await product?.end();
    await postgrest?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  return {
    async ask(actor, method, address, body, headers) {
      const token = tokens.get(actor);
      const response = await fetch(`http://127.0.0.1:${listening.port}/rest/v1/${address}`, {
        method,
        headers: {
          'content-type': 'application/json',
          prefer: method === 'HEAD' ? 'count=exact' : 'return=representation',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const answer: unknown = text === '' ? null : JSON.parse(text);
      const { code = '', hint = '' } = (response.ok ? {} : (answer ?? {})) as { code?: string; hint?: string | null };
      const rows = Number(response.headers.get('content-range')?.split('/')[1] ?? 0) || (Array.isArray(answer) ? answer.length : 0);
      return { status: response.status, code, hint: hint ?? '', body: answer, rows };
    },
  };
}
