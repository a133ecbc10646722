import type pg from 'pg';
import { openClient } from '@masomo/local/database/connections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableVerbs, type Actor } from '@masomo/domain/tableAccess';
import { scopeOf, tableAccess } from '@masomo/tools/modules/access.ts';
import { useDatabase } from '../database.ts';
import { addFixture } from './fixture.ts';
import { expectFrozen } from './frozenLines.ts';
import { accounts, Prober, readTables, type Table } from './cells.ts';

const database = useDatabase();
const actors = Object.keys(accounts) as Actor[];
let admin: pg.Client;
let tables: Table[];
let prober: Prober;
let cells = 0;
/** What each actor reaches, a line per table and verb. */
const matrix: string[] = [];

beforeAll(async () => {
  await addFixture(database.owner);
  admin = await openClient(database.adminUrl);
  tables = await readTables(database.owner);
  const { rows } = await database.owner.query<{ email: string; id: string }>('select email, id from auth.users');
  const ids = new Map(rows.map(({ email, id }) => [actors.find((actor) => accounts[actor] === email) ?? email, id]));
  const { rows: schools } = await database.owner.query<{ id: string }>("select id from public.schools where name = 'Greenfield Academy'");
  prober = new Prober(admin, ids, schools[0]!.id);
});
afterAll(() => admin?.end());

describe('the written permission table', () => {
  it('names every table of the API', () => {
    expect(Object.keys(tableAccess).sort()).toEqual(tables.map((table) => table.name).sort());
  });

  it('has row security on every table', async () => {
    const { rows } = await database.owner.query(
      "select relname from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not relrowsecurity",
    );
    expect(rows).toEqual([]);
  });

  it.each(Object.keys(tableAccess))('is what the database does: %s', async (name) => {
    const table = tables.find((each) => each.name === name)!;
    const written: Record<string, string> = {};
    const found: Record<string, string> = {};
    for (const actor of actors) {
      for (const verb of tableVerbs) {
        written[`${actor} ${verb}`] = scopeOf(name, verb, actor);
        found[`${actor} ${verb}`] = await prober.reach(table, verb, actor);
        cells += 1;
      }
    }
    for (const verb of tableVerbs)
      matrix.push(`${name} ${verb}: ${actors.map((actor) => `${actor} ${found[`${actor} ${verb}`]!}`).join(', ')}`);
    expect(found).toEqual(written);
  });

  it('was checked in at least 500 cells', () => {
    expect(cells).toBe(actors.length * tableVerbs.length * tables.length);
    expect(cells).toBeGreaterThanOrEqual(500);
  });

  it('is the one of before, whatever is declared', async () => {
    await expectFrozen('tables', matrix.sort());
  });
});
