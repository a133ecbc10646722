import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool, withClient } from './connections.ts';
import { createTestDatabase, type TestDatabase } from './testDatabase.ts';

let database: TestDatabase;
let pool: pg.Pool;
const lost: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ migrations: false });
  pool = openPool({ connectionString: database.url, max: 2 }, (error) => void lost.push(error.message));
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** Ends a connection as a restart of PostgreSQL does, and waits until this process has heard of it. */
async function endConnection(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await withClient(database.adminUrl, (admin) => admin.query('select pg_terminate_backend($1)', [rows[0]?.pid]));
  await ended;
}

// An error that nobody listens to would fail the run, not a test.
it('a connection that is lost between two queries of its holder rejects the second one', async () => {
  const connection = await pool.connect();
  await endConnection(connection);
  await expect(connection.query('select 1')).rejects.toThrow('not queryable');
  connection.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('a connection that is lost while idle is reported, and the next query opens another', async () => {
  const connection = await pool.connect();
  connection.release();
  lost.length = 0;
  await endConnection(connection);
  expect(lost).toEqual([expect.stringContaining('terminating connection')]);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('a connection of its own that is lost rejects its query', async () => {
  await expect(
    withClient(database.url, async (client) => {
      await endConnection(client);
      await client.query('select 1');
    }),
  ).rejects.toThrow('not queryable');
});
