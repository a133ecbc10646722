import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const [admin, staff, parent, lakeside] = [
  'admin@greenfield.test',
  'staff@greenfield.test',
  'parent@greenfield.test',
  'admin@lakeside.test',
] as const;
const ids: Record<string, string> = {};
type Bill = {
  students: number;
  invoices: number;
  charges: number;
  total: number;
  items: { name: string; students: number; total: number }[];
};

const call = async <T>(caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<{ r: T }>(`select ${sql} as r`, values))).rows[0]!.r;
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const fee = (name: string, amount: number, more: { group?: string; id?: string; caller?: string } = {}) =>
  call<string>(more.caller ?? admin, 'public.save_fee($1, $2, $3, private.today() + 14, $4, $5)', [
    ids['term'],
    name,
    amount,
    more.group ?? null,
    more.id ?? null,
  ]);
const bill = (dry = false, caller: string = admin) => call<Bill>(caller, 'public.bill_term($1, $2)', [ids['term'], dry]);
const balance = async (student: string) => (await call<{ balance: number }>(admin, 'public.student_account($1)', [ids[student]])).balance;

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = String((await owned(sql))[0]?.['id']);
  };
  await find('school', "select id from public.schools where name = 'Greenfield Academy'");
  await find('east', "select id from public.classes where name = 'Form 3 East'");
  await find('brian', "select id from public.students where admission_number = 'GA/1041'");
  await find('other', "select id from public.students where admission_number = 'GA/1081'");
  ids['term'] = String(
    (
      await owned(
        `insert into public.school_terms (school_id, name, starts_on, ends_on) values ('${ids['school']}', 'Next year 1', private.today() + 400, private.today() + 490) returning id`,
      )
    )[0]?.['id'],
  );
});

describe('billing a term', () => {
  it('says the total first, then bills every student once, also those who came later', async () => {
    await fee('Tuition', 10_000);
    await fee('Laboratory', 500, { group: ids['east']! });
    const [{ students, eastern }] = (await owned(
      "select count(*)::integer as students, (count(*) filter (where class_id = $1))::integer as eastern from public.students where school_id = $2 and status = 'active'",
      [ids['east'], ids['school']],
    )) as [{ students: number; eastern: number }];
    const expected = { students, invoices: students, charges: students + eastern, total: students * 10_000 + eastern * 500 };
    expect(await bill(true)).toMatchObject(expected);
    expect(await owned('select from public.fee_invoices where term_id = $1', [ids['term']])).toHaveLength(0);
    expect(await bill()).toMatchObject(expected);
    expect(await bill()).toMatchObject({ students: 0, invoices: 0, charges: 0, total: 0 });
    expect(await owned('select from public.fee_invoices where term_id = $1', [ids['term']])).toHaveLength(students);

    await call(admin, "public.save_student('GA/9500', 'Late', 'Comer', null, null, $1)", [ids['east']]);
    expect(await bill()).toMatchObject({ students: 1, invoices: 1, charges: 2, total: 10_500 });
    await fee('Trip', 700, { group: ids['east']! });
    expect(await bill()).toMatchObject({ students: eastern + 1, invoices: eastern + 1, charges: eastern + 1 });
  });

  it('numbers invoices without a gap or a double', async () => {
    const rows = await owned('select invoice_number from public.fee_invoices where school_id = $1 order by 1', [ids['school']]);
    expect(rows.map((row) => Number(String(row['invoice_number']).slice(4)))).toEqual(rows.map((_, index) => index + 1));
  });

  it('charges once when two administrators press at the same time', async () => {
    await fee('Library', 100);
    const results = await Promise.all(
      [0, 1].map(async () => {
        const client = await database.connect(admin);
        try {
          return (await client.query<{ r: Bill }>('select public.bill_term($1) as r', [ids['term']])).rows[0]!.r.charges;
        } finally {
          await client.end();
        }
      }),
    );
    expect(results.sort((a, b) => a - b)[0]).toBe(0);
  });

  it('is looked at without waiting for who bills', async () => {
    const client = await database.connect(admin);
    try {
      await client.query('begin');
      await client.query('select public.bill_term($1)', [ids['term']]);
      expect(await bill(true)).toMatchObject({ charges: 0 });
      await client.query('rollback');
    } finally {
      await client.end();
    }
  });

  it('keeps what is billed as it is, and lets another fee go', async () => {
    const id = String((await owned("select id from public.fees where name = 'Library'"))[0]?.['id']);
    expect((await refusal(fee('Library', 900, { id })))?.hint).toBe('fee.billed');
    expect((await refusal(call(admin, 'public.remove_fee($1)', [id])))?.hint).toBe('fee.billed_stays');
    const draft = await fee('Draft', 5);
    await call(admin, 'public.remove_fee($1)', [draft]);
    expect(await owned('select from public.fees where id = $1', [draft])).toHaveLength(0);
  });

  it('is for the school’s administrator alone', async () => {
    expect((await refusal(bill(true, staff)))?.code).toBe('42501');
    expect((await refusal(bill(false, lakeside)))?.hint).toBe('term.not_there');
    expect((await refusal(fee('Foreign', 5, { caller: lakeside })))?.hint).toBe('term.not_there');
  });
});

describe('a fee of boarders or day scholars', () => {
  type Preview = Bill & {
    items: { name: string; boarding: string | null; students: number }[];
    without_boarding: number;
    moved: { student: string; amount: number; charged: number; boarding: string | null }[];
  };
  const preview = async () => (await bill(true)) as Preview;
  const feeFor = (boarding: string | null, name: string, amount: number) =>
    call<string>(admin, 'public.save_fee($1, $2, $3, private.today() + 14, null, null, $4)', [ids['term'], name, amount, boarding]);
  const board = (boarding: string | null, numbers: string[], caller: string = admin) =>
    call<number>(
      caller,
      'public.set_students_boarding(array(select s.id from public.students s where s.admission_number = any ($1)), $2::public.boarding)',
      [numbers, boarding],
    );

  it('is for those only, with how many they are, and leaves out who is neither', async () => {
    await bill();
    await owned('update public.students set boarding = null where school_id = $1', [ids['school']]);
    expect(await board('boarder', ['GA/1041', 'GA/1042', 'GA/1043'])).toBe(3);
    expect(await board('day', ['GA/1081', 'GA/1082'])).toBe(2);
    expect((await preview()).without_boarding).toBe(0);
    await feeFor('boarder', 'Bed and board', 9_000);
    await feeFor('day', 'Lunch', 3_000);
    const [{ students }] = (await owned(
      "select count(*)::integer as students from public.students where school_id = $1 and status = 'active' and boarding is null",
      [ids['school']],
    )) as [{ students: number }];
    const seen = await preview();
    expect(seen).toMatchObject({ students: 5, charges: 5, total: 33_000, without_boarding: students });
    expect(seen.items).toMatchObject([
      { name: 'Bed and board', boarding: 'boarder', students: 3, total: 27_000 },
      { name: 'Lunch', boarding: 'day', students: 2, total: 6_000 },
    ]);
    const before = await balance('brian');
    await bill();
    expect(await balance('brian')).toBe(before + 9_000);
    expect(await bill(true)).toMatchObject({ students: 0 });
  });

  it('has the name of a fee of the others, and of none that is for both', async () => {
    await feeFor('day', 'Games', 400);
    await feeFor('boarder', 'Games', 900);
    for (const boarding of ['day', 'boarder', null])
      expect((await refusal(feeFor(boarding, 'games', 500)))?.hint, String(boarding)).toBe('fee.name_taken');
  });

  it('is shown as a difference for who became a boarder after the same was billed', async () => {
    await bill();
    await board('boarder', ['GA/1081']);
    const seen = await preview();
    expect(seen.items.map(({ name, students }) => [name, students])).toEqual([['Bed and board', 1]]);
    expect(seen.moved).toMatchObject([{ amount: 900, charged: 400, boarding: 'boarder' }]);
    const [games] = await owned("select id from public.fees where name = 'Games' and boarding = 'boarder'");
    expect(await call(admin, 'public.bill_moved_fee($1, $2)', [ids['other'], games!['id']])).toBe(500);
    expect((await preview()).moved).toEqual([]);
  });

  it('is set by the office of the school alone', async () => {
    expect((await refusal(board('day', ['GA/1041'], parent)))?.code).toBe('42501');
    const [student] = await owned("select id from public.students where admission_number = 'GA/1041'");
    expect(await call(lakeside, "public.set_students_boarding(array[$1]::uuid[], 'day')", [student!['id']])).toBe(0);
  });
});

describe('a fee of a level', () => {
  const save = (level: string, caller: string = admin) =>
    call<number>(caller, "public.save_level_fee($1, 'Swimming', 2500, private.today() + 14, $2)", [ids['term'], level]);
  const classesWithIt = async () =>
    (
      await owned("select c.name from public.fees f join public.classes c on c.id = f.class_id where f.name = 'Swimming' order by c.name")
    ).map(({ name }) => name);

  it('is one of each class of the level, for all of them or for none', async () => {
    const [{ level }] = (await owned('select level from public.classes where id = $1', [ids['east']])) as [{ level: string }];
    const named = (
      await owned('select name from public.classes where school_id = $1 and is_active and level = $2 order by name', [ids['school'], level])
    ).map(({ name }) => name);
    expect(named.length).toBeGreaterThan(1);
    expect(await save(level)).toBe(named.length);
    expect(await classesWithIt()).toEqual(named);
    // One of them has it by now, so no class gets it a second time.
    await expect(save(level)).rejects.toThrow('There is a fee of this name for these students already');
    expect(await classesWithIt()).toEqual(named);
  });

  it('needs a class of that level, and the right to set fees', async () => {
    await expect(save('Form 99')).rejects.toThrow('No class has this level');
    await expect(save('Form 1', 'teacher@greenfield.test')).rejects.toThrow();
  });
});

describe('a payment', () => {
  const pay = (student: string, amount: number, method: string, reference: string | null, day = '2026-01-10') =>
    call<{ id: string; receipt_number: string }>(admin, 'to_jsonb(public.record_fee_payment($1, $2, $3, $4, $5))', [
      ids[student],
      amount,
      method,
      reference,
      day,
    ]);

  it('needs what proves it: the M-Pesa code, the slip’s number', async () => {
    expect((await refusal(pay('brian', 100, 'mpesa', null)))?.hint).toBe('fee.mpesa_code');
    expect((await refusal(pay('brian', 100, 'mpesa', 'SHORT')))?.hint).toBe('fee.mpesa_code');
    expect((await refusal(pay('brian', 100, 'bank', ' ')))?.hint).toBe('fee.reference_required');
    expect((await refusal(pay('brian', 100, 'cash', null, '2999-01-01')))?.hint).toBe('fee.future');
  });

  it('is taken back with a reason, once, and its code may then be used for who really paid', async () => {
    const before = await balance('brian');
    const paid = await pay('brian', 3_000, 'mpesa', 'tgh7x2m9qp');
    expect(await balance('brian')).toBe(before - 3_000);
    expect((await refusal(pay('other', 3_000, 'mpesa', 'TGH7X2M9QP')))?.hint).toBe('fee.duplicate_reference');
    expect((await refusal(call(admin, 'public.reverse_fee_payment($1, $2)', [paid.id, ' '])))?.hint).toBe('form.required');
    const reverse = () =>
      call<{ id: string; amount: number }>(admin, 'to_jsonb(public.reverse_fee_payment($1, $2))', [paid.id, 'Wrong student']);
    const [first, second] = [await reverse(), await reverse()];
    expect([first.amount, second.id]).toEqual([-3_000, first.id]);
    expect(await balance('brian')).toBe(before);
    expect((await refusal(call(admin, 'public.reverse_fee_payment($1, $2)', [first.id, 'Again'])))?.hint).toBe('fee.is_reversal');
    await pay('other', 3_000, 'mpesa', 'TGH7X2M9QP');
    expect((await refusal(call(lakeside, 'public.reverse_fee_payment($1, $2)', [paid.id, 'Theft'])))?.hint).toBe('fee.payment_not_found');
  });
});

describe('an account', () => {
  it('is a ledger that ends at the balance, for the school and the family', async () => {
    const account = await call<{ balance: number; lines: { balance: number; kind: string }[] }>(admin, 'public.student_account($1)', [
      ids['brian'],
    ]);
    expect(account.lines.at(-1)?.balance).toBe(account.balance);
    expect(account.lines.map(({ kind }) => kind)).toContain('reversal');
    expect(await call<object>(parent, 'public.student_account($1)', [ids['brian']])).toMatchObject({ balance: account.balance });
    expect(await call(lakeside, 'public.student_account($1)', [ids['brian']])).toBeNull();
    expect(await call(staff, 'public.student_account($1)', [ids['brian']])).toBeNull();
    expect(
      await owned(
        'select from public.student_accounts a join public.student_balances b on b.student_id = a.id where a.balance <> b.balance',
      ),
    ).toHaveLength(0);
  });

  it('is reminded of once a day, at the first guardian with an address', async () => {
    const remind = () => call<{ mailed: number; unreachable: number }>(admin, 'public.remind_of_fees(array[$1]::uuid[])', [ids['brian']]);
    const mails = () => owned("select to_address from public.mail_outbox where template = 'fee-reminder'");
    await database.owner.query(
      "update public.guardians g set email = 'parent@greenfield.test' from public.student_guardians sg where sg.guardian_id = g.id and sg.student_id = $1",
      [ids['brian']],
    );
    const preview = (caller: string = admin) => call<object>(caller, 'public.preview_fee_reminders(array[$1]::uuid[])', [ids['brian']]);
    const [owing] = await owned('select balance, greatest(due - paid, 0) as overdue from public.student_accounts where id = $1', [
      ids['brian'],
    ]);
    expect(await preview()).toMatchObject({
      mailed: 1,
      reminded: 0,
      unreachable: 0,
      balance: owing!.balance,
      example: { email: 'parent@greenfield.test', ...owing },
    });
    expect(await mails()).toHaveLength(0);
    expect(await preview(lakeside)).toMatchObject({ mailed: 0, reminded: 0, unreachable: 0, balance: 0, example: null });
    expect(await remind()).toMatchObject({ mailed: 1, unreachable: 0, unsent: 0 });
    expect(await preview()).toMatchObject({ mailed: 0, reminded: 1, balance: 0, example: null });
    await remind();
    expect(await mails()).toHaveLength(1);
    expect((await refusal(preview(staff)))?.code).toBe('42501');
    expect((await refusal(call(staff, 'public.remind_of_fees()')))?.code).toBe('42501');
  });

  it('shows families how to pay, as their school has written it', async () => {
    const write = (caller: string, words: string) =>
      database.as(caller, (client) =>
        client.query('update public.schools set payment_instructions = $2 where id = $1', [ids['school'], words]),
      );
    expect((await write(admin, 'Paybill 123456')).rowCount).toBe(1);
    for (const caller of [staff, parent, lakeside]) expect((await write(caller, 'Pay me')).rowCount, caller).toBe(0);
    expect(await call<object>(parent, 'public.student_account($1)', [ids['brian']])).toMatchObject({
      school: { payment_instructions: 'Paybill 123456' },
    });
    expect((await refusal(write(admin, ' ')))?.code).toBe('23514');
  });
});

describe('what is outstanding', () => {
  it('is the same on the home screen and in the finances; one student’s credit does not reduce another’s balance due', async () => {
    const home = async (caller: string) =>
      (await call<{ stats: { key: string; value: number }[] }>(caller, 'public.dashboard_summary()')).stats.find(
        ({ key }) => key === 'fees_outstanding',
      )?.value;
    const finances = async () => (await call<{ owed: number }>(admin, 'public.fee_totals()')).owed;
    expect(await home(admin)).toBe(await finances());
    const before = (await finances()) - Math.max(0, await balance('other'));
    await call(admin, "(public.record_fee_payment($1, 9000000, 'cash')).id", [ids['other']]);
    expect(await finances()).toBe(before);
    expect(await home(admin)).toBe(before);
    const [children] = await owned(
      'select (sum(a.balance) filter (where a.balance > 0))::integer as owed from public.student_accounts a where a.id in (select sg.student_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id join public.users u on u.id = g.user_id where u.email = $1)',
      [parent],
    );
    expect(await home(parent)).toBe(children?.['owed']);
  });
});
