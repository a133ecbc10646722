import { describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';
import { callAs, checkFile, importFile, undoImport } from '../imports.ts';

const database = useDatabase();
const [admin, staff, lakeside] = ['admin@greenfield.test', 'staff@greenfield.test', 'admin@lakeside.test'] as const;
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const said = (problems: readonly { row: number; column: string; message: string }[]) =>
  problems.map(({ row, column, message }) => `${row} ${column}: ${message}`);

describe('a file of guardians', () => {
  const guardian = (row: number, number: string, more: object) => ({ row, admission_number: number, ...more });
  const linksOf = (number: string) =>
    owned(
      `select g.first_name, g.last_name, g.phone, l.relationship, l.is_primary from public.student_guardians l join public.guardians g on g.id = l.guardian_id
         join public.students s on s.id = l.student_id join public.schools h on h.id = s.school_id
       where s.admission_number = $1 and h.name = 'Greenfield Academy' order by g.first_name, g.last_name`,
      [number],
    );

  it('adds each to the students of its rows once, and is undone whole', async () => {
    await importFile(database, admin, [
      { row: 2, admission_number: 'GI/1', first_name: 'Amani' },
      { row: 3, admission_number: 'GI/2', first_name: 'Baraka', guardian_name: 'Rose Were', guardian_phone: '0712 000 999' },
    ]);
    const rows = [
      guardian(2, 'gi/1', { guardian_name: 'WERE, Rose', guardian_phone: '+254712000999', relationship: 'Aunt' }),
      guardian(3, 'GI/1', { guardian_name: 'Peter Kamau', guardian_email: 'peter@family.example', relationship: 'Father' }),
      guardian(4, 'GI/2', { guardian_name: 'Mr. Kamau Peter', guardian_email: 'PETER@family.example' }),
      guardian(5, 'GI/2', { guardian_name: 'Rose Were', guardian_phone: '0712000999' }),
      guardian(6, 'GI/2', { guardian_name: 'Peter Kamau', guardian_email: 'peter@family.example' }),
    ];
    const before = await owned('select count(*)::int as n from public.guardians');
    const { id, saved, known } = await importFile(database, staff, rows, { kind: 'guardians' });
    expect([saved, known]).toEqual([3, 2]);
    expect(await linksOf('GI/1')).toEqual([
      { first_name: 'Peter', last_name: 'Kamau', phone: null, relationship: 'Father', is_primary: false },
      { first_name: 'Rose', last_name: 'Were', phone: '+254712000999', relationship: 'Aunt', is_primary: true },
    ]);
    expect((await linksOf('GI/2')).map(({ first_name: first }) => first)).toEqual(['Peter', 'Rose']);
    expect(await undoImport(database, admin, id)).toMatchObject({ state: 'undone', undone: 3, problems: [] });
    expect(await linksOf('GI/1')).toEqual([]);
    expect((await linksOf('GI/2')).map(({ first_name: first }) => first)).toEqual(['Rose']);
    expect(await owned('select count(*)::int as n from public.guardians')).toEqual(before);
  });

  it('names every fault of its rows, and no student of another school', async () => {
    const { problems } = await checkFile(
      database,
      admin,
      [
        guardian(2, '', { guardian_name: 'Rose Were', guardian_phone: '0712000999' }),
        guardian(3, 'GI/1', { guardian_name: 'Rose Were' }),
        guardian(4, 'NOBODY', { guardian_name: '123', guardian_phone: '12', guardian_email: 'nobody' }),
        guardian(5, 'GI/1', { relationship: 'Aunt' }),
      ],
      { kind: 'guardians' },
    );
    expect(said(problems)).toEqual([
      '2 admission_number: Enter the admission number.',
      '3 guardian_phone: Enter a phone number or an email address.',
      '4 admission_number: No student has the number NOBODY.',
      '4 guardian_email: “nobody” is not an email address.',
      '4 guardian_phone: “12” is not one phone number. Write it as 0712 345 678 or +254712345678.',
      '4 guardian_name: A name has letters. Check the cell.',
      "5 guardian_name: Enter the guardian's name.",
    ]);
    const elsewhere = await checkFile(database, lakeside, [guardian(2, 'GI/1', { guardian_name: 'A B', guardian_phone: '0712000999' })], {
      kind: 'guardians',
    });
    expect(said(elsewhere.problems)).toEqual(['2 admission_number: No student has the number GI/1.']);
  });

  it('keeps a guardian who was changed since', async () => {
    const row = guardian(2, 'GI/1', { guardian_name: 'Halima Ali', guardian_phone: '0712000777' });
    const { id } = await importFile(database, admin, [row], { kind: 'guardians' });
    await callAs(
      database,
      admin,
      `public.save_guardian((select id from public.students where admission_number = 'GI/1'), 'Halima', 'Ali', 'Grandmother', '0712000777',
        guardian_id => (select id from public.guardians where first_name = 'Halima' and last_name = 'Ali'))`,
    );
    const undone = await undoImport(database, admin, id);
    expect(said(undone.problems)).toEqual([
      '2 : What this row added was changed or used since the import, and stays.',
      '2 : Halima Ali was changed or used since the import, and stays.',
    ]);
    expect(await linksOf('GI/1')).toHaveLength(1);
  });
});

describe('a file of staff', () => {
  const person = (row: number, number: string, more: object = {}) => ({
    row,
    staff_number: number,
    first_name: 'Grace',
    last_name: 'Wafula',
    job_title: 'Teacher',
    ...more,
  });

  it('adds people with the account of their address, knows them again and is undone', async () => {
    await owned("update public.staff_members set user_id = null where email = 'teacher@greenfield.test'");
    const rows = [
      person(2, 'SI/1', { email: 'Teacher@Greenfield.test', phone: '0712 345 678', employed_on: '05/01/2026', department: 'Science' }),
      person(3, 'SI/2', { last_name: 'Were', email: 'teacher@greenfield.test' }),
    ];
    const { id, saved } = await importFile(database, admin, rows, { kind: 'staff' });
    expect(saved).toBe(2);
    expect(
      await owned(
        `select m.staff_number, m.department, m.phone, m.employed_on::text, u.email from public.staff_members m left join public.users u on u.id = m.user_id
         where m.staff_number like 'SI/%' order by 1`,
      ),
    ).toEqual([
      { staff_number: 'SI/1', department: 'Science', phone: '+254712345678', employed_on: '2026-01-05', email: 'teacher@greenfield.test' },
      { staff_number: 'SI/2', department: null, phone: null, employed_on: expect.any(String), email: null },
    ]);
    expect((await checkFile(database, admin, rows, { kind: 'staff' })).known).toBe(2);
    expect((await undoImport(database, admin, id)).undone).toBe(2);
    expect(await owned("select from public.staff_members where staff_number like 'SI/%'")).toHaveLength(0);
  });

  it('names every fault of its rows, and is for who may add staff', async () => {
    await importFile(database, admin, [person(2, 'SI/9')], { kind: 'staff' });
    const { problems } = await checkFile(
      database,
      admin,
      [
        person(2, 'si/9', { first_name: 'Other' }),
        person(3, 'SI/10', { job_title: '', email: 'nobody', phone: '12', employed_on: '05/01/2062' }),
        person(4, 'SI/10'),
        { row: 5, job_title: '#N/A' },
      ],
      { kind: 'staff' },
    );
    expect(problems.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '2 staff_number',
      '3 job_title',
      '3 email',
      '3 phone',
      '3 employed_on',
      '4 staff_number',
      '5 staff_number',
      '5 first_name',
      '5 job_title',
    ]);
    expect((await refusal(callAs(database, staff, "public.start_import('staff', 'x')")))?.hint).toBe('permission.missing');
  });
});
