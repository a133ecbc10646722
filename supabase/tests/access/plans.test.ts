import type pg from 'pg';
import { openClient } from '@masomo/local/database/connections';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '@masomo/domain/tableAccess';
import { tableAccess } from '@masomo/tools/modules/access.ts';
import { useDatabase } from '../database.ts';
import { addFixture } from './fixture.ts';
import { accounts } from './cells.ts';

/** The plan of a read of each table as each role: an index answers the tenant's condition, however many schools there are. */
const database = useDatabase();
const signedIn = (Object.keys(accounts) as Actor[]).filter((actor) => actor !== 'anonymous');
// The school itself, and what belongs to a person, with a school or without: the person is the tenant.
const tenantColumns: Record<string, string> = { schools: 'id', support_tickets: 'user_id', sign_ins: 'user_id' };

type PlanNode = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; 'Index Cond'?: string; Plans?: PlanNode[] };
let tables: Set<string>;
/** First column and table of each index. */
let indexes: Map<string, { table: string; column: string }>;

beforeAll(async () => {
  await addFixture(database.owner);
  const { rows: found } = await database.owner.query<{ name: string }>(`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (c.relname = 'schools' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id'))`);
  tables = new Set(found.map(({ name }) => name));
  const { rows } = await database.owner.query<{ name: string; table: string; column: string }>(`
    select i.indexrelid::regclass::text as name, c.relname as table, a.attname as column
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace`);
  indexes = new Map(rows.map(({ name, table, column }) => [name.replace('public.', ''), { table, column }]));
  // Many rows to the planner: on a page or two every index costs the same.
  const admin = await openClient(database.adminUrl);
  await admin.query(
    "update pg_class set reltuples = 1000000, relpages = 1 where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname = any ($1)",
    [[...tables]],
  );
  await admin.end();
});

const walk = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(walk)];

async function explain(client: pg.Client, query: string): Promise<PlanNode[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (format json) ${query}`);
  return walk(rows[0]!['QUERY PLAN'][0].Plan);
}

/** What is wrong with how a plan reads the table, one line each; nothing when the tenant's condition is answered by an index. */
function problems(nodes: PlanNode[], table: string, column: string): string[] {
  const scans = nodes.filter((node) => node['Index Name'] !== undefined && indexes.get(node['Index Name'])?.table === table);
  const answers = (node: PlanNode, wanted: string) =>
    indexes.get(node['Index Name']!)!.column === wanted && new RegExp(`\\(${wanted} (=|>=)`).test(node['Index Cond'] ?? '');
  return [
    ...nodes
      .filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === table)
      .map(() => `${table} is read from end to end`),
    ...scans
      .filter((node) => !answers(node, indexes.get(node['Index Name']!)!.column))
      .map((node) => `the whole of ${node['Index Name']} is read`),
    ...(scans.some((node) => answers(node, column)) ? [] : [`no index of ${table} answers the condition on ${column}`]),
  ];
}

async function problemsAs(actor: Actor): Promise<string[]> {
  const client = await database.connect(accounts[actor]);
  try {
    await client.query('set enable_seqscan = off');
    const found: string[] = [];
    for (const table of tables) {
      found.push(...problems(await explain(client, `select count(*) from public.${table}`), table, tenantColumns[table] ?? 'school_id'));
    }
    return found;
  } finally {
    await client.end();
  }
}

describe('the policies of tables with a school', () => {
  it('are of all the tables that the permission table names as such', () => {
    expect([...tables].filter((table) => !(table in tableAccess))).toEqual([]);
    expect(tables.size).toBeGreaterThan(30);
  });

  it.each(signedIn)('read by an index that begins with the school, as %s', async (actor) => {
    expect(await problemsAs(actor)).toEqual([]);
  });

  it('would be found if one named the school after an "or"', async () => {
    await database.owner.query(
      'create policy "Everything to super admins" on public.students for select to authenticated using ((select private.is_super_admin()))',
    );
    try {
      expect(await problemsAs('admin')).toContain('no index of students answers the condition on school_id');
    } finally {
      await database.owner.query('drop policy "Everything to super admins" on public.students');
    }
  });
});

describe('a list of classes with the register of a day', () => {
  it('finds the register of each class in an index, without those of the other classes', async () => {
    const client = await database.connect(accounts.admin);
    try {
      const nodes = await explain(
        client,
        `select c.name, r.present from public.classes c
         left join lateral (select json_agg(d.present) as present from public.register_days d where d.class_id = c.id and d.school_id = c.school_id and d.day = current_date) r on true
         order by c.name limit 10`,
      );
      const conditions = nodes.filter((node) => node['Relation Name'] === 'register_days').map((node) => node['Index Cond']);
      expect(conditions).toEqual([expect.stringMatching(/class_id = c\.id/)]);
    } finally {
      await client.end();
    }
  });
});

describe('the lists of fees', () => {
  it.each(['fee_invoice_list', 'fee_payment_list', 'student_accounts'])('look up the class of a row that is shown, in %s', async (list) => {
    const client = await database.connect(accounts.admin);
    try {
      const nodes = await explain(client, `select id, class_name from public.${list} order by id limit 10`);
      const reads = nodes.filter((node) => node['Relation Name'] === 'classes');
      expect(reads).toEqual([
        expect.objectContaining({ 'Parent Relationship': 'SubPlan', 'Index Cond': expect.stringMatching(/^\(?\(id = s\.class_id\)/) }),
      ]);
    } finally {
      await client.end();
    }
  });
});

describe('what policies ask of the caller', () => {
  it('has an estimate of its rows, instead of the thousand that the planner takes for granted', async () => {
    const { rows } = await database.owner.query<{ name: string }>(`
      select distinct f.proname as name from pg_policy p join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_proc'::regclass
        join pg_proc f on f.oid = d.refobjid where f.proretset and f.prorows = 1000`);
    expect(rows).toEqual([]);
  });
});

describe('a report of results', () => {
  it('looks up a grading scale for each level, not for each class', async () => {
    const client = await openClient(database.adminUrl);
    try {
      await client.query("begin; set local track_functions = 'all'");
      const { rows } = await client.query<{ classes: number; levels: number; lookups: number }>(`
        with term as (select t.id, t.school_id from public.school_terms t join public.schools s on s.id = t.school_id where s.name = 'Greenfield Academy' order by t.starts_on desc limit 1),
        graded as materialized (select count(g.class_name) as classes from term, private.class_scales(term.id) g)
        select g.classes, (select count(distinct level) from public.classes c, term where c.school_id = term.school_id) as levels,
          pg_stat_get_xact_function_calls('private.scale_of_level(text,date)'::regprocedure) as lookups
        from graded g`);
      expect(rows[0]!.lookups).toBe(rows[0]!.levels);
      expect(rows[0]!.levels).toBeLessThan(rows[0]!.classes);
    } finally {
      await client.end();
    }
  });
});
