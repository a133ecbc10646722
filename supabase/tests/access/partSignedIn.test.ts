import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openClient } from '@masomo/local/database/connections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableVerbs, type Actor } from '@masomo/domain/tableAccess';
import { functionAccess, scopeOf, tableAccess } from '@masomo/tools/modules/access.ts';
import { useDatabase } from '../database.ts';
import { addFixture } from './fixture.ts';
import { accounts, Prober, readTables, type Table } from './cells.ts';
import { claimsOf } from '../sessions.ts';

/** A token counts as a visitor's unless every step of the sign-in was done and its session lives. Movers leave everything at the old school. */
const database = useDatabase();
const members = (Object.keys(accounts) as Actor[]).filter((actor) => actor !== 'anonymous');
const movers = ['admin', 'teacher', 'staff', 'parent', 'student'] as const;
let admin: pg.Client;
let tables: Table[];
let ids: Map<string, string>;
let greenfield = '';
let lakeside = '';
const endedSession = randomUUID();

beforeAll(async () => {
  const { owner } = database;
  await addFixture(owner);
  admin = await openClient(database.adminUrl);
  tables = await readTables(owner);
  const { rows } = await owner.query<{ email: string; id: string }>('select email, id from auth.users');
  ids = new Map(rows.map(({ email, id }) => [members.find((actor) => accounts[actor] === email) ?? email, id]));
  const { rows: schools } = await owner.query<{ name: string; id: string }>('select name, id from public.schools');
  greenfield = schools.find(({ name }) => name === 'Greenfield Academy')!.id;
  lakeside = schools.find(({ name }) => name === 'Lakeside School')!.id;
  await owner.query(
    `insert into private.recovery_codes (user_id, code_hash) select id, 'x' from auth.users where email like '%@greenfield.test' on conflict do nothing`,
  );
});
afterAll(() => admin?.end());

const tokens = {
  'with a factor enrolled but a password only': {},
  'in a session that was ended': { session_id: endedSession },
  'that names no session': { session_id: undefined },
};

async function enrolFactors(): Promise<void> {
  await database.owner.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     select gen_random_uuid(), id, 'Phone', 'totp', 'verified', now(), now(), 'x' from auth.users`,
  );
}

/** A probe of every table and verb; what is reached beyond a visitor, as lines. */
async function beyondVisitor(actor: Actor, claims: object): Promise<string[]> {
  const prober = new Prober(admin, ids, greenfield, { claims, rowsOfEachPlace: 5 });
  const found: string[] = [];
  for (const table of tables)
    for (const verb of tableVerbs) {
      const reached = await prober.reach(table, verb, actor);
      if (reached !== scopeOf(table.name, verb, 'anonymous')) found.push(`${verb} ${table.name}: ${reached}`);
    }
  return found;
}

describe.each(Object.entries(tokens))('a token %s', (name, claims) => {
  beforeAll(async () => {
    if (!('session_id' in claims)) await enrolFactors();
  });
  afterAll(() => database.owner.query('delete from auth.mfa_factors'));

  it.each(members)('reaches the rows that a visitor reaches, as %s', async (actor) => {
    expect(await beyondVisitor(actor, claims)).toEqual([]);
  });

  it('writes nothing by a function, and reads nothing of its person', async () => {
    const { owner } = database;
    const { rows: signatures } = await owner.query<{ name: string; args: string[] }>(
      `select proname as name, proargtypes::regtype[]::text[] as args from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    const told: string[] = [];
    for (const actor of members) {
      const id = ids.get(actor)!;
      for (const { name: called, args } of signatures.filter((each) => each.name in functionAccess)) {
        await owner.query('begin');
        try {
          await owner.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ ...claimsOf(id), ...claims })]);
          await owner.query('set local role authenticated');
          const { rows } = await owner.query(`select * from public.${called}(${args.map((type) => `null::${type}`).join(', ')})`);
          if (JSON.stringify(rows).includes(id) || JSON.stringify(rows).includes(greenfield)) told.push(`${actor} ${called}`);
        } catch (error) {
          if (!(error instanceof pg.DatabaseError)) throw error;
        } finally {
          await owner.query('rollback');
        }
      }
    }
    expect(told, name).toEqual([]);
  });
});

describe('a person who moved to another school', () => {
  beforeAll(async () => {
    const { owner } = database;
    // Everything that a buyer of the former school could hold in their own name.
    for (const table of ['orders', 'licences'])
      await owner.query(`update public.${table} set user_id = $1 where school_id = $2`, [ids.get('admin'), greenfield]);
    // The former school keeps an administrator.
    await owner.query("insert into auth.users (id, email) values (gen_random_uuid(), 'staying@greenfield.test')");
    await owner.query("update public.users set role = 'admin', school_id = $1 where email = 'staying@greenfield.test'", [greenfield]);
    await owner.query('update public.users set school_id = $1 where id = any ($2)', [lakeside, movers.map((actor) => ids.get(actor))]);
  });

  it.each(movers)('reaches nothing of the former one as its %s', async (actor) => {
    const prober = new Prober(admin, ids, lakeside, { rowsOfEachPlace: 5 });
    const found: string[] = [];
    for (const table of tables)
      for (const verb of tableVerbs) if ((await prober.reach(table, verb, actor)) === 'another school') found.push(`${verb} ${table.name}`);
    // Their own sign-ins stay theirs, also those of that time.
    expect(found.filter((reached) => reached !== 'select sign_ins')).toEqual([]);
    const seen = await database.as(
      `${actor}@greenfield.test`,
      async (client) => (await client.query<{ user_id: string }>('select distinct user_id from public.sign_ins')).rows,
    );
    expect(seen.filter(({ user_id: person }) => person !== ids.get(actor))).toEqual([]);
  });

  it('finds no order of the former one in the list, its figures or its papers', async () => {
    const asMover = (sql: string) => database.as('admin@greenfield.test', async (client) => (await client.query(sql)).rows);
    expect(await asMover(`select id from public.list_orders() where school_id = '${greenfield}'`)).toEqual([]);
    const { rows } = await database.owner.query<{ n: number }>('select count(*) as n from public.orders where school_id = $1', [lakeside]);
    expect(await asMover('select total_orders from public.order_summary()')).toEqual([{ total_orders: rows[0]!.n }]);
    const { rows: orders } = await database.owner.query<{ id: string }>('select id from public.orders where school_id = $1 limit 1', [
      greenfield,
    ]);
    expect(await asMover(`select public.order_document('${orders[0]!.id}') as paper`)).toEqual([{ paper: null }]);
  });
});

describe('the text of policies and functions', () => {
  it('matches rows by the signed-in person, never by what any token fills', async () => {
    const { rows } = await database.owner.query<{ name: string }>(`
      select policyname as name from pg_policies where coalesce(qual, '') || coalesce(with_check, '') like '%auth.uid()%' or coalesce(qual, '') || coalesce(with_check, '') like '% uid()%'
      union all
      select proname from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) ~ 'auth\\.uid\\(\\)' and p.prosrc !~ 'auth\\.uid\\(\\) is (not )?null' and proname <> 'find_caller'`);
    expect(rows).toEqual([]);
  });

  it('is tried for every table', () => {
    expect(tables.length).toBe(Object.keys(tableAccess).length);
  });
});
