import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openClient } from '../database/connections.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readServerTiming } from '@masomo/gateway/tracing/serverTiming';
import { urlFor } from '../database/roles.ts';
import { createTestDatabase, type TestDatabase } from '../database/testDatabase.ts';
import { loadSecrets } from '../keys/secrets.ts';
import { startPostgrest, type RunningPostgrest } from './startPostgrest.ts';

let database: TestDatabase;
let postgrest: RunningPostgrest;
let dataDir: string;
const trace = '0af7651916cd43dd8448eb211c80319c';

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(path.join(tmpdir(), 'masomo-traced-'));
  const client = await openClient(database.url);
  // The name that pg_stat_activity and the log show while a request's statement runs.
  await client
    .query(
      'create function public.seen() returns text language sql as $$ select application_name from pg_stat_activity where pid = pg_backend_pid() $$; grant execute on function public.seen() to anon',
    )
    .finally(() => client.end());
  const { keys } = await loadSecrets(dataDir);
  postgrest = await startPostgrest({
    url: urlFor(database.url, { role: 'authenticator' }),
    jwks: keys.jwks,
    pidFile: path.join(dataDir, 'postgrest.pid'),
    isTraced: true,
    log: () => undefined,
  });
});
afterAll(async () => {
  await postgrest.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const callSeen = (headers: Record<string, string> = {}) => fetch(`${postgrest.origin}/rpc/seen`, { headers });

it('PostgreSQL shows the trace of the running request, and the response reports the transaction time', async () => {
  const response = await callSeen({ traceparent: `00-${trace}-b7ad6b7169203331-01` });
  expect(await response.json()).toBe(`trace ${trace}`);
  const timings = readServerTiming(response.headers.get('server-timing'));
  expect(timings.map(({ name }) => name)).toContain('transaction');
});

it.each<Record<string, string>>([{}, { traceparent: "00-'; drop table public.orders; --" }, { traceparent: '' }])(
  'a request without a valid trace runs without one: %j',
  async (headers) => {
    const response = await callSeen(headers);
    expect([response.status, await response.json()]).toEqual([200, expect.not.stringContaining('trace ')]);
  },
);
