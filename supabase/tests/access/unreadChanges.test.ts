import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();

/** Each kind of record that several people edit, with a column of its form. */
const kinds = [
  ['students', 'first_name'],
  ['guardians', 'phone'],
  ['staff_members', 'department'],
  ['classes', 'room'],
  ['school_terms', 'name'],
  ['subjects', 'code'],
  ['campuses', 'address'],
  ['lessons', 'room'],
  ['assignments', 'instructions'],
  ['announcements', 'body'],
  ['student_records', 'details'],
  ['documents', 'title'],
  ['schools', 'motto'],
] as const;

beforeAll(async () => {
  const { rows } = await database.owner.query<{ id: string }>('select id from public.schools order by id limit 1');
  const school = rows[0]?.id;
  await database.owner.query("insert into public.campuses (school_id, name) values ($1, 'Annexe')", [school]);
  await database.owner.query(
    "insert into public.documents (school_id, title, file_path, file_size, mime_type, audience) values ($1::uuid, 'Fees', $1::text || '/fees.pdf', 1, 'application/pdf', '{admin,teacher,staff,parent,student}')",
    [school],
  );
});

describe('a second save of what two people have read', () => {
  it.each(kinds)('is refused for %s, without a copy of what is stored', async (table, column) => {
    const { owner } = database;
    const { rows } = await owner.query<{ id: string; version: string }>(
      `select id, to_json(updated_at) #>> '{}' as version from public.${table} order by id limit 1`,
    );
    const { id = '', version = '' } = rows[0] ?? {};
    expect(id).not.toBe('');
    const save = async (read: string, text: string) => {
      await owner.query("select set_config('request.headers', $1, false)", [JSON.stringify({ 'x-record-read': read })]);
      try {
        return await owner.query(`update public.${table} set ${column} = $2 where id = $1`, [id, text]);
      } finally {
        await owner.query("select set_config('request.headers', '', false)");
      }
    };
    await save(`${id} ${version}`, 'First');
    const refused = await refusal(save(`${id} ${version}`, 'Second'));
    expect(refused).toMatchObject({ code: 'PT409', hint: 'record.changed' });
    // The answer says where to read it again, and nothing of what is stored.
    expect(refused?.detail).toBe(table);
    const { rows: stored } = await owner.query<{ version: string; text: string }>(
      `select to_json(updated_at) #>> '{}' as version, ${column} as text from public.${table} where id = $1`,
      [id],
    );
    expect(stored[0]?.text).toBe('First');
    await save(`${id} ${stored[0]?.version}`, 'Second');
    // A save that names another record is none of this record's business.
    await save(`00000000-0000-0000-0000-000000000000 ${version}`, 'Third');
  });
});
