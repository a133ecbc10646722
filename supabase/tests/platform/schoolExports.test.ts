import { beforeAll, describe, expect, it } from 'vitest';
import { csvCell } from '@masomo/domain/csv';
import { refusal, superAdmin, useDatabase } from '../database.ts';
import { runJob } from '../jobs.ts';

/** What an export of a school holds, table by table. */
const database = useDatabase();
/** Columns whose names sound like secrets and that a school has as its own. */
const harmless: Record<string, string> = {
  'course_questions.key': 'what is right in a question of the school',
  'online_courses.pass_mark': 'a percentage',
  'live_attendees.provider_key': 'which row of the provider’s report it is',
  'live_attendees.sessions': 'from when to when somebody was in a meeting',
  'live_recordings.provider_key': 'which recording of the provider’s list it is',
  'licences.licence_key': 'the school’s own, and useless on another server',
  'orders.kra_pin': 'the tax number of the buyer, the school itself',
  'payment_attempts.result_code': 'what the provider said of the attempt',
  'subjects.code': 'a short name',
  'tax_documents.receipt_signature': 'printed on the tax invoice',
};
let school: string;
let others: string[];
const owned = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];

beforeAll(async () => {
  const rows = await owned<{ id: string; name: string }>('select id, name from public.schools');
  school = rows.find(({ name }) => name === 'Greenfield Academy')!.id;
  others = rows.filter(({ id }) => id !== school).map(({ id }) => id);
});

it('a cell of an export is the cell of a list, whatever a text begins with', async () => {
  // Where the signs of other scripts and shapes are.
  const characters = Array.from({ length: 0x10000 }, (_, code) => code).filter((code) => (code > 0 && code < 0x3200) || code >= 0xfb00);
  const texts = characters.flatMap((code) => [
    String.fromCodePoint(code),
    `${String.fromCodePoint(code)}=1`,
    `\u200B${String.fromCodePoint(code)}`,
  ]);
  const rows = await owned<{ cell: string }>(
    'select private.csv_cell(t, true) as cell from unnest($1::text[]) with ordinality as u (t, n) order by n',
    [texts],
  );
  const different = texts.filter((text, index) => rows[index]?.cell !== csvCell(text));
  expect(different.map((text) => JSON.stringify(text))).toEqual([]);
  for (const start of ['\uFF1D', '\uFF0B', '\uFF0D', '\uFF20', '\t', '\r', '\u200B=', '\uFEFF@'])
    expect((await owned<{ cell: string }>('select private.csv_cell($1, true) as cell', [`${start}1`]))[0]?.cell).toMatch(/^"?'/);
});

it('that failed goes on where it stopped, or from its beginning once its parts are gone', async () => {
  const [id] = (
    await owned<{ id: string }>(
      `insert into public.school_exports (school_id, state, entries, entries_done, part_names, size)
       values ($1, 'failed', 1, 1, '{part}', 5) returning id`,
      [school],
    )
  ).map((row) => row.id);
  const name = `${school}/${id}/part`;
  await owned(
    "insert into private.export_entries (export_id, position, path, kind, source, size, is_done) values ($1, 1, 'a', 'table', 'a', 5, true)",
    [id],
  );
  await owned("insert into storage.objects (bucket_id, name) values ('school-exports', $1)", [name]);
  await owned(
    "insert into public.jobs (school_id, kind, subject, state, claims, started_by) select $1, 'school-export', $2, 'failed', '{}', u.id from public.users u where u.email = 'admin@greenfield.test'",
    [school, id],
  );
  const retry = async () => {
    await owned("update public.jobs set state = 'failed' where subject = $1", [id]);
    await owned("update public.jobs set state = 'waiting' where subject = $1", [id]);
    return owned(
      'select e.state, e.part_names, e.entries_done, x.is_done from public.school_exports e join private.export_entries x on x.export_id = e.id where e.id = $1',
      [id],
    );
  };
  expect(await retry()).toEqual([{ state: 'running', part_names: ['part'], entries_done: 1, is_done: true }]);
  await owned("update storage.objects set created_at = now() - interval '2 hours' where name = $1", [name]);
  await owned("update public.jobs set state = 'failed' where subject = $1", [id]);
  await owned('select private.delete_stray_exports()');
  expect(await retry()).toEqual([{ state: 'running', part_names: [], entries_done: 0, is_done: false }]);
  await owned('delete from public.jobs where subject = $1', [id]);
  await owned('delete from private.files_to_delete where name = $1', [name]);
  await owned('delete from storage.objects where name = $1', [name]);
  await owned('delete from public.school_exports where id = $1', [id]);
});

describe('an export', () => {
  it('has every table of a school, also those that are added later, and none of the platform', async () => {
    const names = (await owned<{ name: string }>('select name from private.exported_tables()')).map(({ name }) => name);
    const withSchool = await owned<{ name: string }>(
      "select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id' and not a.attisdropped where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'",
    );
    expect(
      withSchool
        .map(({ name }) => name)
        .filter((name) => !names.includes(name))
        .sort(),
    ).toEqual(['job_files', 'jobs', 'school_exports', 'student_counts']);
    for (const name of ['schools', 'students', 'attendance', 'order_items', 'payments']) expect(names).toContain(name);
    for (const name of ['plans', 'addons', 'cms_pages', 'site_settings', 'super_admins']) expect(names).not.toContain(name);
    await owned('create table public.later_rows (id uuid primary key, school_id uuid not null, words text)');
    await owned("insert into public.later_rows values (gen_random_uuid(), $1, 'ours'), (gen_random_uuid(), $2, 'theirs')", [
      school,
      others[0],
    ]);
    const [row] = await owned<{ page: { text: string } }>("select private.export_rows($1, 'later_rows', null, 10) as page", [school]);
    expect(row!.page.text).toMatch(/^id,school_id,words\r\n.*,ours\r\n$/);
    await owned('drop table public.later_rows');
  });

  it('has every row of the school and no row of another, whatever the size of a step', async () => {
    const tables = await owned<{ name: string; condition: string }>('select name, condition from private.exported_tables()');
    for (const { name, condition } of tables) {
      const [{ n: expected } = { n: -1 }] = await owned<{ n: number }>(`select count(*) as n from public.${name} t where ${condition}`, [
        school,
      ]);
      let [rows, text, lastKey] = [0, '', null as object | null];
      for (const most of [1, 7, 5_000, 5_000, 5_000, 5_000, 5_000]) {
        const [row] = await owned<{ page: { rows: number; text: string; last_key: object | null } }>(
          'select private.export_rows($1, $2, $3, $4) as page',
          [school, name, lastKey && JSON.stringify(lastKey), most],
        );
        rows += row!.page.rows;
        text += row!.page.text;
        lastKey = row!.page.last_key ?? lastKey;
        if (row!.page.rows < most) break;
      }
      expect([name, rows]).toEqual([name, Math.min(expected, 25_008)]);
      expect([name, others.filter((id) => text.includes(`,${id},`))]).toEqual([name, []]);
    }
  });

  it('leaves out the columns that are listed, and every column that looks like a secret is listed or known', async () => {
    const listed = await owned<{ column: string }>(
      `select t.name || '.' || a.attname as column from private.exported_tables() t join private.school_tables d on d.name = 'public.' || t.name
       join pg_attribute a on a.attrelid = d.name::regclass and not a.attisdropped and a.attname = any (array['search_text', 'full_name', 'name_key', 'level_key'] || d.unexported) order by 1`,
    );
    const columns = await owned<{ column: string; type: string }>(
      `select t.name || '.' || a.attname as column, a.atttypid::regtype::text as type from private.exported_tables() t
       join pg_attribute a on a.attrelid = format('public.%I', t.name)::regclass and a.attnum > 0 and not a.attisdropped order by 1`,
    );
    const looksSecret = columns.filter(
      ({ column, type }) =>
        type === 'bytea' ||
        /(token|secret|hash|key|pass|code|pin|otp|signature|session|credential|nonce|salt|cipher|private|search_text|full_name)/.test(
          column.split('.')[1]!,
        ),
    );
    expect(looksSecret.map(({ column }) => column).filter((column) => !(column in harmless))).toEqual(listed.map(({ column }) => column));
    expect(Object.keys(harmless).filter((column) => !columns.some((each) => each.column === column))).toEqual([]);
    for (const { name } of await owned<{ name: string }>('select name from private.exported_tables()')) {
      const [row] = await owned<{ page: { text: string } }>('select private.export_rows($1, $2, null, 1) as page', [school, name]);
      const header = row!.page.text
        .split('\r\n')[0]!
        .split(',')
        .map((column) => `${name}.${column}`);
      expect(header.sort()).toEqual(
        columns
          .map(({ column }) => column)
          .filter((column) => column.startsWith(`${name}.`) && !listed.some((each) => each.column === column))
          .sort(),
      );
    }
  });

  it('is started by administrators in every state, at most five a day', async () => {
    const start = (caller: string) => database.as(caller, (client) => client.query('select public.start_school_export()'));
    await owned(
      'update public.subscriptions set started_on = private.today() - 500, ends_on = private.today() - 400 where school_id = $1',
      [school],
    );
    await owned('update public.schools set closed_at = now() where id = $1', [school]);
    for (const caller of ['teacher@greenfield.test', 'staff@greenfield.test', 'parent@greenfield.test', superAdmin])
      expect((await refusal(start(caller)))?.code, caller).toBe('42501');
    await owned("insert into private.job_kinds (name, permission) values ('school-export', 'school:export') on conflict do nothing");
    for (let made = 0; made < 5; made += 1) {
      expect(await refusal(start('admin@greenfield.test'))).toBeNull();
      await owned("update public.school_exports set state = 'failed'");
    }
    expect((await refusal(start('admin@greenfield.test')))?.hint).toBe('export.too_many');
  });

  it('keeps the part that was saved first, and is gone on with by administrators of the school only', async () => {
    const [made] = await owned<{ id: string }>("insert into public.school_exports (school_id, state) values ($1, 'running') returning id", [
      school,
    ]);
    const save = (caller: string, part: number, name: string, bytes: number) =>
      refusal(
        database.as(caller, (client) =>
          client.query("select private.save_export_part($1, $2, $3, $4, '[]')", [made!.id, part, name, bytes]),
        ),
      );
    const admin = 'admin@greenfield.test';
    expect([
      await save(admin, 0, '0-first', 10),
      (await save(admin, 0, '0-second', 12))?.hint,
      (await save('admin@lakeside.test', 1, '1-other', 3))?.hint,
      (await save('teacher@greenfield.test', 1, '1-other', 3))?.code,
      await save(admin, 1, '1-second', 3),
    ]).toEqual([null, 'export.ended', 'export.ended', '42501', null]);
    expect(await owned('select part_names, size from public.school_exports where id = $1', [made!.id])).toEqual([
      { part_names: ['0-first', '1-second'], size: 13 },
    ]);
    await owned('delete from public.school_exports where id = $1', [made!.id]);
  });

  it('leaves no file behind when it fails, expires, or its school is deleted while it is written', async () => {
    const made = await owned<{ id: string; state: string }>(
      `insert into public.school_exports (school_id, state, expires_at) values ($1, 'running', null), ($1, 'failed', null), ($1, 'ready', now() + interval '1 day')
       returning id, state`,
      [school],
    );
    const idOf = (state: string) => made.find((row) => row.state === state)!.id;
    const gone = '00000000-0000-4000-8000-00000000dead';
    const kept = [`${school}/${idOf('running')}/0`, `${school}/${idOf('ready')}.zip`];
    const left = [`${school}/${idOf('failed')}/0`, `${school}/${idOf('ready')}/0`, `${gone}/${gone}/3`];
    const late = `${gone}/${gone}/4`;
    await owned(
      "insert into storage.objects (id, bucket_id, name, created_at) select gen_random_uuid(), 'school-exports', n, now() - interval '2 hours' from unnest($1::text[]) n",
      [[...kept, ...left]],
    );
    // Perhaps of an export whose row is about to be written.
    await owned("insert into storage.objects (id, bucket_id, name) values (gen_random_uuid(), 'school-exports', $1)", [late]);
    await owned('delete from private.files_to_delete');
    await runJob(database, 'expired-exports');
    await runJob(database, 'stray-exports');
    const listed = await owned<{ name: string }>('select name from private.files_to_delete');
    expect(listed.map(({ name }) => name).sort()).toEqual(left.sort());
    await owned("delete from storage.objects where bucket_id = 'school-exports'");
    await owned('delete from public.school_exports where id = any ($1)', [made.map(({ id }) => id)]);
    await owned('delete from private.files_to_delete');
  });
});
