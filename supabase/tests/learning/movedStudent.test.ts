import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

/** A child who moves twice in a term, is marked by two teachers in each class, and present on thirty days. */
const database = useDatabase();
const [admin, teacher, parent, student] = ['admin', 'teacher', 'parent', 'student'].map((role) => `${role}@greenfield.test`) as [
  string,
  string,
  string,
  string,
];
const ids: Record<string, string> = {};
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const value = async <T>(sql: string, values: unknown[] = []) => Object.values((await owned(sql, values))[0] ?? {})[0] as T;
const call = async <T>(caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<{ r: T }>(`select ${sql} as r`, values))).rows[0]!.r;
const rowsAs = async (caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows;

const classes = ['east', 'west', 'north'] as const;
type Class = (typeof classes)[number];
/** Each class has its class teacher and a teacher of biology. */
const teachers = Object.fromEntries(
  classes.map((name) => [
    name,
    { class: name === 'east' ? teacher : `class.${name}@greenfield.test`, biology: `biology.${name}@greenfield.test` },
  ]),
) as Record<Class, { class: string; biology: string }>;
/** Days of the term from its first, on which the child was in the class. */
const stays: Record<Class, [number, number]> = { east: [0, 10], west: [10, 20], north: [20, 30] };

async function addTeacher(email: string) {
  await owned(
    "insert into auth.users (id, aud, role, email, created_at, updated_at) values (gen_random_uuid(), 'authenticated', 'authenticated', $1, now(), now())",
    [email],
  );
  await owned("update public.users set school_id = $1, role = 'teacher' where email = $2", [ids['school'], email]);
  return value<string>('select id from public.users where email = $1', [email]);
}
const dayOf = (offset: number) => value<string>('select ($1::date + $2::integer)::text', [ids['start'], offset]);
const assess = async (caller: string, group: Class, subject: string, name: string, max = 100) =>
  call<string>(caller, 'public.save_assessment($1, $2, $3, $4, $5, 1)', [ids[group], ids[subject], ids['term'], name, max]);
const score = async (caller: string, assessment: string, points: number, seen: number | null = null) =>
  rowsAs(caller, 'select * from public.save_scores($1, $2)', [
    assessment,
    JSON.stringify([{ student_id: ids['child'], score: points, seen }]),
  ]);
const means = async (group: Class) =>
  (await call<{ classes: { mean: number; students: number }[] }>(admin, 'public.results_report($1, $2)', [ids['term'], ids[group]]))
    .classes;
const assessments: Record<string, string> = {};
let meansBefore: unknown;
let registersBefore: unknown;
const registers = async () => {
  const read: unknown[] = [];
  for (let offset = 0; offset < 30; offset += 1)
    for (const group of classes) read.push(await call(admin, 'public.class_register($1, $2)', [ids[group], await dayOf(offset)]));
  return read;
};

beforeAll(async () => {
  ids['school'] = await value("select id from public.schools where name = 'Greenfield Academy'");
  ids['child'] = await value("select id from public.students where admission_number = 'GA/1041'");
  for (const [name, title] of Object.entries({ east: 'Form 3 East', west: 'Form 3 West' }))
    ids[name] = await value('select id from public.classes where name = $1', [title]);
  ids['north'] = await value("insert into public.classes (school_id, name, level) values ($1, 'Form 3 North', 'Form 3') returning id", [
    ids['school'],
  ]);
  for (const name of ['Biology', 'History'])
    ids[name.toLowerCase()] = await value('select id from public.subjects where name = $1 and school_id = $2', [name, ids['school']]);
  // A term of its own, so that only what is written here is in it.
  await owned(
    'update public.school_terms set ends_on = private.today() - 41 where school_id = $1 and private.today() between starts_on and ends_on',
    [ids['school']],
  );
  ids['term'] = await value(
    "insert into public.school_terms (school_id, name, starts_on, ends_on) values ($1, 'Term of the move', private.today() - 40, private.today() + 20) returning id",
    [ids['school']],
  );
  ids['start'] = await value('select (private.today() - 30)::text');
  await owned('delete from public.attendance where school_id = $1 and day >= private.today() - 40', [ids['school']]);
  for (const group of classes) {
    if (group !== 'east')
      await owned('update public.classes set class_teacher_id = $2 where id = $1', [ids[group], await addTeacher(teachers[group].class)]);
    const biology = await addTeacher(teachers[group].biology);
    for (const [subject, teaches] of [
      ['biology', biology],
      ['history', null],
    ])
      await owned(
        'insert into public.class_subjects (class_id, subject_id, school_id, teacher_id) values ($1, $2, $3, $4) on conflict (class_id, subject_id) do update set teacher_id = excluded.teacher_id',
        [ids[group], ids[subject!], ids['school'], teaches],
      );
  }
});

describe('a child moved twice in a term', () => {
  it('is marked in each class by two teachers, and present on every day', async () => {
    for (const [index, group] of classes.entries()) {
      const [from, until] = stays[group];
      if (index > 0) await call(admin, 'public.move_students(array[$1]::uuid[], $2, $3)', [ids['child'], ids[group], await dayOf(from)]);
      for (let offset = from; offset < until; offset += 1)
        expect(
          await call(teachers[group].class, '(select jsonb_agg(to_jsonb(r)) from public.record_attendance($1, $2, $3) r)', [
            ids[group],
            await dayOf(offset),
            JSON.stringify([{ student_id: ids['child'], status: 'present', seen: [null] }]),
          ]),
        ).toMatchObject([{ outcome: 'kept' }]);
      assessments[`${group} biology`] = await assess(teachers[group].biology, group, 'biology', 'CAT 1');
      assessments[`${group} history`] = await assess(teachers[group].class, group, 'history', 'CAT 1', 50);
      expect(await score(teachers[group].biology, assessments[`${group} biology`]!, 60 + index)).toEqual([]);
      expect(await score(teachers[group].class, assessments[`${group} history`]!, 20 + index)).toEqual([]);
      if (group === 'east') meansBefore = await means('east');
      if (group === 'west') {
        registersBefore = (await registers()).slice(0, 60);
        expect(await means('east')).toEqual(meansBefore);
      }
    }
    expect(await means('east')).toEqual(meansBefore);
    expect((await registers()).slice(0, 60)).toEqual(registersBefore);
  });

  it('has one card with every mark once, in the last class', async () => {
    type Cards = {
      cards: {
        class_name: string;
        attendance: { marked: number; present: number };
        subjects: { name: string; assessments: { name: string; score: number; class_name: string | null }[] }[];
      }[];
    };
    const marks = (base: number) =>
      ['Form 3 East', 'Form 3 West', null].map((class_name, index) =>
        expect.objectContaining({ name: 'CAT 1', score: base + index, class_name }),
      );
    const card = {
      class_name: 'Form 3 North',
      attendance: expect.objectContaining({ marked: 30, present: 30 }),
      subjects: [
        { name: 'Biology', assessments: marks(60) },
        { name: 'History', assessments: marks(20) },
      ],
    };
    for (const caller of [admin, parent, student, teachers.north.class])
      expect((await call<Cards>(caller, 'public.report_cards($1, null, $2)', [ids['term'], ids['child']])).cards).toEqual([
        expect.objectContaining(card),
      ]);
    const ofClass = async (group: Class) =>
      (await call<Cards>(admin, 'public.report_cards($1, $2)', [ids['term'], ids[group]])).cards.filter(
        ({ attendance }) => attendance.marked === 30,
      );
    expect([await ofClass('east'), await ofClass('west'), (await ofClass('north')).length]).toEqual([[], [], 1]);
    expect((await call<Cards>(teachers.east.class, 'public.report_cards($1, null, $2)', [ids['term'], ids['child']])).cards).toEqual([]);
  });

  it('keeps its row and marks in the gradebook of each class, where the teacher who gave them can correct them', async () => {
    const listed = await rowsAs(teacher, 'select id, left_on::text from public.gradebook_students($1, $2, $3)', [
      ids['east'],
      ids['history'],
      ids['term'],
    ]);
    expect(listed.find(({ id }) => id === ids['child'])).toMatchObject({ left_on: await dayOf(10) });
    expect(await score(teacher, assessments['east history']!, 25, 20)).toEqual([]);
    expect(await score(teacher, assessments['east history']!, 20, 25)).toEqual([]);
    const scores = await owned('select class_id, score from public.grades where student_id = $1 and term_id = $2 and subject_id = $3', [
      ids['child'],
      ids['term'],
      ids['history'],
    ]);
    expect(new Set(scores.map(({ class_id, score: points }) => `${String(class_id)} ${String(points)}`))).toEqual(
      new Set(classes.map((group, index) => `${ids[group]} ${20 + index}`)),
    );
    expect(
      await rowsAs(teacher, 'select class_name, subjects from public.results_by_student($1, $2) where id = $3', [
        ids['term'],
        ids['east'],
        ids['child'],
      ]),
    ).toEqual([{ class_name: 'Form 3 East', subjects: 2 }]);
    expect(
      await rowsAs(teacher, 'select class_name, present from public.attendance_by_student($1, $2, $3) where id = $4', [
        ids['start'],
        await dayOf(29),
        ids['east'],
        ids['child'],
      ]),
    ).toEqual([{ class_name: 'Form 3 East', present: 10 }]);
  });

  it('shows parent and student all of it', async () => {
    for (const caller of [parent, student]) {
      expect(
        await rowsAs(caller, 'select from public.grades where student_id = $1 and term_id = $2', [ids['child'], ids['term']]),
      ).toHaveLength(6);
      expect(
        await rowsAs(caller, 'select from public.assessments where term_id = $1 and id = any ($2)', [
          ids['term'],
          Object.values(assessments),
        ]),
      ).toHaveLength(6);
      expect(
        await rowsAs(caller, 'select from public.attendance where student_id = $1 and day >= $2', [ids['child'], ids['start']]),
      ).toHaveLength(30);
      expect(await rowsAs(caller, 'select from public.classes where id = any ($1)', [classes.map((group) => ids[group])])).toHaveLength(3);
      const profile = await call<{ results: { term: string; subject: string; percent: number; assessments: number }[] }>(
        caller,
        'public.student_profile($1)',
        [ids['child']],
      );
      expect(profile.results.filter(({ term }) => term === 'Term of the move')).toMatchObject([
        { subject: 'Biology', percent: 61, assessments: 3 },
        { subject: 'History', percent: 42, assessments: 3 },
      ]);
    }
  });
});

describe('work given to a child who moves on', () => {
  let work: string;
  const given = async (caller: string) =>
    (await rowsAs(caller, 'select id from public.student_assignments($1)', [ids['child']])).some(({ id }) => id === work);
  const seen = async (caller: string) => (await rowsAs(caller, 'select from public.assignments where id = $1', [work])).length;

  it('stays with the child, the parent and the teacher who gave it', async () => {
    work = await value(
      `insert into public.assignments (school_id, class_id, subject_id, teacher_id, title, due_on, created_at, published_at)
       select $1, $2, $3, id, 'Leaves', $4::date + 5, $4::date, $4::date from public.users where email = $5 returning id`,
      [ids['school'], ids['east'], ids['history'], ids['start'], teacher],
    );
    await owned(
      "insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at) values ($1, $2, $3, 'Mine', now())",
      [work, ids['child'], ids['school']],
    );
    expect([await seen(parent), await seen(student), await seen(teacher)]).toEqual([1, 1, 1]);
    expect([await given(parent), await given(student)]).toEqual([true, true]);
    expect((await rowsAs(teacher, 'select id from public.assignment_students($1)', [work])).some(({ id }) => id === ids['child'])).toBe(
      true,
    );
    await call(
      teacher,
      'public.grade_submission($1, $2, 70, null, null, (select submitted_at from public.submissions where assignment_id = $1 and student_id = $2))',
      [work, ids['child']],
    );
    expect(
      await owned(
        'select g.class_id, g.score from public.grades g join public.assessments a on a.id = g.assessment_id where a.assignment_id = $1',
        [work],
      ),
    ).toEqual([{ class_id: ids['east'], score: 70 }]);
    expect((await refusal(call(student, "public.submit_assignment($1, 'Later')", [work])))?.hint).toBe('assignment.not_yours');
  });

  it('is not given to a child who had left the class before', async () => {
    const later = await value<string>(
      `insert into public.assignments (school_id, class_id, subject_id, teacher_id, title, due_on, created_at, published_at)
       select school_id, class_id, subject_id, teacher_id, 'Roots', private.today() + 3, now(), now() from public.assignments where id = $1 returning id`,
      [work],
    );
    for (const caller of [parent, student])
      expect(await rowsAs(caller, 'select from public.assignments where id = $1 and class_id = $2', [later, ids['east']])).toHaveLength(
        caller === student
          ? 0
          : (
              await owned(
                'select from public.students s join public.student_guardians sg on sg.student_id = s.id join public.guardians g on g.id = sg.guardian_id join public.users u on u.id = g.user_id where u.email = $1 and s.class_id = $2',
                [parent, ids['east']],
              )
            ).length,
      );
    expect((await rowsAs(student, 'select id from public.student_assignments($1)', [ids['child']])).some(({ id }) => id === later)).toBe(
      false,
    );
    expect((await refusal(call(teacher, 'public.grade_submission($1, $2, 7)', [later, ids['child']])))?.hint).toBe('grade.not_given');
  });
});
