import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeCluster } from '../postgres/clusterLocation.ts';
import { isAlive } from '../host/processes.ts';
import { startLocalBackend, type LocalBackend } from './startLocalBackend.ts';

const demoPassword = 'a password for tests';
let dataDir: string;
let local: LocalBackend;
const fatal: string[] = [];
const lines: string[] = [];

const start = () =>
  startLocalBackend({
    dataDir,
    origin: 'http://localhost:8080',
    shouldLoadDemo: true,
    demoPassword,
    environment: {},
    log: (line) => lines.push(line),
    onFatal: (reason) => fatal.push(reason),
  });
const postmaster = () => Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const postgrest = () => Number(readFileSync(path.join(dataDir, 'postgrest.pid'), 'utf8'));

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'masomo-backend-'));
  chmodSync(dataDir, 0o755);
  local = await start();
});
afterAll(async () => {
  await local.stop();
  removeCluster(dataDir);
  rmSync(dataDir, { recursive: true });
});

/** Names that the demo super admin reads through PostgREST with a token of the auth service. */
async function readSchoolNames(): Promise<string[]> {
  const { backend, publishableKey: apikey } = local;
  const signIn = await backend.auth(
    new Request('http://localhost:8080/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'superadmin@masomo.test', password: demoPassword }),
    }),
  );
  const { access_token: token } = (await signIn.json()) as { access_token: string };
  const response = await backend.rest(
    new Request('http://localhost:8080/rest/v1/schools?select=name&order=name', { headers: { apikey, authorization: `Bearer ${token}` } }),
  );
  return ((await response.json()) as { name: string }[]).map(({ name }) => name);
}

describe('the embedded backend', () => {
  it('runs every service, with demo data', async () => {
    expect(Object.values(await local.backend.health()).every((state) => state === 'ok')).toBe(true);
    expect(local.hasDemoData).toBe(true);
    expect(await readSchoolNames()).toEqual(expect.arrayContaining(['Greenfield Academy', 'Lakeside School']));
    expect(readFileSync(path.join(dataDir, 'database.url'), 'utf8').trim()).toBe(local.databaseUrl);
  });

  it('stops with nothing left running, and starts again with the same keys and data', async () => {
    const processes = [postmaster(), postgrest()];
    const { publishableKey, secretKey } = local;
    await local.stop();
    expect(processes.map(isAlive)).toEqual([false, false]);
    expect(existsSync(path.join(dataDir, 'postgrest.pid'))).toBe(false);
    lines.length = 0;
    local = await start();
    expect([local.publishableKey, local.secretKey]).toEqual([publishableKey, secretKey]);
    expect(lines).toEqual([]);
    expect(await readSchoolNames()).toContain('Greenfield Academy');
  });

  it('reports once why it cannot continue when PostgreSQL dies', async () => {
    lines.length = 0;
    const postgrestPid = postgrest();
    process.kill(postmaster(), 'SIGKILL');
    await expect.poll(() => fatal.length, { timeout: 5_000 }).toBe(1);
    expect(fatal[0]).toMatch(/^PostgreSQL ended: /);
    await local.stop();
    expect(isAlive(postgrestPid)).toBe(false);
    expect(lines).toEqual([]);
    local = await start();
    expect(await readSchoolNames()).toContain('Greenfield Academy');
  });
});
