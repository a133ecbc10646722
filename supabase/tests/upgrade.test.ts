import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { withClient } from '@masomo/local/database/connections';
import { describe, expect, it } from 'vitest';
import { applyMigrations } from '@masomo/local/database/migrations';
import { splitStatements } from '@masomo/local/database/splitStatements';
import { createTestDatabase } from '@masomo/local/database/testDatabase';
import { baselineData } from '@masomo/tools/database/keepSeeds.ts';
import { postgres15Folder } from '@masomo/tools/database/postgres15.ts';

const migrations = path.resolve(import.meta.dirname, '../migrations');
const seeds = readdirSync(baselineData)
  .sort()
  .map((name) => path.join(baselineData, name));
const files = readdirSync(migrations)
  .filter((name) => name.endsWith('.sql'))
  .sort();
/** What the oldest installation has. */
const baseline = files.filter((name) => name.endsWith('_baseline.sql'));
/** Stands for a migration of a later version: a new column with a value and a rule for the rows there are. */
const later = {
  name: '99990101000000_later.sql',
  sql: `alter table public.students add column house text not null default 'Simba' check (house <> '');`,
};
const servers = [
  ['the embedded PostgreSQL', undefined],
  ...(existsSync(postgres15Folder) ? [['PostgreSQL 15', postgres15Folder] as const] : []),
] as const;

const rowsOf = async (client: pg.Client, sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;

async function using<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => await work(client));
}

/** What schools and buyers entered; compared by the columns there were before. */
const tablesWithContent = [
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
/** Columns of the baseline that a later version keeps elsewhere, and how they are read there. */
const movedColumns: Record<string, Record<string, string>> = {
  grades: {
    assessment: 'public.assessment(t)',
    max_score: 'public.max_score(t)',
    assignment_id: '(select a.assignment_id from public.assessments a where a.id = t.assessment_id)',
  },
};
async function contentOf(
  client: pg.Client,
  columns?: Map<string, string[]>,
): Promise<{ columns: Map<string, string[]>; content: Record<string, unknown> }> {
  const read =
    columns ??
    new Map(
      (
        await client.query<{ table: string; list: string[] }>(
          `select table_name as table, array_agg(format('%I', column_name) order by column_name) as list from information_schema.columns where table_schema = 'public' and table_name = any ($1) group by 1`,
          [tablesWithContent],
        )
      ).rows.map(({ table, list }) => [table, list]),
    );
  const content: Record<string, unknown> = {};
  for (const [table, list] of read)
    content[table] = (
      await rowsOf(
        client,
        `select count(*) as rows, md5(string_agg(row::text, ',' order by row::text)) as hash from (select ${list.map((name) => (columns && movedColumns[table]?.[name]) ?? `t.${name}`).join(', ')} from public.${table} t) as row`,
      )
    )[0];
  return { columns: read, content };
}

describe.each(servers)('an installation at the baseline on %s', (_name, bin) => {
  it('takes every later migration with its data', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'masomo-upgrade-'));
    for (const name of baseline) copyFileSync(path.join(migrations, name), path.join(folder, name));
    const installed = await createTestDatabase({
      migrations: folder,
      seeds,
      ...(bin ? { bin } : {}),
    });
    try {
      await using(installed.url, async (client) => {
        await client.query(`select public.place_order(gen_random_uuid(), jsonb_build_object('firstName', 'Grace', 'lastName', 'Wanjiru', 'email', 'grace' || n || '@school.test', 'phone', '0712 345 678', 'institution', 'Baraka Secondary School', 'country', 'Kenya'), 'bank',
          jsonb_build_array(jsonb_build_object('addon_id', (select id from public.addons where is_active order by position limit 1), 'quantity', n))) from generate_series(1, 40) as n`);
        await client.query(
          `update public.orders set status = 'cancelled' where id in (select id from public.orders where status = 'pending' order by created_at desc limit 7)`,
        );
        const before = await contentOf(client);
        for (const name of files) copyFileSync(path.join(migrations, name), path.join(folder, name));
        writeFileSync(path.join(folder, later.name), later.sql);
        expect(await applyMigrations(installed.url, folder)).toEqual([...files.filter((name) => !baseline.includes(name)), later.name]);
        expect((await contentOf(client, before.columns)).content).toEqual(before.content);
        expect(Object.keys(before.content)).toHaveLength(tablesWithContent.length);
        // Sums that a later version keeps as rows are there for what was written before.
        expect(await rowsOf(client, 'select * from private.check_sums()')).toEqual([]);
        expect(await rowsOf(client, 'select distinct what from private.stored_sums order by what')).toEqual(
          ['accounts', 'balance', 'students', 'students of a class'].map((what) => ({ what })),
        );
        expect(await rowsOf(client, `select count(*)::int as n from public.students where house is distinct from 'Simba'`)).toEqual([
          { n: 0 },
        ]);
        expect(await applyMigrations(installed.url, folder)).toEqual([]);
      });
    } finally {
      await installed.drop();
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
            if (/^(?:--[^\n]*\n)*(?:create|drop|alter) policy "[^"]+" on "?storage"?\."?objects/.test(statement))
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
