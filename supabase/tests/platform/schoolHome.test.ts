import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

/** The home of a person who runs a school: own rows of one school on days of our own. */
const database = useDatabase();
const [admin, teacher] = ['admin@greenfield.test', 'teacher@greenfield.test'] as const;
const ids: Record<string, string> = {};

const owned = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const added = async (sql: string, values: unknown[]) => String((await owned<{ id: string }>(`${sql} returning id`, values))[0]?.id);
/** One part of the home of the test's school on a day, as the owner reads it. */
const part = async (name: string, day: string) =>
  (await owned<{ r: unknown }>(`select private.${name}($1, $2::date) as r`, [ids['school'], day]))[0]?.r;
const homeOf = async (caller: string) =>
  (
    await database.as(caller, (client) =>
      client.query<{ s: { home: Record<string, unknown> | null } }>('select public.dashboard_summary() as s'),
    )
  ).rows[0]!.s.home;
const attentionOf = async (caller: string) =>
  Object.fromEntries(
    ((await homeOf(caller))?.['attention'] as { kind: string; amount: number; money: number | null }[]).map((line) => [line.kind, line]),
  );

beforeAll(async () => {
  ids['school'] = await added("insert into public.schools (name, kind) values ('Home Hills', 'primary')", []);
  for (const [name, starts, ends] of [
    ['Term 1', '2026-01-05', '2026-04-03'],
    ['Term 2', '2026-05-04', '2026-07-31'],
  ])
    await added('insert into public.school_terms (school_id, name, starts_on, ends_on) values ($1, $2, $3, $4)', [
      ids['school'],
      name,
      starts,
      ends,
    ]);
  for (const name of ['Grade 1', 'Grade 2', 'Empty'])
    ids[name] = await added("insert into public.classes (school_id, name, level) values ($1, $2, 'Grade')", [ids['school'], name]);
  for (const [name, group] of [
    ['Amani', 'Grade 1'],
    ['Baraka', 'Grade 2'],
  ] as const)
    ids[name] = await added(
      "insert into public.students (school_id, class_id, admission_number, first_name, last_name) values ($1, $2, $3, $3, 'Were')",
      [ids['school'], ids[group], name],
    );
  for (const [amount, due] of [
    [1000, '2026-05-06'],
    [500, '2026-05-13'],
  ])
    await owned("insert into public.fee_charges (school_id, student_id, name, amount, due_on) values ($1, $2, 'Trip', $3, $4)", [
      ids['school'],
      ids['Amani'],
      amount,
      due,
    ]);
  for (const [receipt, amount, day] of [
    ['R-1', 300, '2026-01-07'],
    ['R-2', 200, '2026-05-11'],
    ['R-3', 100, '2026-05-14'],
  ])
    await owned(
      "insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, paid_on) values ($1, $2, $3, $4, 'cash', $5)",
      [ids['school'], ids['Amani'], receipt, amount, day],
    );
  for (const [name, group, day, status] of [
    ['Amani', 'Grade 1', '2026-01-08', 'present'],
    ['Amani', 'Grade 1', '2026-05-05', 'late'],
    ['Baraka', 'Grade 2', '2026-05-05', 'absent'],
    ['Amani', 'Grade 1', '2026-05-14', 'present'],
  ] as const)
    await owned('insert into public.attendance (school_id, student_id, class_id, day, status) values ($1, $2, $3, $4, $5)', [
      ids['school'],
      ids[name],
      ids[group],
      day,
      status,
    ]);
});

describe('the weeks of a term', () => {
  it('add up what fell due and came in, beside what had come in a term before', async () => {
    expect(await part('fee_weeks', '2026-05-14')).toEqual([
      { start: '2026-05-04', charged: 1000, collected: 0, before: 300 },
      { start: '2026-05-11', charged: 1500, collected: 300, before: 300 },
    ]);
  });

  it('have no term before in the first term', async () => {
    expect(await part('fee_weeks', '2026-01-09')).toEqual([{ start: '2026-01-05', charged: 0, collected: 300, before: null }]);
  });

  it('have the share of who came, and none where no register was taken', async () => {
    expect(await part('attendance_weeks', '2026-05-14')).toEqual([
      { start: '2026-05-04', share: 50, before: 100 },
      { start: '2026-05-11', share: 100, before: null },
    ]);
  });

  it('are nothing before the first term', async () => {
    expect(await part('fee_weeks', '2025-12-01')).toEqual([]);
    expect(await part('attendance_weeks', '2025-12-01')).toEqual([]);
  });
});

describe('the day', () => {
  it('is in a week of its term, or before the next one', async () => {
    expect(await part('day_in_term', '2026-05-14')).toMatchObject({ term: 'Term 2', week: 2, weeks: 13, is_running: true });
    expect(await part('day_in_term', '2026-04-20')).toMatchObject({ term: 'Term 2', starts_on: '2026-05-04', is_running: false });
    expect(await part('day_in_term', '2026-08-01')).toBeNull();
  });

  it('has a register of each class with students', async () => {
    expect(await part('registers_today', '2026-05-05')).toEqual([
      { id: ids['Grade 1'], name: 'Grade 1', is_taken: true, present: 1, absent: 0 },
      { id: ids['Grade 2'], name: 'Grade 2', is_taken: true, present: 0, absent: 1 },
    ]);
    expect(await part('registers_today', '2026-05-06')).toMatchObject([{ is_taken: false }, { is_taken: false }]);
  });

  it('says what is on until a week from now', async () => {
    expect(await part('next_days', '2026-07-25')).toEqual([{ day: '2026-07-31', kind: 'term_ends', name: 'Term 2', amount: 1 }]);
    expect(await part('next_days', '2026-07-24')).toEqual([]);
    expect(await part('next_days', '2026-05-04')).toMatchObject([{ kind: 'term_starts', name: 'Term 2' }]);
  });
});

describe('what waits', () => {
  it('has each line of what its reader may put right, and loses it once that is done', async () => {
    const [green, day] = ["select id from public.schools where name = 'Greenfield Academy'", 'private.today()'];
    const before = await attentionOf(admin);
    const student = await added(
      `insert into public.students (school_id, admission_number, first_name, last_name) select (${green}), 'HOME-1', 'Imani', 'Were'`,
      [],
    );
    await owned(
      `insert into public.fee_charges (school_id, student_id, name, amount, due_on) select (${green}), $1, 'Trip', 700, ${day} - 1`,
      [student],
    );
    await owned(`insert into public.fee_charges (school_id, student_id, name, amount, due_on) select (${green}), $1, 'Bus', 900, ${day}`, [
      student,
    ]);
    const after = await attentionOf(admin);
    expect(after['without_class']?.amount).toBe((before['without_class']?.amount ?? 0) + 1);
    // What falls due today is not past its day.
    expect([after['overdue']?.amount, after['overdue']?.money]).toEqual([
      (before['overdue']?.amount ?? 0) + 1,
      (before['overdue']?.money ?? 0) + 700,
    ]);
    await owned("update public.students set status = 'left' where id = $1", [student]);
    expect((await attentionOf(admin))['without_class']).toEqual(before['without_class']);
  });

  it('is for who runs a school only', async () => {
    expect(await homeOf(teacher)).toBeNull();
    expect(Object.keys((await homeOf(admin)) ?? {}).sort()).toEqual(
      ['attendance', 'attention', 'fees', 'next_days', 'payments', 'registers', 'term', 'today'].sort(),
    );
  });

  it('names no row of another school', async () => {
    const home = JSON.stringify(await homeOf('admin@lakeside.test'));
    const others = await owned<{ id: string }>(
      "select c.id from public.classes c join public.schools s on s.id = c.school_id where s.name <> 'Lakeside School'",
    );
    expect(others.filter(({ id }) => home.includes(id))).toEqual([]);
  });
});
