import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '@masomo/supabase/tests/database.ts';

const database = useDatabase();
const feature = 'addon:multi-branch';
const [admin, bursar, parent, elsewhere] = [
  'admin@greenfield.test',
  'staff@greenfield.test',
  'parent@greenfield.test',
  'admin@lakeside.test',
];
const there = 'bursar-of-annex@greenfield.test';
const ids: Record<string, string> = {};

const one = async (sql: string, values: unknown[] = []) =>
  Object.values((await database.owner.query<Record<string, unknown>>(sql, values)).rows[0] ?? {})[0];
const call = async <T>(caller: string, sql: string, values: unknown[] = []) =>
  Object.values((await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows[0] ?? {})[0] as T;
const balance = (student: string) =>
  one('select coalesce((select balance from public.student_balances where student_id = $1), 0)', [ids[student]]);
const newStudent = async (school: string, number: string, balanceOf: number) => {
  const id = String(
    await one(
      "insert into public.students (school_id, admission_number, first_name, last_name) values ($1, $2, $2, 'Baraka') returning id",
      [school, number],
    ),
  );
  await database.owner.query(
    "insert into public.fee_charges (school_id, student_id, name, amount, due_on) values ($1, $2, 'Tuition', $3, private.today() - 3)",
    [school, id, balanceOf],
  );
  return id;
};
const newGuardian = async (school: string, student: string, name: string, phone: string) => {
  const id = await one(
    "insert into public.guardians (school_id, first_name, last_name, phone) values ($1, $2, 'Baraka', $3) returning id",
    [school, name, phone],
  );
  await database.owner.query('insert into public.student_guardians (student_id, guardian_id, school_id) values ($1, $2, $3)', [
    student,
    id,
    school,
  ]);
  return String(id);
};
type Report = { branches: Record<string, number | string | boolean>[]; total: Record<string, number> };
const report = () => call<Report>(admin, 'select public.branch_report(private.today() - 60, private.today() + 60)');

beforeAll(async () => {
  ids['head'] = String(await one("select id from public.schools where name = 'Greenfield Academy'"));
  await database.owner.query('update public.licences set feature = null where feature = $1', [feature]);
  await database.owner.query(
    `update public.licences set feature = $1, valid_from = private.today() - 30, valid_until = null, revoked_at = null, campus_ids = null, quantity = 100
     where id = (select id from public.licences where school_id = $2 order by id limit 1)`,
    [feature, ids['head']],
  );
  // The office takes fees at this school.
  await database.owner.query(
    `insert into private.role_permissions (role_id, permission) select private.common_role('staff'), p from unnest(array['fee:read', 'fee-account:read-all', 'fee-payment:record']) p on conflict do nothing`,
  );
  await database.owner.query("select private.write_granted(array[private.common_role('staff')])");
  ids['campus'] = String(await one("insert into public.campuses (school_id, name) values ($1, 'Annex') returning id", [ids['head']]));
  await database.owner.query("update public.classes set campus_id = $1 where school_id = $2 and name = 'Form 3 West'", [
    ids['campus'],
    ids['head'],
  ]);
  ids['branch'] = await call(admin, 'select public.open_branch($1)', [ids['campus']]);
  const person = randomUUID();
  await database.owner.query(
    "insert into auth.users (id, aud, role, email, created_at, updated_at) values ($1, 'authenticated', 'authenticated', $2, now(), now())",
    [person, there],
  );
  await database.owner.query("update public.users set role = 'staff', school_id = $2, is_active = true where id = $1", [
    person,
    ids['branch'],
  ]);
  ids['amina'] = await newStudent(ids['head'], 'MB/1', 30_000);
  ids['juma'] = await newStudent(ids['branch'], 'MB/2', 12_000);
  ids['zawadi'] = await newStudent(ids['branch'], 'MB/3', 5_000);
  ids['alone'] = await newStudent(ids['branch'], 'MB/4', 900);
  ids['mother'] = await newGuardian(ids['head'], ids['amina'], 'Neema', '0722 000 111');
  await newGuardian(ids['branch'], ids['juma'], 'Neema', '+254722000111');
  await newGuardian(ids['branch'], ids['zawadi'], 'NEEMA', '0722000111');
  await newGuardian(ids['branch'], ids['alone'], 'Neema', '0722 000 222');
}, 120_000);

describe('a branch', () => {
  it('starts with the terms, subjects and classes of its campus, and with the plan of its school', async () => {
    expect(await one('select name from public.schools where id = $1', [ids['branch']])).toBe('Greenfield Academy, Annex');
    expect(await one('select string_agg(name, $2) from public.classes where school_id = $1', [ids['branch'], ','])).toBe('Form 3 West');
    expect(await one('select count(*)::integer from public.school_terms where school_id = $1', [ids['branch']])).toBeGreaterThan(0);
    expect(await one("select private.is_entitled($1, 'addon:multi-branch')", [ids['branch']])).toBe('on');
    expect(await one('select private.is_running($1)', [ids['branch']])).toBe(true);
    expect(await one('select (private.subscription_of($1)).school_id', [ids['branch']])).toBe(ids['head']);
  });

  it('is opened once for a campus, by those who direct, where the licence covers it', async () => {
    const failure = (caller: string, campus: unknown) => refusal(call(caller, 'select public.open_branch($1)', [campus]));
    expect((await failure(admin, ids['campus']))?.hint).toBe('branch.open_already');
    expect((await failure(bursar, ids['campus']))?.code).toBe('42501');
    expect((await failure(elsewhere, ids['campus']))?.hint).toBe('addon.off');
    await database.owner.query('update public.licences set campus_ids = array[$1::uuid] where school_id = $2 and feature = $3', [
      ids['campus'],
      ids['head'],
      feature,
    ]);
    const other = await one("insert into public.campuses (school_id, name) values ($1, 'Town') returning id", [ids['head']]);
    expect((await failure(admin, other))?.hint).toBe('branch.not_covered');
    await database.owner.query('update public.licences set campus_ids = null where school_id = $1 and feature = $2', [
      ids['head'],
      feature,
    ]);
    await database.owner.query('delete from public.campuses where id = $1', [other]);
    expect((await refusal(call(admin, 'select public.remove_campus($1)', [ids['campus']])))?.hint).toBe('campus.in_use');
  });
});

describe('the books of branches', () => {
  it('are read by their own staff only: no row of another branch in any table, by any view or by id', async () => {
    const tables = (
      await database.owner.query<{ name: string; key: string }>(
        `select c.relname as name, case when c.relname = 'schools' then 'id' else 'school_id' end as key
         from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
         where c.relkind in ('r', 'v') and has_table_privilege('authenticated', c.oid, 'select')
           and (c.relname = 'schools' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id'))`,
      )
    ).rows;
    expect(tables.length).toBeGreaterThan(50);
    for (const [caller, other] of [
      [bursar, 'branch'],
      [there, 'head'],
    ] as const)
      for (const { name, key } of tables)
        // Of those who work at both, each branch sees the account.
        if (name !== 'users')
          expect([
            caller,
            name,
            await call(caller, `select count(*)::integer from public.${name} where ${key} = $1`, [ids[other]]),
          ]).toEqual([caller, name, 0]);
    expect(await call(there, 'select count(*)::integer from public.students')).toBe(3);
    expect(await call(bursar, "select count(*)::integer from public.search_students('Juma')")).toBe(0);
    expect(await call(bursar, "select count(*)::integer from public.find_people('MB/2')")).toBe(0);
    expect(await call(bursar, 'select public.student_profile($1)', [ids['juma']])).toBeNull();
    expect(await call(bursar, 'select public.student_account($1)', [ids['juma']])).toBeNull();
    expect(await call(bursar, 'select public.family_account($1)', [ids['juma']])).toBeNull();
  });

  it('are exported apart: no student, guardian or number of another branch in any file', async () => {
    const tables = (await database.owner.query<{ name: string }>('select name from private.exported_tables()')).rows;
    expect(tables.length).toBeGreaterThan(50);
    const exported = async (branch: string) => {
      const texts = [];
      for (const { name } of tables)
        texts.push(String(await one("select private.export_rows($1, $2, null, 100000) ->> 'text'", [ids[branch], name])));
      return texts.join('\n');
    };
    const [head, branch] = [await exported('head'), await exported('branch')];
    for (const marker of ['MB/2', 'MB/3', 'MB/4', '0722 000 222'])
      expect([marker, head.includes(marker), branch.includes(marker)]).toEqual([marker, false, true]);
    expect([head.includes('MB/1'), branch.includes('MB/1')]).toEqual([true, false]);
  });

  it('close apart', async () => {
    const term = await one(
      `insert into public.school_terms (school_id, name, starts_on, ends_on) select s, 'Long ago', private.today() - 900, private.today() - 850 from unnest($1::uuid[]) s returning id`,
      [[ids['head']]],
    );
    await database.owner.query(
      "insert into public.school_terms (school_id, name, starts_on, ends_on) values ($1, 'Long ago', private.today() - 900, private.today() - 850)",
      [ids['branch']],
    );
    await call(admin, 'select public.close_term($1)', [term]);
    expect(await one("select closed_at from public.school_terms where school_id = $1 and name = 'Long ago'", [ids['branch']])).toBeNull();
    const fee = (caller: string, id: unknown) => refusal(call(caller, "select public.save_fee($1, 'Late', 10, private.today())", [id]));
    expect((await fee(admin, term))?.hint).toBe('term.closed');
    await database.owner.query("delete from public.school_terms where name = 'Long ago'");
  });

  it('refuse a lesson of somebody who teaches at another branch then', async () => {
    const lesson = await one('select id from public.lessons where school_id = $1 and teacher_id is not null limit 1', [ids['head']]);
    await database.owner.query(
      "insert into private.memberships (user_id, school_id, role_id) select teacher_id, $2, private.common_role('teacher') from public.lessons where id = $1 on conflict do nothing",
      [lesson, ids['branch']],
    );
    await database.owner.query(
      'insert into public.class_subjects (school_id, class_id, subject_id) select $1, k.id, b.id from public.classes k, public.subjects b where k.school_id = $1 and b.school_id = $1 limit 1',
      [ids['branch']],
    );
    const add = (starts: string) =>
      database.owner.query(
        `insert into public.lessons (school_id, class_id, subject_id, teacher_id, weekday, starts_at, ends_at)
         select $2, cs.class_id, cs.subject_id, l.teacher_id, l.weekday, ${starts}, ${starts} + interval '20 minutes'
         from public.lessons l, public.class_subjects cs where l.id = $1 and cs.school_id = $2 limit 1`,
        [lesson, ids['branch']],
      );
    expect((await refusal(add('l.starts_at')))?.hint).toBe('branch.teacher_busy');
    expect((await refusal(add("time '22:10'")))?.hint).toBeUndefined();
  });
});

describe('a family of two branches', () => {
  type Account = { balance: number; children: { id: string; balance: number }[]; branches: Record<string, unknown>[] };
  type Receipt = { receipt_number: string; amount: number; parts: { branch: string; student: string | null; amount: number }[] };
  const account = (caller = bursar) => call<Account | null>(caller, 'select public.family_account($1)', [ids['amina']]);
  const take = (id: string, parts: object[], method = 'cash', reference: string | null = null, caller = bursar) =>
    call<Receipt>(caller, 'select public.take_family_payment($1, $2, $3, $4, $5)', [
      id,
      ids['amina'],
      JSON.stringify(parts),
      method,
      reference,
    ]);

  it('has one balance and its parts, without the children of the other branch', async () => {
    expect(await account()).toEqual({
      balance: 47_000,
      children: [{ id: ids['amina'], name: 'MB/1 Baraka', admission_number: 'MB/1', balance: 30_000 }],
      branches: [{ id: ids['branch'], name: 'Annex', balance: 17_000 }],
    });
    expect(await account(elsewhere).catch((error: { hint?: string }) => error.hint)).toBe('addon.off');
  });

  it('pays at one desk for both: one receipt, entries in both, nothing left over the group', async () => {
    const id = randomUUID();
    const parts = [
      { student_id: ids['amina'], amount: 6_000 },
      { branch_id: ids['branch'], amount: 14_000 },
    ];
    const receipt = await take(id, parts);
    expect(receipt).toMatchObject({
      amount: 20_000,
      parts: [
        { branch: 'Greenfield Academy', student: 'MB/1 Baraka', amount: 6_000 },
        { branch: 'Annex', student: null, amount: 14_000 },
      ],
    });
    expect(await take(id, parts)).toEqual(receipt);
    expect([await balance('amina'), await balance('juma'), await balance('zawadi')]).toEqual([24_000, 0, 3_000]);
    expect(await call(bursar, 'select amount::integer from public.branch_debts()')).toBe(-14_000);
    expect(await call(there, 'select amount::integer from public.branch_debts()')).toBe(14_000);
    expect(await one('select sum(amount)::integer from public.branch_entries')).toBe(0);
    expect((await report()).total['between']).toBe(0);
  });

  it('is not paid twice by one M-Pesa code, at either branch', async () => {
    await take(randomUUID(), [{ branch_id: ids['branch'], amount: 100 }], 'mpesa', 'SKL7X2M9QP');
    expect((await refusal(take(randomUUID(), [{ branch_id: ids['branch'], amount: 100 }], 'mpesa', 'skl7x2m9qp')))?.hint).toBe(
      'fee.duplicate_reference',
    );
    expect((await refusal(take(randomUUID(), [{ student_id: ids['juma'], amount: 100 }])))?.hint).toBe('branch.not_of_family');
    expect((await refusal(take(randomUUID(), [{ branch_id: ids['branch'], amount: 1.5 }])))?.hint).toBe('fee.invalid_amount');
    expect((await refusal(take(randomUUID(), [{ student_id: ids['amina'], amount: 5 }], 'cash', null, parent)))?.code).toBe('42501');
    expect(await balance('zawadi')).toBe(2_900);
  });

  it('is owed nothing between branches by a payment that is taken back', async () => {
    const payment = await one("select id from public.fee_payments where reference = 'SKL7X2M9QP'");
    await database.owner.query(
      'insert into private.active_schools (session_id, school_id) select s.id, $1 from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $2 on conflict (session_id) do update set school_id = excluded.school_id',
      [ids['branch'], admin],
    );
    await call(admin, "select public.reverse_fee_payment($1, 'Paid twice')", [payment]);
    await database.owner.query('delete from private.active_schools');
    expect(await call(there, 'select amount::integer from public.branch_debts()')).toBe(14_000);
    expect(await one('select sum(amount)::integer from public.branch_entries')).toBe(0);
  });

  it('pays at its own desk only where the school says so', async () => {
    await call(admin, `select public.save_addon_settings($1, '{"desks_share": false}')`, [feature]);
    expect((await refusal(take(randomUUID(), [{ branch_id: ids['branch'], amount: 100 }])))?.hint).toBe('branch.desks_apart');
    await call(admin, `select public.save_addon_settings($1, '{"desks_share": true}')`, [feature]);
  });

  it('leaves out a child about whom the guardian may not be told', async () => {
    const guardian = await one('select guardian_id from public.student_guardians where student_id = $1', [ids['zawadi']]);
    await database.owner.query(
      "insert into public.custody_marks (student_id, guardian_id, school_id, may_be_told, may_collect, basis) values ($1, $2, $3, false, false, 'Order')",
      [ids['zawadi'], guardian, ids['branch']],
    );
    expect(await account()).toMatchObject({ balance: 24_000, branches: [{ balance: 0 }] });
    await database.owner.query('delete from public.custody_marks where student_id = $1', [ids['zawadi']]);
  });
});

describe('a student who moves to another branch', () => {
  it('carries the balance once, with guardians and custody; the history stays', async () => {
    await database.owner.query(
      "insert into public.custody_marks (student_id, guardian_id, school_id, may_be_told, may_collect, basis) values ($1, $2, $3, true, false, 'Order 7')",
      [ids['amina'], ids['mother'], ids['head']],
    );
    const before = await report();
    expect((await refusal(call(bursar, 'select public.move_to_branch($1, $2)', [ids['amina'], ids['branch']])))?.code).toBe('42501');
    expect((await refusal(call(admin, "select public.move_to_branch($1, $2, 'MB/2')", [ids['amina'], ids['branch']])))?.hint).toBe(
      'branch.number_taken',
    );
    ids['moved'] = await call(admin, 'select public.move_to_branch($1, $2)', [ids['amina'], ids['branch']]);
    expect([await balance('amina'), await balance('moved')]).toEqual([0, 24_000]);
    expect(await one('select status from public.students where id = $1', [ids['amina']])).toBe('left');
    expect(await one('select basis from public.custody_marks where student_id = $1', [ids['moved']])).toBe('Order 7');
    expect(await one('select count(*)::integer from public.guardians where school_id = $1', [ids['branch']])).toBe(3);
    expect(await one('select count(*)::integer from public.fee_payments where student_id = $1', [ids['amina']])).toBe(1);
    expect(await one('select count(*)::integer from public.fee_payments where student_id = $1', [ids['moved']])).toBe(0);
    expect((await refusal(call(admin, 'select public.move_to_branch($1, $2)', [ids['amina'], ids['branch']])))?.hint).toBe(
      'branch.not_enrolled',
    );
    const after = await report();
    expect(after.total['balance']).toBe(before.total['balance']);
    expect(after.total['charged']).toBe(before.total['charged']);
    expect(after.total['between']).toBe(0);
    expect(await call(bursar, 'select is_arrival from public.branch_move_list()')).toBe(false);
    expect(await call(there, 'select is_arrival from public.branch_move_list()')).toBe(true);
  });

  it('is not moved while money was paid ahead', async () => {
    const student = await newStudent(ids['head']!, 'MB/9', 10);
    await database.owner.query(
      "insert into public.fee_payments (school_id, student_id, receipt_number, amount, method) values ($1, $2, 'MB-9', 50, 'cash')",
      [ids['head'], student],
    );
    expect((await refusal(call(admin, 'select public.move_to_branch($1, $2)', [student, ids['branch']])))?.hint).toBe('branch.in_credit');
  });
});

describe('the report across branches', () => {
  it('is the sum of the branches to the cent, with who works at two counted once', async () => {
    const { branches, total } = await report();
    expect(branches.map(({ name, is_head }) => [name, is_head])).toEqual([
      ['Greenfield Academy', true],
      ['Annex', false],
    ]);
    for (const [figure, sql] of [
      [
        'charged',
        'select sum(amount - credited)::float from public.fee_charges where school_id = any ($1) and due_on between private.today() - 60 and private.today() + 60',
      ],
      [
        'collected',
        'select sum(amount)::float from public.fee_payments where school_id = any ($1) and paid_on between private.today() - 60 and private.today() + 60',
      ],
      ['balance', 'select sum(balance)::float from public.student_balances where school_id = any ($1)'],
      ['students', "select count(*)::float from public.students where school_id = any ($1) and status = 'active'"],
    ] as const) {
      expect([figure, total[figure]]).toEqual([figure, await one(sql, [[ids['head'], ids['branch']]])]);
      expect([figure, branches.reduce((sum, branch) => sum + Number(branch[figure]), 0)]).toEqual([figure, total[figure]]);
    }
    // The administrator and the teacher of the lesson are at both.
    expect(branches.reduce((sum, { staff }) => sum + Number(staff), 0) - total['staff']!).toBe(2);
  });

  it('is for those who direct, at the main school', async () => {
    const ask = (caller: string) => refusal(call(caller, 'select public.branch_report(private.today(), private.today())'));
    expect((await ask(bursar))?.hint).toBe('permission.missing');
    expect((await ask(parent))?.hint).toBe('addon.off');
    await database.owner.query("update public.users set role = 'admin' where email = $1", [there]);
    expect((await ask(there))?.hint).toBe('branch.at_head');
  });
});

describe('a school without branches', () => {
  it('keeps its campuses as the plan says, and nothing of the add-on', async () => {
    expect((await refusal(call(elsewhere, 'select * from public.list_branches()')))?.hint).toBe('addon.off');
    expect(await one('select private.payer_of(id) = id from public.schools where name = $1', ['Lakeside School'])).toBe(true);
  });
});
