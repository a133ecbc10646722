import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { applyMigrations } from '@masomo/local/database/migrations';
import { splitStatements } from '@masomo/local/database/splitStatements';
import { createTestDatabase } from '@masomo/local/database/testDatabase';
import { useDatabase } from './database.ts';

const migrations = path.resolve(import.meta.dirname, '../migrations');
const seed = path.resolve(import.meta.dirname, '../seed');
/** The demonstration data that the first version knows the columns of. */
const firstSeeds = readdirSync(seed)
  .filter((name) => name.endsWith('.sql') && name !== '02_demo_site.sql')
  .sort()
  .map((name) => path.join(seed, name));
const files = readdirSync(migrations)
  .filter((name) => name.endsWith('.sql'))
  .sort();
/** The last migration of the first version that people could have installed and filled. */
const firstInstalled = '20261121005903';
const database = useDatabase();
const postgres15 = process.env['POSTGRES_15_BIN'] ?? '/usr/lib/postgresql/15/bin';
const servers = [
  ['the embedded PostgreSQL', undefined],
  ...(existsSync(postgres15) ? [['PostgreSQL 15', postgres15] as const] : []),
] as const;

/** What makes two databases the same to the product: columns, functions, policies, triggers, indexes, grants. */
const shape = `
  select 'column' as kind, format('%s.%s.%s', table_schema, table_name, column_name) as name, format('%s %s %s', data_type, is_nullable, column_default) as is
    from information_schema.columns where table_schema in ('public', 'private')
  union all select 'function', p.oid::regprocedure::text, md5(concat(p.prosrc, p.prosecdef, p.provolatile::text)) || coalesce(p.proconfig::text, '') || coalesce((select string_agg(a::text, ',' order by a::text) from unnest(p.proacl) as a), '')
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
  union all select 'policy', format('%s.%s %s', schemaname, tablename, policyname), format('%s %s %s %s', cmd, roles, qual, with_check) from pg_policies
  union all select 'trigger', format('%s %s', tgrelid::regclass, tgname), tgfoid::regproc::text from pg_trigger where not tgisinternal
  union all select 'index', indexname, indexdef from pg_indexes where schemaname in ('public', 'private')
  union all select 'table', c.oid::regclass::text, c.relrowsecurity::text || coalesce((select string_agg(a::text, ',' order by a::text) from unnest(c.relacl) as a where a::text ~ '^(anon|authenticated|service_role)='), '')
    from pg_class c where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
  order by 1, 2, 3`;
const rowsOf = async (client: pg.Client, sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;

async function using<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Rows and content of what schools and buyers entered, by the columns there are now; a later migration may add some. */
const kept = [
  'users',
  'students',
  'guardians',
  'enrolments',
  'attendance',
  'grades',
  'fee_charges',
  'fee_payments',
  'orders',
  'order_items',
  'order_events',
  'payments',
  'licences',
  'subscriptions',
  'cms_pages',
  'support_tickets',
];
async function contentOf(
  client: pg.Client,
  columns?: Map<string, string>,
): Promise<{ columns: Map<string, string>; content: Record<string, unknown> }> {
  const read =
    columns ??
    new Map(
      (
        await client.query<{ table: string; list: string }>(
          `select table_name as table, string_agg(format('%I', column_name), ', ' order by column_name) as list from information_schema.columns where table_schema = 'public' and table_name = any ($1) group by 1`,
          [kept],
        )
      ).rows.map(({ table, list }) => [table, list]),
    );
  const content: Record<string, unknown> = {};
  for (const [table, list] of read)
    content[table] = (
      await rowsOf(
        client,
        `select count(*) as rows, md5(string_agg(row::text, ',' order by row::text)) as hash from (select ${list} from public.${table}) as row`,
      )
    )[0];
  return { columns: read, content };
}

describe.each(servers)('an installation of the first version on %s', (_name, bin) => {
  it('takes every later migration with its data, and is then what a new one is', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'masomo-first-'));
    for (const name of files.filter((each) => each.slice(0, 14) <= firstInstalled))
      copyFileSync(path.join(migrations, name), path.join(folder, name));
    const first = await createTestDatabase({ migrations: folder, seeds: firstSeeds, ...(bin ? { bin } : {}) });
    try {
      await using(first.url, async (client) => {
        // Orders of visitors, some of them decided.
        await client.query(`select public.place_order(gen_random_uuid(), jsonb_build_object('firstName', 'Grace', 'lastName', 'Wanjiru', 'email', 'grace' || n || '@school.test', 'phone', '0712 345 678', 'institution', 'Baraka Secondary School', 'country', 'Kenya'), 'bank',
          jsonb_build_array(jsonb_build_object('addon_id', (select id from public.addons where is_active order by position limit 1), 'quantity', n))) from generate_series(1, 40) as n`);
        await client.query(
          `update public.orders set status = 'cancelled' where id in (select id from public.orders where status = 'pending' order by created_at desc limit 7)`,
        );
        const before = await contentOf(client);
        const applied = await applyMigrations(first.url, migrations);
        expect(applied).toEqual(files.filter((name) => !existsSync(path.join(folder, name))));
        expect((await contentOf(client, before.columns)).content).toEqual(before.content);
        expect(Object.keys(before.content)).toHaveLength(kept.length);
        // Another version writes its expressions otherwise.
        if (!bin) expect(await rowsOf(client, shape)).toEqual(await rowsOf(database.owner, shape));
        // What later migrations count was counted for the orders there were.
        expect(
          await rowsOf(
            client,
            `select sum(pending + processing + completed + cancelled)::int as n from private.order_places where scope = private.every_scope() and sort = 'customer_name'`,
          ),
        ).toEqual(await rowsOf(client, 'select count(*)::int as n from public.orders'));
      });
    } finally {
      await first.drop();
      rmSync(folder, { recursive: true });
    }
  }, 180_000);
});

describe.each(servers)('the owner of a Supabase project on %s', (_name, bin) => {
  it('applies every migration without a superuser and without owning auth or storage', async () => {
    const project = await createTestDatabase({ migrations: false, ...(bin ? { bin } : {}) });
    try {
      // Plain PostgreSQL lets only owners write policies on storage.objects. Supabase grants exactly that to postgres, and no more of the owner.
      await using(project.adminUrl, (admin) => admin.query('revoke supabase_storage_admin from postgres'));
      await using(project.url, async (owner) => {
        expect(
          await rowsOf(
            owner,
            `select rolsuper, rolbypassrls, rolcreaterole, pg_has_role('supabase_storage_admin', 'member') as storage, pg_has_role('supabase_auth_admin', 'member') as auth,
          (select array_agg(nspname || ' ' || pg_get_userbyid(nspowner)::text order by nspname)::text[] from pg_namespace where nspname in ('auth', 'storage')) as owners from pg_roles where rolname = current_user`,
          ),
        ).toEqual([
          {
            rolsuper: false,
            rolbypassrls: true,
            rolcreaterole: true,
            storage: false,
            auth: false,
            owners: ['auth supabase_auth_admin', 'storage supabase_storage_admin'],
          },
        ]);
        for (const file of files) {
          for (const statement of splitStatements(readFileSync(path.join(migrations, file), 'utf8'))) {
            const run = (client: pg.Client) =>
              client.query(statement).catch((error: Error) => Promise.reject(new Error(`${file}: ${error.message}\n${statement}`)));
            if (/^(?:--[^\n]*\n)*(?:create|drop|alter) policy "[^"]+" on storage\.objects/.test(statement))
              await using(project.adminUrl, run);
            else await run(owner);
          }
          await owner.query('reset all');
        }
        expect(
          await rowsOf(
            owner,
            `select c.oid::regclass::text as name from pg_class c where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and pg_get_userbyid(c.relowner) <> current_user
          union all select p.oid::regprocedure::text from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and pg_get_userbyid(p.proowner) <> current_user`,
          ),
        ).toEqual([]);
        expect(
          await rowsOf(owner, `select extname from pg_extension where extnamespace <> 'extensions'::regnamespace and extname <> 'plpgsql'`),
        ).toEqual([]);
      });
    } finally {
      await project.drop();
    }
  }, 180_000);
});
