import type pg from 'pg';
import { openClient } from '@masomo/local/database/connections';
import { afterAll, beforeAll, it } from 'vitest';
import { tableVerbs } from '@masomo/domain/tableAccess';
import { useDatabase } from '../database.ts';
import { expectFrozen } from './frozenLines.ts';
import { Prober, readTables, type Table } from './cells.ts';
import { callers, seedSoughtPerson } from './soughtPerson.ts';

/** People whose rights do not follow from their role alone, on every table about a child. */
const actors = [
  'barred guardian',
  'barred guardian in the office',
  'another teacher',
  'another student',
  'super_admin with open records',
] as const;
const database = useDatabase();
let admin: pg.Client;
let tables: Table[];
let prober: Prober;

beforeAll(async () => {
  const { ids, child } = await seedSoughtPerson(database);
  const { rows } = await database.owner.query<{ school: string }>('select school_id as school from public.students where id = $1', [child]);
  const school = rows[0]!.school;
  await database.owner.query(
    "insert into public.record_openings (school_id, opened_by, reason) select $1, id, 'To look at a ticket' from public.super_admins",
    [school],
  );
  admin = await openClient(database.adminUrl);
  tables = (await readTables(database.owner)).filter(
    ({ name, columns }) => name === 'students' || columns.some((column) => /^(student|guardian)_id$/.test(column.name)),
  );
  const emails = actors.map((actor) => [actor, callers[actor === 'super_admin with open records' ? 'super admin' : actor]!] as const);
  prober = new Prober(admin, new Map(emails.map(([actor, email]) => [actor, ids.get(email)!])), school);
});
afterAll(() => admin?.end());

it('reach what they reached before in the tables about a child', async () => {
  const matrix: string[] = [];
  for (const table of tables)
    for (const verb of tableVerbs) {
      const found: string[] = [];
      for (const actor of actors) found.push(`${actor} ${await prober.reach(table, verb, actor)}`);
      matrix.push(`${table.name} ${verb}: ${found.join(', ')}`);
    }
  await expectFrozen('moreActors', matrix.sort());
});
