import fc from 'fast-check';
import { openClient } from '@masomo/local/database/connections';
import { beforeAll, describe, expect, it } from 'vitest';
import { superAdmin, useDatabase } from '../database.ts';

/** Sums that are stored as rows are what they are computed from, whatever is written in whatever order. */
const database = useDatabase();
const wrongSums = async () => (await database.owner.query<Record<string, unknown>>('select * from private.check_sums()')).rows;

let students: string[];
let classes: string[];
let people: string[];
const school = "(select id from public.schools where name = 'Greenfield Academy')";

beforeAll(async () => {
  const ids = async (sql: string) => (await database.owner.query<{ id: string }>(sql)).rows.map(({ id }) => id);
  students = await ids(`select id from public.students where school_id = ${school} order by admission_number limit 12`);
  classes = await ids(`select id from public.classes where school_id = ${school} order by name limit 3`);
  people = await ids(`select u.id from public.users u where u.school_id is not null and u.email not like 'admin@%' order by email limit 6`);
});

type Step = { what: keyof typeof writes; a: number; b: number; n: number };
const at = <T>(list: readonly T[], n: number) => list[n % list.length]!;

/** Each writes by two choices and a number. */
const writes = {
  charge: ({ a, b, n }) => [
    `insert into public.fee_charges (school_id, student_id, name, amount, due_on) select school_id, id, 'Trip', $1::integer, current_date + 9 from public.students where id in ($2, $3)`,
    [100 + n, at(students, a), at(students, b)],
  ],
  raise: ({ a, n }) => [
    'update public.fee_charges set amount = amount + $1 where student_id = $2 and invoice_id is null',
    [n + 1, at(students, a)],
  ],
  cancelCharges: ({ a, b }) => ['delete from public.fee_charges where student_id in ($1, $2)', [at(students, a), at(students, b)]],
  pay: ({ a, n }) => [
    `insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, paid_on) select school_id, id, gen_random_uuid()::text, $1::integer, 'cash', current_date - $1::integer % 60 from public.students where id = $2`,
    [n + 1, at(students, a)],
  ],
  reverse: ({ a }) => [
    `with paid as (update public.fee_payments set reversed_at = now() where id = (select id from public.fee_payments where student_id = $1 and reverses is null and reversed_at is null order by paid_on desc, id limit 1) returning *)
     insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reverses, reason) select school_id, student_id, receipt_number || '-R', -amount, method, id, 'Wrong' from paid`,
    [at(students, a)],
  ],
  forgetPayments: ({ a }) => [
    'delete from public.fee_payments p where p.student_id = $1 and p.reverses is null and p.reversed_at is null',
    [at(students, a)],
  ],
  payForAnother: ({ a, b }) => [
    'update public.fee_payments set student_id = $1 where id = (select id from public.fee_payments where student_id = $2 and reverses is null and reversed_at is null order by id limit 1) and exists (select from public.students where id = $1)',
    [at(students, a), at(students, b)],
  ],
  mark: ({ a, b, n }) => [
    `insert into public.attendance (student_id, day, school_id, class_id, status) select s.id, current_date - $1::integer, s.school_id, $2::uuid, $3::public.attendance_status from public.students s where s.id in ($4, $5)
     on conflict (student_id, day) do update set status = excluded.status, class_id = excluded.class_id`,
    [n % 5, at(classes, a), at(['present', 'absent', 'late', 'excused'], n), at(students, a), at(students, b)],
  ],
  unmark: ({ a, n }) => ['delete from public.attendance where class_id = $1 and day = current_date - $2::integer', [at(classes, a), n % 5]],
  move: ({ a, b, n }) => [
    'update public.students set class_id = $1 where id in ($2, $3)',
    [at([...classes, null], n), at(students, a), at(students, b)],
  ],
  end: ({ a, n }) => ['update public.students set status = $1 where id = $2', [at(['active', 'suspended', 'left'], n), at(students, a)]],
  correctDay: ({ a, n }) => ['update public.students set admitted_on = current_date - $1::integer where id = $2', [n, at(students, a)]],
  admit: ({ a, n }) => [
    `insert into public.students (school_id, admission_number, first_name, last_name, class_id, admitted_on) select ${school}, left(gen_random_uuid()::text, 12), 'New', 'Student', $1::uuid, current_date - $2::integer from generate_series(1, 3)`,
    [at([...classes, null], a), n],
  ],
  remove: ({ a }) => [
    'delete from public.students s where s.id = $1 and not exists (select from public.fee_payments p where p.student_id = s.id)',
    [at(students, a)],
  ],
  moveAccount: ({ a, n }) => [
    'update public.users set school_id = (select id from public.schools order by name limit 1), role = $1 where id = $2',
    [at(['teacher', 'staff', 'parent'], n), at(people, a)],
  ],
  deactivate: ({ a, n }) => ['update public.users set is_active = $1 where id = $2', [n % 2 === 0, at(people, a)]],
  signIn: ({ a, n }) => [
    "update auth.users set last_sign_in_at = now() - $1::integer * interval '1 hour' where id = $2",
    [n, at(people, a)],
  ],
} satisfies Record<string, (step: Omit<Step, 'what'>) => readonly [sql: string, values: unknown[]]>;

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...(Object.keys(writes) as (keyof typeof writes)[])),
  a: fc.nat(40),
  b: fc.nat(40),
  n: fc.nat(400),
});

describe('stored sums', () => {
  it('are right in the demonstration data', async () => {
    expect(await wrongSums()).toEqual([]);
    const { rows } = await database.owner.query<{ n: number }>('select count(*)::integer as n from private.stored_sums');
    expect(rows[0]?.n).toBeGreaterThan(100);
  });

  it('stay right through any order of writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        await database.owner.query('begin');
        try {
          for (const { what, ...choice } of steps) {
            const [sql, values] = writes[what](choice);
            await database.owner.query(sql, values as unknown[]);
          }
          expect(await wrongSums()).toEqual([]);
        } finally {
          await database.owner.query('rollback');
        }
      }),
      { numRuns: 40 },
    );
  });

  it('count what several people write at once', async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => openClient(database.url)));
    await Promise.all(
      clients.map(async (client, who) => {
        for (let n = 0; n < 8; n += 1)
          for (const what of ['charge', 'pay', 'mark', 'move', 'admit'] as const) {
            const [sql, values] = writes[what]({ a: who + n, b: who + n, n: n + who });
            await client.query(sql, values as unknown[]);
          }
      }),
    );
    await Promise.all(clients.map((client) => client.end()));
    expect(await wrongSums()).toEqual([]);
  });

  it('are found wrong after a load without triggers, and computed again', async () => {
    const admin = await openClient(database.adminUrl);
    await admin.query(`set session_replication_role = replica;
      update public.fee_charges set amount = amount + 5 where student_id = '${students[0]}';
      delete from public.attendance where class_id = '${classes[0]}';
      update public.students set status = 'left' where id = '${students[1]}';
      update public.users set is_active = not is_active where id = '${people[0]}';`);
    await admin.end();
    const found = await wrongSums();
    expect(new Set(found.map(({ what }) => what))).toEqual(new Set(['balance', 'register', 'students', 'students of a class', 'accounts']));
    await database.owner.query('select private.recount_sums()');
    expect(await wrongSums()).toEqual([]);
  });

  it('of an old register are checked in one of 64 nights, of a recent one in each', async () => {
    const nights = async (daysAgo: number) => {
      await database.owner.query('begin');
      try {
        await database.owner.query(
          `insert into public.register_days (class_id, day, school_id, present, late, excused, absent) select id, current_date - $1::integer, school_id, 1, 0, 0, 0 from public.classes where id = $2
           on conflict (class_id, day) do update set present = register_days.present + 1`,
          [daysAgo, classes[0]],
        );
        const { rows } = await database.owner.query<{ n: number }>(
          "select count(*)::integer as n from generate_series(0, 63) as night, private.check_sums(current_date + night - 63) where what = 'register'",
        );
        return rows[0]?.n;
      } finally {
        await database.owner.query('rollback');
      }
    };
    expect(await nights(200)).toBe(1);
    expect(await nights(74)).toBe(1);
    expect(await nights(0)).toBe(64);
  });

  it('are checked once a night, and a check that fails is a finding of its own', async () => {
    await database.owner.query('begin');
    try {
      await database.owner.query(
        "create or replace function private.current_moment() returns timestamptz language sql stable set search_path = '' as $$ select current_date + time '09:00' $$",
      );
      const night = async () => (await database.owner.query<{ n: number | null }>('select private.check_sums_nightly() as n')).rows[0]?.n;
      expect(await night()).toBe(0);
      expect(await night()).toBeNull();
      await database.owner.query('delete from private.sum_checks');
      await database.owner.query('alter view private.stored_sums rename to lost_sums');
      expect(await night()).toBe(1);
      const { rows } = await database.owner.query<{ differences: unknown }>('select differences from private.sum_checks');
      expect(JSON.stringify(rows[0]?.differences)).toContain('stored_sums');
    } finally {
      await database.owner.query('rollback');
    }
  });

  it('that the night found wrong are in the report of the installation', async () => {
    const reported = async () =>
      (
        await database.asServer((client) =>
          client.query<{ n: number }>("select (public.installation_report() ->> 'wrong_sums')::integer as n"),
        )
      ).rows[0]?.n;
    expect(await reported()).toBe(0);
    await database.owner.query(`insert into private.sum_checks (day, differences) values (current_date, '[{"what": "balance"}]')
      on conflict (day) do update set differences = excluded.differences`);
    expect(await reported()).toBe(1);
  });
});

describe('days that are over', () => {
  it('are counted once and shown as counted', async () => {
    type Trends = { days: { day: string; changes: number; sign_ins: number }[] };
    const days = async () =>
      (await database.as(superAdmin, (client) => client.query<{ t: Trends }>('select public.platform_trends() as t'))).rows[0]!.t.days;
    const before = await days();
    await database.owner.query('select private.finish_days()');
    expect((await database.owner.query('select from private.finished_days')).rows).toHaveLength(29);
    expect(await days()).toEqual(before);
    expect((await database.owner.query<{ n: number }>('select private.finish_days() as n')).rows[0]?.n).toBe(0);
  });
});

describe('the list of accounts', () => {
  type Row = { email: string; role: string; school: string | null; last_sign_in_at: Date | null; total: number };
  const list = async (caller: string, args = '') =>
    (await database.as(caller, (client) => client.query<Row>(`select * from public.list_accounts(${args})`))).rows;
  const counted = async (condition: string) =>
    (await database.owner.query<{ n: number }>(`select count(*)::integer as n from public.users u where ${condition}`)).rows[0]!.n;
  const isSuper = 'exists (select from public.super_admins a where a.id = u.id)';

  it('counts exactly, by role and access, and names a super admin as such', async () => {
    for (const [args, condition] of [
      ['', 'true'],
      ["in_role => 'teacher'", `role = 'teacher' and not ${isSuper}`],
      ["in_role => 'user'", `role = 'user' and not ${isSuper}`],
      ["in_role => 'super_admin'", isSuper],
      ["in_role => 'parent', active => true", `role = 'parent' and is_active`],
      ["search => 'GREENFIELD.test'", "email like '%greenfield.test'"],
      ["search => 'a%b'", 'false'],
    ] as const) {
      const rows = await list(superAdmin, `${args}${args ? ', ' : ''}size => 1000`);
      expect([args, rows.length, rows[0]?.total ?? 0]).toEqual([args, await counted(condition), await counted(condition)]);
    }
    expect((await list(superAdmin, `search => '${superAdmin}'`))[0]).toMatchObject({ role: 'super_admin', email: superAdmin });
  });

  it('comes in pages, in the order that is asked for', async () => {
    const all = (await list(superAdmin, 'size => 1000')).map(({ email }) => email);
    expect((await list(superAdmin, 'size => 3, skipped => 2')).map(({ email }) => email)).toEqual(all.slice(2, 5));
    expect((await list(superAdmin, "sort => 'role', descending => true, size => 1000")).map(({ email }) => email)).not.toEqual(all);
    await database.owner.query("update auth.users set last_sign_in_at = now() + interval '1 hour' where email = 'teacher@greenfield.test'");
    expect((await list(superAdmin, "sort => 'last_sign_in_at', descending => true"))[0]?.email).toBe('teacher@greenfield.test');
  });

  it('is the own school to an administrator, whatever is asked for', async () => {
    const rows = await list('admin@greenfield.test', 'size => 1000');
    expect(new Set(rows.map(({ school }) => school))).toEqual(new Set(['Greenfield Academy']));
    expect(await list('admin@greenfield.test', "search => 'lakeside.test'")).toEqual([]);
  });

  it('is searched by an index', async () => {
    const client = await database.connect(superAdmin);
    await client.query('reset role');
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      "explain select from public.users u where private.account_text(u.first_name, u.last_name, u.email) like '%wanjiku%'",
    );
    await client.end();
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('users_search_idx');
  });
});
