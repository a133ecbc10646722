import type { Pool } from 'pg';
import { readPushKeys } from './pushKeys.ts';

type Environment = Record<string, string | undefined>;

/** Writes down the key for which devices turn messages on, or that this installation sends none. */
export async function declareSender(pool: Pick<Pool, 'query'>, environment: Environment): Promise<void> {
  const [current] = readPushKeys(environment['PUSH_PRIVATE_KEYS']);
  if (!current) return void (await pool.query('delete from private.push_sender'));
  await pool.query(
    `insert into private.push_sender (public_key, test_address) values ($1, $2)
     on conflict (is_one) do update set public_key = excluded.public_key, test_address = excluded.test_address`,
    [current.publicKey, environment['PUSH_TEST_ADDRESS'] ?? null],
  );
}
