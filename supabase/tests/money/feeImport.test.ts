import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';
import { callAs, checkFile, importFile, undoImport } from '../imports.ts';

const database = useDatabase();
const [admin, staff] = ['admin@greenfield.test', 'staff@greenfield.test'] as const;
const kind = { kind: 'fees' };
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const fee = (row: number, name: string, more: object = {}) => ({
  row,
  name,
  class: 'Import East',
  term: 'import term',
  amount: 'KES 15,000.00',
  due_on: '12/01/2027',
  ...more,
});
/** Fees whose name begins so, with the class of each. */
const feesOf = async (start: string) =>
  (
    await owned(
      `select f.name || ' / ' || coalesce(c.name, 'all') || ' / ' || f.amount || ' / ' || f.due_on as fee
       from public.fees f left join public.classes c on c.id = f.class_id where f.name like $1 order by 1`,
      [`${start}%`],
    )
  ).map((each) => each['fee']);

beforeAll(async () => {
  await owned(`insert into public.school_terms (school_id, name, starts_on, ends_on, closed_at)
    select u.school_id, t.name, t.starts_on::date, t.ends_on::date, t.closed_at
    from public.users u, (values ('Import term', '2027-01-04', '2027-04-02', null), ('Closed term', '2019-01-07', '2019-04-05', now()))
      t (name, starts_on, ends_on, closed_at) where u.email = 'admin@greenfield.test'`);
  await owned(`insert into public.classes (school_id, name, level) select u.school_id, c.name, c.level
    from public.users u, (values ('Import East', 'Import level'), ('Import West', 'import  level'), ('Import level', 'Other'))
      c (name, level) where u.email = 'admin@greenfield.test'`);
});

describe('a list of fees', () => {
  it('adds each for its class, every class of its level or all students, once, and an undo keeps what was billed or changed', async () => {
    await owned("update public.classes set name = 'Import south' where name = 'Import level'");
    const rows = [
      fee(2, 'LF Tuition'),
      fee(3, 'LF Boarding', { class: 'IMPORT LEVEL', amount: '9000' }),
      fee(4, 'LF Activity', { class: 'Wanafunzi wote', amount: '500/=', term: undefined }),
      fee(5, 'LF Lunch', { class: undefined, due_on: '2027-02-01' }),
      fee(6, 'LF Trip', { class: 'Import level' }),
    ];
    const { id, saved, notes } = await importFile(database, admin, rows, kind);
    expect(saved).toBe(5);
    expect(notes).toEqual({ fees: [{ term: 'Import term', starts_on: '2027-01-04', fees: 7 }] });
    expect(await feesOf('LF ')).toEqual([
      'LF Activity / all / 500 / 2027-01-12',
      'LF Boarding / Import East / 9000 / 2027-01-12',
      'LF Boarding / Import West / 9000 / 2027-01-12',
      'LF Lunch / all / 15000 / 2027-02-01',
      'LF Trip / Import East / 15000 / 2027-01-12',
      'LF Trip / Import West / 15000 / 2027-01-12',
      'LF Tuition / Import East / 15000 / 2027-01-12',
    ]);
    const again = await checkFile(database, admin, rows, kind);
    expect([again.added, again.known, again.problems]).toEqual([0, 5, []]);
    await owned(`insert into public.fee_charges (school_id, student_id, fee_id, name, amount, due_on)
      select f.school_id, s.id, f.id, f.name, f.amount, f.due_on from public.fees f
      join public.classes c on c.id = f.class_id and c.name = 'Import West'
      cross join lateral (select s.id from public.students s where s.school_id = f.school_id limit 1) s where f.name = 'LF Boarding'`);
    const lunch = (await owned("select id, term_id from public.fees where name = 'LF Lunch'"))[0]!;
    await callAs(database, admin, "public.save_fee($1, 'LF Lunch', 600, '2027-02-01', null, $2)", [lunch['term_id'], lunch['id']]);
    const undone = await undoImport(database, admin, id);
    expect(undone.state).toBe('undone');
    expect(undone.undone).toBe(4);
    expect(undone.problems.map(({ row, message }) => [row, message])).toEqual([
      [3, 'LF Boarding was changed or used since the import, and stays.'],
      [5, 'LF Lunch was changed or used since the import, and stays.'],
    ]);
    expect(await feesOf('LF ')).toEqual(['LF Boarding / Import West / 9000 / 2027-01-12', 'LF Lunch / all / 600 / 2027-02-01']);
  });

  it('adds fees for day scholars or boarders, each beside the other', async () => {
    const rows = [
      fee(2, 'DB Meals', { boarding: 'Boarders' }),
      fee(3, 'DB Meals', { boarding: 'Wa kutwa', amount: '4000' }),
      fee(4, 'DB Games', { boarding: 'All' }),
      fee(5, 'DB Games', { boarding: 'B' }),
      fee(6, 'DB Trip', { boarding: 'weekly' }),
    ];
    const { saved, problems } = await importFile(database, admin, rows, kind);
    expect(saved).toBe(3);
    expect(problems.map(({ row, message }) => [row, message])).toEqual([
      [5, 'Row 4 has this fee for these students already.'],
      [6, '“weekly” is not known. Write Day or Boarder, or leave it empty for both.'],
    ]);
    expect(await owned("select name, amount, boarding from public.fees where name like 'DB %' order by 1, 2")).toEqual([
      { name: 'DB Games', amount: 15_000, boarding: null },
      { name: 'DB Meals', amount: 4_000, boarding: 'day' },
      { name: 'DB Meals', amount: 15_000, boarding: 'boarder' },
    ]);
    expect(await checkFile(database, admin, rows.slice(0, 3), kind)).toMatchObject({ added: 0, known: 3 });
  });

  it('names every fault of its rows', async () => {
    await importFile(database, admin, [fee(2, 'NF Uniform'), fee(3, 'NF Exams', { class: 'All students' })], kind);
    const { problems, unmatched, known } = await checkFile(
      database,
      admin,
      [
        fee(2, '', { class: 'Goats', term: 'Muhula wa mbuzi', amount: '0', due_on: '' }),
        fee(3, 'x'.repeat(81), { amount: '1.5E+05', due_on: '31/31/2027' }),
        fee(4, 'nf uniform', { amount: '16000' }),
        fee(5, 'NF Exams', { class: 'Import West' }),
        fee(6, 'NF Bus', { class: 'Import level' }),
        fee(7, 'NF Bus', { class: 'Import West' }),
        fee(8, 'NF Bus', { class: 'Import South' }),
        fee(9, 'NF Old', { term: 'Closed term' }),
        fee(10, 'NF Holiday', { term: undefined, due_on: '20/04/2027' }),
        fee(11, 'NF Far', { due_on: '01/01/2047' }),
        fee(12, 'NF UNIFORM'),
        fee(13, 'NF Sum', { amount: '12.50', due_on: '46034' }),
      ],
      kind,
    );
    expect(problems.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '2 name: Name the fee.',
      '2 term: There is no term “Muhula wa mbuzi”. Write its name as it is under School, or add the term first.',
      '2 class: There is no class or level “Goats”. Write its name as it is under Classes, or “All students”.',
      '2 amount: Enter the amount in whole shillings, up to 10,000,000.',
      '2 due_on: Enter the day it is due.',
      '3 name: Use at most 80 characters.',
      '3 amount: “1.5E+05” is a number that the spreadsheet shortened. Format the column as text, type the whole number again and save the file.',
      '3 due_on: “31/31/2027” is not a valid date. Write it as 31/05/2014 or 2014-05-31.',
      '4 name: There is a fee of this name for these students already. Give this one another name.',
      '5 name: There is a fee of this name for these students already. Give this one another name.',
      '7 name: Row 6 has this fee for these students already.',
      '9 term: Closed term is closed. An administrator can reopen it under School, giving a reason.',
      '10 term: Enter the term: it is due in none.',
      '11 due_on: This day is too far from today. Check the year.',
      '12 name: Row 4 has this fee for these students already.',
      '13 amount: Enter the amount in whole shillings, up to 10,000,000.',
      '13 due_on: “46034” is how the spreadsheet counts a day, perhaps 12 Jan 2026. Format the column as dates and save the file again.',
    ]);
    expect(known).toBe(0);
    expect(unmatched).toEqual([
      { column: 'class', cell: 'Goats', rows: 1 },
      { column: 'term', cell: 'Closed term', rows: 1 },
      { column: 'term', cell: 'Muhula wa mbuzi', rows: 1 },
    ]);
  });

  it('takes what a cell was matched with', async () => {
    const rows = [fee(2, 'MF Tuition', { class: 'F1E', term: 'T1' })];
    const choices = { class: { F1E: 'Import East' }, term: { T1: 'Import term' } };
    expect((await checkFile(database, admin, rows, { ...kind, choices })).added).toBe(1);
  });

  it('is for who may set fees', async () => {
    expect((await refusal(callAs(database, staff, "public.start_import('fees', 'x')")))?.hint).toBe('permission.missing');
  });
});
