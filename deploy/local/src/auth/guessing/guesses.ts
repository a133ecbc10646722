import { createHash } from 'node:crypto';
import { type Pool } from 'pg';
import { networkOf } from '@masomo/domain/networkOf';
import { tooMany } from '../errors.ts';
import { type Db } from '../../database/transaction.ts';
import { addMiss, guessLimits, waitMs, type Guessed, type Misses } from './guessLimits.ts';

type Target = {
  what: Guessed;
  /** The address of the account, or the id of its factor. It need not exist: every address is treated alike. */
  of: string;
  isFamiliar: boolean;
};

export type Guesses = {
  /** Lets somebody guess unless too many guesses missed before; throws 429 with the time to wait. `check` resolves to null for a miss. */
  guess<T>(target: Target, check: () => Promise<T | null>): Promise<T | null>;
};

/** Misses for each secret, kept in the database so that neither a restart nor guesses at other accounts make them forgotten. */
export function createGuesses(pool: Pool, now: () => Date): Guesses {
  const running = new Map<string, Promise<unknown>>();
  /** One guess at a secret after the other: many at once would all be made before the first miss is known. */
  async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (running.get(key) ?? Promise.resolve()).then(work, work);
    const settled = turn.catch(() => undefined);
    running.set(key, settled);
    try {
      return await turn;
    } finally {
      if (running.get(key) === settled) running.delete(key);
    }
  }
  return {
    guess({ what, of, isFamiliar }, check) {
      const target = createHash('sha256').update(of.trim().toLowerCase()).digest('hex');
      const limit = guessLimits[what][isFamiliar ? 'familiar' : 'stranger'];
      return inTurn(`${what} ${target} ${isFamiliar}`, async () => {
        const misses = await readMisses(pool, what, target, isFamiliar);
        const wait = waitMs(misses, limit, now().getTime());
        if (wait > 0) throw tooMany('over_request_rate_limit', 'Request rate limit reached', wait);
        const found = await check();
        if (found === null) await writeMisses(pool, what, target, isFamiliar, addMiss(misses, limit, now().getTime()));
        else if (misses)
          await pool.query('delete from auth.guess_misses where what = $1 and target = $2 and is_familiar = $3', [
            what,
            target,
            isFamiliar,
          ]);
        return found;
      });
    },
  };
}

async function readMisses(pool: Pool, what: Guessed, target: string, isFamiliar: boolean): Promise<Misses | null> {
  const { rows } = await pool.query<{ count: number; last_at: Date }>(
    'select count, last_at from auth.guess_misses where what = $1 and target = $2 and is_familiar = $3',
    [what, target, isFamiliar],
  );
  return rows[0] ? { count: rows[0].count, lastAt: rows[0].last_at.getTime() } : null;
}

async function writeMisses(pool: Pool, what: Guessed, target: string, isFamiliar: boolean, { count, lastAt }: Misses): Promise<void> {
  await pool.query(
    `insert into auth.guess_misses (what, target, is_familiar, count, last_at) values ($1, $2, $3, $4, $5)
     on conflict (what, target, is_familiar) do update set count = excluded.count, last_at = excluded.last_at`,
    [what, target, isFamiliar, count, new Date(lastAt)],
  );
}

/** A network stays familiar for this long after the account last signed in from it. */
const familiarForMs = 90 * 24 * 3_600_000;

/** Whether the account of an email address has signed in from the network of a client lately. */
export async function isFamiliarClient(db: Db, email: string, address: string, now: Date): Promise<boolean> {
  const { rows } = await db.query<{ is_familiar: boolean }>(
    `select exists (select from auth.familiar_networks n join auth.users u on u.id = n.user_id where u.email = $1 and n.network = $2 and n.last_at > $3) as is_familiar`,
    [email.trim().toLowerCase(), networkOf(address), new Date(now.getTime() - familiarForMs)],
  );
  return rows[0]?.is_familiar ?? false;
}

/** Remembers the network of somebody who has signed in with every step. */
export async function rememberNetwork(db: Db, userId: string, address: string, now: Date): Promise<void> {
  await db.query(
    `insert into auth.familiar_networks (user_id, network, last_at) values ($1, $2, $3) on conflict (user_id, network) do update set last_at = excluded.last_at`,
    [userId, networkOf(address), now],
  );
}
