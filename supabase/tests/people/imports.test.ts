import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';
import { callAs, checkFile, importFile, importNow, killWithinStep, saveImport, undoImport, workImports } from '../imports.ts';

const database = useDatabase();
const [admin, staff, teacher, lakeside] = [
  'admin@greenfield.test',
  'staff@greenfield.test',
  'teacher@greenfield.test',
  'admin@lakeside.test',
] as const;
const owned = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const count = async (sql: string, values: unknown[] = []) =>
  Number((await owned<{ n: string }>(`select count(*) as n from ${sql}`, values))[0]!.n);
const rowsOf = (prefix: string, length: number, more: (index: number) => object = () => ({})) =>
  Array.from({ length }, (_, index) => ({
    row: index + 2,
    admission_number: `${prefix}/${String(index).padStart(4, '0')}`,
    first_name: 'Amani',
    last_name: `Kiprop${index}`,
    ...more(index),
  }));
const family = (index: number) => ({
  class: 'Form 3 East',
  guardian_name: `Mary Kiprop${Math.floor(index / 2)}`,
  guardian_phone: `07110${String(Math.floor(index / 2)).padStart(5, '0')}`,
});

beforeAll(async () => {
  await owned('update public.plans set max_students = null');
});

describe('an import', () => {
  it('is saved in steps, leaves no cells of what it saved, and is undone whole', async () => {
    const before = [await count('public.students'), await count('public.guardians'), await count('public.enrolments')];
    const { id, saved, state } = await importFile(database, admin, rowsOf('U1', 1_200, family));
    expect([state, saved]).toEqual(['saved', 1_200]);
    expect([await count('public.students'), await count('public.guardians')]).toEqual([before[0]! + 1_200, before[1]! + 600]);
    expect(await count("public.import_rows r where r.import_id = $1 and (r.cells <> '{}' or r.record is not null)", [id])).toBe(0);
    expect(await undoImport(database, staff, id)).toMatchObject({ state: 'undone', undone: 1_200, problems: [] });
    expect([await count('public.students'), await count('public.guardians'), await count('public.enrolments')]).toEqual(before);
    expect(
      await owned("select action, after from public.audit_log where entity = 'students' and action like 'import%' order by at"),
    ).toEqual([
      { action: 'import', after: { total: 1_200, added: 1_200, known: 0, faulty: 0 } },
      { action: 'import-undone', after: { removed: 1_200, kept: 0 } },
    ]);
  });

  it('knows boarders and day scholars by the words of schools, and asks about others', async () => {
    const words = ['B', 'Boarder', 'Day', 'day scholar', 'Bweni', 'Wa kutwa', undefined, 'weekly'];
    const { saved, problems } = await importFile(
      database,
      admin,
      rowsOf('DB', words.length, (index) => ({ boarding: words[index] })),
    );
    expect(saved).toBe(7);
    expect(problems).toMatchObject([{ row: 9, message: '“weekly” is not known. Write Day or Boarder, or leave it empty.' }]);
    expect(
      (await owned("select boarding from public.students where admission_number like 'DB/%' order by admission_number")).map(
        ({ boarding }) => boarding,
      ),
    ).toEqual(['boarder', 'boarder', 'day', 'day', 'boarder', 'day', null]);
  });

  it('names the students who were used since, and undoes the others', async () => {
    const { id } = await importFile(database, admin, rowsOf('U2', 6, family));
    const student = async (index: number) =>
      (await owned<{ id: string }>('select id from public.students where admission_number = $1', [`U2/000${index}`]))[0]!.id;
    await callAs(
      database,
      admin,
      'public.record_attendance((select class_id from public.students where id = $1), private.my_today(), $2)',
      [await student(0), JSON.stringify([{ student_id: await student(0), status: 'present' }])],
    );
    await callAs(database, admin, "public.save_student('U2/0001', 'Amanda', 'Kiprop1', student_id => $1)", [await student(1)]);
    await callAs(database, admin, "public.save_guardian($1, 'Akinyi', 'Otieno', 'Aunt', '0711 000 111')", [await student(3)]);
    const undone = await undoImport(database, admin, id);
    expect(undone).toMatchObject({ state: 'undone', undone: 3 });
    expect(undone.problems.filter(({ message }) => message.startsWith('U2/')).map(({ row, message }) => [row, message])).toEqual([
      [2, 'U2/0000 Amani Kiprop0 was changed or used since the import, and stays.'],
      [3, 'U2/0001 Amanda Kiprop1 was changed or used since the import, and stays.'],
      [5, 'U2/0003 Amani Kiprop3 was changed or used since the import, and stays.'],
    ]);
    expect(await owned("select admission_number as n from public.students where admission_number like 'U2/%' order by 1")).toEqual([
      { n: 'U2/0000' },
      { n: 'U2/0001' },
      { n: 'U2/0003' },
    ]);
    expect(
      await count("public.student_guardians sg join public.students s on s.id = sg.student_id where s.admission_number = 'U2/0000'"),
    ).toBe(1);
  });

  it('can be undone for 24 hours and is forgotten then', async () => {
    const { id } = await importFile(database, admin, rowsOf('U3', 2));
    await owned("update public.imports set expires_at = now() - interval '1 minute' where id = $1", [id]);
    expect((await refusal(callAs(database, admin, 'public.undo_import($1)', [id])))?.hint).toBe('import.not_undoable');
    await owned('select private.delete_old_imports()');
    expect(await count('public.import_rows where import_id = $1', [id])).toBe(0);
    expect(await count("public.students where admission_number like 'U3/%'")).toBe(2);
  });

  it('goes on after each kill where it stopped, and saves nothing twice', async () => {
    const { id } = await checkFile(database, admin, rowsOf('K1', 2_300, family));
    await saveImport(database, admin, id);
    for (let kill = 0; kill < 6; kill += 1) {
      await killWithinStep(database);
      if (kill % 2 === 1) await workImports(database, 1);
    }
    await workImports(database);
    expect(await importNow(database, id)).toMatchObject({ state: 'saved', saved: 2_300, problems: [] });
    expect(await count("public.students where admission_number like 'K1/%'")).toBe(2_300);
    expect(
      await count("public.guardians g where g.last_name like 'Kiprop%' and g.first_name = 'Mary' and g.phone like '+2547110%'"),
    ).toBeGreaterThanOrEqual(1_150);
    expect((await undoImport(database, admin, id)).undone).toBe(2_300);
  }, 60_000);

  it('saves no row whose number was given away since it was checked', async () => {
    const { id } = await checkFile(database, admin, rowsOf('T1', 3));
    await saveImport(database, admin, id);
    await workImports(database, 1);
    await callAs(database, staff, "public.save_student('T1/0001', 'Other', 'Person')");
    await workImports(database);
    expect(await importNow(database, id)).toMatchObject({
      state: 'saved',
      saved: 2,
      problems: [{ row: 3, column: 'admission_number', message: expect.stringContaining('T1/0001 was given to another student') }],
    });
  });

  it('tells which cells it does not know, and takes what the office says they are', async () => {
    const rows = rowsOf('C1', 3, (index) => ({ gender: index === 2 ? 'F' : 'Boi', class: index ? 'F1 East' : 'Form 3 East' }));
    const checked = await checkFile(database, admin, rows);
    expect(checked.unmatched).toEqual([
      { column: 'class', cell: 'F1 East', rows: 2 },
      { column: 'gender', cell: 'Boi', rows: 2 },
    ]);
    const choices = { gender: { Boi: 'M' }, class: { 'F1 East': 'Form 3 East' } };
    const { id, saved } = await importFile(database, admin, rows, { choices, columns: { 'adm no': 'admission_number' } });
    expect(saved).toBe(3);
    expect(
      await owned('select gender, c.name from public.students s join public.classes c on c.id = s.class_id where admission_number = $1', [
        'C1/0001',
      ]),
    ).toEqual([{ gender: 'male', name: 'Form 3 East' }]);
    expect(
      await database.as(staff, async (client) => (await client.query('select kind, columns, choices from public.import_matches')).rows),
    ).toEqual([{ kind: 'students', columns: expect.objectContaining({ 'adm no': 'admission_number' }), choices }]);
    await undoImport(database, admin, id);
  });

  it('loses the rows about a child when that child is erased', async () => {
    const { id } = await importFile(database, admin, [...rowsOf('E1', 1), { row: 3, admission_number: '', first_name: 'Nobody' }]);
    const [student] = await owned<{ id: string }>("select id from public.students where admission_number = 'E1/0000'");
    expect(await count('public.import_rows where student_id = $1', [student!.id])).toBe(1);
    await owned('delete from public.students where id = $1', [student!.id]);
    expect(await count('public.import_rows where import_id = $1', [id])).toBe(1);
  });
});

describe('who may bring files', () => {
  const refusalsOf = async (caller: string, id: string) => {
    const hints: (string | undefined)[] = [];
    for (const sql of ["public.add_import_rows($1, '[]')", 'public.check_import($1)', 'public.save_import($1)', 'public.undo_import($1)'])
      hints.push((await refusal(callAs(database, caller, sql, [id])))?.hint);
    return hints;
  };
  const seen = (caller: string, id: string) =>
    database.as(
      caller,
      async (client) =>
        (
          await client.query(
            'select id from public.imports where id = $1 union all select import_id from public.import_rows where import_id = $1',
            [id],
          )
        ).rowCount,
    );

  it('is the office of the school, and nobody of another one', async () => {
    const { id } = await checkFile(database, admin, rowsOf('W1', 2));
    expect(await seen(staff, id)).toBe(3);
    for (const caller of [lakeside, teacher]) {
      expect(await refusalsOf(caller, id)).toEqual(Array(4).fill('import.not_found'));
      expect(await seen(caller, id)).toBe(0);
    }
    expect(await refusalsOf(admin, randomUUID())).toEqual(Array(4).fill('import.not_found'));
    expect((await refusal(callAs(database, teacher, "public.start_import('students', 'x')")))?.hint).toBe('permission.missing');
    expect((await refusal(callAs(database, admin, "public.start_import('unknown', 'x')")))?.hint).toBe('import.unknown_kind');
    for (const caller of [admin, teacher, lakeside])
      for (const statement of [
        'update public.imports set state = $1',
        'update public.import_rows set cells = $1::jsonb',
        'insert into private.import_records select',
      ])
        expect((await refusal(database.as(caller, (client) => client.query(statement.replace('$1', "'{}'")))))?.code).toBe('42501');
  });

  it('goes no further once the permission was taken away', async () => {
    const { id } = await checkFile(database, staff, rowsOf('W2', 1_100));
    await saveImport(database, staff, id);
    await workImports(database, 2);
    await owned("update public.users set role = 'teacher' where email = $1", [staff]);
    await workImports(database);
    expect(await importNow(database, id)).toMatchObject({ state: 'saving', saved: 500 });
    expect(await owned('select state from public.jobs where subject = $1', [id])).toEqual([{ state: 'failed' }]);
    await owned("update public.users set role = 'staff' where email = $1", [staff]);
    expect((await undoImport(database, admin, id)).undone).toBe(500);
  });

  it('saves only what was checked, once', async () => {
    const { id } = await checkFile(database, admin, rowsOf('W3', 1));
    await callAs(database, admin, 'public.add_import_rows($1, $2)', [
      id,
      JSON.stringify([{ row: 9, admission_number: 'W3/9', first_name: 'A' }]),
    ]);
    expect((await refusal(saveImport(database, admin, id)))?.hint).toBe('import.not_checked');
    await callAs(database, admin, 'public.check_import($1)', [id]);
    await saveImport(database, admin, id);
    expect((await refusal(saveImport(database, admin, id)))?.hint).toBe('import.not_checked');
    expect((await refusal(callAs(database, admin, 'public.undo_import($1)', [id])))?.hint).toBe('import.still_saving');
    await workImports(database);
    expect((await importNow(database, id)).saved).toBe(2);
  });
});
