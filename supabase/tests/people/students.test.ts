import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';
import { checkFile, importFile } from '../imports.ts';

const database = useDatabase();
const [admin, staff, teacher, lakeside] = [
  'admin@greenfield.test',
  'staff@greenfield.test',
  'teacher@greenfield.test',
  'admin@lakeside.test',
] as const;
const ids: Record<string, string> = {};

const call = async <T>(caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<{ r: T }>(`select ${sql} as r`, values))).rows[0]!.r;
const importRows = (caller: string, rows: object[], isDry = false) => (isDry ? checkFile : importFile)(database, caller, rows);
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const pupil = (number: string, more: object = {}) => ({ admission_number: number, first_name: 'Zawadi', last_name: 'Mutiso', ...more });

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = String((await owned(sql))[0]?.['id']);
  };
  await find('east', "select id from public.classes where name = 'Form 3 East'");
  await find('west', "select id from public.classes where name = 'Form 3 West'");
  await find('brian', "select id from public.students where admission_number = 'GA/1041'");
  await find(
    'lakesider',
    "select s.id from public.students s join public.schools c on c.id = s.school_id where c.name = 'Lakeside School' limit 1",
  );
  await find(
    'lakeClass',
    "select c.id from public.classes c join public.schools s on s.id = c.school_id where s.name = 'Lakeside School' limit 1",
  );
});

describe('a student', () => {
  const save = (caller: string, number: string, more: { group?: string; id?: string; first?: string } = {}) =>
    call<string>(caller, 'public.save_student($1, $2, $3, $4, $5, $6, $7, $8)', [
      number,
      more.first ?? 'Amani',
      'Kiprop',
      'female',
      '2012-04-01',
      more.group ?? null,
      '2026-01-05',
      more.id ?? null,
    ]);

  it('is admitted by the office into a class, and moved later', async () => {
    const id = await save(staff, 'GA/9001', { group: ids['east']! });
    await save(admin, 'GA/9001', { group: ids['west']!, id, first: 'Amanda' });
    expect(await owned('select first_name, class_id from public.students where id = $1', [id])).toEqual([
      { first_name: 'Amanda', class_id: ids['west'] },
    ]);
    expect(await owned('select class_id from public.enrolments where student_id = $1 and ended_on is null', [id])).toEqual([
      { class_id: ids['west'] },
    ]);
  });

  it('has a number of their own, a sensible age and a class of the school', async () => {
    expect((await refusal(save(admin, 'GA/1041')))?.hint).toBe('student.number_taken');
    expect((await refusal(save(admin, ' ')))?.hint).toBe('form.required');
    expect((await refusal(save(admin, 'GA/9002', { group: ids['lakeClass']! })))?.hint).toBe('class.not_open');
  });

  it('is out of reach for teachers and for another school', async () => {
    expect((await refusal(save(teacher, 'GA/9003')))?.code).toBe('42501');
    expect((await refusal(save(lakeside, 'LS/9', { id: ids['brian']! })))?.hint).toBe('student.not_found');
    expect(await call(lakeside, 'public.move_students(array[$1]::uuid[], $2)', [ids['brian'], ids['lakeClass']])).toBe(0);
    expect(await call(lakeside, "public.set_students_status(array[$1]::uuid[], 'left')", [ids['brian']])).toBe(0);
    expect(await call(lakeside, 'public.student_profile($1)', [ids['brian']])).toBeNull();
    expect((await refusal(call(lakeside, "public.save_guardian($1, 'A', 'B', 'Aunt', '0700000000')", [ids['brian']])))?.hint).toBe(
      'student.not_found',
    );
    expect(await owned('select status, class_id from public.students where id = $1', [ids['brian']])).toEqual([
      { status: 'active', class_id: ids['east'] },
    ]);
  });

  it('is archived and restored with its class', async () => {
    expect(await call(admin, "public.set_students_status(array[$1, $2]::uuid[], 'left')", [ids['brian'], ids['lakesider']])).toBe(1);
    expect(await owned('select from public.enrolments where student_id = $1 and ended_on is null', [ids['brian']])).toHaveLength(0);
    await call(admin, "public.set_students_status(array[$1]::uuid[], 'active')", [ids['brian']]);
    expect(await owned('select class_id from public.enrolments where student_id = $1 and ended_on is null', [ids['brian']])).toEqual([
      { class_id: ids['east'] },
    ]);
  });

  it('shows fees to the administrator only', async () => {
    expect(await call<object>(admin, "public.student_profile($1) -> 'fees'", [ids['brian']])).toHaveProperty('balance');
    expect(await call(staff, "public.student_profile($1) -> 'fees'", [ids['brian']])).toBeNull();
    expect(await call<string>(teacher, "public.student_profile($1) ->> 'admission_number'", [ids['brian']])).toBe('GA/1041');
  });

  it('has guardians who can be reached, one of them first', async () => {
    const add = (first: string, phone: string | null, primary: boolean) =>
      call<string>(staff, 'public.save_guardian($1, $2, $3, $4, $5, null, $6)', [ids['brian'], first, 'Otieno', 'Aunt', phone, primary]);
    expect((await refusal(add('Nobody', null, false)))?.hint).toBe('guardian.unreachable');
    const aunt = await add('Akinyi', '0711 000 111', true);
    expect(await owned('select guardian_id from public.student_guardians where student_id = $1 and is_primary', [ids['brian']])).toEqual([
      { guardian_id: aunt },
    ]);
    expect((await refusal(call(staff, 'public.remove_guardian($1, $2)', [ids['brian'], aunt])))?.detail).toBe('reason');
    await call(staff, "public.remove_guardian($1, $2, 'Has moved abroad')", [ids['brian'], aunt]);
    expect(await owned('select from public.guardians where id = $1', [aunt])).toHaveLength(0);
    expect(
      await owned(
        "select entity, reason from public.audit_log where action = 'delete' and coalesce(before ->> 'guardian_id', before ->> 'id') = $1 order by 1",
        [aunt],
      ),
    ).toEqual([
      { entity: 'guardians', reason: 'Has moved abroad' },
      { entity: 'student_guardians', reason: 'Has moved abroad' },
    ]);
  });
});

describe('a file of students', () => {
  it('names row, column and remedy of every bad row and adds the good ones once', async () => {
    const rows = [
      pupil('GA/7001', {
        row: 2,
        class: 'form 3 east',
        gender: 'F',
        date_of_birth: '31/05/2014',
        guardian_name: 'Mary Wanjiku Mutiso',
        guardian_phone: '0722 111 222',
      }),
      pupil('GA/7002', { row: 3, first_name: 'Baraka', date_of_birth: '2013-02-29' }),
      pupil('GA/7003', { row: 4, class: 'Form 9 Moon' }),
      pupil('GA/7001', { row: 5 }),
      pupil('GA/1041', { row: 6 }),
      pupil('GA/7004', { row: 7, guardian_email: 'nobody' }),
      pupil('GA/7005', { row: 8, first_name: 'Imani', guardian_name: 'Mary Wanjiku Mutiso', guardian_phone: '0722 111 222' }),
    ];
    const checked = await importRows(admin, rows, true);
    expect(checked).toMatchObject({ total: 7, added: 2, known: 0 });
    expect(checked.problems.map(({ row, column }) => [row, column])).toEqual([
      [3, 'date_of_birth'],
      [4, 'class'],
      [5, 'admission_number'],
      [6, 'admission_number'],
      [7, 'guardian_email'],
      [7, 'guardian_name'],
    ]);
    expect(checked.problems[3]?.message).toContain('Brian');
    expect(await owned("select from public.students where admission_number like 'GA/700%'")).toHaveLength(0);

    expect((await importRows(admin, rows)).added).toBe(2);
    expect(await importRows(admin, rows)).toMatchObject({ added: 0, known: 2 });
    expect(
      await owned(
        "select s.first_name, s.class_id, s.date_of_birth::text as born, g.first_name as guardian from public.students s join public.student_guardians sg on sg.student_id = s.id join public.guardians g on g.id = sg.guardian_id where s.admission_number like 'GA/700%' order by 1",
      ),
    ).toEqual([
      { first_name: 'Imani', class_id: null, born: null, guardian: 'Mary' },
      { first_name: 'Zawadi', class_id: ids['east'], born: '2014-05-31', guardian: 'Mary' },
    ]);
    expect(await owned("select from public.guardians where last_name = 'Wanjiku Mutiso'")).toHaveLength(1);
  });

  it('names every fault of a row, not the first alone', async () => {
    const { problems } = await importRows(
      admin,
      [{ row: 9, first_name: 'Zawadi', gender: 'x', date_of_birth: 'soon', class: 'Form 9 Moon', guardian_email: 'nobody' }],
      true,
    );
    expect(problems.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '9 admission_number',
      '9 gender',
      '9 date_of_birth',
      '9 class',
      '9 guardian_email',
      '9 guardian_name',
    ]);
  });

  it('is imported into the caller’s school, by the office only', async () => {
    await importRows(lakeside, [pupil('GA/1041')]);
    expect(
      await owned(
        "select c.name from public.students s join public.schools c on c.id = s.school_id where s.admission_number = 'GA/1041' and s.first_name = 'Zawadi'",
      ),
    ).toEqual([{ name: 'Lakeside School' }]);
    expect((await importRows(lakeside, [pupil('LS/7', { class: 'Form 3 East' })], true)).problems[0]?.column).toBe('class');
    expect((await refusal(importRows(teacher, [pupil('GA/8')])))?.code).toBe('42501');
    expect((await refusal(importRows(admin, [])))?.hint).toBe('import.empty');
  });

  it('takes two thousand students in one go', async () => {
    await owned('update public.plans set max_students = null');
    const rows = Array.from({ length: 2_000 }, (_, index) =>
      pupil(`BIG/${index}`, {
        class: 'Form 3 West',
        guardian_name: `Guardian Number${index % 900}`,
        guardian_phone: `0711000${String(index % 900).padStart(3, '0')}`,
      }),
    );
    expect((await importRows(admin, rows)).added).toBe(2_000);
    expect(await owned("select from public.students where admission_number like 'BIG/%'")).toHaveLength(2_000);
  }, 30_000);
});
