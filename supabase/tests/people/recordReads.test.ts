import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

/** Who reads of a child's health or conduct is known, and the platform's people look at children only when the school is told why. */
const database = useDatabase();
const at = (name: string) => `${name}@greenfield.test`;
const call = async <T>(caller: string, sql: string, values: unknown[] = []) =>
  database.as(caller, async (client) => (await client.query<{ result: T }>(`select ${sql} as result`, values)).rows[0]!.result);
const reads = async (caller: string) =>
  (
    await database.owner.query<{ n: number }>(
      "select count(*) as n from public.audit_log l join public.users u on u.id = l.actor_id where l.action = 'read' and u.email = $1 and l.student_id = $2",
      [caller, child],
    )
  ).rows[0]!.n;
const notes = async (caller: string, args = `of_student => '${child}'`) =>
  (
    await database.as(caller, (client) =>
      client.query<{ summary: string; details: string; total: number }>(
        `select summary, details, total from public.read_student_records(${args})`,
      ),
    )
  ).rows;
let school = '';
let child = '';

beforeAll(async () => {
  const { rows } = await database.owner.query<{ id: string; school_id: string }>(
    `select s.id, s.school_id from public.students s join public.student_guardians sg on sg.student_id = s.id join public.guardians g on g.id = sg.guardian_id
     join public.users u on u.id = g.user_id where u.email = $1 order by s.id limit 1`,
    [at('parent')],
  );
  ({ id: child, school_id: school } = rows[0]!);
  await database.owner.query('delete from public.student_records');
  await database.owner.query(
    `insert into public.student_records (school_id, student_id, kind, summary, details, visible_to) values
     ($1, $2, 'health', 'Asthma', 'Inhaler in the office', 'office'), ($1, $2, 'merit', 'Science fair', null, 'family')`,
    [school, child],
  );
});

describe('a note', () => {
  it('is read by its function only, which logs who read of health or behaviour, once an hour', async () => {
    for (const column of ['summary', 'details', 'search_text', '*'])
      expect(
        (await refusal(database.as(at('admin'), (client) => client.query(`select ${column} from public.student_records`))))?.code,
      ).toBe('42501');
    expect((await notes(at('staff'))).map(({ summary, total }) => [summary, total])).toEqual(
      expect.arrayContaining([
        ['Asthma', 2],
        ['Science fair', 2],
      ]),
    );
    await notes(at('staff'));
    expect(await reads(at('staff'))).toBe(1);
  });

  it('leaves no trace where nothing of health or behaviour was shown', async () => {
    expect((await notes(at('parent'))).map(({ summary }) => summary)).toEqual(['Science fair']);
    expect(await notes(at('teacher'), "of_kind => 'merit'")).toHaveLength(1);
    expect([await reads(at('parent')), await reads(at('teacher'))]).toEqual([0, 0]);
  });

  it('of another school, or for nobody’s member, stays closed', async () => {
    expect(await notes('admin@lakeside.test')).toEqual([]);
    await database.owner.query("update public.users set role = 'user', school_id = null where email = 'student@greenfield.test'");
    expect((await refusal(notes(at('student'))))?.code).toBe('42501');
  });

  it('is found by its words, sorted and paged', async () => {
    expect(await notes(at('admin'), "search => 'science'")).toMatchObject([{ summary: 'Science fair', total: 1 }]);
    expect(await notes(at('admin'), "sort => 'kind', descending => false, size => 1")).toMatchObject([{ summary: 'Asthma', total: 2 }]);
    expect(await notes(at('admin'), "sort => 'kind', descending => false, size => 1, skipped => 1")).toMatchObject([
      { summary: 'Science fair' },
    ]);
  });
});

describe('a super admin', () => {
  const seen = async () => call<number>(superAdmin, '(select count(*) from public.students)');

  it('sees no child before saying why', async () => {
    expect(await seen()).toBe(0);
    for (const table of ['attendance', 'grades', 'guardians', 'fee_payments', 'documents', 'student_balances'])
      expect(await call(superAdmin, `(select count(*) from public.${table})`), table).toBe(0);
    expect(await notes(superAdmin)).toEqual([]);
    expect(await call(superAdmin, `(select count(*) from public.audit_log where student_id is not null)`)).toBe(0);
    expect((await refusal(call(superAdmin, "public.open_records($1, 'because')", [school])))?.detail).toBe('reason');
    expect((await refusal(call(at('admin'), "public.open_records($1, 'I would like to look')", [school])))?.code).toBe('42501');
  });

  it('sees those of the opened school for an hour; its administrators are told why', async () => {
    await call(superAdmin, "public.open_records($1, 'Ticket 12: marks are missing')", [school]);
    const { rows } = await database.owner.query<{ n: number }>('select count(*) as n from public.students where school_id = $1', [school]);
    expect(await seen()).toBe(rows[0]!.n);
    expect((await notes(superAdmin)).length).toBe(2);
    expect(await reads(superAdmin)).toBe(1);
    expect(await call(at('admin'), "(select count(*) from public.notifications where body = 'Ticket 12: marks are missing')")).toBe(1);
    expect(
      await call(
        at('admin'),
        "(select count(*) from public.audit_log where action in ('open', 'read') and actor_id is not null and school_id = private.my_school())",
      ),
    ).toBeGreaterThanOrEqual(2);
    await database.owner.query("update public.record_openings set closes_at = now() - interval '1 second'");
    expect(await seen()).toBe(0);
    await call(superAdmin, "public.open_records($1, 'Ticket 12: marks are missing')", [school]);
    await call(superAdmin, 'public.close_records()');
    expect(await seen()).toBe(0);
  });
});
