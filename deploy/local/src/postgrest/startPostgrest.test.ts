import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openClient } from '../database/connections.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceRoleTokens, withApiKeys } from '../keys/apiKeys.ts';
import { urlFor } from '../database/roles.ts';
import { cloneDatabase, startTestCluster, type TestCluster, type TestDatabase } from '../database/testDatabase.ts';
import { isAlive } from '../host/processes.ts';
import { loadSecrets, type Secrets } from '../keys/secrets.ts';
import { restFetcher } from './restFetcher.ts';
import { startPostgrest, type RunningPostgrest } from './startPostgrest.ts';

let cluster: TestCluster;
let database: TestDatabase;
let dataDir: string;
let secrets: Secrets;
let postgrest: RunningPostgrest;
const lines: string[] = [];
const pidFile = () => path.join(dataDir, 'postgrest.pid');
const pid = () => Number(readFileSync(pidFile(), 'utf8'));

const start = (file = pidFile()) =>
  startPostgrest({
    url: urlFor(database.url, { role: 'authenticator' }),
    jwks: secrets.keys.jwks,
    pidFile: file,
    log: (line) => lines.push(line),
  });
const get = (pathAndQuery: string, headers: Record<string, string> = {}) =>
  withApiKeys(
    { ...secrets, serviceRoleToken: serviceRoleTokens(secrets.keys) },
    restFetcher(() => postgrest.origin),
  )(new Request(`http://localhost/rest/v1${pathAndQuery}`, { headers }));

beforeAll(async () => {
  cluster = await startTestCluster({ migrations: false });
  database = await cloneDatabase(cluster.adminUrl);
  dataDir = mkdtempSync(path.join(tmpdir(), 'masomo-postgrest-'));
  secrets = await loadSecrets(dataDir);
  // PostgREST calls it before each request; what the product's does is tested with the database.
  await run(
    `create schema private; create function private.before_request() returns void language sql as '';
     grant usage on schema private to anon, authenticated, service_role;`,
  );
  await run(
    `create table public.notes (id int); alter table public.notes enable row level security; insert into public.notes select generate_series(1, 1500);`,
  );
  postgrest = await start();
});
afterAll(async () => {
  await postgrest.stop();
  await cluster.stop();
  rmSync(dataDir, { recursive: true });
});

async function run(sql: string): Promise<void> {
  const client = await openClient(database.url);
  await client.query(sql).finally(() => client.end());
}

describe('PostgREST', () => {
  it('applies row-level security to anonymous requests and returns at most 1000 rows to the service role', async () => {
    const anonymous = await get('/notes?select=id', { apikey: secrets.publishableKey });
    expect([anonymous.status, await anonymous.json()]).toEqual([200, []]);
    const service = await get('/notes?select=id', { apikey: secrets.secretKey });
    expect((await service.json()) as unknown[]).toHaveLength(1000);
  });

  it('exposes neither its OpenAPI description nor query plans', async () => {
    expect((await get('/')).status).toBe(404);
    expect((await get('/notes', { accept: 'application/vnd.pgrst.plan+json' })).status).toBe(415);
  });

  it('refuses a token of another issuer', async () => {
    const foreign = 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.';
    expect((await get('/notes', { apikey: secrets.publishableKey, authorization: `Bearer ${foreign}` })).status).toBe(401);
  });

  it('reloads its schema cache when the database notifies it', async () => {
    await run(`create table public.later (id int); notify pgrst, 'reload schema';`);
    await expect.poll(async () => (await get('/later', { apikey: secrets.secretKey })).status, { timeout: 5_000 }).toBe(200);
  });

  it('is restarted when it dies, also when its port has been taken in the meantime', async () => {
    const before = pid();
    const { port } = new URL(postgrest.origin);
    process.kill(before, 'SIGKILL');
    await expect.poll(() => isAlive(before), { interval: 5 }).toBe(false);
    // If another program was faster, the port is taken all the same.
    const other = createServer().on('error', () => undefined);
    other.listen(Number(port), '127.0.0.1');
    await expect.poll(() => postgrest.health(), { timeout: 10_000 }).toBe('ok');
    other.close();
    expect(pid()).not.toBe(before);
    expect(lines).toEqual(['PostgREST exited (SIGKILL); restarting in 100 ms']);
    expect((await get('/notes?select=id', { apikey: secrets.secretKey })).status).toBe(200);
  });

  it('left running by a killed start is killed by the next', async () => {
    const leftover = pid();
    // A file of its own: the one who started it is not killed here, and notes that it restarts it.
    const file = path.join(dataDir, 'next.pid');
    copyFileSync(pidFile(), file);
    const next = await start(file);
    await expect.poll(() => isAlive(leftover)).toBe(false);
    await next.stop();
    expect(existsSync(file)).toBe(false);
  });

  it('that cannot start fails with one line', async () => {
    await expect(
      startPostgrest({ url: database.url, jwks: secrets.keys.jwks, pidFile: pidFile(), bin: '/nowhere/postgrest', log: () => {} }),
    ).rejects.toThrow('PostgREST does not start: spawn /nowhere/postgrest ENOENT');
  });
});
