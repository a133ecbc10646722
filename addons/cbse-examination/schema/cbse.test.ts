import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '@masomo/supabase/tests/database.ts';
import { checkPaper, issuePaper } from '@masomo/supabase/tests/issuedPapers.ts';
import { vectors, type Fraction, type Vector } from './vectors.ts';

const database = useDatabase();
const feature = 'addon:cbse-examination';
const [admin, teacher, parent, elsewhere] = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'parent@greenfield.test',
  'admin@lakeside.test',
] as const;
const ids: Record<string, string> = {};

const one = async (sql: string, values: unknown[] = []) =>
  Object.values((await database.owner.query<Record<string, unknown>>(sql, values)).rows[0] ?? {})[0];
const call = async (caller: string, sql: string, values: unknown[] = []) =>
  Object.values((await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows[0] ?? {})[0];
const rows = async (caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows;
const license = (until: string) =>
  database.owner.query(
    `update public.licences set feature = $1, valid_from = private.today() - 30, valid_until = ${until}, revoked_at = null, campus_ids = null, quantity = 100
     where id = (select id from public.licences where school_id = $2 order by id limit 1)`,
    [feature, ids['school']],
  );

type Card = {
  student: { id: string };
  subjects: {
    name: string;
    parts: { components: { name: string; result: number | null }[]; result: number | null; grade: string | null }[];
    year: number | null;
    grade: string | null;
  }[];
  areas: { name: string; grades: (string | null)[] }[];
  remarks: (string | null)[];
};
const cardOf = async (caller = admin, student = ids['student']) =>
  ((await call(caller, 'select public.student_cbse_card($1)', [student])) as { cards: Card[] } | null)?.cards[0];

type Mark = { student?: string | undefined; score?: number | null; absence?: string | null; seen?: number | null };
const mark = async (
  test: string,
  { student = ids['student'], score = null, absence = null, seen = null }: Mark,
  caller: string = teacher,
) =>
  rows(caller, 'select * from public.save_cbse_marks($1, $2)', [
    test,
    JSON.stringify([{ student_id: student, score, absence, seen_score: seen }]),
  ]);
const addTest = async (component: string, name: string, maximum: number, part = 1) =>
  String(
    await call(
      teacher,
      'select public.save_cbse_test($1, $2, (select id from public.cbse_components where scheme_id = $3 and name = $4), $5, $6, $7)',
      [ids['examined'], ids['subject'], ids['scheme'], component, part, name, maximum],
    ),
  );

/** The class examined by one of the usual schemes, without the tests that a class begins with. */
async function examineBy(scheme: string, weights?: readonly number[]): Promise<void> {
  await call(admin, 'select public.add_usual_cbse_schemes()');
  ids['scheme'] = String(await one('select id from public.cbse_schemes where school_id = $1 and name = $2', [ids['school'], scheme]));
  if (weights) await database.owner.query('update public.cbse_schemes set weights = $2 where id = $1', [ids['scheme'], weights]);
  ids['examined'] = String(
    await call(admin, 'select public.add_cbse_class($1, $2, $3, $4)', [ids['class'], ids['scheme'], ids['firstTerm'], ids['lastTerm']]),
  );
  await database.owner.query('delete from public.cbse_tests where cbse_class_id = $1', [ids['examined']]);
}

beforeAll(async () => {
  ids['school'] = String(await one("select id from public.schools where name = 'Greenfield Academy'"));
  ids['class'] = String(
    await one(
      'select c.id from public.classes c join public.users u on u.id = c.class_teacher_id where u.email = $1 order by c.name limit 1',
      [teacher],
    ),
  );
  ids['subject'] = String(await one('select subject_id from public.class_subjects where class_id = $1 order by 1 limit 1', [ids['class']]));
  ids['student'] = String(
    await one("select id from public.students where class_id = $1 and status = 'active' order by admission_number limit 1", [ids['class']]),
  );
  ids['firstTerm'] = String(
    await one('select id from public.school_terms where school_id = $1 order by starts_on limit 1', [ids['school']]),
  );
  ids['lastTerm'] = String(
    await one('select id from public.school_terms where school_id = $1 order by starts_on desc limit 1', [ids['school']]),
  );
});
beforeEach(async () => {
  await database.owner.query('delete from public.cbse_classes');
  await database.owner.query('delete from public.cbse_schemes');
  await license('private.today() + 30');
});

describe('results by the vectors of the board', () => {
  const enter = async (component: string, [score, maximum]: Fraction, part = 1, name = component) => {
    const test = await addTest(component, name, Number(maximum), part);
    expect(await mark(test, { score: Number(score) })).toEqual([]);
  };
  const enterTerms = async (vector: Vector & { scheme: 'VI-VIII' }) => {
    await examineBy('Classes VI to VIII', vector.weights);
    for (const [part, term] of [
      [1, vector.term1],
      [2, vector.term2],
    ] as const) {
      await enter('Periodic test', term.pt, part);
      await enter('Notebook', term.notebook, part);
      await enter('Subject enrichment', term.enrichment, part);
      await enter('Term examination', term.exam, part);
    }
  };

  it.each(vectors.filter((vector) => vector.scheme === 'VI-VIII'))('of two terms: $id', async (vector) => {
    await enterTerms(vector);
    const subject = (await cardOf())?.subjects[0];
    expect({
      term1: subject?.parts[0]?.result?.toFixed(2),
      term1Grade: subject?.parts[0]?.grade,
      term2: subject?.parts[1]?.result?.toFixed(2),
      term2Grade: subject?.parts[1]?.grade,
      year: subject?.year?.toFixed(2),
      yearGrade: subject?.grade,
    }).toEqual(vector.expect);
  });

  it.each(vectors.filter((vector) => vector.scheme === 'IX-X'))('of a year: $id', async (vector) => {
    await examineBy('Classes IX and X');
    for (const [index, test] of vector.tests.entries()) await enter('Periodic test', test, 1, `Periodic test ${index + 1}`);
    await enter('Multiple assessment', [vector.multiple, '5']);
    await enter('Portfolio', [vector.portfolio, '5']);
    await enter('Subject enrichment', [vector.enrichment, '5']);
    await enter('Annual examination', [vector.annual, '80']);
    const subject = (await cardOf())?.subjects[0];
    expect({
      periodic: subject?.parts[0]?.components[0]?.result?.toFixed(2),
      total: subject?.year?.toFixed(2),
      grade: subject?.grade,
    }).toEqual(vector.expect);
  });

  it('rounds a half up: 90.5 is A1, 90.4 is A2, 32.5 is D', async () => {
    await examineBy('Classes VI to VIII');
    const grade = (result: string) => one('select private.cbse_grade($1, $2)', [ids['scheme'], result]);
    expect(await Promise.all(['90.5', '90.4', '32.5', '32.4', '90.49999999999999999'].map(grade))).toEqual(['A1', 'A2', 'D', 'E', 'A1']);
  });
});

describe('marks', () => {
  beforeEach(() => examineBy('Classes VI to VIII'));

  it('leave a result open until each component has some; absent counts as nothing, exempt leaves the component out', async () => {
    await mark(await addTest('Periodic test', 'PT', 10), { score: 8 });
    await mark(await addTest('Notebook', 'Notebook', 5), { score: 4 });
    await mark(await addTest('Subject enrichment', 'Project', 5), { absence: 'absent' });
    const exam = await addTest('Term examination', 'Paper', 80);
    expect((await cardOf())?.subjects[0]?.parts[0]).toMatchObject({ result: null, grade: null });
    await mark(exam, { absence: 'exempt' });
    // 12 of the 20 marks that are left.
    expect((await cardOf())?.subjects[0]?.parts[0]).toMatchObject({ result: 60, grade: 'C1' });
  });

  it('beyond the maximum, of a stranger and over what somebody else wrote are refused, and the others are saved', async () => {
    const test = await addTest('Notebook', 'Notebook', 5);
    const stranger = String(
      await one('select id from public.students where class_id <> $1 and school_id = $2 limit 1', [ids['class'], ids['school']]),
    );
    expect(await mark(test, { score: 6 })).toMatchObject([{ code: 'cbse.out_of_range' }]);
    expect(await mark(test, { student: stranger, score: 3 })).toMatchObject([{ code: 'cbse.not_in_class' }]);
    expect(await mark(test, { score: 3 })).toEqual([]);
    expect(await mark(test, { score: 4 })).toMatchObject([{ code: 'cbse.changed', score: 3 }]);
    expect(await mark(test, { score: 3 })).toEqual([]);
    expect(await mark(test, { score: 4, seen: 3 })).toEqual([]);
    expect(await mark(test, { seen: 4 })).toEqual([]);
    expect(await one('select count(*) from public.cbse_marks where test_id = $1', [test])).toBe(0);
  });

  it('are entered by who teaches the subject, while the term is open and the licence runs', async () => {
    const test = await addTest('Notebook', 'Notebook', 5);
    expect((await refusal(mark(test, { score: 1 }, admin)))?.message).toContain('does not have the permission');
    expect((await refusal(mark(test, { score: 1 }, elsewhere)))?.message).toContain('not switched on');
    expect((await refusal(mark(test, { score: 1 }, parent)))?.message).toContain('Only staff');
    await database.owner.query('update public.school_terms set closed_at = now() where id = $1', [ids['firstTerm']]);
    expect((await refusal(mark(test, { score: 1 })))?.message).toContain('is closed');
    await database.owner.query('update public.school_terms set closed_at = null where id = $1', [ids['firstTerm']]);
    await license('private.today() - 1');
    expect((await refusal(mark(test, { score: 1 })))?.message).toContain('has expired');
    expect(await cardOf()).toBeDefined();
  });

  it('keep a test and its maximum', async () => {
    const test = await addTest('Notebook', 'Notebook', 5);
    await mark(test, { score: 4 });
    expect((await refusal(call(teacher, 'select public.remove_cbse_test($1)', [test])))?.message).toContain('has marks');
    const lower = call(
      teacher,
      `select public.save_cbse_test(cbse_class_id, subject_id, component_id, part, name, 3, id) from public.cbse_tests where id = $1`,
      [test],
    );
    expect((await refusal(lower))?.message).toContain('Someone already has 4');
  });
});

describe('a scheme', () => {
  const save = (weights: number[], more: { bands?: object[]; components?: object[] } = {}) =>
    call(admin, 'select public.save_cbse_scheme($1, $2, $3, $4, $5, $6)', [
      'Ours',
      weights,
      ['A', 'B'],
      JSON.stringify(more.components ?? [{ name: 'Paper', out_of: 100 }]),
      JSON.stringify(
        more.bands ?? [
          { grade: 'P', lowest: 40 },
          { grade: 'F', lowest: 0 },
        ],
      ),
      JSON.stringify([{ name: 'Art' }]),
    ]);

  it('has weights that make 100, components that make 100, and grades down to 0', async () => {
    expect((await refusal(save([50, 40])))?.message).toContain('100 percent together');
    expect((await refusal(save([50, 50], { components: [{ name: 'Paper', out_of: 90 }] })))?.message).toContain('100 marks together');
    expect((await refusal(save([50, 50], { bands: [{ grade: 'P', lowest: 40 }] })))?.message).toContain('begins at 0');
    expect(await save([40, 60])).toEqual(expect.any(String));
    expect((await refusal(save([40, 60])))?.message).toContain('of this name already');
  });

  it('keeps what has tests or grades', async () => {
    await examineBy('Classes VI to VIII');
    await addTest('Notebook', 'Notebook', 5);
    const without = call(
      admin,
      `select public.save_cbse_scheme(name, weights, area_grades, '[{"name": "Paper", "out_of": 100}]', '[{"grade": "P", "lowest": 0}]', '[]', id) from public.cbse_schemes where id = $1`,
      [ids['scheme']],
    );
    expect((await refusal(without))?.message).toContain('Notebook has tests already');
  });

  it('is set up by administrators alone', async () => {
    expect((await refusal(call(teacher, 'select public.add_usual_cbse_schemes()')))?.message).toContain('does not have the permission');
  });
});

describe('co-scholastic grades and remarks', () => {
  beforeEach(() => examineBy('Classes VI to VIII'));
  const grade = (caller: string, given: string | null, area = 'Art education') =>
    call(caller, 'select public.save_cbse_grading($1, $2, (select id from public.cbse_areas where scheme_id = $3 and name = $4), 1, $5)', [
      ids['examined'],
      ids['student'],
      ids['scheme'],
      area,
      given,
    ]);

  it('are on the card and in no result', async () => {
    await grade(teacher, 'B');
    await call(admin, 'select public.save_cbse_remark($1, $2, 1, $3)', [ids['examined'], ids['student'], ' Works well. ']);
    const card = await cardOf();
    expect(card?.areas.find(({ name }) => name === 'Art education')?.grades).toEqual(['B', null]);
    expect(card?.remarks).toEqual(['Works well.', null]);
    expect(card?.subjects).toEqual([]);
    await grade(teacher, null);
    expect((await cardOf())?.areas.find(({ name }) => name === 'Art education')?.grades).toEqual([null, null]);
  });

  it('are of the scheme’s grades', async () => {
    expect((await refusal(grade(teacher, 'E')))?.message).toContain('one of the grades');
  });
});

describe('families', () => {
  const cards = async (caller = parent) =>
    (await rows(caller, 'select public.family_cbse_cards() as card')).map(({ card }) => card as { parts: object[]; cards: Card[] });
  const publish = (caller: string, isPublished = true) =>
    call(caller, 'select public.publish_cbse_part($1, 1, $2)', [ids['examined'], isPublished]);

  it('see the results of their own child once they are published, are told once, and then no more', async () => {
    const [child, group] = await Promise.all([
      one(
        'select s.id from public.students s join public.student_guardians sg on sg.student_id = s.id join public.guardians g on g.id = sg.guardian_id join public.users u on u.id = g.user_id where u.email = $1 order by s.admission_number limit 1',
        [parent],
      ),
      one(
        'select s.class_id from public.students s join public.student_guardians sg on sg.student_id = s.id join public.guardians g on g.id = sg.guardian_id join public.users u on u.id = g.user_id where u.email = $1 order by s.admission_number limit 1',
        [parent],
      ),
    ]);
    const taught = ids['class'];
    [ids['class'], ids['student']] = [String(group), String(child)];
    await examineBy('Classes VI to VIII');
    await database.owner.query(
      `insert into public.cbse_tests (school_id, cbse_class_id, subject_id, component_id, part, name, max_score)
       select c.school_id, $1, $2, c.id, 1, c.name, c.out_of from public.cbse_components c where c.scheme_id = $3`,
      [ids['examined'], ids['subject'], ids['scheme']],
    );
    await database.owner.query(
      'insert into public.cbse_marks (school_id, test_id, student_id, score) select t.school_id, t.id, $2, t.max_score / 2 from public.cbse_tests t where t.cbse_class_id = $1',
      [ids['examined'], ids['student']],
    );
    expect(await cards()).toEqual([]);
    expect((await refusal(publish(teacher)))?.message).toContain('does not have the permission');
    await publish(admin);
    await publish(admin);
    const [shown, ...others] = await cards();
    expect(others).toEqual([]);
    expect(shown?.parts).toHaveLength(1);
    expect(shown?.cards.map(({ student, subjects }) => [student.id, subjects[0]?.parts[0]?.result, subjects[0]?.year])).toEqual([
      [ids['student'], 50, null],
    ]);
    expect(
      await one(
        "select count(*) from public.notifications n join public.users u on u.id = n.user_id where n.source like 'cbse-class/%' and u.email = $1",
        [parent],
      ),
    ).toBe(1);
    expect(await rows(parent, 'select * from public.cbse_marks')).toEqual([]);
    expect(await call(parent, 'select public.cbse_cards($1)', [ids['examined']])).toBeNull();
    await publish(admin, false);
    expect(await cards()).toEqual([]);
    ids['class'] = String(taught);
  });
});

describe('a card that was handed out', () => {
  beforeEach(() => examineBy('Classes VI to VIII'));

  it('is kept, says its grades to anybody with its code, and has changed once a mark was changed', async () => {
    let exam = '';
    for (const part of [1, 2]) {
      await mark(await addTest('Periodic test', 'PT', 10, part), { score: 8 });
      await mark(await addTest('Notebook', 'Notebook', 5, part), { score: 4 });
      await mark(await addTest('Subject enrichment', 'Project', 5, part), { score: 5 });
      exam = await addTest('Term examination', 'Paper', 80, part);
      await mark(exam, { score: 64 });
    }
    const cards = await issuePaper(database, admin, 'cbse-report-card', { class: ids['examined'] });
    const card = cards.find(({ content }) => (content as { cards: Card[] }).cards[0]?.student.id === ids['student']);
    const checked = await checkPaper(database, card!.code);
    expect(checked).toMatchObject({ state: 'holds', school: 'Greenfield Academy', says: { title: { sentence: 'Report card' } } });
    const name = await one('select full_name from public.students where id = $1', [ids['student']]);
    const said = checked!.says.facts.map(([, value]) => value);
    expect(said).toContain(name);
    expect(said.map(String)).toContainEqual(expect.stringMatching(/^81(\.0+)? A2$/));
    expect(await issuePaper(database, admin, 'cbse-report-card', { class: ids['examined'] }, 'another')).toEqual(cards);
    await mark(exam, { score: 72, seen: 64 });
    expect((await checkPaper(database, card!.code))?.state).toBe('changed');
    const again = await issuePaper(database, admin, 'cbse-report-card', { class: ids['examined'] });
    const next = again.find(({ content }) => (content as { cards: Card[] }).cards[0]?.student.id === ids['student']);
    expect(await checkPaper(database, card!.code)).toMatchObject({ state: 'replaced' });
    expect((await checkPaper(database, next!.code))?.says.facts.map(([, value]) => String(value))).toContainEqual(
      expect.stringMatching(/^85(\.0+)? A2$/),
    );
  });

  it('is kept for its staff alone', async () => {
    await addTest('Notebook', 'Notebook', 5);
    for (const caller of [parent, elsewhere])
      expect(await issuePaper(database, caller, 'cbse-report-card', { class: ids['examined'] }).catch(() => [])).toEqual([]);
  });
});
