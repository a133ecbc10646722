import { serve } from '@hono/node-server';
import type pg from 'pg';
import { openClient } from '../database/connections.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../host/freePort.ts';
import { lockDataDirectory } from '../host/instanceLock.ts';
import { startLocalBackend, type LocalBackend } from '../backend/startLocalBackend.ts';
import { testInstallation, testPassword, type TestInstallation } from '../backend/testInstallation.ts';
import { examineHosted, examineLocal } from './examine.ts';
import { buckets } from './findings.ts';

const log = () => {};
let dataDir: string;
let installation: TestInstallation;
let unlock: () => void;
let local: LocalBackend;
let owner: pg.Client;
let server: ReturnType<typeof serve>;
let url: string;

beforeAll(async () => {
  installation = await testInstallation({ hasDemo: true });
  dataDir = installation.dataDir;
  unlock = lockDataDirectory(dataDir);
  local = await startLocalBackend({
    dataDir,
    origin: 'http://localhost:8080',
    shouldLoadDemo: true,
    demoPassword: testPassword,
    environment: {},
    log,
    onFatal: log,
  });
  owner = await openClient(local.databaseUrl);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = serve({
    hostname: '127.0.0.1',
    port,
    fetch: (request) => (new URL(request.url).pathname.startsWith('/auth/') ? local.backend.auth(request) : local.backend.rest(request)),
  });
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await owner.end();
  await local.stop();
  unlock();
  installation.remove();
});

const here = async () =>
  (await examineLocal({ dataDir, origin: 'http://localhost:8080', environment: {}, log }))
    .filter(({ level }) => level === 'wrong')
    .map(({ what }) => what);
const asProject = async (keys: { publishableKey?: string; secretKey?: string } = {}, at = url) =>
  (
    await examineHosted({
      url: at,
      publishableKey: local.publishableKey,
      secretKey: local.secretKey,
      environment: { SMTP_URL: 'smtps://mail.test', MAIL_FROM: 'a@b.test' },
      ...keys,
    })
  ).map(({ what }) => what);

describe('the check of a local installation', () => {
  it('finds no problem in a new one', async () => expect(await here()).toEqual([]));

  it('knows every bucket there is', async () => {
    const { rows } = await owner.query<{ id: string; public: boolean }>('select id, public from storage.buckets order by id');
    expect(rows.map(({ id, public: isPublic }) => [id, isPublic])).toEqual(Object.entries(buckets));
  });

  it('says what PostgreSQL is set up for', async () => {
    const findings = await examineLocal({ dataDir, origin: 'http://localhost:8080', environment: {}, log });
    expect(findings.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^PostgreSQL is set up for the [\d.]+ GB.*jit off\.$/));
  });

  it('finds what a public address lacks', async () => {
    const publicly = await examineLocal({ dataDir, origin: 'http://school.example', environment: { DARAJA_CONSUMER_KEY: 'k' }, log });
    expect(publicly.filter(({ level }) => level === 'wrong').map(({ what }) => what)).toEqual([
      expect.stringContaining('The demo data is loaded'),
      expect.stringContaining('No mail server is configured'),
      expect.stringContaining('M-Pesa is partly configured'),
      'PUBLIC_ORIGIN must begin with https:.',
      'TRUSTED_PROXIES must name the proxy with TLS in front.',
    ]);
  });

  it('finds what was opened or removed, and nothing after it is fixed', async () => {
    await owner.query(`alter table public.students disable row level security; grant insert on public.plans to anon; update storage.buckets set public = true where id = 'school-documents';
      delete from supabase_migrations.schema_migrations where version = (select max(version) from supabase_migrations.schema_migrations); update public.users set is_active = false where id in (select id from public.super_admins)`);
    expect(await here()).toEqual([
      expect.stringContaining('1 migrations of this version are not applied'),
      expect.stringContaining('Row-level security is disabled on public.students'),
      expect.stringContaining('Visitors can write to public.plans'),
      expect.stringContaining('school-documents is public'),
      expect.stringContaining('There is no super admin'),
    ]);
    await owner.query(`alter table public.students enable row level security; revoke insert, update, delete, truncate on public.plans from anon; update storage.buckets set public = false where id = 'school-documents';
      update public.users set is_active = true where id in (select id from public.super_admins)`);
    expect(await here()).toEqual([expect.stringContaining('1 migrations of this version')]);
  });
});

describe('the check of a hosted project', () => {
  it('finds what only a hosted project can lack', async () => {
    expect(await asProject()).toEqual([
      expect.stringContaining('1 migrations of this version are not applied'),
      expect.stringContaining('The demo data is loaded'),
      expect.stringContaining('Neither M-Pesa nor cards'),
      expect.stringContaining('No worker runs'),
    ]);
  });

  it('detects swapped keys, wrong keys and an unreachable project', async () => {
    expect(await asProject({ secretKey: local.publishableKey })).toEqual([expect.stringContaining('refuses SUPABASE_SECRET_KEY')]);
    expect(await asProject({ publishableKey: local.secretKey })).toContain(
      'SUPABASE_PUBLISHABLE_KEY is a secret key: it would be sent to every browser.',
    );
    expect(await asProject({ publishableKey: 'sb_publishable_wrong' })).toEqual(
      expect.arrayContaining([expect.stringContaining('Visitors cannot read the price list')]),
    );
    expect(await asProject({}, `http://127.0.0.1:${await freePort()}`)).toEqual([expect.stringContaining('does not respond')]);
  });

  it('reports a database without the report function as outdated', async () => {
    await owner.query('alter function public.installation_report() rename to earlier_report');
    await owner.query("notify pgrst, 'reload schema'");
    expect(await here()).toEqual([expect.stringContaining('not applied')]);
    await expect.poll(() => asProject(), { timeout: 15_000 }).toEqual(['The migrations of this version are not applied.']);
  });
});
