import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { functionAccess } from '@masomo/tools/modules/access.ts';
import { useDatabase } from '../database.ts';
import { claimsOf } from '../sessions.ts';
import { callers, seedSoughtPerson, type Sought } from './soughtPerson.ts';

/**
 * Everybody searches for one child in every table, view and function of the API and in its refusals. Only a caller who may read the place
 * where it is written finds it, and what is read with a trace is found in no way that leaves none.
 */
const database = useDatabase();
type Relation = { name: string; columns: string[] };
type Argument = { name: string; type: string };
type Role = { who: string; isOpened: boolean };
const roles: Role[] = [...Object.keys(callers).map((who) => ({ who, isOpened: false })), { who: 'super admin', isOpened: true }];
const nameOf = ({ who, isOpened }: Role) => `${who}${isOpened ? ' with the records open' : ''}`;
let sought: Sought[];
let child: string;
let ids: Map<string, string>;
let relations: Map<string, Relation[]>;
let signatures: Map<string, Argument[]>;
let things: Map<string, string>;
const found: Record<string, number> = { tables: 0, functions: 0, refusals: 0 };

beforeAll(async () => {
  const { owner } = database;
  ({ sought, child, ids } = await seedSoughtPerson(database));
  relations = new Map();
  for (const role of ['anon', 'authenticated']) {
    const { rows } = await owner.query<Relation>(
      `select format('%I.%I', n.nspname, c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where n.nspname in ('public', 'storage') and c.relkind in ('r', 'p', 'v', 'm', 'f') and has_column_privilege($1, c.oid, a.attnum, 'select') group by 1 order by 1`,
      [role],
    );
    relations.set(role, rows);
  }
  const { rows } = await owner.query<{ name: string; arguments: Argument[] }>(`
    select p.proname as name, coalesce(jsonb_agg(jsonb_build_object('name', p.proargnames[n], 'type', format_type(p.proargtypes[n - 1], null)) order by n) filter (where n is not null), '[]') as arguments
    from pg_proc p left join generate_series(1, p.pronargs) as n on true where p.pronamespace = 'public'::regnamespace group by p.oid, p.proname`);
  signatures = new Map(rows.map((row) => [row.name, row.arguments]));
  const { rows: own } = await owner.query<{ name: string; id: string }>(
    `select 'student' as name, $1::uuid::text as id
     union all select 'class', class_id::text from public.students where id = $1
     union all select 'school', school_id::text from public.students where id = $1
     union all (select 'guardian', guardian_id::text from public.student_guardians where student_id = $1 order by is_primary desc limit 1)
     union all (select 'term', id::text from public.school_terms where starts_on <= private.today() order by starts_on desc limit 1)
     union all (select 'assignment', assignment_id::text from public.submissions where student_id = $1 and feedback = 'Kumquatish')
     union all (select 'entry', id::text from public.behaviour_entries where student_id = $1 and note like 'Zephyrine%')
     union all (select 'record', id::text from public.student_records where student_id = $1 and summary = 'Quincunxal')
     union all (select 'request', id::text from public.data_requests where student_id = $1 order by received_on limit 1)
     union all (select 'payment', id::text from public.fee_payments where student_id = $1 limit 1)
     union all (select 'conversation', conversation_id::text from public.conversation_messages where student_id = $1 and body = 'Wishbonexy')
     union all (select 'document', id::text from public.documents where student_id = $1 and title like '%Zuhuranne' limit 1)`,
    [child],
  );
  things = new Map(own.map(({ name, id }) => [name, id]));
});

/** Runs as the role in a transaction that is undone. */
async function as<T>({ who, isOpened }: Role, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { owner } = database;
  const email = callers[who] ?? null;
  const claims = email === null ? { role: 'anon' } : claimsOf(ids.get(email));
  await owner.query('begin');
  try {
    if (isOpened)
      await owner.query(
        "insert into public.record_openings (school_id, opened_by, reason) select school_id, $2, 'To look for one child' from public.students where id = $1",
        [child, ids.get(email!)],
      );
    await owner.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
    await owner.query(`set local role ${email === null ? 'anon' : 'authenticated'}`);
    return await work(owner);
  } finally {
    await owner.query('rollback');
  }
}

/** The words whose place the role cannot read, of a table that is closed to it too, and those that it reads with a trace only. */
async function readingOf(client: pg.Client): Promise<{ closed: Set<string>; traced: Set<string> }> {
  const reading = { closed: new Set<string>(), traced: new Set<string>() };
  for (const { word, original, traced = 'false' } of sought) {
    await client.query('savepoint place');
    try {
      const { rows } = await client.query<{ open: boolean; traced: boolean }>(`select ${original} as open, ${traced} as traced`);
      if (!rows[0]!.open) reading.closed.add(word);
      if (rows[0]!.traced) reading.traced.add(word);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      await client.query('rollback to savepoint place');
      reading.closed.add(word);
    }
  }
  return reading;
}

/** An argument about the child where its name says so. */
function valueOf({ name, type }: Argument, word: string): string {
  const thing = things.get(name.replace(/^of_|_ids?$/g, '').replace(/_(member|record)$/, ''));
  if (thing && type === 'uuid') return `'${thing}'`;
  if (thing && type === 'uuid[]') return `array['${thing}']::uuid[]`;
  if (/search|query|name_contains/.test(name)) return pg.escapeLiteral(word);
  if (name === 'from_day' || name === 'from') return 'private.today() - 300';
  const plain: Record<string, string> = {
    text: "'a'",
    integer: '50',
    boolean: 'true',
    date: 'private.today()',
    jsonb: "'[]'",
  };
  return `${plain[type] ?? 'null'}::${type}`;
}

type Outcome = { text: string; isRefusal: boolean; isTraced: boolean };
async function call(client: pg.Client, name: string, values: string[]): Promise<Outcome> {
  await client.query('savepoint call');
  try {
    const { rows } = await client.query(`select * from public.${name}(${values.join(', ')})`);
    const text = JSON.stringify(rows);
    await client.query('reset role');
    const { rows: traces } = await client.query(
      "select 1 from public.audit_log l where l.student_id = $1 and l.action in ('read', 'export') and l.at = now()",
      [child],
    );
    return { text, isRefusal: false, isTraced: traces.length > 0 };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return { text: [error.message, error.detail, error.hint].join(' '), isRefusal: true, isTraced: false };
  } finally {
    await client.query('rollback to savepoint call');
  }
}

describe.each(roles.map((role) => [nameOf(role), role] as const))('%s', (_, role) => {
  it('finds the child in tables and views only where its own record is open', async () => {
    const leaks = await as(role, async (client) => {
      const { closed, traced } = await readingOf(client);
      const leaked: string[] = [];
      for (const { name, columns } of relations.get(callers[role.who] === null ? 'anon' : 'authenticated')!) {
        const { rows } = await client.query<{ word: string }>(
          `select w as word from unnest($1::text[]) w where exists (select from (select ${columns.join(', ')} from ${name}) r where strpos(to_jsonb(r)::text, w) > 0)`,
          [sought.map(({ word }) => word)],
        );
        for (const { word } of rows) {
          found['tables']! += 1;
          // What is read with a trace is in no table that is read without one.
          if (closed.has(word) || traced.has(word)) leaked.push(`${word} in ${name}`);
        }
      }
      return leaked;
    });
    expect(leaks).toEqual([]);
  });

  it('is told of the child by functions only where its own record is open, with a trace where that is due', async () => {
    const leaks = await as(role, async (client) => {
      const { closed, traced } = await readingOf(client);
      const leaked: string[] = [];
      for (const name of Object.keys(functionAccess)) {
        const parameters = signatures.get(name) ?? [];
        const calls = new Set(
          ['Kiprotichsson', 'perpetual@mothers.test'].map((word) => parameters.map((each) => valueOf(each, word)).join('\u0000')),
        ).add(parameters.map(({ type }) => `null::${type}`).join('\u0000'));
        for (const values of calls) {
          const { text, isRefusal, isTraced } = await call(client, name, values === '' ? [] : values.split('\u0000'));
          for (const { word } of sought.filter((each) => text.includes(each.word) && !values.includes(each.word))) {
            found[isRefusal ? 'refusals' : 'functions']! += 1;
            if (closed.has(word)) leaked.push(`${word} from ${name}${isRefusal ? ', refusing' : ''}`);
            else if (traced.has(word) && !isTraced) leaked.push(`${word} from ${name}, without a trace`);
          }
        }
      }
      return leaked;
    });
    expect([...new Set(leaks)]).toEqual([]);
  });
});

describe('the search', () => {
  it('finds the child where it may be found', () => {
    expect(found['tables']).toBeGreaterThan(50);
    expect(found['functions']).toBeGreaterThan(20);
  });

  it('has copies to find: in the log, the mails and the notifications', async () => {
    for (const table of ['audit_log', 'mail_outbox', 'notifications', 'data_requests', 'documents']) {
      const { rows } = await database.owner.query<{ n: number }>(
        `select count(*) as n from public.${table} t where to_jsonb(t)::text ~ 'Zuhuranne|Kiprotichsson|\\+2547998887'`,
      );
      expect(rows[0]!.n, table).toBeGreaterThan(0);
    }
  });
});
