import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { weightedPercent } from '@masomo/domain/gradebook';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const [admin, teacher, staff, parent, lakeside] = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'staff@greenfield.test',
  'parent@greenfield.test',
  'admin@lakeside.test',
] as const;
const ids: Record<string, string> = {};
type Rows = Record<string, unknown>[];

const rows = async (caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query(sql, values))).rows as Rows;
const call = async <T>(caller: string, sql: string, values: unknown[] = []) =>
  (await rows(caller, `select ${sql} as r`, values))[0]!['r'] as T;
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query(sql, values)).rows as Rows;
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

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = String((await owned(sql))[0]?.['id']);
  };
  await find('school', "select id from public.schools where name = 'Greenfield Academy'");
  await find('east', "select id from public.classes where name = 'Form 1 East'");
  await find('brian', "select id from public.students where admission_number = 'GA/1041'");
  await find(
    'term',
    `select id from public.school_terms where school_id = '${ids['school']}' and starts_on <= private.today() order by starts_on desc limit 1`,
  );
});

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
    expect(brian).toMatchObject({ admission_number: 'GA/1041', class_name: 'Form 1 East' });
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

describe('results', () => {
  const differing = () =>
    owned(`select * from public.subject_results r full join (
      select g.student_id, g.class_id, g.subject_id, g.term_id, trunc(sum(g.score * 100 * a.weight / a.max_score) / nullif(sum(a.weight), 0), 7) as expected, count(*)::integer as marks
      from public.grades g join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null
      group by 1, 2, 3, 4) m using (student_id, class_id, subject_id, term_id)
    where (trunc(r.percent, 7), r.assessments) is distinct from (m.expected, m.marks)`);

  it('follow marks and columns as they are added, changed and deleted', async () => {
    const marks = 'insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score)';
    const [{ subject }] = (await owned("insert into public.subjects (school_id, name) values ($1, 'Music') returning id as subject", [
      ids['school'],
    ])) as [{ subject: string }];
    const place = `class_id = '${ids['east']}' and subject_id = '${subject}' and term_id = '${ids['term']}'`;
    const kept = async () =>
      (await owned(`select percent, assessments from public.subject_results where ${place} and student_id = $1`, [ids['brian']]))[0];
    for (const step of [
      `${marks} select school_id, id, class_id, '${subject}', '${ids['term']}', n, 17, 30 from public.students, unnest(array['First', 'Second', 'Third']) n where class_id = '${ids['east']}'`,
      `update public.grades set score = score / 3 where assessment = 'Second' and ${place}`,
      `update public.assessments set weight = 0 where ${place}`,
      `update public.assessments set weight = length(name), max_score = 41.5 where ${place}`,
      `update public.assessments set archived_at = now() where name = 'Second' and ${place}`,
      `update public.assessments set name = 'Last' where name = 'Third' and ${place}`,
      `update public.grades set assessment = 'Last' where assessment = 'Third' and ${place}`,
      `delete from public.grades where assessment = 'First' and student_id = '${ids['brian']}' and ${place}`,
      `delete from public.assessments where name = 'Last' and ${place}`,
    ]) {
      await owned(step);
      expect(await differing(), step).toEqual([]);
    }
    expect(await kept()).toBeUndefined();
    await owned('delete from public.subjects where id = $1', [subject]);
    expect(await owned(`select from public.subject_results where ${place}`)).toEqual([]);
  });

  it('count each other’s marks where two mark one student at a time', async () => {
    const insertGrade = (
      name: string,
    ) => `insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score)
      select s.school_id, s.id, s.class_id, b.id, '${ids['term']}', '${name}', 10, 20 from public.students s join public.subjects b on b.school_id = s.school_id and b.name = 'Biology' where s.id = '${ids['brian']}'`;
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    try {
      await database.owner.query('begin');
      await owned(insertGrade('Mine'));
      const theirs = other.query(insertGrade('Theirs'));
      await vi.waitFor(async () =>
        expect(
          await owned(
            "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
          ),
        ).toHaveLength(1),
      );
      await database.owner.query('commit');
      await theirs;
      expect(await differing()).toEqual([]);
      await owned("delete from public.grades where assessment in ('Mine', 'Theirs')");
      await owned("delete from public.assessments where name in ('Mine', 'Theirs')");
    } finally {
      await other.end();
    }
  });

  it('weigh as the gradebook does, without what is archived', async () => {
    await owned("update public.assessments set weight = 3 where name = 'Mid-term' and class_id = $1", [ids['east']]);
    await owned(
      "update public.assessments set archived_at = now() where name = 'CAT 1' and class_id = $1 and subject_id = (select id from public.subjects where name = 'English' and school_id = $2)",
      [ids['east'], ids['school']],
    );
    const marks = (await owned(
      `select g.student_id, g.subject_id, json_agg(json_build_object('score', g.score, 'maxScore', a.max_score, 'weight', a.weight)) as marks
      from public.grades g join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment
      where a.archived_at is null and g.class_id = $1 group by 1, 2`,
      [ids['east']],
    )) as { student_id: string; subject_id: string; marks: Parameters<typeof weightedPercent>[0] }[];
    const seen = new Map(
      (await rows(admin, 'select * from public.subject_results where class_id = $1', [ids['east']])).map((row) => [
        `${String(row['student_id'])} ${String(row['subject_id'])}`,
        row['percent'],
      ]),
    );
    expect(marks.length).toBeGreaterThan(100);
    for (const { student_id, subject_id, marks: given } of marks)
      expect(seen.get(`${student_id} ${subject_id}`)).toBeCloseTo(weightedPercent(given)!, 7);
  });

  it('are counted by whole percent, subject and class, of one’s own school', async () => {
    type Report = {
      students: number;
      mean: number | null;
      scales: { scale: { curriculum: string } | null; percents: { results: number }[] }[];
      classes: { name: string }[];
      subjects: { students: number }[];
    };
    const report = await call<Report>(admin, 'public.results_report($1)', [ids['term']]);
    expect(report.students).toBe(192);
    expect(report.scales.map(({ scale }) => scale?.curriculum)).toEqual(['8-4-4']);
    expect(report.scales[0]?.percents.reduce((total, { results }) => total + results, 0)).toBe(192 * 6);
    expect(report.classes).toHaveLength(8);
    expect(await call<Report>(lakeside, 'public.results_report($1)', [ids['term']])).toMatchObject({
      students: 0,
      mean: null,
      scales: [],
      classes: [],
      subjects: [],
    });
    expect(await rows(lakeside, 'select * from public.results_by_student($1)', [ids['term']])).toEqual([]);
    expect((await rows(admin, 'select * from public.results_by_student($1)', [ids['term']])).length).toBe(192);
    expect(await rows(staff, 'select * from public.results_by_student($1)', [ids['term']])).toEqual([]);
    expect(
      await rows(admin, "select admission_number, total from public.results_by_student($1, null, '%ga/1041%')", [ids['term']]),
    ).toEqual([{ admission_number: 'GA/1041', total: 1 }]);
  });
});

describe('fees', () => {
  type Report = {
    charged: number;
    collected: number;
    balance: number;
    classes: { balance: number; charged: number }[];
    methods: unknown[];
  };
  const report = (caller: string) => call<Report>(caller, 'public.fees_report(private.today() - 400, private.today() + 400)');

  it('add up to the ledger', async () => {
    const [{ charged, paid }] = (await owned(
      'select (select sum(amount) from public.fee_charges where school_id = $1) as charged, (select sum(amount) from public.fee_payments where school_id = $1) as paid',
      [ids['school']],
    )) as [{ charged: number; paid: number }];
    const fees = await report(admin);
    expect(fees).toMatchObject({ charged, collected: paid, balance: charged - paid });
    expect(fees.classes.reduce((total, { balance }) => total + balance, 0)).toBe(fees.balance);
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
        ({ class_name, subjects, attendance }) => class_name === 'Form 1 East' && subjects.length > 0 && attendance.marked > 0,
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

describe('a scale', () => {
  const scaleOf = async (level: string, day = '2026-06-01') =>
    (await owned('select private.grading_scale(private.scale_of_level($1, $2)) as scale', [level, day]))[0]?.['scale'] as {
      curriculum: string;
      is_provisional: boolean;
      bands: { code: string; from: number | null }[];
    } | null;

  it('follows the level of the class and the day', async () => {
    const codes = async (level: string, day?: string) => (await scaleOf(level, day))?.bands.map(({ code }) => code).join(' ');
    expect(await codes('Form 2')).toBe('A A- B+ B B- C+ C C- D+ D D- E');
    expect(await codes('Grade 7')).toBe('EE1 EE2 ME1 ME2 AE1 AE2 BE1 BE2');
    expect(await codes(' GRADE  9 ')).toBe('EE1 EE2 ME1 ME2 AE1 AE2 BE1 BE2');
    expect(await codes('Grade 4')).toBe('EE ME AE BE');
    expect((await scaleOf('Grade 4'))?.bands.every(({ from }) => from === null)).toBe(true);
    expect([await scaleOf('Grade 10'), await scaleOf('Grade 7')]).toMatchObject([{ is_provisional: true }, { is_provisional: false }]);
    expect([await scaleOf('Grade 10', '2025-06-01'), await scaleOf('Year 1')]).toEqual([null, null]);
  });

  it('comes with the class and its report cards, and a class of the competency-based curriculum has no mean', async () => {
    await owned("update public.classes set level = 'Grade 8' where id = $1", [ids['east']]);
    expect(await call(teacher, 'public.class_scale($1, $2)', [ids['east'], ids['term']])).toMatchObject({ curriculum: 'cbc' });
    expect(await call(lakeside, 'public.class_scale($1, $2)', [ids['east'], ids['term']])).toBeNull();
    const cards = await call<{ cards: { scale: { curriculum: string } }[] }>(admin, 'public.report_cards($1, $2)', [
      ids['term'],
      ids['east'],
    ]);
    expect(new Set(cards.cards.map(({ scale }) => scale.curriculum))).toEqual(new Set(['cbc']));
    const means = await rows(admin, 'select distinct mean, scale_id is not null as has_scale from public.results_by_student($1, $2)', [
      ids['term'],
      ids['east'],
    ]);
    expect(means).toEqual([{ mean: null, has_scale: true }]);
    expect(await call(admin, 'public.results_report($1, $2)', [ids['term'], ids['east']])).toMatchObject({
      mean: null,
      subjects: [],
      classes: [],
    });
    await owned("update public.classes set level = 'Form 1' where id = $1", [ids['east']]);
  });
});

it('a result that lies on the half is rounded up, whatever an assessment is out of and weighs', async () => {
  await owned(`
    update public.assessments a set max_score = (array[7, 30, 64, 70, 95, 640])[1 + o.n % 6], weight = (array[0.3, 1, 7])[1 + o.n / 6 % 3]
    from (select id, (row_number() over (order by id))::integer as n from public.assessments) o where o.id = a.id`);
  const [seen] = await owned(`
    select count(*)::integer as marks, count(distinct (max_score, weight))::integer as kinds, count(*) filter (where round(trunc(score * percent_per_mark / weight, 8)) <> round(score * 100 / max_score))::integer as wrong
    from (select distinct on (max_score, weight) * from public.assessments) a, generate_series(0, a.max_score, 0.01) as score`);
  expect(seen).toMatchObject({ kinds: 18, wrong: 0 });
});
