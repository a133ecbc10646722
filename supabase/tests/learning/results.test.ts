import { withClient } from '@masomo/local/database/connections';
import { describe, expect, it, vi } from 'vitest';
import { weightedPercent } from '@masomo/domain/gradebook';
import { admin, lakeside, staff, teacher, useReportsDatabase } from './reportFixtures.ts';

const { database, ids, rows, call, owned } = useReportsDatabase();

describe('results', () => {
  const differing = () =>
    owned(`select * from public.subject_results r full join (
      select g.student_id, g.class_id, g.subject_id, g.term_id, trunc(sum(g.score * 100 * a.weight / a.max_score) / nullif(sum(a.weight) filter (where g.score is not null), 0), 7) as expected, count(g.score)::integer as marks
      from public.grades g join public.assessments a on a.id = g.assessment_id and a.archived_at is null
      group by 1, 2, 3, 4) m using (student_id, class_id, subject_id, term_id)
    where (trunc(r.percent, 7), r.assessments) is distinct from (m.expected, m.marks)`);

  it('follow marks and columns as they are added, changed and deleted', async () => {
    const columns = 'insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score)';
    const marks = 'insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment_id, score)';
    const [{ subject }] = (await owned("insert into public.subjects (school_id, name) values ($1, 'Music') returning id as subject", [
      ids['school'],
    ])) as [{ subject: string }];
    const place = `class_id = '${ids['east']}' and subject_id = '${subject}' and term_id = '${ids['term']}'`;
    const kept = async () =>
      (await owned(`select percent, assessments from public.subject_results where ${place} and student_id = $1`, [ids['brian']]))[0];
    for (const step of [
      `${columns} select school_id, id, '${subject}', '${ids['term']}', n, 30 from public.classes, unnest(array['First', 'Second', 'Third']) n where id = '${ids['east']}'`,
      `${marks} select a.school_id, s.id, a.class_id, a.subject_id, a.term_id, a.id, 17 from public.students s join public.assessments a on a.class_id = s.class_id where a.subject_id = '${subject}'`,
      `update public.grades set score = score / 3 where assessment_id = (select id from public.assessments where name = 'Second' and ${place})`,
      `update public.assessments set weight = 0 where ${place}`,
      `update public.assessments set weight = length(name), max_score = 41.5 where ${place}`,
      `update public.assessments set archived_at = now() where name = 'Second' and ${place}`,
      `update public.assessments set name = 'Last' where name = 'Third' and ${place}`,
      `delete from public.grades where student_id = '${ids['brian']}' and assessment_id = (select id from public.assessments where name = 'First' and ${place})`,
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
    ) => `insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment_id, score)
      select a.school_id, '${ids['brian']}', a.class_id, a.subject_id, a.term_id, a.id, 10 from public.assessments a where a.name = '${name}'`;
    await owned(
      `insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score)
       select b.school_id, $1, b.id, $2, n, 20 from public.subjects b, unnest(array['Mine', 'Theirs']) n where b.school_id = $3 and b.name = 'Biology'`,
      [ids['east'], ids['term'], ids['school']],
    );
    await withClient(database.url, async (other) => {
      await database.owner.query('begin');
      await owned(insertGrade('Mine'));
      const otherInsert = other.query(insertGrade('Theirs'));
      await vi.waitFor(async () =>
        expect(
          await owned(
            "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
          ),
        ).toHaveLength(1),
      );
      await database.owner.query('commit');
      await otherInsert;
      expect(await differing()).toEqual([]);
      await owned("delete from public.assessments where name in ('Mine', 'Theirs')");
    });
  });

  it('weigh as the gradebook does, without what is archived', async () => {
    await owned("update public.assessments set weight = 3 where name = 'Mid-term' and class_id = $1", [ids['east']]);
    await owned(
      "update public.assessments set archived_at = now() where name = 'CAT 1' and class_id = $1 and subject_id = (select id from public.subjects where name = 'English' and school_id = $2)",
      [ids['east'], ids['school']],
    );
    const marks = (await owned(
      `select g.student_id, g.subject_id, json_agg(json_build_object('score', g.score, 'maxScore', a.max_score, 'weight', a.weight)) as marks
      from public.grades g join public.assessments a on a.id = g.assessment_id
      where a.archived_at is null and g.score is not null and g.class_id = $1 group by 1, 2`,
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
      scales: {
        scale: { curriculum: string } | null;
        levels: string[];
        percents: { results: number }[];
        subjects: { percents: { results: number }[] }[];
        classes: { name: string; percents: { results: number }[] }[];
      }[];
      classes: { name: string }[];
      subjects: { students: number }[];
    };
    const report = await call<Report>(admin, 'public.results_report($1)', [ids['term']]);
    expect(report.students).toBe(192);
    expect(report.scales.map(({ scale }) => scale?.curriculum)).toEqual(expect.arrayContaining(['8-4-4', 'cbc']));
    expect(report.scales.flatMap(({ percents }) => percents).reduce((total, { results }) => total + results, 0)).toBe(192 * 6);
    // Each scale names the levels that it grades, once.
    expect(report.scales.flatMap(({ levels }) => levels).sort()).toEqual(
      (await rows(admin, 'select distinct level from public.classes order by level')).map(({ level }) => level),
    );
    // Classes of the grades have levels and no mean: their scales count each subject and class.
    expect(report.classes).toHaveLength(4);
    const sum = (counted: { percents: { results: number }[] }[]) =>
      counted.flatMap(({ percents }) => percents).reduce((total, { results }) => total + results, 0);
    for (const entry of report.scales) {
      const results = entry.scale?.curriculum === 'cbc' ? sum([entry]) : 0;
      expect([sum(entry.subjects), sum(entry.classes)]).toEqual([results, results]);
    }
    expect(report.scales.flatMap(({ classes }) => classes.map(({ name }) => name)).sort()).toEqual([
      'Grade 10',
      'Grade 7',
      'Grade 8',
      'Grade 9',
    ]);
    const [levels] = await rows(
      admin,
      "select mean, cardinality(percents) as results, subjects from public.results_by_student($1) where class_name = 'Grade 7' limit 1",
      [ids['term']],
    );
    expect(levels).toEqual({ mean: null, results: levels?.['subjects'], subjects: 6 });
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
    expect(await rows(admin, "select admission_number, total from public.results_by_student($1, null, 'ga/1041')", [ids['term']])).toEqual([
      { admission_number: 'GA/1041', total: 1 },
    ]);
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
    await owned("update public.classes set level = 'Form 3' where id = $1", [ids['east']]);
  });
});

it('a result that lies on the half is rounded up, whatever an assessment is out of and weighs', async () => {
  await owned('delete from public.grades');
  await owned(`
    update public.assessments a set max_score = (array[7, 30, 64, 70, 95, 640])[1 + o.n % 6], weight = (array[0.3, 1, 7])[1 + o.n / 6 % 3]
    from (select id, (row_number() over (order by id))::integer as n from public.assessments) o where o.id = a.id`);
  const [seen] = await owned(`
    select count(*)::integer as marks, count(distinct (max_score, weight))::integer as kinds, count(*) filter (where round(trunc(score * percent_per_mark / weight, 8)) <> round(score * 100 / max_score))::integer as wrong
    from (select distinct on (max_score, weight) * from public.assessments) a, generate_series(0, a.max_score, 0.01) as score`);
  expect(seen).toMatchObject({ kinds: 18, wrong: 0 });
});
