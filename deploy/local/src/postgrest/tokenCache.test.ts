import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SignJWT } from 'jose';
import type pg from 'pg';
import { openClient } from '../database/connections.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { urlFor } from '../database/roles.ts';
import { createTestDatabase, type TestDatabase } from '../database/testDatabase.ts';
import { loadSecrets, type Secrets } from '../keys/secrets.ts';
import { startPostgrest, type RunningPostgrest } from './startPostgrest.ts';

const person = '00000000-0000-4000-8000-00000000c0de';
const school = '00000000-0000-4000-8000-00000000d00d';
const session = '00000000-0000-4000-8000-00000000feed';

let database: TestDatabase;
let owner: pg.Client;
let postgrest: RunningPostgrest;
let dataDir: string;
let secrets: Secrets;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(path.join(tmpdir(), 'masomo-tokens-'));
  secrets = await loadSecrets(dataDir);
  owner = await openClient(database.adminUrl);
  await owner.query(`insert into public.schools (id, name) values ('${school}', 'A school');
    insert into auth.users (id, email) values ('${person}', 'amina@school.test')`);
  postgrest = await startPostgrest({
    url: urlFor(database.url, { role: 'authenticator' }),
    jwks: secrets.keys.jwks,
    pidFile: path.join(dataDir, 'postgrest.pid'),
    log: () => undefined,
  });
});
afterAll(async () => {
  await postgrest.stop();
  await owner.end();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  await owner.query(`insert into auth.sessions (id, user_id) values ('${session}', '${person}') on conflict do nothing;
    update public.users set role = 'teacher', school_id = '${school}', is_active = true where id = '${person}'`);
});

const tokenFor = (seconds: number) =>
  new SignJWT({ role: 'authenticated', sub: person, aal: 'aal1', session_id: session })
    .setProtectedHeader({ alg: 'ES256', kid: secrets.keys.kid, typ: 'JWT' })
    .setAudience('authenticated')
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(secrets.keys.privateKey);
const ask = (request: string, token: string) => fetch(`${postgrest.origin}/${request}`, { headers: { authorization: `Bearer ${token}` } });
const roleOf = async (token: string) => (await (await ask('rpc/own_role', token)).json()) as unknown;

it('a changed role takes effect at the next request with the same token', async () => {
  const token = await tokenFor(3600);
  expect([await roleOf(token), await roleOf(token)]).toEqual(['teacher', 'teacher']);
  await owner.query(`update public.users set role = 'parent' where id = '${person}'`);
  expect(await roleOf(token)).toBe('parent');
  await owner.query(`update public.users set is_active = false where id = '${person}'`);
  expect(await roleOf(token)).toBe('user');
});

it('an ended session takes effect at the next request with the same token', async () => {
  const token = await tokenFor(3600);
  const schools = async () => (await (await ask('schools?select=name', token)).json()) as unknown;
  expect([await roleOf(token), await schools()]).toEqual(['teacher', [{ name: 'A school' }]]);
  await owner.query(`delete from auth.sessions where id = '${session}'`);
  expect([await roleOf(token), await schools()]).toEqual(['user', []]);
});

it.runIf(process.platform === 'linux')(
  'a process that has grown is replaced while requests go on, and none fails',
  { timeout: 40_000 },
  async () => {
    const small = await startPostgrest({
      url: urlFor(database.url, { role: 'authenticator' }),
      jwks: secrets.keys.jwks,
      pidFile: path.join(dataDir, 'small.pid'),
      maxMegabytes: 1,
      memoryCheckMs: 100,
      log: () => undefined,
    });
    try {
      const token = await tokenFor(3600);
      const origins = new Set<string>();
      const statuses = new Set<number>();
      const deadline = Date.now() + 30_000;
      while (origins.size < 3 && Date.now() < deadline) {
        origins.add(small.origin);
        const responses = await Promise.all(
          Array.from({ length: 4 }, () => fetch(`${small.origin}/rpc/own_role`, { headers: { authorization: `Bearer ${token}` } })),
        );
        for (const { status } of responses) statuses.add(status);
      }
      expect([origins.size, [...statuses]]).toEqual([3, [200]]);
    } finally {
      await small.stop();
    }
  },
);

it('a token that was accepted is refused once it has expired, and a forged one never gets in', async () => {
  // PostgREST allows clocks to differ by half a minute, so the token is accepted although it has expired, and not for long.
  const token = await tokenFor(-28);
  expect((await ask('rpc/own_role', token)).status).toBe(200);
  await expect.poll(async () => (await ask('rpc/own_role', token)).status, { timeout: 10_000, interval: 500 }).toBe(401);
  const [head, , signature] = token.split('.');
  const claims = Buffer.from(JSON.stringify({ role: 'service_role', aud: 'authenticated' })).toString('base64url');
  expect((await ask('rpc/own_role', `${head}.${claims}.${signature}`)).status).toBe(401);
});
