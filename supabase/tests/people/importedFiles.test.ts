import { beforeAll, describe, expect, it } from 'vitest';
import { decideDayOrder } from '@masomo/domain/dayOrder';
import { refusal, useDatabase } from '../database.ts';
import { checkFile, importFile, type ImportOutcome } from '../imports.ts';
import { rowsOf, type ImportRow as Row } from './importRows.ts';

const database = useDatabase();
const admin = 'admin@greenfield.test';
const owned = async <T>(sql: string, values: unknown[] = []) => (await database.owner.query<T & object>(sql, values)).rows;
const send = (rows: Row[], isDry = false, dayOrder = 'day-first', answers = {}) =>
  isDry ? checkFile(database, admin, rows, { dayOrder }) : importFile(database, admin, rows, { dayOrder, answers });

const messages = ({ problems }: ImportOutcome) => problems.map(({ row, column, message }) => `${row} ${column}: ${message}`);

beforeAll(async () => {
  await owned('update public.plans set max_students = null');
});

describe('a file of students', () => {
  it('questions the phones that a spreadsheet ruined and stores the others in one form', async () => {
    const rows = rowsOf('phones.csv');
    const outcome = await send(rows);
    expect(messages(outcome)).toEqual([
      '2 guardian_phone: “2.54712E+11” is a number that the spreadsheet shortened. Format the column as text, type the whole number again and save the file.',
      '9 guardian_phone: “07 12 00 04 07 / 0722 000 408” is not one phone number. Write it as 0712 345 678 or +254712345678.',
      '10 guardian_phone: “Mother 0712 000 409” is not one phone number. Write it as 0712 345 678 or +254712345678.',
      '12 guardian_phone: “#N/A” is an error of the spreadsheet. Type the value into the cell, or empty it.',
      '13 guardian_phone: “0” is not one phone number. Write it as 0712 345 678 or +254712345678.',
      '14 guardian_phone: “O712000411” is not one phone number. Write it as 0712 345 678 or +254712345678.',
    ]);
    expect(
      await owned(
        "select s.admission_number as number, g.phone from public.students s join public.student_guardians sg on sg.student_id = s.id join public.guardians g on g.id = sg.guardian_id where s.admission_number like 'S4/%' order by 1",
      ),
    ).toEqual([
      { number: 'S4/002', phone: '+254712000401' },
      { number: 'S4/003', phone: '+254712000402' },
      { number: 'S4/004', phone: '+254712000403' },
      { number: 'S4/005', phone: '+254712000404' },
      { number: 'S4/006', phone: '+254110000405' },
      { number: 'S4/007', phone: '+254712000406' },
      { number: 'S4/010', phone: '+254712000410' },
    ]);
  });

  it('questions cells that a spreadsheet ruined in any column', async () => {
    const ruined = (row: Row) => send([{ row: 2, admission_number: 'R1/001', first_name: 'Amani', last_name: 'Otieno', ...row }], true);
    const faults: Row[] = [
      { admission_number: '1.2E+05' },
      { admission_number: 'Jan-14' },
      { admission_number: '2014-01-01' },
      { first_name: '#REF!' },
      { last_name: 'Oti\uFFFDno' },
      { first_name: '0' },
      { date_of_birth: '########' },
      { date_of_birth: '41790' },
      { admitted_on: '46027' },
      { class: '#VALUE!' },
      { guardian_name: '#NAME?', guardian_phone: '0712000000' },
      { guardian_name: 'Mary', guardian_email: '#N/A' },
      { relationship: '#DIV/0!', guardian_name: 'Mary' },
    ];
    for (const row of faults) expect(messages(await ruined(row)), JSON.stringify(row)).toHaveLength(1);
    expect(messages(await ruined({ date_of_birth: '41790' }))).toEqual([
      '2 date_of_birth: “41790” is how the spreadsheet counts a day, perhaps 31 May 2014. Format the column as dates and save the file again.',
    ]);
  });

  it('reads dates in the one order of the file, within the bounds of what they are', async () => {
    const rows = rowsOf('dates.csv');
    const dates = rows.flatMap(({ date_of_birth, admitted_on }) => [String(date_of_birth), String(admitted_on)]);
    expect(decideDayOrder(dates)).toMatchObject({ order: 'day-first', isMixed: true });
    const outcome = await send(rows);
    expect(outcome.problems.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '2 date_of_birth',
      '5 date_of_birth',
      '5 admitted_on',
      '8 date_of_birth',
      '10 date_of_birth',
      '10 admitted_on',
    ]);
    expect(
      await owned(
        "select admission_number as number, date_of_birth::text as born, admitted_on::text as admitted from public.students where admission_number like 'S6/%' order by 1",
      ),
    ).toEqual([
      { number: 'S6/002', born: '2014-07-06', admitted: '2026-06-01' },
      { number: 'S6/003', born: '2014-05-31', admitted: '2026-01-05' },
      { number: 'S6/005', born: '2014-05-31', admitted: '2026-01-05' },
      { number: 'S6/006', born: '2014-05-31', admitted: '2026-01-05' },
      { number: 'S6/008', born: '2014-06-01', admitted: '2026-01-05' },
    ]);
    const american = await send(
      [{ row: 2, admission_number: 'S6/101', first_name: 'Amani', date_of_birth: '06/07/2014', admitted_on: '31/05/2024' }],
      true,
      'month-first',
    );
    expect(american.problems.map(({ column }) => column)).toEqual(['admitted_on']);
  });

  it('keeps the same bounds for dates that are written in any other way', async () => {
    const insert = (born: string, admitted: string) =>
      refusal(
        owned(
          "insert into public.students (school_id, admission_number, first_name, date_of_birth, admitted_on) select school_id, 'B1/001', 'Amani', $1::date, $2::date from public.users where email = $3",
          [born, admitted, admin],
        ),
      );
    expect((await insert('1914-05-31', '2026-01-05'))?.hint).toBe('student.birth_date');
    expect((await insert('2014-05-31', '2062-01-05'))?.hint).toBe('student.admission_date');
    expect((await insert('2014-05-31', '2010-01-05'))?.hint).toBe('student.admission_date');
  });

  it('takes the admissions of the next terms, and other days as far ahead as what they are', async () => {
    const row = (admitted_on: string) => [{ row: 2, admission_number: 'D1/001', first_name: 'Amani', admitted_on }];
    const inMonths = async (months: number) =>
      (await owned<{ d: string }>("select (private.today() + $1 * interval '1 month')::date::text as d", [months]))[0]!.d;
    expect(messages(await send(row(await inMonths(6)), true))).toEqual([]);
    expect(messages(await send(row(await inMonths(19)), true))).toHaveLength(1);
    const far = async (statement: string) => {
      const refused = await refusal(database.as(admin, (client) => client.query(statement)));
      return [refused?.hint, refused?.detail];
    };
    expect(await far("select public.save_staff_member('D1', 'Amani', '', 'Teacher', employed_on => '2062-01-05')")).toEqual([
      'form.far_day',
      'employed_on',
    ]);
    expect(await far("select public.save_fee((select id from public.school_terms limit 1), 'Far', 100, '2062-01-05')")).toEqual([
      'form.far_day',
      'due_on',
    ]);
    expect(
      await far(
        "insert into public.student_records (school_id, student_id, kind, summary, happened_on) select school_id, id, 'merit', 'Far', '2062-01-05' from public.students limit 1",
      ),
    ).toEqual(['form.far_day', 'happened_on']);
    expect(
      await far(
        "insert into public.assignments (school_id, class_id, subject_id, title, due_on) select cs.school_id, cs.class_id, cs.subject_id, 'Far', '2062-01-05' from public.class_subjects cs limit 1",
      ),
    ).toEqual(['form.far_day', 'due_on']);
  });

  it('gives five children of one mother one guardian, each with the word of their row', async () => {
    const rows = rowsOf('siblings.csv');
    expect((await send(rows, true)).notes.likely).toEqual([]);
    expect((await send(rows)).added).toBe(6);
    expect(
      await owned(
        "select g.first_name, g.last_name, g.phone, g.email, array_agg(sg.relationship order by s.admission_number) as said from public.students s join public.student_guardians sg on sg.student_id = s.id join public.guardians g on g.id = sg.guardian_id where s.admission_number like 'S8/%' group by g.id order by min(s.admission_number)",
      ),
    ).toEqual([
      {
        first_name: 'Rose',
        last_name: 'Chepkoech',
        phone: '+254712000801',
        email: 'rose@family.example',
        said: ['Mother', 'Mother', 'mother', 'Mum', 'Parent'],
      },
      { first_name: 'Rose', last_name: 'Chepkoech', phone: '+254733000806', email: null, said: ['Aunt'] },
    ]);
    // A sibling who comes later has the same mother.
    await send([
      {
        row: 2,
        admission_number: 'S8/101',
        first_name: 'Gloria',
        last_name: 'Chepkoech',
        guardian_name: 'CHEPKOECH, Rose',
        guardian_phone: '0712-000-801',
      },
    ]);
    expect(await owned("select from public.guardians where phone = '+254712000801'")).toHaveLength(1);
  });

  it('offers guardians who may be one person and joins those the office says are', async () => {
    const row = (number: number, more: Row) => ({ row: number, admission_number: `L1/${number}`, first_name: 'Amani', ...more });
    const rows = [
      row(2, { guardian_name: 'Jane Njoki', guardian_phone: '0712 000 901' }),
      row(3, { guardian_name: 'Mrs Njoki Jane' }),
      row(4, { guardian_name: 'Jane N. Kamau', guardian_phone: '0712 000 901' }),
      row(5, { guardian_name: 'Peter Kamau', guardian_phone: '0712 000 902' }),
      row(6, { guardian_name: 'Peter Kamau', guardian_phone: '0712 000 903' }),
    ];
    const { notes } = await send(rows, true);
    expect(notes.likely).toEqual([
      { row: 3, name: 'Mrs Njoki Jane', same_guardian_as: 'row 2', as_name: 'Jane Njoki', as_contact: '+254712000901' },
      { row: 4, name: 'Jane N. Kamau', same_guardian_as: 'row 2', as_name: 'Jane Njoki', as_contact: '+254712000901' },
    ]);
    await send(rows, false, 'day-first', { 3: { same_guardian_as: 'row 2' } });
    expect(
      await owned(
        "select g.first_name || ' ' || g.last_name as name, count(*)::int as students from public.students s join public.student_guardians sg on sg.student_id = s.id join public.guardians g on g.id = sg.guardian_id where s.admission_number like 'L1/%' group by g.id order by min(s.admission_number)",
      ),
    ).toEqual([
      { name: 'Jane Njoki', students: 2 },
      { name: 'Jane N. Kamau', students: 1 },
      { name: 'Peter Kamau', students: 1 },
      { name: 'Peter Kamau', students: 1 },
    ]);
  });

  it('has one student for each number, however its letters are written', async () => {
    const outcome = await send(rowsOf('letters-in-two-ways.csv'));
    expect(messages(outcome)).toEqual(['8 admission_number: s11/001 duplicates row 2. Every student needs a number of their own.']);
    expect(
      await owned("select first_name, last_name from public.students where admission_number like 'S11/%' order by admission_number"),
    ).toEqual([
      { first_name: 'Renée', last_name: 'Wairĩmũ' },
      { first_name: 'Renée', last_name: 'Wairĩmũ' },
      { first_name: 'Moses', last_name: "Ng'ang'a" },
      { first_name: 'Moses', last_name: 'Ng’ang’a' },
      { first_name: 'Moses', last_name: 'Ngʼangʼa' },
      { first_name: 'A chieng', last_name: 'Otieno' },
    ]);
    expect(messages(await send([{ row: 2, admission_number: 's11/003', first_name: 'Other' }], true))).toHaveLength(1);
    expect(
      (
        await refusal(
          owned(
            "insert into public.students (school_id, admission_number, first_name) select school_id, ' s11/003', 'X' from public.students where admission_number = 'S11/003'",
          ),
        )
      )?.code,
    ).toBe('23505');
  });

  it('needs one name only, of the student and of the guardian', async () => {
    expect(
      (
        await send([
          { row: 2, admission_number: 'N1/1', first_name: 'Madonna', guardian_name: 'Pelé', guardian_phone: '0712000777' },
          { row: 3, admission_number: 'N1/2', last_name: 'Ronaldinho' },
        ])
      ).added,
    ).toBe(2);
    expect(
      await owned("select first_name, last_name from public.students where admission_number like 'N1/%' order by admission_number"),
    ).toEqual([
      { first_name: 'Madonna', last_name: '' },
      { first_name: 'Ronaldinho', last_name: '' },
    ]);
  });
});

describe('the search for students', () => {
  const find = async (search: string) =>
    (
      await database.as(admin, (client) =>
        client.query<{ n: string }>('select admission_number as n from public.search_students($1) order by 1', [search]),
      )
    ).rows.map(({ n }) => n);

  it('finds names without their accents and in any order, numbers, phones and guardians', async () => {
    expect(await find('renee')).toEqual(['S11/001', 'S11/002']);
    expect(await find('WAIRIMU Renée')).toEqual(['S11/001', 'S11/002']);
    expect(await find("moses ng'ang'a")).toEqual(['S11/003', 'S11/004', 'S11/005']);
    expect(await find('nganga')).toEqual(['S11/003', 'S11/004', 'S11/005']);
    expect(await find('s11/006')).toEqual(['S11/006']);
    const siblings = ['S8/001', 'S8/002', 'S8/003', 'S8/004', 'S8/005', 'S8/101'];
    for (const phone of ['0712 000 801', '+254712000801', '712000801', '254 712 000 801'])
      expect(await find(phone), phone).toEqual(siblings);
    expect(await find('rose@family.example')).toEqual(siblings);
    expect(await find('mother of nobody')).toEqual([]);
    expect(await find('100%')).toEqual([]);
  });
});
