import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createClient } from '@supabase/supabase-js';
import { withClient } from '../database/connections.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeCluster } from '../postgres/clusterLocation.ts';
import { urlFor } from '../database/roles.ts';
import { startTestCluster, type TestCluster } from '../database/testDatabase.ts';
import { startLocalBackend, type LocalBackend } from '../backend/startLocalBackend.ts';
import { testInstallation, testPassword, type TestInstallation } from '../backend/testInstallation.ts';
import { moveInstallation } from './moveInstallation.ts';

/** The oldest PostgreSQL of a Supabase project, if installed; otherwise the target is the embedded one. */
const postgres15 = process.env['POSTGRES_15_BIN'] ?? '/usr/lib/postgresql/15/bin';
const folder = mkdtempSync(path.join(tmpdir(), 'masomo-move-'));
chmodSync(folder, 0o755);
let installation: TestInstallation;
let from: string;
const photo = Buffer.from([
  0x89,
  0x50,
  0x4e,
  0x47,
  0x0d,
  0x0a,
  0x1a,
  0x0a,
  0,
  0,
  0,
  13,
  0x49,
  0x48,
  0x44,
  0x52,
  0,
  0,
  1,
  0,
  0,
  0,
  1,
  0,
  8,
  2,
  0,
  0,
  0,
  ...Array.from({ length: 70_000 }, (_, index) => index % 251),
]);
let target: TestCluster;
const servers: Server[] = [];
const running: LocalBackend[] = [];
const ignore = () => undefined;
const start = async (dataDir: string, more: { shouldLoadDemo: boolean; databaseUrl?: string }) => {
  const local = await startLocalBackend({
    dataDir,
    origin: 'http://localhost:8080',
    demoPassword: testPassword,
    environment: {},
    log: ignore,
    onFatal: ignore,
    ...more,
  });
  running.push(local);
  return local;
};
const stop = async (local: LocalBackend) => {
  running.splice(running.indexOf(local), 1);
  await local.stop();
};
const storageOf = (local: LocalBackend) =>
  createClient('http://localhost:8080', local.secretKey, {
    auth: { persistSession: false },
    global: { fetch: async (input, init) => local.backend.storage(new Request(input, init)) },
  }).storage;

beforeAll(async () => {
  target = await startTestCluster({ migrations: false, ...(existsSync(postgres15) ? { bin: postgres15 } : {}) });
  installation = await testInstallation({ hasDemo: true });
  from = installation.dataDir;
  const local = await start(from, { shouldLoadDemo: true });
  const { error } = await storageOf(local).from('cms-media').upload('2026/photo.png', photo, { contentType: 'image/png' });
  expect(error).toBeNull();
  await query(
    local.databaseUrl,
    "update storage.objects set owner_id = (select id::text from auth.users where email = 'superadmin@masomo.test')",
  );
  await query(
    local.databaseUrl,
    "insert into public.contact_messages (request_id, name, email, subject, message) values (gen_random_uuid(), 'Amina', 'amina@school.test', 'Other', E'Ĝis, \"quoted\" \\\\ and\ttab\\nTwo lines')",
  );
  await stop(local);
}, 120_000);
afterAll(async () => {
  for (const server of servers) server.close();
  for (const local of [...running]) await stop(local);
  await target.stop();
  installation.remove();
  for (const name of readdirSync(folder)) removeCluster(path.join(folder, name));
  rmSync(folder, { recursive: true });
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
}
async function emptyDatabase(name: string): Promise<string> {
  await query(target.adminUrl, `create database ${name}`);
  return urlFor(target.adminUrl, { database: name });
}
async function signIn(local: LocalBackend, email: string): Promise<number> {
  const response = await local.backend.auth(
    new Request('http://localhost:8080/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey: local.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: testPassword }),
    }),
  );
  return response.status;
}

describe('a move to another PostgreSQL', () => {
  let address: string;
  it('is refused while the product runs and when the target holds other tables', async () => {
    const taken = await emptyDatabase('taken');
    await query(taken, 'create table public.guests (id int)');
    await expect(moveInstallation({ dataDir: from, target: taken, log: ignore })).rejects.toThrow('holds tables of another application');
    writeFileSync(path.join(from, 'instance.lock'), '');
    await expect(moveInstallation({ dataDir: from, target: taken, log: ignore })).rejects.toThrow('Stop it first');
    rmSync(path.join(from, 'instance.lock'));
  });

  it('copies every table, account and file, and users sign in with their old password', async () => {
    address = await emptyDatabase('moved');
    const moved = await moveInstallation({ dataDir: from, target: address, log: ignore });
    expect(moved.accounts).toBeGreaterThan(7);
    expect(moved.files).toMatchObject({ files: expect.any(Number), uploaded: 0 });
    expect(moved.tables.every(({ source, target: there }) => source.rows === there.rows && source.sum === there.sum)).toBe(true);
    expect(moved.tables.find(({ table }) => table === 'public.orders')?.target.rows).toBeGreaterThan(100);
    const local = await start(from, { shouldLoadDemo: true, databaseUrl: address });
    expect(local.hasDemoData).toBe(true);
    expect([await signIn(local, 'parent@greenfield.test'), await signIn(local, 'nobody@greenfield.test')]).toEqual([200, 400]);
    expect((await storageOf(local).from('cms-media').download('2026/photo.png')).data?.size).toBe(photo.length);
    // New rows get unused ids: the sequences were copied too.
    await query(
      address,
      "insert into public.order_events (order_id, kind, note) select id, 'note', 'after the move' from public.orders limit 1",
    );
    await stop(local);
  }, 120_000);

  it('is refused a second time', async () => {
    await expect(moveInstallation({ dataDir: from, target: address, log: ignore })).rejects.toThrow('The target is not empty: it has');
  });
});

describe('a move to a Supabase project', () => {
  it('uses the project’s public APIs, resumes after an interruption and leaves nothing partial', async () => {
    const address = await emptyDatabase('project');
    const project = await start(path.join(folder, 'project'), { shouldLoadDemo: false, databaseUrl: address });
    // Supabase grants this to its role postgres, which is not a superuser.
    await query(address, 'grant set on parameter session_replication_role to postgres');
    const asPostgres = project.databaseUrl;
    expect(await query(asPostgres, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([{ rolsuper: false }]);
    let uploads = 0;
    let isDown = true;
    const server = createServer(
      getRequestListener(async (request) => {
        if (request.method === 'POST') uploads += 1;
        return isDown ? Response.json({ message: 'down' }, { status: 503 }) : project.backend.storage(request);
      }),
    );
    servers.push(server);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const listening = server.address();
    const url = `http://127.0.0.1:${typeof listening === 'object' && listening ? listening.port : 0}`;
    const move = () => moveInstallation({ dataDir: from, target: asPostgres, project: { url, secretKey: project.secretKey }, log: ignore });

    await expect(move()).rejects.toThrow('Run the move again');
    expect(await query(asPostgres, 'select count(*)::int as n from auth.users')).toEqual([{ n: 0 }]);
    isDown = false;
    await query(asPostgres, 'alter table public.announcements rename column title to heading');
    await expect(move()).rejects.toThrow('public.announcements.title');
    await query(asPostgres, 'alter table public.announcements rename column heading to title');
    // The data is refused after the files were uploaded: the next attempt must not upload them again.
    await query(asPostgres, "alter table public.contact_messages add constraint reject_amina check (name <> 'Amina')");
    await expect(move()).rejects.toThrow('reject_amina');
    expect(await query(asPostgres, 'select count(*)::int as n from auth.users')).toEqual([{ n: 0 }]);
    await query(asPostgres, 'alter table public.contact_messages drop constraint reject_amina');
    const uploadsBefore = uploads;
    // A job of the project holds the last table and then asks for the first, which the move has by then.
    const first = await withClient(address, async (job) => {
      await job.query("set deadlock_timeout = '1min'");
      await job.query('begin');
      // The move may still read it, to see that the project is empty.
      await job.query('lock table public.users in exclusive mode');
      const moved = move();
      const isMoveWaiting =
        "select exists (select from pg_locks where not granted and relation = 'public.users'::regclass and mode = 'AccessExclusiveLock') as found";
      await expect.poll(() => query(address, isMoveWaiting), { timeout: 60_000 }).toEqual([{ found: true }]);
      await job.query('lock table public.announcements in access exclusive mode');
      await job.query('commit');
      return moved;
    });
    expect(first.files).toMatchObject({ uploaded: 0 });
    expect([first.files.files > 0, uploads]).toEqual([true, uploadsBefore]);
    expect(
      await query(
        asPostgres,
        "select owner_id = (select id::text from auth.users where email = 'superadmin@masomo.test') as is_owner from storage.objects where name = '2026/photo.png'",
      ),
    ).toEqual([{ is_owner: true }]);
    const { data } = await storageOf(project).from('cms-media').download('2026/photo.png');
    expect(Buffer.from(await data!.arrayBuffer()).equals(photo)).toBe(true);
    expect([await signIn(project, 'superadmin@masomo.test'), await signIn(project, 'student@greenfield.test')]).toEqual([200, 200]);
    await expect(move()).rejects.toThrow('not empty');
  }, 180_000);
});
