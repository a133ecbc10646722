import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const at = (name: string) => `${name}@greenfield.test`;
const ids: Record<string, string> = {};

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = (await database.owner.query<{ id: string }>(sql)).rows[0]!.id;
  };
  await find('school', "select id from public.schools where name = 'Greenfield Academy'");
  await find('lakeside', "select id from public.schools where name = 'Lakeside School'");
  await find('brian', "select id from public.students where admission_number = 'GA/1041'");
  await find('westerner', "select id from public.students where admission_number = 'GA/1081'");
});

/** Stores a file as the service does, then enters it. */
async function share(
  who: string,
  fields: { audience?: string[]; student_id?: string | undefined; school?: string | undefined } = {},
  isStored = true,
) {
  const path = `${fields.school ?? ids['school']}/${randomUUID()}.pdf`;
  await database.as(who, async (client) => {
    if (isStored)
      await client.query(
        'insert into storage.objects (bucket_id, name, owner, owner_id, metadata) values (\'school-documents\', $1, auth.uid(), auth.uid()::text, \'{"size": 4321, "mimetype": "application/pdf"}\')',
        [path],
      );
    await client.query(
      "insert into public.documents (school_id, title, file_path, audience, student_id) values ($1, 'Letter', $2, $3, $4)",
      [fields.school ?? ids['school'], path, fields.audience ?? ['parent'], fields.student_id ?? null],
    );
  });
  return path;
}
const sees = async (who: string, path: string) =>
  database.as(who, async (client) => {
    const row = await client.query<{ file_size: number; mime_type: string }>(
      'select file_size, mime_type from public.documents where file_path = $1',
      [path],
    );
    const file = await client.query("select 1 from storage.objects where bucket_id = 'school-documents' and name = $1", [path]);
    return [row.rows.length, file.rows.length];
  });

describe('a document', () => {
  it('says what was stored, not what its sender called it', async () => {
    const path = await share(at('teacher'));
    const { rows } = await database.owner.query('select file_size, mime_type from public.documents where file_path = $1', [path]);
    expect(rows).toEqual([{ file_size: 4321, mime_type: 'application/pdf' }]);
    expect((await refusal(share(at('teacher'), {}, false)))?.hint).toBe('document.no_file');
  });

  it('is read by nobody where it names no readers, as is an announcement', async () => {
    const values = [ids['school']];
    await database.as(at('teacher'), async (client) => {
      await client.query("insert into public.announcements (school_id, title, body) values ($1, 'For nobody', 'Text')", values);
    });
    await database.owner.query(
      "insert into public.documents (school_id, title, file_path, file_size, mime_type) values ($1::uuid, 'For nobody', $1::text || '/nobody.pdf', 1, 'application/pdf')",
      values,
    );
    for (const table of ['announcements', 'documents'])
      for (const reader of ['parent', 'student'])
        expect(
          (await database.as(at(reader), (client) => client.query(`select from public.${table} where title = 'For nobody'`))).rowCount,
          `${table} ${reader}`,
        ).toBe(0);
  });

  it('and its file are visible to its audience, and to no one of another school', async () => {
    const path = await share(at('staff'));
    expect(await sees(at('parent'), path)).toEqual([1, 1]);
    expect(await sees(at('student'), path)).toEqual([0, 0]);
    expect(await sees('admin@lakeside.test', path)).toEqual([0, 0]);
    expect((await refusal(share(at('staff'), { school: ids['lakeside'] })))?.code).toBe('42501');
    expect((await refusal(share(at('parent'))))?.code).toBe('42501');
  });

  it('about one student is that family’s only', async () => {
    const own = await share(at('staff'), { student_id: ids['brian'], audience: ['parent', 'student'] });
    const other = await share(at('staff'), { student_id: ids['westerner'], audience: ['parent', 'student'] });
    expect([await sees(at('parent'), own), await sees(at('student'), own)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect([await sees(at('parent'), other), await sees(at('student'), other)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});

describe('a removed document', () => {
  const remove = (who: string, path: string, reason: string | null) =>
    database.as(who, async (client) => {
      const { rows } = await client.query<{ path: string }>(
        'select public.remove_document(d.id, $2) as path from public.documents d where d.file_path = $1',
        [path, reason],
      );
      return rows[0]?.path;
    });

  it('about a student needs a reason, which the log keeps with what was removed', async () => {
    const path = await share(at('staff'), { student_id: ids['brian'] });
    expect((await refusal(remove(at('staff'), path, ' ')))?.detail).toBe('reason');
    expect(await remove(at('staff'), path, 'Meant for another child')).toBe(path);
    const { rows } = await database.owner.query(
      "select reason, before ->> 'title' as title from public.audit_log where entity = 'documents' and action = 'delete' and student_id = $1",
      [ids['brian']],
    );
    expect(rows).toEqual([{ reason: 'Meant for another child', title: 'Letter' }]);
  });

  it('is removed by the office, or by the person who shared it', async () => {
    const path = await share(at('staff'), { audience: ['teacher', 'parent'] });
    expect((await refusal(remove(at('teacher'), path, null)))?.code).toBe('P0002');
    expect((await refusal(remove(at('parent'), path, null)))?.code).toBe('42501');
    const own = await share(at('teacher'));
    expect(await remove(at('teacher'), own, null)).toBe(own);
    expect(await remove(at('admin'), path, null)).toBe(path);
  });
});

it('the bucket is private and takes documents and pictures only, up to 25 MB', async () => {
  const {
    rows: [bucket],
  } = await database.owner.query<{ public: boolean; file_size_limit: number; allowed_mime_types: string[] }>(
    "select public, file_size_limit, allowed_mime_types from storage.buckets where id = 'school-documents'",
  );
  expect(bucket).toMatchObject({ public: false, file_size_limit: 26214400 });
  expect(bucket?.allowed_mime_types).toContain('application/pdf');
  expect(bucket?.allowed_mime_types.filter((type) => /html|svg|script|octet/.test(type))).toEqual([]);
});
