import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

/** The home of a teacher: own lessons, marking and classes, and never those of another teacher or school. */
const database = useDatabase();
const [teacher, admin] = ['teacher@greenfield.test', 'admin@greenfield.test'] as const;
const ids: Record<string, string> = {};

type Lesson = { id: string; class_id: string; starts_at: string; is_taken: boolean; homework: { title: string; handed_in: number } | null };
type Home = {
  today: string;
  has_lessons: boolean;
  days: { day: string; lessons: Lesson[] }[];
  marking: { id: string; waiting: number; since: string }[];
  classes: { id: string; is_led: boolean; share: number | null; before: number | null }[];
  notices: { id: string; title: string }[];
};

const owned = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const added = async (sql: string, values: unknown[]) => String((await owned<{ id: string }>(`${sql} returning id`, values))[0]?.id);
const homeOf = async (caller: string) =>
  (await database.as(caller, (client) => client.query<{ s: { teaching: Home | null } }>('select public.dashboard_summary() as s'))).rows[0]!
    .s.teaching;
/** Has the database take a moment for now. */
const setMoment = (moment: string) =>
  owned(
    `create or replace function private.current_moment() returns timestamptz language sql stable set search_path = '' as $$ select timestamptz '${moment}' $$`,
  );
const addClass = async (name: string) =>
  added('insert into public.classes (school_id, name, level) values ($1, $2, $2)', [ids['school'], name]);
const addLesson = (group: string, teacherId: string | undefined, weekday: number, hour: number) =>
  added(
    'insert into public.lessons (school_id, class_id, subject_id, teacher_id, weekday, starts_at, ends_at) values ($1, $2, $3, $4, $5, make_time($6, 0, 0), make_time($6, 40, 0))',
    [ids['school'], group, ids['subject'], teacherId, weekday, hour],
  );

beforeAll(async () => {
  const [person] = await owned<{ id: string; school_id: string }>('select id, school_id from public.users where email = $1', [teacher]);
  [ids['teacher'], ids['school']] = [person!.id, person!.school_id];
  await owned('delete from public.lessons where teacher_id = $1', [ids['teacher']]);
  await owned('delete from public.assignments where school_id = $1', [ids['school']]);
  await owned('delete from public.announcements where school_id = $1', [ids['school']]);
  // Out of the way of the test's own terms.
  await owned('update public.school_terms set starts_on = starts_on - 3650, ends_on = ends_on - 3650 where school_id = $1', [
    ids['school'],
  ]);
  for (const [name, starts, ends] of [
    ['First', '2026-05-04', '2026-07-31'],
    ['Second', '2026-09-01', '2026-11-27'],
  ])
    await owned('insert into public.school_terms (school_id, name, starts_on, ends_on) values ($1, $2, $3, $4)', [
      ids['school'],
      name,
      starts,
      ends,
    ]);
  ids['subject'] = await added("insert into public.subjects (school_id, name) values ($1, 'Home science')", [ids['school']]);
  for (const name of ['mine', 'other']) {
    ids[name] = await addClass(`Home ${name}`);
    await owned('insert into public.class_subjects (class_id, subject_id, school_id, teacher_id) values ($1, $2, $3, $4)', [
      ids[name],
      ids['subject'],
      ids['school'],
      name === 'mine' ? ids['teacher'] : null,
    ]);
    ids[`student of ${name}`] = await added(
      "insert into public.students (school_id, class_id, admission_number, first_name, last_name) values ($1, $2, $3, 'Imani', 'Were')",
      [ids['school'], ids[name], `TH-${name}`],
    );
  }
  ids['Monday'] = await addLesson(ids['mine']!, ids['teacher'], 1, 8);
  ids['Wednesday'] = await addLesson(ids['mine']!, ids['teacher'], 3, 9);
  await addLesson(ids['other']!, undefined, 1, 8);
});

describe('the days of a teacher', () => {
  const daysAt = async (moment: string) => {
    await setMoment(moment);
    return (await homeOf(teacher))!.days.map(({ day, lessons }) => [day, lessons.map(({ id }) => id)]);
  };

  it('are today and the next one with lessons', async () => {
    expect(await daysAt('2026-06-01 07:00+03')).toEqual([
      ['2026-06-01', [ids['Monday']]],
      ['2026-06-03', [ids['Wednesday']]],
    ]);
  });

  it('begin with the next one where there are none today', async () => {
    expect(await daysAt('2026-06-06 07:00+03')).toEqual([['2026-06-08', [ids['Monday']]]]);
    expect(await daysAt('2026-06-02 07:00+03')).toEqual([['2026-06-03', [ids['Wednesday']]]]);
  });

  it('lead over the holidays, and to none after the last term', async () => {
    expect(await daysAt('2026-08-10 07:00+03')).toEqual([['2026-09-02', [ids['Wednesday']]]]);
    expect(await daysAt('2026-07-30 07:00+03')).toEqual([['2026-09-02', [ids['Wednesday']]]]);
    expect(await daysAt('2026-12-07 07:00+03')).toEqual([]);
  });

  it('know the register of today and the last homework of the class in the subject', async () => {
    await setMoment('2026-06-01 07:00+03');
    const addWork = (title: string, due: string, group: string | undefined, published: string | null) =>
      added(
        'insert into public.assignments (school_id, class_id, subject_id, teacher_id, title, due_on, published_at) values ($1, $2, $3, $4, $5, $6, $7)',
        [ids['school'], group, ids['subject'], ids['teacher'], title, due, published],
      );
    const older = await addWork('Older', '2026-05-20', ids['mine'], '2026-05-10');
    await addWork('Last', '2026-05-28', ids['mine'], '2026-05-20');
    await addWork('Draft', '2026-06-04', ids['mine'], null);
    ids['foreign work'] = await addWork('Of a class that is not mine', '2026-05-29', ids['other'], '2026-05-20');
    expect((await homeOf(teacher))!.days[0]!.lessons).toMatchObject([{ is_taken: false, homework: { title: 'Last', handed_in: 0 } }]);
    await owned('insert into public.attendance (school_id, student_id, class_id, day, status) values ($1, $2, $3, $4, $5)', [
      ids['school'],
      ids['student of mine'],
      ids['mine'],
      '2026-06-01',
      'present',
    ]);
    for (const [work, student] of [
      [older, ids['student of mine']],
      [ids['foreign work'], ids['student of other']],
    ])
      await owned(
        "insert into public.submissions (school_id, assignment_id, student_id, answer, submitted_at) values ($1, $2, $3, 'Done', '2026-05-21 09:00+03')",
        [ids['school'], work, student],
      );
    const home = (await homeOf(teacher))!;
    expect(home.days[0]!.lessons[0]!.is_taken).toBe(true);
    expect(home.marking).toMatchObject([{ id: older, waiting: 1 }]);
    await owned('update public.submissions set graded_at = now(), score = 5 where assignment_id = $1', [older]);
    expect((await homeOf(teacher))!.marking).toEqual([]);
  });
});

describe('the classes and notices of a teacher', () => {
  it('have the share of who came in seven days beside the seven before, of own classes only', async () => {
    await setMoment('2026-06-12 12:00+03');
    for (const [day, group, status] of [
      ['2026-06-10', 'mine', 'absent'],
      ['2026-06-02', 'mine', 'late'],
      ['2026-06-10', 'other', 'present'],
    ] as const)
      await owned('insert into public.attendance (school_id, student_id, class_id, day, status) values ($1, $2, $3, $4, $5)', [
        ids['school'],
        ids[`student of ${group}`],
        ids[group],
        day,
        status,
      ]);
    const { classes } = (await homeOf(teacher))!;
    expect(classes.find(({ id }) => id === ids['mine'])).toMatchObject({ is_led: false, share: 0, before: 100 });
    expect(classes.map(({ id }) => id)).not.toContain(ids['other']);
  });

  it('are those that the announcement is for', async () => {
    const announce = (title: string, audience: string, group: string | null, at: string) =>
      added(
        "insert into public.announcements (school_id, title, body, audience, class_id, published_at) values ($1, $2, 'Text', $3::public.user_role[], $4, $5)",
        [ids['school'], title, audience, group, at],
      );
    await announce('For teachers', '{teacher}', null, '2026-06-11 08:00+03');
    await announce('For my class', '{teacher}', ids['mine']!, '2026-06-10 08:00+03');
    await announce('For another class', '{teacher}', ids['other']!, '2026-06-11 09:00+03');
    await announce('For parents', '{parent}', null, '2026-06-11 09:00+03');
    await announce('To come', '{teacher}', null, '2026-06-13 09:00+03');
    expect((await homeOf(teacher))!.notices.map(({ title }) => title)).toEqual(['For teachers', 'For my class']);
  });

  it('are of nobody who does not teach, and of no other school', async () => {
    expect(await homeOf(admin)).toBeNull();
    const other = JSON.stringify(await homeOf('teacher@lakeside.test'));
    const rows = await owned<{ id: string }>(
      'select id from public.classes where school_id = $1 union select id from public.lessons where school_id = $1 union select id from public.announcements where school_id = $1',
      [ids['school']],
    );
    expect(rows.filter(({ id }) => other.includes(id))).toEqual([]);
  });
});
