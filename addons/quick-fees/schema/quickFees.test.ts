import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '@masomo/supabase/tests/database.ts';
import { checkPaper, issuePaper } from '@masomo/supabase/tests/issuedPapers.ts';

const database = useDatabase();
const feature = 'addon:quick-fees';
const [admin, teacher, staff, parent, elsewhere] = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'staff@greenfield.test',
  'parent@greenfield.test',
  'admin@lakeside.test',
] as const;
const ids: Record<string, string> = {};

const one = async (sql: string, values: unknown[] = []) =>
  Object.values((await database.owner.query<Record<string, unknown>>(sql, values)).rows[0] ?? {})[0];
const call = async (caller: string, sql: string, values: unknown[] = []) =>
  Object.values((await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows[0] ?? {})[0];
const license = (until: string) =>
  database.owner.query(
    `update public.licences set feature = $1, valid_from = private.today() - 30, valid_until = ${until}, revoked_at = null, campus_ids = null, quantity = 100
     where id = (select id from public.licences where school_id = $2 order by id limit 1)`,
    [feature, ids['greenfield']],
  );

type Receipt = {
  receipt_number: string;
  amount: number;
  students: { name: string; balance: number; payment_id: string; lines: { name: string | null; amount: number }[] }[];
};
type Payment = {
  id?: string;
  payments?: [student: string | undefined, amount: number][];
  method?: string;
  reference?: string | null;
  received?: number | null;
  isRepeat?: boolean;
};
const take = (
  caller: string,
  {
    id = randomUUID(),
    payments = [[ids['first'], 1_000]],
    method = 'cash',
    reference = null,
    received = null,
    isRepeat = false,
  }: Payment = {},
) =>
  call(caller, 'select public.take_quick_payment($1, $2, $3, $4, $5, $6)', [
    id,
    JSON.stringify(payments.map(([student_id, amount]) => ({ student_id, amount }))),
    method,
    reference,
    received,
    isRepeat,
  ]) as Promise<Receipt>;
const paid = () =>
  one('select coalesce(sum(amount), 0)::integer from public.fee_payments where student_id = any ($1)', [[ids['first'], ids['second']]]);

beforeAll(async () => {
  ids['greenfield'] = String(await one("select id from public.schools where name = 'Greenfield Academy'"));
  await database.owner.query('delete from public.licences where feature = $1', [feature]);
  await license('null');
  for (const [name, number] of [
    ['first', 'GA/Q1'],
    ['second', 'GA/Q2'],
  ] as const)
    ids[name] = String(
      await one(
        "insert into public.students (school_id, admission_number, first_name, last_name) values ($1, $2, $3, 'Wanjala') returning id",
        [ids['greenfield'], number, name === 'first' ? 'Tumaini' : 'Neema'],
      ),
    );
  const guardian = String(
    await one("insert into public.guardians (school_id, first_name, last_name) values ($1, 'Ann', 'Wanjala') returning id", [
      ids['greenfield'],
    ]),
  );
  for (const name of ['first', 'second'])
    await database.owner.query(
      "insert into public.student_guardians (school_id, student_id, guardian_id, relationship) values ($1, $2, $3, 'mother')",
      [ids['greenfield'], ids[name], guardian],
    );
});
beforeEach(async () => {
  await database.owner.query('delete from public.quick_receipts');
  await database.owner.query('delete from public.fee_payments where student_id = any ($1)', [[ids['first'], ids['second']]]);
  await database.owner.query('delete from public.fee_charges where student_id = any ($1)', [[ids['first'], ids['second']]]);
  for (const [student, name, amount, due] of [
    [ids['first'], 'Lunch', 3_000, '2026-02-01'],
    [ids['first'], 'Tuition', 10_000, '2026-01-10'],
    [ids['second'], 'Tuition', 8_000, '2026-01-10'],
  ])
    await database.owner.query('insert into public.fee_charges (school_id, student_id, name, amount, due_on) values ($1, $2, $3, $4, $5)', [
      ids['greenfield'],
      student,
      name,
      amount,
      due,
    ]);
});

describe('finding who pays', () => {
  it('is by name or admission number, a whole number first, with what is owed', async () => {
    const { rows } = await database.as(staff, (client) => client.query('select name, balance from public.find_fee_payers($1)', ['ga/q1']));
    expect(rows).toEqual([{ name: 'Tumaini Wanjala', balance: 13_000 }]);
    expect(await call(staff, 'select count(*)::integer from public.find_fee_payers($1)', ['wanjala'])).toBe(2);
    expect(await call(staff, 'select count(*)::integer from public.find_fee_payers($1)', ['%'])).toBe(0);
  });

  it('shows the fees, the oldest first, and the siblings', async () => {
    expect(await call(staff, 'select public.fee_payer_accounts($1)', [[ids['first']]])).toMatchObject([
      {
        balance: 13_000,
        fees: [
          { name: 'Tuition', amount: 10_000 },
          { name: 'Lunch', amount: 3_000 },
        ],
        siblings: [{ name: 'Neema Wanjala', balance: 8_000 }],
      },
    ]);
  });
});

describe('a receipt', () => {
  it('pays the fees of several children, the oldest first, and what is over is paid ahead', async () => {
    const receipt = await take(staff, {
      payments: [
        [ids['first'], 11_500],
        [ids['second'], 8_600],
      ],
      received: 21_000,
    });
    expect(receipt).toMatchObject({
      amount: 20_100,
      received: 21_000,
      students: [
        {
          name: 'Tumaini Wanjala',
          balance: 1_500,
          lines: [
            { name: 'Tuition', amount: 10_000 },
            { name: 'Lunch', amount: 1_500 },
          ],
        },
        {
          name: 'Neema Wanjala',
          balance: -600,
          lines: [
            { name: 'Tuition', amount: 8_000 },
            { name: null, amount: 600 },
          ],
        },
      ],
    });
    const numbers = await database.owner.query<{ receipt_number: string }>(
      'select receipt_number from public.fee_payments where student_id = any ($1) order by 1',
      [[ids['first'], ids['second']]],
    );
    expect(numbers.rows.map(({ receipt_number }) => receipt_number)).toEqual([
      `${receipt.receipt_number}/1`,
      `${receipt.receipt_number}/2`,
    ]);
    expect((await take(staff, { payments: [[ids['first'], 1_500]] })).students).toMatchObject([
      { balance: 0, lines: [{ name: 'Lunch', amount: 1_500 }] },
    ]);
  });

  it('is recorded once, however often and from however many tabs it is sent', async () => {
    const id = randomUUID();
    const clients = await Promise.all([1, 2, 3].map(() => database.connect(staff)));
    const send = (client: (typeof clients)[number]) =>
      client.query<{ receipt: Receipt }>("select public.take_quick_payment($1, $2, 'cash') as receipt", [
        id,
        JSON.stringify([{ student_id: ids['first'], amount: 2_000 }]),
      ]);
    const receipts = await Promise.all(clients.map(send));
    expect(new Set(receipts.map(({ rows }) => rows[0]?.receipt.receipt_number)).size).toBe(1);
    expect(await paid()).toBe(2_000);
    await Promise.all(clients.map((client) => client.end()));
    expect(await refusal(take(staff, { id, payments: [[ids['first'], 2_500]] }))).toMatchObject({ hint: 'quick_fees.changed' });
    expect(await paid()).toBe(2_000);
  });

  it('of the same cash a moment later is refused until the cashier says it was paid twice', async () => {
    await take(staff);
    expect(await refusal(take(staff))).toMatchObject({ hint: 'quick_fees.repeat' });
    expect(await paid()).toBe(1_000);
    await take(staff, { isRepeat: true });
    expect(await paid()).toBe(2_000);
  });

  it('takes an M-Pesa code once for a family, whichever screen recorded it', async () => {
    const code = 'SKL7X2M9QP';
    await take(staff, {
      method: 'mpesa',
      reference: ' skl7x2m9qp ',
      payments: [
        [ids['first'], 500],
        [ids['second'], 700],
      ],
    });
    expect(await refusal(take(staff, { method: 'mpesa', reference: code, payments: [[ids['second'], 100]] }))).toMatchObject({
      hint: 'fee.duplicate_reference',
    });
    expect(await refusal(call(admin, "select public.record_fee_payment($1, 100, 'mpesa', $2)", [ids['first'], code]))).toMatchObject({
      hint: 'fee.duplicate_reference',
    });
    expect(await paid()).toBe(1_200);
  });

  it.each<[string, Payment, string]>([
    ['nothing', { payments: [] }, 'quick_fees.students'],
    ['no amount', { payments: [['first', 0]] }, 'fee.invalid_amount'],
    [
      'a child twice',
      {
        payments: [
          ['first', 1],
          ['first', 2],
        ],
      },
      'student.one_not_found',
    ],
    ['less cash than fees', { received: 999 }, 'quick_fees.too_little'],
    ['a cheque', { method: 'cheque', reference: '1' }, 'fee.method'],
    ['M-Pesa without its code', { method: 'mpesa' }, 'fee.mpesa_code'],
    ['a deposit without its slip', { method: 'bank' }, 'fee.reference_required'],
  ])('refuses %s', async (_, payment, hint) => {
    const payments = payment.payments?.map(([name, amount]) => [ids[name ?? ''], amount] as [string | undefined, number]);
    expect(await refusal(take(staff, { ...payment, ...(payments ? { payments } : {}) }))).toMatchObject({ hint });
    expect(await paid()).toBe(0);
  });
});

describe('the day', () => {
  const totals = async (caller: string) =>
    (
      await database.as(caller, (client) =>
        client.query('select cashier, receipts, cash, mpesa, bank, reversed, amount from public.cashier_totals()'),
      )
    ).rows;

  it('has a total for each cashier by method, without what was reversed', async () => {
    await take(staff, {
      payments: [
        [ids['first'], 1_000],
        [ids['second'], 500],
      ],
    });
    await take(staff, { method: 'mpesa', reference: 'SKL7X2M9QA', payments: [[ids['first'], 2_000]] });
    const mine = await take(admin, { method: 'bank', reference: 'S-1', payments: [[ids['second'], 300]] });
    await call(admin, "select public.reverse_fee_payment($1, 'Wrong child')", [mine.students[0]?.payment_id]);
    const ofStaff = { cashier: 'Daniel Kiprotich', receipts: 2, cash: 1_500, mpesa: 2_000, bank: 0, reversed: 0, amount: 3_500 };
    expect(await totals(admin)).toEqual([
      ofStaff,
      { cashier: 'Joseph Mwangi', receipts: 1, cash: 0, mpesa: 0, bank: 0, reversed: 300, amount: 0 },
    ]);
    expect(await totals(staff)).toEqual([ofStaff]);
    expect(await call(staff, 'select count(*)::integer from public.quick_receipt_list()')).toBe(2);
    expect(await call(admin, "select count(*)::integer from public.quick_receipt_list(search => 'neema')")).toBe(2);
  });
});

describe('a receipt that was handed to a family', () => {
  it('is kept once, says who received the money, and anybody with its code reads what it says', async () => {
    const id = randomUUID();
    const receipt = await take(staff, {
      id,
      payments: [
        [ids['first'], 1_500],
        [ids['second'], 1_501],
      ],
    });
    const [first] = await issuePaper(database, staff, 'quick-receipt', { receipt: id });
    const cashier = await one('select full_name from public.users where email = $1', [staff]);
    expect(first).toMatchObject({ code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{16}$/), content: { cashier } });
    expect(await issuePaper(database, admin, 'quick-receipt', { receipt: id }, 'another')).toEqual([first]);
    const checked = await checkPaper(database, first!.code);
    expect(checked).toMatchObject({ state: 'holds', school: 'Greenfield Academy', says: { title: { sentence: 'Receipt' } } });
    const said = checked!.says.facts.map(([, value]) => value);
    for (const value of [
      receipt.receipt_number,
      { amount: 3_001, currency: 'KES' },
      { amount: 1_500, currency: 'KES' },
      { amount: 1_501, currency: 'KES' },
    ])
      expect(said).toContainEqual(value);
    expect(await checkPaper(database, '0000000000000000')).toBeNull();
  });

  it('has changed once a part was taken back, and is withdrawn with the last', async () => {
    const id = randomUUID();
    const receipt = await take(staff, {
      id,
      payments: [
        [ids['first'], 1_000],
        [ids['second'], 2_000],
      ],
    });
    const [first] = await issuePaper(database, staff, 'quick-receipt', { receipt: id });
    const [bounced, other] = receipt.students.map((student) => student.payment_id);
    await call(admin, "select public.reverse_fee_payment($1, 'Bounced')", [bounced]);
    expect((await checkPaper(database, first!.code))?.state).toBe('changed');
    const [second] = await issuePaper(database, staff, 'quick-receipt', { receipt: id });
    expect(second!.code).not.toBe(first!.code);
    await call(admin, "select public.reverse_fee_payment($1, 'Bounced')", [other]);
    for (const { code } of [first!, second!]) expect((await checkPaper(database, code))?.state).toBe('withdrawn');
  });

  it('is kept for nobody who may not read it', async () => {
    const id = randomUUID();
    await take(admin, { id });
    expect(await issuePaper(database, staff, 'quick-receipt', { receipt: id })).toEqual([]);
    for (const caller of [parent, teacher])
      expect(await issuePaper(database, caller, 'quick-receipt', { receipt: id }).catch(() => [])).toEqual([]);
    expect(
      await one("select count(*)::integer from private.issued_papers where kind = 'quick-receipt' and subject like $1", [`${id}%`]),
    ).toBe(0);
  });
});

describe('who may take fees', () => {
  it('is the office, or administrators only where the school wants that', async () => {
    for (const caller of [teacher, parent]) expect(await refusal(take(caller))).toMatchObject({ code: '42501' });
    await call(admin, 'select public.save_addon_settings($1, $2)', [feature, { staff_take_fees: false }]);
    expect(await refusal(take(staff))).toMatchObject({ hint: 'quick_fees.cashiers_only' });
    expect(await refusal(call(staff, "select * from public.find_fee_payers('wanjala')"))).toMatchObject({
      hint: 'quick_fees.cashiers_only',
    });
    await call(admin, 'select public.save_addon_settings($1, $2)', [feature, { staff_take_fees: true }]);
  });

  it('reads receipts of nobody else but as an administrator', async () => {
    const id = randomUUID();
    await take(admin, { id });
    expect(await call(staff, 'select public.read_quick_receipt($1)', [id])).toBeNull();
    expect(await call(admin, "select public.read_quick_receipt($1) ->> 'amount'", [id])).toBe('1000');
    expect(await refusal(call(elsewhere, 'select public.read_quick_receipt($1)', [id]))).toMatchObject({ hint: 'addon.off' });
  });

  it('is nobody after the licence ended, and receipts are still read', async () => {
    await take(staff);
    await license('private.today() - 1');
    expect(await refusal(take(staff, { payments: [[ids['second'], 5]] }))).toMatchObject({ hint: 'addon.expired' });
    expect(await call(staff, 'select count(*)::integer from public.quick_receipt_list()')).toBe(1);
    await license('null');
  });
});
