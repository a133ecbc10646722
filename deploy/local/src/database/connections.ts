import pg from 'pg';

/**
 * Opens a connection, which the caller ends. One that PostgreSQL ends rejects the query in flight or the next one; it also emits the
 * error, which would end the process if nobody listened.
 */
export async function openClient(config: string | pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(config: string | pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(config);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Opens a pool. `onError` receives the error of a connection that is lost while it is idle; the next query opens another. A pool listens
 * to idle connections only: the holder of one that is lost learns it from their next query.
 */
export function openPool(config: pg.PoolConfig, onError: (error: Error) => void = () => undefined): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
