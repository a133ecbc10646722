import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { openClient } from '@masomo/local/database/connections';
import { formatNumber } from '@masomo/domain/number';
import { seedFiles } from '@masomo/local/database/seedFiles';
import { cloneDatabase, startTestCluster } from '@masomo/local/database/testDatabase';
import { startPostgrest } from '@masomo/local/postgrest/startPostgrest';
import { loadSecrets, type Secrets } from '@masomo/local/keys/secrets';
import { loadOrders } from '@masomo/tools/database/loadOrders.ts';

export type SizedDatabase = {
  orders: number;
  client: pg.Client;
  /** Sends a request to PostgREST as a demo account, as `service_role`, or anonymously (null); throws unless the response is 2xx. */
  request(caller: string | null, request: string, body?: object): Promise<unknown>;
};

const serviceRole = 'service_role';

async function signToken({ keys }: Secrets, claims: object): Promise<string> {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode({ alg: 'ES256', kid: keys.kid, typ: 'JWT' })}.${encode({ ...claims, exp: Math.floor(Date.now() / 1000) + 7200 })}`;
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.privateKey, Buffer.from(content));
  return `${content}.${Buffer.from(signature).toString('base64url')}`;
}

/** Creates one database per order count, each with its own PostgREST, in a temporary folder; `close` removes everything. */
export async function openSizedDatabases(
  counts: readonly number[],
  log: (line: string) => void,
): Promise<{ databases: SizedDatabase[]; close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'masomo-bench-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const secrets = await loadSecrets(folder);
    const cluster = await startTestCluster({ seeds: seedFiles().map(({ file }) => file) });
    closing.push(() => cluster.stop());
    const databases: SizedDatabase[] = [];
    for (const orders of counts) {
      const startedAt = performance.now();
      const database = await cloneDatabase(cluster.adminUrl);
      await loadOrders(database.url, orders);
      const url = new URL(database.url);
      url.username = 'authenticator';
      const postgrest = await startPostgrest({
        url: url.href,
        jwks: secrets.keys.jwks,
        pidFile: path.join(folder, `postgrest-${orders}.pid`),
        log,
      });
      closing.push(() => postgrest.stop());
      const client = await openClient(database.url);
      closing.push(() => client.end());
      const { rows } = await client.query<{ id: string; email: string; session: string }>(
        `with opened as (insert into auth.sessions (id, user_id, aal) select gen_random_uuid(), id, 'aal1' from auth.users returning id, user_id)
         select u.id, u.email, o.id as session from auth.users u join opened o on o.user_id = u.id`,
      );
      const tokens = new Map<string, string>([[serviceRole, await signToken(secrets, { role: serviceRole, aud: 'authenticated' })]]);
      for (const { id, email, session } of rows) {
        const claims = { role: 'authenticated', sub: id, email, aal: 'aal1', session_id: session, aud: 'authenticated' };
        tokens.set(email, await signToken(secrets, claims));
      }
      databases.push({
        orders,
        client,
        async request(caller, request, body) {
          const response = await fetch(`${postgrest.origin}/${request}`, {
            headers: {
              ...(caller === null ? {} : { authorization: `Bearer ${tokens.get(caller) ?? ''}` }),
              'content-type': 'application/json',
            },
            ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
          });
          const text = await response.text();
          if (!response.ok)
            throw new Error(`${request} as ${caller ?? 'anonymous'} responded with ${response.status}: ${text.slice(0, 300)}`);
          return JSON.parse(text);
        },
      });
      log(`${formatNumber(orders)} orders loaded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    }
    return { databases, close };
  } catch (error) {
    await close();
    throw error;
  }
}
