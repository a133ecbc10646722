import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';
import { callAs, checkFile, importFile, undoImport } from '../imports.ts';

const database = useDatabase();
const [admin, staff] = ['admin@greenfield.test', 'staff@greenfield.test'] as const;
const kind = { kind: 'payments' };
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const paidBy = async (number: string) =>
  (
    await owned(
      'select coalesce(sum(p.amount), 0)::int as paid from public.fee_payments p join public.students s on s.id = p.student_id where s.admission_number = $1',
      [number],
    )
  )[0]!['paid'];
const payment = (row: number, number: string, more: object = {}) => ({
  row,
  admission_number: number,
  amount: '1,500',
  method: 'M-PESA',
  reference: 'SKL7X2M9QP',
  paid_on: '05/01/2026',
  ...more,
});

beforeAll(() =>
  importFile(
    database,
    admin,
    [2, 3, 4].map((row) => ({ row, admission_number: `PI/${row}`, first_name: 'Amani' })),
  ),
);

describe('a file of payments', () => {
  it('records each once with a receipt, and an undo reverses what was not reversed since', async () => {
    const rows = [
      payment(2, 'PI/2'),
      payment(3, 'pi/3', { amount: 'KES 2500.00' }),
      payment(4, 'PI/4', { method: 'Taslimu', reference: '', amount: '300' }),
      payment(5, 'PI/4', { method: 'Bank', reference: 'slip 12', amount: '400/=' }),
    ];
    const { id, saved } = await importFile(database, admin, rows, kind);
    expect(saved).toBe(4);
    expect([await paidBy('PI/2'), await paidBy('PI/3'), await paidBy('PI/4')]).toEqual([1500, 2500, 700]);
    const again = await checkFile(database, admin, rows, kind);
    expect([again.added, again.known, again.problems]).toEqual([0, 4, []]);
    await callAs(
      database,
      admin,
      "public.reverse_fee_payment((select p.id from public.fee_payments p where p.reference = 'SLIP 12'), 'Bounced')",
    );
    expect(await undoImport(database, admin, id)).toMatchObject({ state: 'undone', undone: 3 });
    expect([await paidBy('PI/2'), await paidBy('PI/3'), await paidBy('PI/4')]).toEqual([0, 0, 0]);
    expect(
      await owned(
        "select count(*)::int as n from public.fee_payments p join public.students s on s.id = p.student_id where s.admission_number like 'PI/%'",
      ),
    ).toEqual([{ n: 8 }]);
    // What was reversed can be imported again.
    expect((await checkFile(database, admin, rows, kind)).added).toBe(4);
  });

  it('knows the payments of the product’s own list by their receipts, reversed ones and reversals too', async () => {
    const rows = await owned(
      `select row_number() over () + 1 as row, s.admission_number, p.amount, p.method, p.reference, p.paid_on::text, p.receipt_number
       from public.fee_payments p join public.students s on s.id = p.student_id where s.admission_number like 'PI/%'`,
    );
    const checked = await checkFile(database, admin, rows, kind);
    expect([checked.added, checked.known, checked.problems]).toEqual([0, 8, []]);
  });

  it('names every fault of its rows', async () => {
    await importFile(database, admin, [payment(2, 'PI/2', { reference: 'SKL7X2M9QA' })], kind);
    const { problems, unmatched } = await checkFile(
      database,
      admin,
      [
        payment(2, 'PI/3', { reference: 'skl7x2m9qa' }),
        payment(3, 'NOBODY', { amount: '-5', method: 'Goats', paid_on: '05/01/2062' }),
        payment(4, 'PI/3', { amount: '1.5E+05', reference: 'short', paid_on: '' }),
        payment(5, 'PI/3', { method: 'bank', reference: '' }),
        payment(6, 'PI/4', { amount: '12.50' }),
        payment(7, 'PI/4'),
        payment(8, 'PI/3'),
      ],
      kind,
    );
    expect(problems.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '2 reference',
      '3 admission_number',
      '3 amount',
      '3 method',
      '3 paid_on',
      '4 amount',
      '4 reference',
      '4 paid_on',
      '5 reference',
      '6 amount',
      '7 reference',
    ]);
    expect(problems[0]?.message).toMatch(/already recorded: RCT-\d+ for Amani/);
    expect(unmatched).toEqual([{ column: 'method', cell: 'Goats', rows: 1 }]);
  });

  it('is for who may record payments', async () => {
    expect((await refusal(callAs(database, staff, "public.start_import('payments', 'x')")))?.hint).toBe('permission.missing');
  });
});
