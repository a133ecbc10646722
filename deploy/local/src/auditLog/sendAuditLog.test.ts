import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { openClient } from '../database/connections.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database/testDatabase.ts';
import { sendAuditLog } from './sendAuditLog.ts';

let database: TestDatabase;
let client: pg.Client;
let server: Server;
let folder: string;
let status = 200;
const taken: { id: number; entity: string }[] = [];
const authorizations: (string | undefined)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-audit-'));
  database = await createTestDatabase();
  client = await openClient(database.url);
  await client.query('delete from public.audit_log');
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      authorizations.push(request.headers.authorization);
      if (status === 200)
        taken.push(
          ...body
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as { id: number; entity: string }),
        );
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const add = (count: number, age = '1 hour') =>
  client.query(
    `insert into public.audit_log (action, entity, at) select 'update', 'plans', now() - $2::interval from generate_series(1, $1::integer)`,
    [count, age],
  );
const send = () =>
  sendAuditLog({
    database: client,
    to: `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`,
    token: 'secret',
    positionFile: path.join(folder, 'position'),
    batchSize: 10,
  });

it('sends every entry once, in order, also those of later runs', async () => {
  await add(25);
  expect(await send()).toBe(25);
  expect(await send()).toBe(0);
  await add(3);
  expect(await send()).toBe(3);
  const ids = taken.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(ids).toHaveLength(28);
  expect(new Set(authorizations)).toEqual(new Set(['Bearer secret']));
});

it('waits with entries whose neighbours may still come', async () => {
  await add(1, '10 seconds');
  expect(await send()).toBe(0);
  await client.query("update public.audit_log set at = now() - interval '2 minutes' where at > now() - interval '1 minute'");
  expect(await send()).toBe(1);
});

it('goes on where the other machine took the last batch', async () => {
  await add(5);
  status = 503;
  await expect(send()).rejects.toThrow(/took no entries: it responded with 503/);
  status = 200;
  expect(await send()).toBe(5);
});
