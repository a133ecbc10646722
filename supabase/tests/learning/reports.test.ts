import { describe, expect, it } from 'vitest';
import { refusal } from '../database.ts';
import { admin, lakeside, parent, staff, teacher, useReportsDatabase } from './reportFixtures.ts';

const { ids, rows, call, owned } = useReportsDatabase();
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);

type Attendance = { counts: Record<string, number>; days: { present: number }[]; classes: { id: string }[] };
type Cards = {
  cards: {
    student: { id: string; name: string };
    class_name: string;
    subjects: { name: string; assessments: { score: number; max_score: number; weight: number }[] }[];
    attendance: { marked: number };
  }[];
};

describe('the attendance report', () => {
  const report = (caller: string, more = '') =>
    call<Attendance>(caller, `public.attendance_report(private.today() - 29, private.today()${more})`);

  it('counts every mark of the school, by day and by class', async () => {
    const [{ n }] = (await owned(
      'select count(*)::integer as n from public.attendance where school_id = $1 and day > private.today() - 30',
      [ids['school']],
    )) as [{ n: number }];
    const { counts, days, classes } = await report(admin);
    expect(sum(counts)).toBe(n);
    expect(days.reduce((total, { present }) => total + present, 0)).toBe(counts['present']);
    expect(classes).toHaveLength(8);
    expect(await report(staff)).toMatchObject({ counts });
    expect((await report(admin, `, '${ids['east']}'`)).classes.map(({ id }) => id)).toEqual([ids['east']]);
    expect((await call<{ step: string }>(admin, 'public.attendance_report(private.today() - 300, private.today())')).step).toBe('week');
  });

  it('shows teachers their classes only, and no one another school’s', async () => {
    const own = (await rows(teacher, 'select id from public.classes')).map(({ id }) => id);
    const seen = (await report(teacher)).classes.map(({ id }) => id);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((id) => !own.includes(id))).toEqual([]);
    expect((await report(lakeside, `, '${ids['east']}'`)).counts).toEqual({ present: 0, late: 0, excused: 0, absent: 0 });
  });

  it('follows every mark that is given, changed or taken back', async () => {
    const day = 'private.today() - 1000';
    const counted = async () =>
      (
        await owned(`select present, late, excused, absent from public.register_days where class_id = $1 and day = ${day}`, [ids['east']])
      )[0];
    await owned(
      `insert into public.attendance (student_id, day, school_id, class_id, status) select id, ${day}, school_id, class_id, 'present' from public.students where class_id = $1`,
      [ids['east']],
    );
    expect(await counted()).toEqual({ present: 24, late: 0, excused: 0, absent: 0 });
    await owned(`update public.attendance set status = 'late' where student_id = $1 and day = ${day}`, [ids['brian']]);
    expect(await counted()).toEqual({ present: 23, late: 1, excused: 0, absent: 0 });
    await owned(`delete from public.attendance where class_id = $1 and day = ${day}`, [ids['east']]);
    expect(await counted()).toBeUndefined();
    expect(
      await owned(
        'select from public.register_days r full join (select class_id, day, count(*) as n from public.attendance group by 1, 2) a using (class_id, day) where a.n is distinct from r.present + r.late + r.excused + r.absent',
      ),
    ).toEqual([]);
  });

  it('lists students with their share', async () => {
    const [brian] = await rows(admin, 'select * from public.attendance_by_student(private.today() - 29, private.today()) where id = $1', [
      ids['brian'],
    ]);
    expect(brian).toMatchObject({ admission_number: 'GA/1041', class_name: 'Form 3 East' });
    expect(brian!['share']).toBeCloseTo(((Number(brian!['present']) + Number(brian!['late'])) * 100) / Number(brian!['marked']), 1);
    expect(
      await rows(lakeside, 'select * from public.attendance_by_student(private.today() - 29, private.today()) where id = $1', [
        ids['brian'],
      ]),
    ).toEqual([]);
    expect(
      (await rows(parent, 'select distinct id from public.attendance_by_student(private.today() - 29, private.today())')).length,
    ).toBeLessThanOrEqual(2);
  });
});

describe('fees', () => {
  type Report = {
    charged: number;
    collected: number;
    balance: number;
    owed: number;
    overdue: number;
    classes: { balance: number; charged: number }[];
    methods: unknown[];
  };
  const report = (caller: string) => call<Report>(caller, 'public.fees_report(private.today() - 400, private.today() + 400)');

  it('add up to the ledger', async () => {
    const [{ charged, paid }] = (await owned(
      'select (select sum(amount - credited) from public.fee_charges where school_id = $1) as charged, (select sum(amount) from public.fee_payments where school_id = $1) as paid',
      [ids['school']],
    )) as [{ charged: number; paid: number }];
    const fees = await report(admin);
    expect(fees).toMatchObject({ charged, collected: paid, balance: charged - paid });
    expect(fees.classes.reduce((total, { balance }) => total + balance, 0)).toBe(fees.balance);
  });

  it('owe what Finances and the home say: nobody’s credit pays for another', async () => {
    await call(admin, "(public.record_fee_payment($1, 9000000, 'cash')).id", [ids['brian']]);
    const finances = await call<{ owed: number; paid_ahead: number; charged: number; credited: number }>(admin, 'public.fee_totals()');
    const fees = await report(admin);
    expect(finances.paid_ahead).toBeGreaterThan(0);
    expect([fees.owed, fees.owed - fees.balance]).toEqual([finances.owed, finances.paid_ahead]);
    const [{ overdue, gross }] = (await owned(
      `select (select sum(greatest(0, b.balance - coalesce((select sum(c.amount - c.credited) from public.fee_charges c
          where c.student_id = b.student_id and c.due_on >= private.school_today($1)), 0)))::integer
        from public.student_balances b where b.school_id = $1) as overdue,
        (select sum(amount)::integer from public.fee_charges where school_id = $1) as gross`,
      [ids['school']],
    )) as [{ overdue: number; gross: number }];
    expect(fees.overdue).toBe(overdue);
    expect(finances.charged + finances.credited).toBe(gross);
  });

  it('are an administrator’s, of their school', async () => {
    for (const caller of [teacher, staff, parent])
      expect(await report(caller)).toMatchObject({ charged: 0, collected: 0, balance: 0, classes: [], methods: [] });
    expect((await report(lakeside)).charged).not.toBe((await report(admin)).charged);
  });
});

describe('report cards', () => {
  it('are made of a class or of one student', async () => {
    const of = (caller: string, more: string) => call<Cards | null>(caller, `public.report_cards('${ids['term']}', ${more})`);
    const whole = await of(admin, `'${ids['east']}'`);
    expect(whole?.cards).toHaveLength(24);
    expect(
      whole?.cards.every(
        ({ class_name, subjects, attendance }) => class_name === 'Form 3 East' && subjects.length > 0 && attendance.marked > 0,
      ),
    ).toBe(true);
    const one = await of(admin, `null, '${ids['brian']}'`);
    expect(one?.cards.map(({ student }) => student.id)).toEqual([ids['brian']]);
    expect((await of(parent, `null, '${ids['brian']}'`))?.cards).toEqual(one?.cards);
    const [other] = await owned("select id from public.students where admission_number = 'GA/1081'");
    expect((await of(parent, `null, '${String(other!['id'])}'`))?.cards).toEqual([]);
    expect(await of(lakeside, `'${ids['east']}'`)).toBeNull();
    expect(await of(admin, 'null')).toBeNull();
  });
});

describe('history', () => {
  it('is not deleted by a call, and by a command only while there is none', async () => {
    for (const table of ['school_terms', 'classes', 'students', 'subjects']) {
      expect(await refusal(rows(admin, `delete from public.${table}`)), table).toMatchObject({ code: '42501' });
    }
    expect(await refusal(call(admin, 'public.remove_term($1)', [ids['term']]))).toMatchObject({ hint: 'term.has_fees' });
    expect(await refusal(call(admin, 'public.remove_class($1)', [ids['east']]))).toMatchObject({ hint: 'class.has_history' });
    const [subject] = await owned("select id from public.subjects where school_id = $1 and name = 'Biology'", [ids['school']]);
    expect(await refusal(call(admin, 'public.remove_subject($1)', [subject!['id']]))).toMatchObject({ hint: 'subject.in_use' });
    const term = await call<string>(admin, "public.save_term('Far away', private.today() + 900, private.today() + 950)");
    expect(await refusal(call(lakeside, 'public.remove_term($1)', [term]))).toMatchObject({ hint: 'term.not_found' });
    await owned("insert into public.fees (school_id, term_id, name, amount, due_on) values ($1, $2, 'Trip', 100, private.today() + 910)", [
      ids['school'],
      term,
    ]);
    expect(await refusal(call(admin, 'public.remove_term($1)', [term]))).toMatchObject({ hint: 'term.has_fees' });
    await owned('delete from public.fees where term_id = $1', [term]);
    await call(admin, 'public.remove_term($1)', [term]);
    expect(await owned('select from public.school_terms where id = $1', [term])).toEqual([]);
  });
});
