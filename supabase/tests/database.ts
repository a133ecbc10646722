import pg from 'pg';
import { raisedRefusal, type Refusal } from '@masomo/domain/refusals';
import { openClient } from '@masomo/local/database/connections';
import { afterAll, beforeAll, inject } from 'vitest';
import { cloneDatabase } from '@masomo/local/database/testDatabase';
import { claimsOf, signEveryoneIn } from './sessions.ts';

/** Who asks: an account of the demonstration data by its address, or nobody. */
export type Caller = string | null;

export type TestDatabase = {
  /** Connection of the owner, past row security. */
  owner: pg.Client;
  /** A connection of its own as a caller, as PostgREST would make it; the caller ends it. */
  connect(caller: Caller, options?: { aal?: string; session?: string }): Promise<pg.Client>;
  /** Runs statements as a caller in one transaction that is kept. */
  as<T>(caller: Caller, work: (client: pg.Client) => Promise<T>): Promise<T>;
  /** Runs with the rights of a function that the caller called: the owner's, under the caller's name. */
  asCommand<T>(caller: string, work: (client: pg.Client) => Promise<T>): Promise<T>;
  /** Runs as the server: service_role. */
  asServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  url: string;
  adminUrl: string;
};

// Whole numbers come as numbers, as PostgREST gives them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export const superAdmin = 'superadmin@masomo.test';

/** A clone of the seeded database for one test file. */
export function useDatabase(): TestDatabase {
  const database = {} as TestDatabase;
  let drop: () => Promise<void>;
  let shared: pg.Client;
  beforeAll(async () => {
    const clone = await cloneDatabase(inject('clusterUrl'));
    drop = clone.drop;
    const owner = await openClient(clone.url);
    shared = await openClient(clone.url);
    await signEveryoneIn(owner);
    const become = async (client: pg.Client, role: string, claims: object, scope: 'session' | 'transaction') => {
      await client.query('select set_config($1, $2, $3)', ['request.jwt.claims', JSON.stringify(claims), scope === 'transaction']);
      await client.query(`set ${scope === 'transaction' ? 'local ' : ''}role ${role}`);
    };
    const claimsOfCaller = async (caller: Caller, aal: string, session?: string) => {
      if (caller === null) return { role: 'anon' };
      const { rows } = await owner.query<{ id: string }>(
        `with person as (select id from auth.users where email = $1),
           signed_in as (insert into auth.sessions (id, user_id, created_at, updated_at, aal) select md5(id::text)::uuid, id, now(), now(), 'aal1' from person where $2::text is null on conflict do nothing)
         select id from person`,
        [caller, session],
      );
      return { ...claimsOf(rows[0]!.id, aal), ...(session ? { session_id: session } : {}), email: caller };
    };
    const within = async <T>(role: string, claims: object, work: (client: pg.Client) => Promise<T>): Promise<T> => {
      await shared.query('begin');
      try {
        await become(shared, role, claims, 'transaction');
        const result = await work(shared);
        await shared.query('commit');
        return result;
      } catch (error) {
        await shared.query('rollback');
        throw error;
      }
    };
    Object.assign(database, {
      owner,
      url: clone.url,
      adminUrl: clone.adminUrl,
      connect: async (caller: Caller, { aal = 'aal1', session }: { aal?: string; session?: string } = {}) => {
        const client = await openClient(clone.url);
        await become(client, caller === null ? 'anon' : 'authenticated', await claimsOfCaller(caller, aal, session), 'session');
        return client;
      },
      as: async <T>(caller: Caller, work: (client: pg.Client) => Promise<T>) =>
        within(caller === null ? 'anon' : 'authenticated', await claimsOfCaller(caller, 'aal1'), work),
      asCommand: async <T>(caller: string, work: (client: pg.Client) => Promise<T>) =>
        within('postgres', await claimsOfCaller(caller, 'aal1'), work),
      asServer: <T>(work: (client: pg.Client) => Promise<T>) => within('service_role', { role: 'service_role' }, work),
    } satisfies TestDatabase);
  });
  afterAll(async () => {
    await shared?.end();
    await database.owner?.end();
    await drop?.();
  });
  return database;
}

/** What a statement raised: the stable code in `hint`, the SQLSTATE in `code`, the field in `detail`, and the values of its sentence. */
type RaisedError = Pick<pg.DatabaseError, 'hint' | 'code' | 'detail' | 'message'> & { args?: Refusal['args'] };

/** What a statement raises, or null when it goes through. */
export async function refusal(work: Promise<unknown>): Promise<RaisedError | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const { hint, code, message, detail } = error;
    const refused = raisedRefusal({ hint, message, details: detail });
    return refused ? { hint, code, message, detail: refused.field, args: refused.args } : { hint, code, message, detail };
  }
}
