import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor, TableVerb } from '@masomo/domain/tableAccess';
import { scopeOf } from '@masomo/tools/modules/access.ts';
import { useDatabase } from '../database.ts';
import { addFixture } from './fixture.ts';
import { accounts, readTables } from './cells.ts';

/** What a school may do in each state of its subscription: every table of a school, as every role, with every verb. */
const database = useDatabase();
const states = ['trial', 'active', 'grace', 'ended', 'closed'] as const;
type State = (typeof states)[number];
const members = ['admin', 'teacher', 'staff', 'parent', 'student'] as const satisfies Actor[];
const writes = ['insert', 'update', 'delete'] as const satisfies TableVerb[];

/** Tables with a school that stay writable when its subscription has ended, and why. */
const alwaysWritable: Record<string, string> = {
  audit_log: 'written by the product, also about buying',
  breaches: 'the 72 hours run on',
  consents: 'a guardian decides at any time',
  conversations: 'who has read is noted in every state; their messages ask for a subscription',
  custody_marks: 'a court order does not wait',
  data_requests: 'the days to answer run on',
  licences: 'what was bought is issued in every state',
  orders: 'a school renews by ordering',
  record_openings: 'written by super admins only',
  jobs: 'a school exports in every state, and what falls due is done',
  school_exports: 'a school exports in every state',
  job_files: 'written by jobs only',
  imports: 'what they save is a record whose table refuses it',
  import_rows: 'what they save is a record whose table refuses it',
  import_matches: 'written with an import',
  retired_records: 'written by migrations only',
  school_exits: 'written by the job that closes and deletes',
  sign_ins: 'written by the auth service at each sign-in',
  student_balances: 'a sum of rows that cannot change',
  student_counts: 'a sum of rows that cannot change',
  subscriptions: 'changes when a payment arrives',
  support_tickets: 'a school may ask for help',
  users: 'people keep their own names, and administrators close accounts',
};

let tables: { name: string; columns: { name: string; isPlain: boolean; isUpdatable: boolean; isWritable: boolean }[] }[];
let guarded: string[];
let clients: Map<Actor, pg.Client>;
let school: string;

beforeAll(async () => {
  await addFixture(database.owner);
  tables = (await readTables(database.owner)).filter(
    ({ name, columns }) => name === 'schools' || columns.some((column) => column.name === 'school_id'),
  );
  const { rows } = await database.owner.query<{ name: string }>(
    "select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and t.tgname = 'needs_subscription' and t.tgfoid = 'private.require_subscription()'::regprocedure and t.tgtype & 28 = 28 and t.tgtype & 1 = 0 order by 1",
  );
  guarded = rows.map(({ name }) => name);
  school = (await database.owner.query<{ id: string }>("select id from public.schools where name = 'Greenfield Academy'")).rows[0]!.id;
  clients = new Map();
  for (const actor of [...members, 'super_admin' as const]) clients.set(actor, await database.connect(accounts[actor]));
});
afterAll(async () => {
  for (const client of clients?.values() ?? []) await client.end();
});

async function enter(state: State): Promise<void> {
  const lastDay = { trial: 10, active: 10, grace: -30, ended: -31, closed: -31 }[state];
  await database.owner.query(
    'update public.subscriptions set started_on = private.today() - 200, ends_on = private.today() + $2::integer, is_trial = $3 where school_id = $1',
    [school, lastDay, state === 'trial'],
  );
  await database.owner.query('update public.schools set closed_at = case when $2 then now() end where id = $1', [
    school,
    state === 'closed',
  ]);
  await database.owner.query("delete from public.audit_log where entity in ('subscriptions', 'schools') and action = 'update'");
  const { rows } = await database.owner.query<{ status: string }>('select status from public.subscription_overview where school_id = $1', [
    school,
  ]);
  expect(rows[0]!.status).toBe(state);
}

type Outcome = 'done' | 'not allowed' | 'subscription ended';

/** Tries to write what is there already; nothing is kept. */
async function write(client: pg.Client, { name, columns }: (typeof tables)[number], verb: (typeof writes)[number]): Promise<Outcome> {
  const writable = columns
    .filter((column) => (verb === 'update' ? column.isUpdatable : column.isWritable))
    .map((column) => `"${column.name}"`);
  const [first = `"${columns.find((column) => column.isPlain)!.name}"`] = writable;
  const statement = {
    insert: `insert into public.${name} (${writable.join(', ') || first}) select ${writable.map(() => 'null').join(', ') || 'null'} where false`,
    update: `update public.${name} set ${first} = ${first} where false`,
    delete: `delete from public.${name} where false`,
  }[verb];
  try {
    await client.query(statement);
    return 'done';
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
    return error.hint === 'subscription.ended' ? 'subscription ended' : 'not allowed';
  }
}

const count = async (client: pg.Client, name: string) => {
  try {
    return (await client.query<{ n: number }>(`select count(*) as n from public.${name}`)).rows[0]!.n;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
    return 'not allowed';
  }
};

describe('the tables of a school', () => {
  it('refuse writes without a running subscription, unless they are listed with a reason', () => {
    expect(guarded).toEqual(tables.map(({ name }) => name).filter((name) => !(name in alwaysWritable)));
    expect(Object.keys(alwaysWritable).filter((name) => !tables.some((table) => table.name === name))).toEqual([]);
  });

  it.each(states)('are read and written as the state says: %s', async (state) => {
    await enter('active');
    const before = new Map<string, unknown>();
    for (const actor of members) for (const { name } of tables) before.set(`${actor} ${name}`, await count(clients.get(actor)!, name));
    await enter(state);
    const isRunning = state === 'trial' || state === 'active';
    const wrong: string[] = [];
    let cells = 0;
    for (const actor of members) {
      const comesIn = state !== 'closed' || actor === 'admin';
      for (const table of tables) {
        const seen = await count(clients.get(actor)!, table.name);
        if (comesIn && seen !== before.get(`${actor} ${table.name}`)) wrong.push(`${actor} reads ${table.name}: ${seen}`);
        cells += 1;
        for (const verb of writes) {
          const outcome = await write(clients.get(actor)!, table, verb);
          const isRefused = !isRunning && comesIn && guarded.includes(table.name);
          if ((outcome === 'subscription ended') !== (isRefused && outcome !== 'not allowed'))
            wrong.push(`${actor} ${verb} ${table.name}: ${outcome}`);
          if (outcome === 'not allowed' && scopeOf(table.name, verb, actor) !== 'none')
            wrong.push(`${actor} may not ${verb} ${table.name}`);
          cells += 1;
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBe(members.length * tables.length * 4);
  });

  it('are open to super admins in every state', async () => {
    for (const state of states) {
      await enter(state);
      for (const table of tables)
        for (const verb of writes)
          expect(await write(clients.get('super_admin')!, table, verb), `${verb} ${table.name}, ${state}`).not.toBe('subscription ended');
    }
  });

  it('show nothing of a closed school to anybody but its administrators', async () => {
    await enter('closed');
    for (const actor of members)
      expect(await count(clients.get(actor)!, 'students'), actor)[actor === 'admin' ? 'toBeGreaterThan' : 'toBe'](0);
  });
});
