import { type Pool, type PoolClient } from 'pg';

export type Db = Pool | PoolClient;

/** Runs `work` in one transaction: commits when it resolves, rolls back when it rejects. */
export async function transaction<T>(pool: Pool, work: (db: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      connectionError = failure;
    });
    throw error;
  } finally {
    client.release(connectionError);
  }
}
