import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

const database = useDatabase();
const [admin, staff, parent, lakeside] = [
  'admin@greenfield.test',
  'staff@greenfield.test',
  'parent@greenfield.test',
  'admin@lakeside.test',
] as const;
let student = '';
type Row = Record<string, unknown>;
type Totals = { payments: number; amount: number; methods: { method: string; payments: number; amount: number }[] };

const rows = async (caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<Row>(sql, values))).rows;
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Row>(sql, values)).rows;
const totals = async (caller: string, from: string | null = null, to: string | null = null, method: string | null = null) =>
  (await rows(caller, 'select public.fee_payment_totals($1, $2, $3) as t', [from, to, method]))[0]?.['t'] as Totals;
const school = "(select id from public.schools where name = 'Greenfield Academy')";

beforeAll(async () => {
  student = String((await owned("select id from public.students where admission_number = 'GA/1041'"))[0]?.['id']);
});

describe('the payments of a school', () => {
  it('are every payment of it, found by receipt, code or student, with who recorded it', async () => {
    const [{ n }] = (await owned(`select count(*)::integer as n from public.fee_payments where school_id = ${school}`)) as [{ n: number }];
    expect(n).toBeGreaterThan(0);
    expect(await rows(admin, 'select from public.fee_payment_list')).toHaveLength(n);
    await rows(admin, "select public.record_fee_payment($1, 1500, 'mpesa', 'SZZ1234567', private.today())", [student]);
    const found = await rows(
      admin,
      "select receipt_number, admission_number, class_name, amount, recorded_by, is_reversal, is_reversed from public.fee_payment_list where search_text like '%szz1234567%'",
    );
    expect(found).toEqual([
      expect.objectContaining({
        admission_number: 'GA/1041',
        class_name: 'Form 3 East',
        amount: 1500,
        is_reversal: false,
        is_reversed: false,
      }),
    ]);
    expect(found[0]?.['recorded_by']).toBeTruthy();
    expect(
      await rows(admin, "select from public.fee_payment_list where search_text like '%ga/1041%' and reference = 'SZZ1234567'"),
    ).toHaveLength(1);
  });

  it('keep a reversal as a line of its own, and the sums take it off', async () => {
    const before = await totals(admin);
    const [paid] = await rows(admin, "select (public.record_fee_payment($1, 700, 'cash', null, private.today())).id", [student]);
    expect(await totals(admin)).toMatchObject({ amount: before.amount + 700, payments: before.payments + 1 });
    await rows(admin, "select public.reverse_fee_payment($1, 'Wrong student')", [paid?.['id']]);
    expect((await totals(admin)).amount).toBe(before.amount);
    const lines = await rows(
      admin,
      "select amount, is_reversal, is_reversed, reason from public.fee_payment_list where id = $1 or receipt_number = (select receipt_number || '-R' from public.fee_payment_list where id = $1) order by amount desc",
      [paid?.['id']],
    );
    expect(lines).toEqual([
      { amount: 700, is_reversal: false, is_reversed: true, reason: null },
      { amount: -700, is_reversal: true, is_reversed: false, reason: 'Wrong student' },
    ]);
  });

  it('come to what the ledger says, by day and by method', async () => {
    const [ledger] = await owned(
      `select sum(amount)::integer as amount from public.fee_payments where school_id = ${school} and method = 'bank' and paid_on >= private.today() - 7`,
    );
    const week = (await owned('select (private.today() - 7)::text as day'))[0]?.['day'] as string;
    expect((await totals(admin, week, null, 'bank')).amount).toBe(ledger?.['amount'] ?? 0);
    const all = await totals(admin);
    expect(all.methods.reduce((sum, { amount }) => sum + amount, 0)).toBe(all.amount);
    expect(await totals(admin, '1990-01-01', '1990-01-02')).toEqual({ payments: 0, amount: 0, methods: [] });
  });
});

describe('what lists of money come to', () => {
  type Sum = { charged: number; paid: number; balance: number };
  const accounts = async (caller: string, classId: string | null, isOwing: boolean, search: string) =>
    (await rows(caller, 'select * from public.account_list_totals($1, $2, $3)', [classId, isOwing, search]))[0] as Sum;
  const listed = async (where: string) =>
    (
      await rows(
        admin,
        `select coalesce(sum(charged), 0)::bigint as charged, coalesce(sum(paid), 0)::bigint as paid, coalesce(sum(balance), 0)::bigint as balance
         from public.student_accounts where (status in ('active', 'suspended') or balance <> 0) and ${where}`,
      )
    )[0];

  it('is the sum of the balances that class, balance and search select, not of a page', async () => {
    const form = String((await owned("select class_id from public.students where admission_number = 'GA/1041'"))[0]?.['class_id']);
    expect(Number((await accounts(admin, null, false, '')).charged)).toBeGreaterThan(0);
    expect(await accounts(admin, null, false, '')).toEqual(await listed('true'));
    expect(await accounts(admin, form, true, '')).toEqual(await listed(`class_id = '${form}' and balance > 0`));
    expect(await accounts(admin, null, false, 'ga/1041')).toEqual(await listed("search_text like '%ga/1041%'"));
    expect(await accounts(admin, null, false, 'nobody of this name')).toEqual({ charged: 0, paid: 0, balance: 0 });
  });

  it('follows the search of payments and the term of invoices', async () => {
    const found = (await rows(admin, "select public.fee_payment_totals(search => 'ga/1041') as t"))[0]?.['t'] as Totals;
    expect(found.amount).toBe(
      Number((await owned('select coalesce(sum(amount), 0) as n from public.fee_payments where student_id = $1', [student]))[0]?.['n']),
    );
    const invoiced = async (caller: string, search: string) =>
      Number((await rows(caller, 'select amount from public.invoice_list_totals(search => $1)', [search]))[0]?.['amount']);
    const billed = (await rows(admin, 'select coalesce(sum(amount), 0) as n from public.fee_invoice_list'))[0]?.['n'];
    expect(await invoiced(admin, '')).toBe(Number(billed));
    expect(await invoiced(admin, 'nobody of this name')).toBe(0);
  });

  it('is nothing to whom the accounts are closed', async () => {
    for (const caller of [staff, parent]) expect(await accounts(caller, null, false, '')).toEqual({ charged: 0, paid: 0, balance: 0 });
  });
});

describe('the invoices of a school', () => {
  it('come to what is charged on them, and say what the account owes', async () => {
    expect(await rows(admin, 'select from public.fee_invoice_list')).toHaveLength(
      (await owned(`select from public.fee_invoices where school_id = ${school}`)).length,
    );
    const [invoice] = await rows(
      admin,
      'select amount, balance, due_on is not null as has_day, term from public.fee_invoice_list where student_id = $1',
      [student],
    );
    const [account] = await rows(admin, 'select balance from public.student_accounts where id = $1', [student]);
    const [charged] = await owned(
      'select sum(c.amount)::integer as amount from public.fee_charges c where c.student_id = $1 and c.invoice_id is not null',
      [student],
    );
    expect(invoice).toMatchObject({ amount: charged?.['amount'], balance: account?.['balance'], has_day: true });
  });

  it('and payments are the administrator’s alone', async () => {
    for (const caller of [staff, parent, 'teacher@greenfield.test', 'superadmin@masomo.test']) {
      expect(await rows(caller, 'select from public.fee_payment_list'), caller).toEqual([]);
      expect(await rows(caller, 'select from public.fee_invoice_list'), caller).toEqual([]);
      expect(await totals(caller), caller).toEqual({ payments: 0, amount: 0, methods: [] });
    }
    expect(await rows(lakeside, `select from public.fee_payment_list where school_id = ${school} or student_id = $1`, [student])).toEqual(
      [],
    );
    expect((await rows(lakeside, 'select distinct school_id from public.fee_invoice_list')).length).toBeLessThan(2);
  });
});
