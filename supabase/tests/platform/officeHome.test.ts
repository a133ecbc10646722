import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

/** The home of the office: its own school's rows, and whom it may call. */
const database = useDatabase();
const [staff, admin, teacher] = ['staff@greenfield.test', 'admin@greenfield.test', 'teacher@greenfield.test'] as const;
const ids: Record<string, string> = {};

type Home = {
  today: string;
  next_day: string | null;
  queue: { kind: string; amount: number }[];
  registers: { id: string; is_taken: boolean }[] | null;
  absences: { total: number; first: { id: string; guardian: string | null; phone: string | null }[] } | null;
  records: { id: string; kind: string; summary: string }[] | null;
};

const owned = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const added = async (sql: string, values: unknown[]) => String((await owned<{ id: string }>(`${sql} returning id`, values))[0]?.id);
const homeOf = async (caller: string) =>
  (await database.as(caller, (client) => client.query<{ s: { office: Home | null } }>('select public.dashboard_summary() as s'))).rows[0]!.s
    .office;
const queueOf = async () => Object.fromEntries((await homeOf(staff))!.queue.map(({ kind, amount }) => [kind, amount]));
const setMoment = (moment: string) =>
  owned(
    `create or replace function private.current_moment() returns timestamptz language sql stable set search_path = '' as $$ select timestamptz '${moment}' $$`,
  );

beforeAll(async () => {
  const [person] = await owned<{ school_id: string }>('select school_id from public.users where email = $1', [staff]);
  ids['school'] = person!.school_id;
  // Out of the way of the test's own term, with registers of its own days.
  await owned('update public.school_terms set starts_on = starts_on - 3650, ends_on = ends_on - 3650 where school_id = $1', [
    ids['school'],
  ]);
  await owned("insert into public.school_terms (school_id, name, starts_on, ends_on) values ($1, 'Own', '2026-05-04', '2026-07-31')", [
    ids['school'],
  ]);
  ids['class'] = String(
    (await owned<{ id: string }>('select id from public.classes where school_id = $1 limit 1', [ids['school']]))[0]?.id,
  );
  const addStudent = (number: string, group: string | undefined) =>
    added("insert into public.students (school_id, class_id, admission_number, first_name, last_name) values ($1, $2, $3, 'Imani', $3)", [
      ids['school'],
      group,
      number,
    ]);
  ids['child'] = await addStudent('OH-1', ids['class']);
  for (const [name, isPrimary] of [
    ['Barred', true],
    ['Told', false],
  ] as const) {
    ids[name] = await added(
      "insert into public.guardians (school_id, first_name, last_name, phone) values ($1, $2, 'Were', '+254 722 000 111')",
      [ids['school'], name],
    );
    await owned(
      "insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary) values ($1, $2, $3, 'Parent', $4)",
      [ids['child'], ids[name], ids['school'], isPrimary],
    );
  }
});

describe('what waits for the office', () => {
  it('has registers on school days only, and the next school day', async () => {
    await setMoment('2026-06-05 12:00+03');
    const classes = (await homeOf(staff))!.registers!.length;
    expect((await queueOf())['registers']).toBe(classes);
    await setMoment('2026-06-06 12:00+03');
    expect((await queueOf())['registers']).toBeUndefined();
    expect((await homeOf(staff))!.next_day).toBe('2026-06-08');
    await setMoment('2026-08-03 12:00+03');
    expect((await queueOf())['registers']).toBeUndefined();
    expect((await homeOf(staff))!.next_day).toBeNull();
  });

  it('has students without a class or a guardian, until both are there', async () => {
    const before = await queueOf();
    const student = await added(
      "insert into public.students (school_id, admission_number, first_name, last_name) values ($1, 'OH-2', 'Baraka', 'Were')",
      [ids['school']],
    );
    const after = await queueOf();
    expect(after['without_class']).toBe((before['without_class'] ?? 0) + 1);
    expect(after['without_guardian']).toBe((before['without_guardian'] ?? 0) + 1);
    await owned("update public.students set status = 'left' where id = $1", [student]);
    expect(await queueOf()).toEqual(before);
  });
});

describe('absences to follow up', () => {
  it('are those of today without a note, with a guardian who may be told', async () => {
    await setMoment('2026-06-05 12:00+03');
    expect((await homeOf(staff))!.absences).toEqual({ total: 0, first: [] });
    await owned(
      "insert into public.attendance (school_id, student_id, class_id, day, status) values ($1, $2, $3, '2026-06-05', 'absent')",
      [ids['school'], ids['child'], ids['class']],
    );
    expect((await homeOf(staff))!.absences).toMatchObject({ total: 1, first: [{ id: ids['child'], guardian: 'Barred Were' }] });
    await owned(
      "insert into public.custody_marks (student_id, guardian_id, school_id, may_be_told, may_collect, basis) values ($1, $2, $3, false, false, 'Court file 7')",
      [ids['child'], ids['Barred'], ids['school']],
    );
    expect((await homeOf(staff))!.absences!.first).toMatchObject([{ guardian: 'Told Were' }]);
    await owned("update public.attendance set note = 'Ill' where student_id = $1 and day = '2026-06-05'", [ids['child']]);
    expect((await homeOf(staff))!.absences).toEqual({ total: 0, first: [] });
  });
});

describe('the newest records', () => {
  it('leave out health, behaviour and what is archived', async () => {
    for (const [kind, summary] of [
      ['visit', 'Seen'],
      ['health', 'Hidden health'],
      ['behaviour', 'Hidden behaviour'],
    ])
      await owned(
        "insert into public.student_records (school_id, student_id, kind, summary, happened_on, visible_to, created_at) values ($1, $2, $3, $4, '2026-06-01', 'office', now() + interval '1 hour')",
        [ids['school'], ids['child'], kind, summary],
      );
    const summaries = async () => (await homeOf(staff))!.records!.map(({ summary }) => summary);
    expect((await summaries())[0]).toBe('Seen');
    expect((await summaries()).join()).not.toContain('Hidden');
    await owned("update public.student_records set archived_at = now() where summary = 'Seen'");
    expect(await summaries()).not.toContain('Seen');
  });

  it('are of the office only, and of its own school', async () => {
    expect(await homeOf(admin)).toBeNull();
    expect(await homeOf(teacher)).toBeNull();
    const home = JSON.stringify(await homeOf(staff));
    const others = await owned<{ id: string }>(
      'select id from public.students where school_id <> $1 union select id from public.classes where school_id <> $1',
      [ids['school']],
    );
    expect(others.filter(({ id }) => home.includes(id))).toEqual([]);
  });
});
