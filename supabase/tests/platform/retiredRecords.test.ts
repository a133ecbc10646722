import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

const feature = 'addon:behaviour-records';
const database = useDatabase();
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const count = async (sql: string, values: unknown[] = []) => Number((await owned(`select count(*) as n from ${sql}`, values))[0]!['n']);
const seen = (who: string) =>
  database.as(
    who,
    async (client) => (await client.query<{ name: string; school_id: string }>('select name, school_id from public.retired_records')).rows,
  );

let entries: number;
beforeAll(async () => {
  entries = await count('public.behaviour_entries');
  await owned('select private.retire_module($1)', [feature]);
});

describe('a module that is retired', () => {
  it('leaves its rows as they were, each with its school and its child', async () => {
    expect(entries).toBeGreaterThan(10);
    expect(await count("public.retired_records where name = 'behaviour_entries'")).toBe(entries);
    expect(
      await count(`public.retired_records r join public.behaviour_entries e on e.id::text = r.record ->> 'id'
        where e.school_id = r.school_id and e.student_id = r.student_id and r.record ->> 'note' is not distinct from e.note`),
    ).toBe(entries);
  });

  it('is nothing that anybody may do, set or have', async () => {
    for (const table of ['private.permissions', 'private.addon_setting_defaults', 'private.declared_features'])
      expect(await count(`${table} where feature = $1`, [feature])).toBe(0);
    expect(await count("private.school_roles where granted || granted_about_children like '%behaviour:%'")).toBe(0);
    expect(await count('public.addons where feature = $1 and (is_active or is_ready)', [feature])).toBe(0);
  });

  it('is in the export of its school, and for its administrators only', async () => {
    expect(await count("private.exported_tables() where name = 'retired_records'")).toBe(1);
    const [{ id } = {}] = await owned("select id from public.schools where name = 'Greenfield Academy'");
    const rows = await seen('admin@greenfield.test');
    expect(rows.length).toBeGreaterThanOrEqual(entries);
    expect(new Set(rows.map(({ school_id }) => school_id))).toEqual(new Set([id]));
    expect(await seen('teacher@greenfield.test')).toEqual([]);
    expect(await seen('parent@greenfield.test')).toEqual([]);
  });

  it('says nothing more of a child that is erased', async () => {
    expect(await owned("select subject, erase from private.school_tables where name = 'public.retired_records'")).toEqual([
      { subject: 'student_id', erase: 'delete' },
    ]);
  });
});
