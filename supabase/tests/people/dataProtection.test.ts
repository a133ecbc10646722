import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

/** What the Data Protection Act, 2019 asks of a school: consent, custody, requests and erasure. */
const database = useDatabase();
const [admin, staff, teacher, parent] = ['admin', 'staff', 'teacher', 'parent'].map((name) => `${name}@greenfield.test`) as [
  string,
  string,
  string,
  string,
];
const call = async <T>(caller: string, sql: string, values: unknown[] = []) =>
  database.as(caller, async (client) => (await client.query<{ result: T }>(`select ${sql} as result`, values)).rows[0]!.result);
const count = async (caller: string, table: string, child: string) =>
  Number(await call(caller, `(select count(*) from public.${table} where student_id = '${child}')`));

let school = '';
let child = '';
let mother = '';
let father = '';

beforeAll(async () => {
  const { owner } = database;
  const {
    rows: [family],
  } = await owner.query<{ school_id: string; student_id: string; guardian_id: string }>(
    `select g.school_id, sg.student_id, g.id as guardian_id from public.guardians g join public.users u on u.id = g.user_id join public.student_guardians sg on sg.guardian_id = g.id
     where u.email = $1 order by sg.student_id limit 1`,
    [parent],
  );
  ({ school_id: school, student_id: child, guardian_id: mother } = family!);
  father = (
    await owner.query<{ id: string }>(
      "insert into public.guardians (school_id, first_name, last_name) values ($1, 'Peter', 'Otieno') returning id",
      [school],
    )
  ).rows[0]!.id;
  await owner.query(
    "insert into public.student_guardians (student_id, guardian_id, school_id, relationship) values ($1, $2, $3, 'Father')",
    [child, father, school],
  );
});

describe('consent', () => {
  type Consents = {
    purpose: string;
    is_allowed: boolean | null;
    decisions: { guardian: string; is_given: boolean | null; withdrawn_at: string | null }[];
  }[];
  const photographs = async (caller: string) =>
    (await call<Consents>(caller, 'public.student_consents($1)', [child])).find(({ purpose }) => purpose === 'photographs')!;

  it('is the guardian’s own, and the stricter of two holds', async () => {
    expect((await photographs(parent)).is_allowed).toBeNull();
    await call(parent, "public.decide_consent($1, 'photographs', true)", [child]);
    expect(await photographs(parent)).toMatchObject({ is_allowed: true, decisions: [{ is_given: true }] });
    await call(staff, "public.decide_consent($1, 'photographs', false, $2)", [child, father]);
    // Allowed by one is not enough, and one guardian does not read what the other decided.
    const seen = await photographs(parent);
    expect([seen.is_allowed, seen.decisions.length]).toEqual([false, 1]);
    expect((await photographs(admin)).decisions.map(({ guardian }) => guardian)).toContain('Peter Otieno');
  });

  it('keeps who gave it and when it was withdrawn', async () => {
    await call(parent, "public.decide_consent($1, 'photographs', false)", [child]);
    const mine = (await photographs(parent)).decisions[0]!;
    expect(mine.is_given).toBe(false);
    expect(mine.withdrawn_at).not.toBeNull();
    const { rows } = await database.owner.query(
      'select is_given, replaced_at is null as is_current, recorded_by is not null as has_author from public.consents where student_id = $1 and guardian_id = $2 order by decided_at',
      [child, mother],
    );
    expect(rows).toEqual([
      { is_given: true, is_current: false, has_author: true },
      { is_given: false, is_current: true, has_author: true },
    ]);
  });

  it('is decided by nobody else', async () => {
    for (const other of [teacher, 'student@greenfield.test', 'superadmin@masomo.test'])
      expect((await refusal(call(other, "public.decide_consent($1, 'photographs', true)", [child])))?.code, other).toBe('42501');
    expect((await refusal(call('admin@lakeside.test', "public.decide_consent($1, 'photographs', true, $2)", [child, father])))?.code).toBe(
      'P0002',
    );
  });

  it('decides who gets reminders by email', async () => {
    const mailed = async () => {
      await database.owner.query("delete from public.mail_outbox where template = 'fee-reminder'");
      await call(admin, 'public.remind_of_fees(array[$1]::uuid[])', [child]);
      return (await database.owner.query("select from public.mail_outbox where template = 'fee-reminder'")).rowCount;
    };
    await database.owner.query("update public.guardians set email = 'mother@example.test' where id = $1", [mother]);
    await database.owner.query('update public.student_balances set charged = paid + 5000 where student_id = $1', [child]);
    expect(await mailed()).toBe(1);
    await call(parent, "public.decide_consent($1, 'messages', false)", [child]);
    expect(await mailed()).toBe(0);
  });
});

describe('a guardian who may not be told', () => {
  it('sees nothing of the child and is sent nothing, until the note is taken away', async () => {
    expect(await count(parent, 'attendance', child)).toBeGreaterThan(0);
    await call(admin, "public.set_custody($1, $2, false, false, 'Court order 12 of 2026')", [child, mother]);
    for (const table of ['attendance', 'student_guardians', 'consents', 'enrolments'])
      expect(await count(parent, table, child), table).toBe(0);
    expect(await call(parent, `(select count(*) from public.students where id = '${child}')`)).toBe(0);
    expect((await refusal(call(parent, 'public.export_student($1)', [child])))?.code).toBe('P0002');
    const { rows } = await database.owner.query<{ family: string[] }>('select private.student_family($1) as family', [child]);
    expect(rows[0]!.family).toEqual([]);
    expect(await count(staff, 'custody_marks', child)).toBe(1);
    for (const other of [teacher, parent]) expect(await count(other, 'custody_marks', child)).toBe(0);
    await call(admin, 'public.set_custody($1, $2, true, true)', [child, mother]);
    expect(await count(parent, 'attendance', child)).toBeGreaterThan(0);
  });

  it('is noted by an administrator, with a reason', async () => {
    expect((await refusal(call(staff, "public.set_custody($1, $2, false, true, 'x')", [child, mother])))?.code).toBe('42501');
    expect((await refusal(call(admin, "public.set_custody($1, $2, false, true, ' ')", [child, mother])))?.detail).toBe('basis');
  });
});

describe('a request about a child’s data', () => {
  it.each([
    ['access', 7],
    ['rectification', 14],
    ['erasure', 14],
    ['portability', 30],
  ])('for %s is answered within %d days', async (kind, days) => {
    const id = await call<string>(admin, "public.request_data($1, $2, null, 'On paper')", [child, kind]);
    const { rows } = await database.owner.query('select due_on - received_on as days, status from public.data_requests where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ days, status: 'open' }]);
  });

  it('by a guardian tells the administrators, is not made twice, and is answered with a reason', async () => {
    const id = await call<string>(parent, "public.request_data($1, 'access')", [child]);
    expect(await call(admin, `(select count(*) from public.notifications where source = 'data-request/${id}')`)).toBe(1);
    expect((await refusal(call(parent, "public.request_data($1, 'access')", [child])))?.hint).toBe('data_request.open');
    expect((await refusal(call(admin, 'public.answer_data_request($1, false)', [id])))?.detail).toBe('answer');
    await call(admin, "public.answer_data_request($1, false, 'You have it already.')", [id]);
    expect((await refusal(call(admin, 'public.answer_data_request($1, true)', [id])))?.hint).toBe('data_request.closed');
    expect(await call(parent, `(select status || ': ' || answer from public.data_requests where id = '${id}')`)).toBe(
      'refused: You have it already.',
    );
  });
});

describe('the data of a child', () => {
  it('comes out whole for the administrator and without what is not theirs for the guardian, and is logged', async () => {
    await database.owner.query(
      "insert into public.student_records (school_id, student_id, kind, summary) values ($1, $2, 'health', 'For the office'), ($1, $2, 'merit', 'For the family')",
      [school, child],
    );
    await call(admin, "public.set_custody($1, $2, true, false, 'Agreement')", [child, father]);
    type Parts = Record<string, { summary?: string; assessment?: string; max_score?: number }[]>;
    const whole = await call<Parts>(admin, 'public.export_student($1)', [child]);
    const own = await call<Parts>(parent, 'public.export_student($1)', [child]);
    const summaries = (parts: Parts) => (parts['student_records'] ?? []).map(({ summary }) => summary);
    expect(summaries(whole)).toEqual(expect.arrayContaining(['For the office', 'For the family']));
    expect(summaries(own)).not.toContain('For the office');
    expect([own['custody_marks'], own['guardians']?.length]).toEqual([undefined, 1]);
    for (const parts of [whole, own])
      expect(parts['grades']?.map(({ assessment, max_score }) => [typeof assessment, max_score])).toContainEqual(['string', 100]);
    expect(Object.keys(whole)).toEqual(expect.arrayContaining(['students', 'attendance', 'guardians', 'custody_marks', 'consents']));
    const { rows } = await database.owner.query("select count(*) as n from public.audit_log where action = 'export' and student_id = $1", [
      child,
    ]);
    expect(rows).toEqual([{ n: 2 }]);
  });
});

describe('an erasure', () => {
  const erase = async () => {
    const { rows } = await database.owner.query<{ id: string }>(
      "select id from public.data_requests where student_id = $1 and kind = 'erasure' and status = 'open'",
      [child],
    );
    return call(admin, 'public.answer_data_request($1, true)', [rows[0]!.id]);
  };

  it('is refused while the law or the books ask for the record', async () => {
    expect(await call(admin, 'public.erasure_obstacles($1)', [child])).toEqual(expect.arrayContaining(['enrolled', 'fees']));
    expect((await refusal(erase()))?.hint).toBe('erasure.not_yet');
  });

  it('takes the person away and leaves the figures, all or nothing', async () => {
    const { owner } = database;
    await owner.query("update public.students set status = 'left' where id = $1", [child]);
    await owner.query('delete from public.documents where student_id = $1', [child]);
    await owner.query('update public.student_balances set charged = paid where student_id = $1', [child]);
    const { rows: named } = await owner.query<{ first_name: string }>('select first_name from public.students where id = $1', [child]);
    const figures = async () =>
      (
        await owner.query(
          'select (select count(*) from public.attendance where student_id = $1) as days, (select count(*) from public.grades where student_id = $1) as marks, (select sum(amount) from public.fee_payments where student_id = $1) as paid',
          [child],
        )
      ).rows[0];
    const before = await figures();
    await database.asCommand(admin, (client) => client.query("update public.students set first_name = 'Wambui' where id = $1", [child]));
    expect(await call(admin, 'public.erasure_obstacles($1)', [child])).toEqual([]);
    await erase();
    expect(await figures()).toEqual(before);
    const { rows: left } = await owner.query<{ kind: string; text: string }>(
      `select 'student' as kind, to_jsonb(s)::text as text from public.students s where s.id = $1
       union all select 'log', to_jsonb(l)::text from public.audit_log l where l.student_id = $1
       union all select 'record', to_jsonb(r)::text from public.student_records r where r.student_id = $1
       union all select 'guardian', to_jsonb(g)::text from public.guardians g where g.id = $2`,
      [child, father],
    );
    expect(left.map(({ text }) => text).join('\n')).not.toMatch(new RegExp(`${named[0]!.first_name}|Wambui|For the office|Peter`));
    expect([...new Set(left.map(({ kind }) => kind))].sort()).toEqual(['log', 'student']);
    expect(await call(admin, `(select count(*) from public.audit_log where student_id = '${child}' and action = 'erase')`)).toBe(1);
  });
});

describe('a student who left', () => {
  it('stays visible to the guardian for twelve months', async () => {
    const { owner } = database;
    const { rows } = await owner.query<{ id: string }>(
      'select s.id from public.students s where s.school_id = $1 and s.id <> $2 and s.status = $3 order by s.id limit 1',
      [school, child, 'active'],
    );
    const other = rows[0]!.id;
    await owner.query('insert into public.student_guardians (student_id, guardian_id, school_id) values ($1, $2, $3)', [
      other,
      mother,
      school,
    ]);
    await owner.query("update public.students set status = 'graduated' where id = $1", [other]);
    const seen = () => call<number>(parent, `(select count(*) from public.students where id = '${other}')`);
    expect(await seen()).toBe(1);
    await owner.query(
      "update public.enrolments set ended_on = private.today() - interval '12 months', started_on = private.today() - 500 where student_id = $1",
      [other],
    );
    expect(await seen()).toBe(0);
  });
});
