import { beforeAll, describe, expect, it } from 'vitest';
import { admin, lakeside, parent, teacher, useReportsDatabase } from './reportFixtures.ts';

/** Absent and exempt marks: shown as such, and counted only as the school decides. */
const { ids, rows, call, owned } = useReportsDatabase();
let column: string;

type Cell = { score?: number | null; absence?: string | null; seen?: number | null; seen_absence?: string | null; student?: string };
const write = (cells: readonly Cell[], assessment = column) =>
  rows(teacher, 'select * from public.save_scores($1, $2)', [
    assessment,
    JSON.stringify(cells.map(({ student = 'brian', ...cell }) => ({ student_id: ids[student], ...cell }))),
  ]);
const addColumn = (name: string) =>
  call<string>(teacher, 'public.save_assessment($1, $2, $3, $4, 20, 1)', [ids['east'], ids['biology'], ids['term'], name]);
const result = async (student = 'brian') =>
  (
    await owned('select percent, assessments from public.subject_results where student_id = $1 and subject_id = $2 and term_id = $3', [
      ids[student],
      ids['biology'],
      ids['term'],
    ])
  )[0];
const countAsZero = (isZero: boolean, caller: string = admin) =>
  rows(caller, 'update public.schools set absent_counts_as_zero = $2 where id = $1 returning id', [ids['school'], isZero]);

type CardMark = { name: string; score: number | null; absence: string | null; counts: number | null };
const printed = async () => {
  const cards = await call<{ cards: { subjects: { name: string; assessments: CardMark[] }[] }[] }>(
    parent,
    'public.report_cards($1, null, $2)',
    [ids['term'], ids['brian']],
  );
  const marks = cards.cards[0]!.subjects.find(({ name }) => name === 'Biology')!.assessments;
  return {
    marks: marks.map(({ name, score, absence, counts }) => ({ name, score, absence, counts })),
    percent: (await owned('select private.card_percent($1) as percent', [JSON.stringify(marks)]))[0]?.['percent'],
  };
};

beforeAll(async () => {
  ids['biology'] = String(
    (await owned("select id from public.subjects where name = 'Biology' and school_id = $1", [ids['school']]))[0]?.['id'],
  );
  ids['other'] = String(
    (
      await owned("select id from public.students where class_id = $1 and id <> $2 and status = 'active' limit 1", [
        ids['east'],
        ids['brian'],
      ])
    )[0]?.['id'],
  );
  await owned('delete from public.assessments where class_id = $1 and subject_id = $2 and term_id = $3', [
    ids['east'],
    ids['biology'],
    ids['term'],
  ]);
  column = await addColumn('CAT one');
  await write([{ score: 15 }, { student: 'other', score: 10 }], await addColumn('CAT two'));
});

describe('an absent or exempt mark', () => {
  it('takes the place of a score, and is refused unless it is one of the two', async () => {
    expect(await write([{ absence: 'absent' }, { student: 'other', absence: 'exempt' }])).toEqual([]);
    expect(await owned('select score, absence from public.grades where assessment_id = $1 order by absence', [column])).toEqual([
      { score: null, absence: 'absent' },
      { score: null, absence: 'exempt' },
    ]);
    expect(await write([{ absence: 'ill', seen_absence: 'absent' }])).toMatchObject([{ code: 'grade.out_of_range' }]);
    expect(await write([{ absence: 'absent', score: 3, seen_absence: 'absent' }])).toMatchObject([{ code: 'grade.out_of_range' }]);
    await expect(owned('update public.grades set score = 1 where assessment_id = $1', [column])).rejects.toThrow(/grades_mark_check/);
  });

  it('is not overwritten unseen, and says that it stands', async () => {
    await owned("update public.grades set graded_by = null, updated_at = now() - interval '1 minute' where assessment_id = $1", [column]);
    expect(await write([{ score: 12, seen: null }])).toMatchObject([
      {
        code: 'grade.changed',
        standing: null,
        absence: 'absent',
        message: 'Brian Njeri is marked absent in CAT one by now, by somebody else.',
      },
    ]);
    expect(await write([{ score: 12, seen_absence: 'exempt', student: 'other' }])).toEqual([]);
    expect(await write([{ absence: 'exempt', seen: 12, student: 'other' }])).toEqual([]);
  });

  it('is left out of results, means and what a card counts, and stays on the card', async () => {
    expect(await result()).toEqual({ percent: 75, assessments: 1 });
    expect(await result('other')).toEqual({ percent: 50, assessments: 1 });
    expect(await printed()).toEqual({
      marks: [
        { name: 'CAT one', score: null, absence: 'absent', counts: null },
        { name: 'CAT two', score: 15, absence: null, counts: 15 },
      ],
      percent: '75%',
    });
    type Home = { children: { id: string; marks: { assessment: string; share: number | null; absence: string | null }[] }[] };
    const { family } = await call<{ family: Home }>(parent, 'public.dashboard_summary()');
    expect(family.children.find(({ id }) => id === ids['brian'])?.marks.find(({ assessment }) => assessment === 'CAT one')).toMatchObject({
      share: null,
      absence: 'absent',
    });
  });

  it('counts as 0 where the school says so, exempt never, and neither is shown as 0', async () => {
    expect(await countAsZero(true, teacher)).toEqual([]);
    expect(await countAsZero(true, lakeside)).toEqual([]);
    expect(await countAsZero(true)).toHaveLength(1);
    expect(await result()).toEqual({ percent: 37.5, assessments: 2 });
    expect(await result('other')).toEqual({ percent: 50, assessments: 1 });
    expect(await printed()).toEqual({
      marks: [
        { name: 'CAT one', score: null, absence: 'absent', counts: 0 },
        { name: 'CAT two', score: 15, absence: null, counts: 15 },
      ],
      percent: '38%',
    });
    const profile = await call<{ results: { subject: string; term_id: string; percent: number }[] }>(admin, 'public.student_profile($1)', [
      ids['brian'],
    ]);
    expect(profile.results.find(({ subject, term_id }) => subject === 'Biology' && term_id === ids['term'])?.percent).toBe(37.5);
    // A new column follows the decision from its start.
    const third = await addColumn('CAT three');
    expect(await owned('select absent_counts_as_zero from public.assessments where id = $1', [third])).toEqual([
      { absent_counts_as_zero: true },
    ]);
  });

  it('never counts in the competency-based curriculum', async () => {
    await owned("update public.classes set level = 'Grade 8' where id = $1", [ids['east']]);
    expect(await result()).toEqual({ percent: 75, assessments: 1 });
    await owned("update public.classes set level = 'Form 3' where id = $1", [ids['east']]);
    expect(await result()).toEqual({ percent: 37.5, assessments: 2 });
  });

  it('stays counted as it was in a term that is closed, and follows the school when it is opened again', async () => {
    await owned('update public.school_terms set closed_at = now() where id = $1', [ids['term']]);
    await countAsZero(false);
    expect(await result()).toEqual({ percent: 37.5, assessments: 2 });
    await owned('update public.school_terms set closed_at = null where id = $1', [ids['term']]);
    expect(await result()).toEqual({ percent: 75, assessments: 1 });
  });

  it('is in a child’s file as what it is', async () => {
    const marks = await call<{ assessment: string; score: number | null; absence: string | null }[]>(admin, 'private.exported_marks($1)', [
      ids['brian'],
    ]);
    expect(marks.find(({ assessment }) => assessment === 'CAT one')).toMatchObject({ score: null, absence: 'absent' });
  });
});

it('work of who is exempt or was absent does not wait for a mark, and a mark given later replaces the absence', async () => {
  const assignment = String(
    (
      await owned(
        `insert into public.assignments (school_id, class_id, subject_id, teacher_id, title, due_on, max_score, published_at)
         select $1, $2, $3, u.id, 'Roots of plants', private.today(), 20, now() from public.users u where u.email = $4 returning id`,
        [ids['school'], ids['east'], ids['biology'], teacher],
      )
    )[0]?.['id'],
  );
  await owned(
    `insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at) values ($1, $2, $3, 'Done', now())`,
    [assignment, ids['brian'], ids['school']],
  );
  const waiting = async () =>
    (await rows(teacher, 'select public.is_to_mark(s) as waits from public.submissions s where s.assignment_id = $1', [assignment]))[0]?.[
      'waits'
    ];
  const stat = async () => {
    const { stats } = await call<{ stats: { key: string; value: number }[] }>(teacher, 'public.dashboard_summary()');
    return stats.find(({ key }) => key === 'to_mark')?.value ?? -1;
  };
  const before = await stat();
  expect(await waiting()).toBe(true);
  const [made] = await owned('select id from private.assessment_of((select a from public.assignments a where a.id = $1), $2)', [
    assignment,
    ids['term'],
  ]);
  const work = String(made?.['id']);
  await write([{ absence: 'exempt' }], work);
  expect(await waiting()).toBe(false);
  expect(await stat()).toBe(before - 1);
  await rows(
    teacher,
    'select public.grade_submission($1, $2, 16, null, null, (select s.submitted_at from public.submissions s where s.assignment_id = $1))',
    [assignment, ids['brian']],
  );
  expect(await owned('select score, absence from public.grades where assessment_id = $1', [work])).toEqual([{ score: 16, absence: null }]);
});
