import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

/** What a student is charged for once, and how a charge is taken back. */
const database = useDatabase();
const [admin, staff, parent, lakeside] = [
  'admin@greenfield.test',
  'staff@greenfield.test',
  'parent@greenfield.test',
  'admin@lakeside.test',
] as const;
const ids: Record<string, string> = {};
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const value = async <T>(sql: string, values: unknown[] = []) => Object.values((await owned(sql, values))[0] ?? {})[0] as T;
const call = async <T>(caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<{ r: T }>(`select ${sql} as r`, values))).rows[0]!.r;
type Bill = { charges: number; moved: { student_id: string; fee_id: string; name: string; amount: number; charged: number }[] };
const bill = (isDryRun = false) => call<Bill>(admin, 'public.bill_term($1, $2)', [ids['term'], isDryRun]);
const move = (group: string) => call(admin, 'public.move_students(array[$1]::uuid[], $2)', [ids['brian'], ids[group]]);
const addFee = (name: string, amount: number, group: string | null) =>
  call<string>(admin, 'public.save_fee($1, $2, $3, private.today() + 7, $4)', [ids['term'], name, amount, group && ids[group]]);
const charges = async () =>
  (
    await owned(
      'select c.name, c.amount - c.credited as owed from public.fee_charges c join public.fees f on f.id = c.fee_id where c.student_id = $1 and f.term_id = $2 order by c.name, c.amount',
      [ids['brian'], ids['term']],
    )
  ).map(({ name, owed }) => `${String(name)} ${String(owed)}`);
const chargeOf = (name: string) =>
  value<string>(
    'select c.id from public.fee_charges c join public.fees f on f.id = c.fee_id where c.student_id = $1 and f.term_id = $2 and c.name = $3',
    [ids['brian'], ids['term'], name],
  );
const credit = (charge: string, amount: number, reason = 'Moved to another class', caller: string = admin, request = crypto.randomUUID()) =>
  call<string>(caller, '(public.credit_charge($1, $2, $3, $4)).credit_number', [charge, amount, reason, request]);

beforeAll(async () => {
  ids['brian'] = await value("select id from public.students where admission_number = 'GA/1041'");
  for (const [name, title] of Object.entries({ east: 'Form 3 East', west: 'Form 3 West' }))
    ids[name] = await value('select id from public.classes where name = $1', [title]);
  ids['school'] = await value('select school_id from public.classes where id = $1', [ids['east']]);
  await owned(
    'update public.school_terms set ends_on = private.today() - 1 where school_id = $1 and private.today() between starts_on and ends_on',
    [ids['school']],
  );
  ids['term'] = await value(
    "insert into public.school_terms (school_id, name, starts_on, ends_on) values ($1, 'Billed term', private.today(), private.today() + 60) returning id",
    [ids['school']],
  );
});

describe('a student who moves after a term was billed', () => {
  it('is not charged again for the same, nor for the fees of the new class', async () => {
    await addFee('Tuition', 20_000, 'east');
    ids['west tuition'] = await addFee('tuition ', 23_000, 'west');
    ids['west lab'] = await addFee('Laboratory', 1_500, 'west');
    await addFee('Meals', 9_000, null);
    await bill();
    expect(await charges()).toEqual(['Meals 9000', 'Tuition 20000']);
    await move('west');
    expect((await bill(true)).charges).toBe(0);
    await bill();
    expect(await charges()).toEqual(['Meals 9000', 'Tuition 20000']);
  });

  it('is charged the difference when somebody decides so, once', async () => {
    const { moved } = await bill(true);
    expect(moved.filter(({ student_id: id }) => id === ids['brian'])).toMatchObject([
      { fee_id: ids['west lab'], amount: 1_500, charged: 0 },
      { fee_id: ids['west tuition'], amount: 23_000, charged: 20_000 },
    ]);
    const decide = (caller: string, fee: string) => call<number>(caller, 'public.bill_moved_fee($1, $2)', [ids['brian'], ids[fee]]);
    expect((await refusal(decide(staff, 'west lab')))?.code).toBe('42501');
    expect((await refusal(decide(lakeside, 'west lab')))?.hint).toBe('fee.no_difference');
    expect(await decide(admin, 'west tuition')).toBe(3_000);
    expect((await refusal(decide(admin, 'west tuition')))?.hint).toBe('fee.no_difference');
    expect(await charges()).toEqual(['Meals 9000', 'Tuition 20000', 'tuition (difference) 3000']);
    await bill();
    await move('east');
    await bill();
    expect(await charges()).toEqual(['Meals 9000', 'Tuition 20000', 'tuition (difference) 3000']);
  });

  it('has no second fee of one name, which the database would refuse too', async () => {
    expect((await refusal(addFee('TUITION', 1, 'east')))?.hint).toBe('fee.name_taken');
    expect((await refusal(addFee('tuition', 1, null)))?.hint).toBe('fee.name_taken');
    const twice = owned(
      `insert into public.fee_charges (school_id, student_id, name, amount, due_on, purpose)
       select school_id, student_id, name, amount, due_on, purpose from public.fee_charges where id = $1`,
      [await chargeOf('Tuition')],
    );
    expect((await refusal(twice))?.code).toBe('23505');
  });
});

describe('a credit note', () => {
  const balance = () => value<number>('select balance from public.student_balances where student_id = $1', [ids['brian']]);

  it('takes back a part of a charge, and never more than there is', async () => {
    const meals = await chargeOf('Meals');
    const before = await balance();
    const request = crypto.randomUUID();
    const number = await credit(meals, 4_000, 'Joined late', admin, request);
    expect(number).toMatch(/^CRN-\d{5}$/);
    expect(await credit(meals, 4_000, 'Joined late', admin, request)).toBe(number);
    expect(await balance()).toBe(before - 4_000);
    expect(await refusal(credit(meals, 5_001))).toMatchObject({
      hint: 'fee.credit_too_much',
      message: expect.stringContaining('KES 5,000'),
    });
    for (const amount of [0, -1]) expect((await refusal(credit(meals, amount)))?.hint).toBe('fee.invalid_amount');
    expect((await refusal(credit(meals, 1, ' ')))?.detail).toBe('reason');
    expect((await refusal(credit(meals, 1, 'Mine', staff)))?.code).toBe('42501');
    expect((await refusal(credit(meals, 1, 'Mine', parent)))?.code).toBe('42501');
    expect((await refusal(credit(meals, 1, 'Mine', lakeside)))?.hint).toBe('fee.charge_not_found');
    expect(await owned('select * from private.check_sums()')).toEqual([]);
  });

  it('is on the statement that the family reads, in the report and in the log', async () => {
    type Statement = { charged: number; balance: number; lines: { kind: string; text: string; charged: number; reference: string }[] };
    for (const caller of [admin, parent]) {
      const statement = await call<Statement>(caller, 'public.student_account($1)', [ids['brian']]);
      expect(statement.lines.filter(({ kind }) => kind === 'credit')).toMatchObject([{ text: 'Meals: Joined late', charged: -4_000 }]);
      expect(statement.balance).toBe(await balance());
    }
    const account = async () => (await owned('select charged from public.student_accounts where id = $1', [ids['brian']]))[0]!['charged'];
    expect(await account()).toBe((await call<Statement>(admin, 'public.student_account($1)', [ids['brian']])).charged);
    const report = () =>
      call<{ charged: number }>(admin, 'public.fees_report(private.today() + 7, private.today() + 7, $1)', [ids['east']]);
    const { charged } = await report();
    await credit(await chargeOf('Meals'), 1_000, 'A sponsor pays');
    expect((await report()).charged).toBe(charged - 1_000);
    expect(
      await owned(
        "select reason, after ->> 'credited' as credited from public.audit_log where entity = 'fee_charges' and student_id = $1 order by id",
        [ids['brian']],
      ),
    ).toEqual([
      { reason: 'Joined late', credited: '4000' },
      { reason: 'A sponsor pays', credited: '5000' },
    ]);
    expect(
      await owned("select from public.audit_log where entity = 'fee_credits' and action = 'insert' and student_id = $1", [ids['brian']]),
    ).toHaveLength(2);
  });

  it('of a wrong charge lasts: the term bills it no second time, and the right fee instead', async () => {
    await credit(await chargeOf('Tuition'), 20_000);
    await credit(await chargeOf('tuition (difference)'), 3_000);
    await bill();
    expect(await charges()).toEqual(['Meals 4000', 'Tuition 0', 'tuition (difference) 0']);
    await move('west');
    await bill();
    expect(await charges()).toContain('Laboratory 1500');
    expect(
      await owned('select name, amount from private.open_charges($1) where name in ($2, $3)', [ids['brian'], 'Tuition', 'Meals']),
    ).toEqual(expect.not.arrayContaining([expect.objectContaining({ name: 'Tuition', amount: 20_000 })]));
  });
});
