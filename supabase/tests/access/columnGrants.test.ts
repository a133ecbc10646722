import { describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

const database = useDatabase();

/**
 * Columns that look as if the system alone set them, but that a person chooses. Everything else of this kind is written by a
 * command, a trigger or a default.
 */
const chosenByPeople: Record<string, string> = {
  'insert announcements.published_at': 'Its author plans when readers see it.',
  'update announcements.published_at': 'Its author plans when readers see it.',
  'insert assignments.published_at': 'Null makes it a draft; a trigger replaces any time by now.',
  'insert lessons.starts_at': 'The hour of a lesson in the timetable.',
  'update lessons.starts_at': 'The hour of a lesson in the timetable.',
  'insert lessons.ends_at': 'The hour of a lesson in the timetable.',
  'update lessons.ends_at': 'The hour of a lesson in the timetable.',
  'insert lessons.teacher_id': 'Who teaches the lesson; a trigger refuses people of another school.',
  'update lessons.teacher_id': 'Who teaches the lesson; a trigger refuses people of another school.',
  'update support_tickets.assigned_to': 'The super admin who takes the ticket.',
  'update support_tickets.status': 'How far the super admin is with the ticket.',
  'insert schools.version': 'The version that a super admin opens the school for.',
  'insert cms_media.file_size': 'What the browser measured of a picture, when a super admin uploads it.',
  'insert cms_media.mime_type': 'What the browser made of a picture; its bucket accepts pictures only.',
};

/** Names of what the system keeps: keys, times, authors, states, versions, counts and what is derived from other columns. */
const systemNames =
  '^(id|user_id|owner_id|search_text|status|state|version|attempts|position_key|request_id|file_size|mime_type|receipt_number|invoice_number)$|_(at|by|count|total|balance)$';

type Column = { verb: string; column: string; table: string };

/** What `authenticated` or `anon` may write, with whether the system would set it by itself. */
async function writtenColumns(condition: string): Promise<string[]> {
  const { rows } = await database.owner.query<Column>(`
    select v.verb, c.relname as table, a.attname as column
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    cross join (values ('insert'), ('update')) as v (verb)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and (has_column_privilege('authenticated', c.oid, a.attnum, v.verb) or has_column_privilege('anon', c.oid, a.attnum, v.verb))
      and (${condition})
    order by 1, 2, 3`);
  return rows.map(({ verb, table, column }) => `${verb} ${table}.${column}`);
}

describe('a column that only the system sets', () => {
  it('is written by nobody through the API, unless people choose it', async () => {
    const found = await writtenColumns(`
      a.attname ~ '${systemNames}'
      or a.attgenerated <> '' or a.attidentity <> ''
      or pg_get_expr(d.adbin, d.adrelid) ~ '(now|gen_random_uuid|uid|nextval|clock_timestamp|statement_timestamp)\\('
      or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'public.users'::regclass and k.conkey = array[a.attnum])`);
    expect(found).toEqual(Object.keys(chosenByPeople).sort());
  });

  it('includes the school of a row that exists', async () => {
    expect(await writtenColumns("v.verb = 'update' and a.attname = 'school_id'")).toEqual([]);
  });

  it('includes the school of a new row: a policy compares it with the caller’s own', async () => {
    const { rows } = await database.owner.query<{ table: string; check: string }>(`
      select c.relname as table, pg_get_expr(p.polwithcheck, p.polrelid) as check from pg_policy p join pg_class c on c.oid = p.polrelid
      where p.polcmd in ('a', '*') and c.relnamespace = 'public'::regnamespace`);
    for (const column of await writtenColumns("v.verb = 'insert' and a.attname = 'school_id'")) {
      const checks = rows.filter(({ table }) => column === `insert ${table}.school_id`).map(({ check }) => check);
      expect(checks.length, column).toBeGreaterThan(0);
      for (const check of checks) expect(check, column).toMatch(/school_id = \( SELECT private\.(\w+_school\(\)|school_where\()/);
    }
  });

  it('is not written through a grant on a whole table, which later columns would inherit', async () => {
    const { rows } = await database.owner.query<{ table: string }>(`
      select distinct c.relname as table from pg_class c cross join (values ('anon'), ('authenticated')) as r (role)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and (has_table_privilege(r.role, c.oid, 'insert') or has_table_privilege(r.role, c.oid, 'update') or has_table_privilege(r.role, c.oid, 'truncate')
          or has_table_privilege(r.role, c.oid, 'references') or has_table_privilege(r.role, c.oid, 'trigger'))`);
    expect(rows).toEqual([]);
  });
});
