import { beforeAll } from 'vitest';
import { useDatabase } from '../database.ts';

export const [admin, teacher, staff, parent, lakeside] = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'staff@greenfield.test',
  'parent@greenfield.test',
  'admin@lakeside.test',
] as const;
export type Rows = Record<string, unknown>[];

/** A database with the demonstration data, calls of its functions as a person, and the ids that reports are asked for. */
export function useReportsDatabase() {
  const database = useDatabase();
  const ids: Record<string, string> = {};
  const rows = async (caller: string, sql: string, values: unknown[] = []) =>
    (await database.as(caller, (client) => client.query(sql, values))).rows as Rows;
  const call = async <T>(caller: string, sql: string, values: unknown[] = []) =>
    (await rows(caller, `select ${sql} as r`, values))[0]!['r'] as T;
  const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query(sql, values)).rows as Rows;
  beforeAll(async () => {
    const find = async (name: string, sql: string) => {
      ids[name] = String((await owned(sql))[0]?.['id']);
    };
    await find('school', "select id from public.schools where name = 'Greenfield Academy'");
    await find('east', "select id from public.classes where name = 'Form 3 East'");
    await find('brian', "select id from public.students where admission_number = 'GA/1041'");
    await find(
      'term',
      `select id from public.school_terms where school_id = '${ids['school']}' and starts_on <= private.today() order by starts_on desc limit 1`,
    );
  });
  return { database, ids, rows, call, owned };
}
