import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

/** The home of a family: the own children only, without those about whom a parent may not be told. */
const database = useDatabase();
const [parent, student, teacher, admin] = [
  'parent@greenfield.test',
  'student@greenfield.test',
  'teacher@greenfield.test',
  'admin@greenfield.test',
] as const;
const [brian, sister] = ['GA/1041', 'GA/1121'] as const;
const ids: Record<string, string> = {};

type Child = {
  id: string;
  attendance: { status: string; is_scanned: boolean } | null;
  fees: { balance: number; overdue: number; due_on: string | null } | null;
  work: { title: string }[];
  marks: { assessment: string; share: number; before: number | null }[];
  questions: number;
  teacher: { id: string; is_class_teacher: boolean } | null;
};
type Home = {
  children: Child[];
  own: {
    has_lessons: boolean;
    days: { day: string; lessons: object[] }[];
    results: { name: string; share: number; subjects: number }[];
  } | null;
  terms: { name: string }[];
  notices: { title: string }[];
  documents: { title: string }[];
};

const owned = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const homeOf = async (caller: string) =>
  (await database.as(caller, (client) => client.query<{ s: { family: Home | null } }>('select public.dashboard_summary() as s'))).rows[0]!.s
    .family;
const childOf = async (caller: string, id: string | undefined) => (await homeOf(caller))!.children.find((child) => child.id === id);

beforeAll(async () => {
  const rows = await owned<{ id: string; admission_number: string; school_id: string; class_id: string }>(
    'select id, admission_number, school_id, class_id from public.students where admission_number in ($1, $2)',
    [brian, sister],
  );
  for (const row of rows) ids[row.admission_number] = row.id;
  const own = rows.find((row) => row.admission_number === brian)!;
  [ids['school'], ids['class']] = [own.school_id, own.class_id];
  ids['other class'] = String(
    (
      await owned<{ id: string }>('select id from public.classes where school_id = $1 and id <> all ($2::uuid[]) limit 1', [
        own.school_id,
        rows.map((row) => row.class_id),
      ])
    )[0]?.id,
  );
});

describe('the children of a parent', () => {
  it('are the own ones, with what the register of today has', async () => {
    expect((await homeOf(parent))!.children.map(({ id }) => id).sort()).toEqual([ids[brian], ids[sister]].sort());
    await owned('delete from public.attendance where student_id = $1 and day = private.today()', [ids[brian]]);
    expect((await childOf(parent, ids[brian]))!.attendance).toBeNull();
    await owned(
      "insert into public.attendance (school_id, student_id, class_id, day, status, source) values ($1, $2, $3, private.today(), 'late', 'gate')",
      [ids['school'], ids[brian], ids['class']],
    );
    expect((await childOf(parent, ids[brian]))!.attendance).toMatchObject({ status: 'late', is_scanned: true });
  });

  it('have what is owed, what of it is past its day, and the day of the next part', async () => {
    const before = (await childOf(parent, ids[brian]))!.fees!;
    const charge = (amount: number, days: number) =>
      owned(
        "insert into public.fee_charges (school_id, student_id, name, amount, due_on) values ($1, $2, 'Trip', $3, private.today() + $4::integer)",
        [ids['school'], ids[brian], amount, days],
      );
    await charge(700, -1);
    await charge(900, 1);
    const after = (await childOf(parent, ids[brian]))!.fees!;
    expect(after.balance).toBe(before.balance + 1600);
    expect(after.overdue).toBe(Math.max(before.overdue, 0) + 700);
    const [tomorrow] = await owned<{ day: string }>('select (private.today() + 1)::text as day');
    expect(after.due_on).toBe(tomorrow!.day);
  });

  it('have work that was given to their class and not handed in', async () => {
    await owned('delete from public.assignments where school_id = $1', [ids['school']]);
    const give = (title: string, group: string | undefined, days: number, isDraft = false) =>
      owned<{ id: string }>(
        `insert into public.assignments (school_id, class_id, subject_id, teacher_id, title, due_on, published_at)
         select $1, $2, (select id from public.subjects where school_id = $1 limit 1), null, $3, private.today() + $4::integer, case when not $5 then now() - interval '1 day' end returning id`,
        [ids['school'], group, title, days, isDraft],
      );
    await give('Soon', ids['class'], 2);
    await give('Late', ids['class'], -3);
    await give('Long ago', ids['class'], -30);
    await give('Draft', ids['class'], 2, true);
    await give('Of another class', ids['other class'], 2);
    const [done] = await give('Done', ids['class'], 1);
    await owned(
      "insert into public.submissions (school_id, assignment_id, student_id, answer, submitted_at) values ($1, $2, $3, 'Here', now())",
      [ids['school'], done!.id, ids[brian]],
    );
    expect((await childOf(parent, ids[brian]))!.work.map(({ title }) => title)).toEqual(['Late', 'Soon']);
  });

  it('have their last marks beside the one before in the subject', async () => {
    const marks = (await childOf(parent, ids[brian]))!.marks;
    expect(marks.length).toBeGreaterThan(0);
    const rows = await owned<{ share: number }>(
      `select round(g.score * 100 / a.max_score, 1) as share from public.grades g join public.assessments a on a.id = g.assessment_id
       where g.student_id = $1 and a.archived_at is null order by g.updated_at desc, g.id desc limit 8`,
      [ids[brian]],
    );
    expect(marks.map(({ share }) => share)).toEqual(rows.map(({ share }) => share).toReversed());
  });

  it('count the questions that the parent has not answered', async () => {
    await owned('delete from public.consents where student_id = $1', [ids[brian]]);
    const all = (await childOf(parent, ids[brian]))!.questions;
    expect(all).toBe((await owned('select from public.consent_purposes')).length);
    await database.as(parent, (client) => client.query("select public.decide_consent($1, 'photographs', false)", [ids[brian]]));
    expect((await childOf(parent, ids[brian]))!.questions).toBe(all - 1);
    expect((await childOf(student, ids[brian]))!.questions).toBe(0);
  });

  it('have somebody to write to: the class teacher, or who else teaches them, or nobody, and only for a guardian', async () => {
    const teacherOf = async (caller: string) => (await childOf(caller, ids[brian]))!.teacher;
    const lead = (id: string | null) => owned('update public.classes set class_teacher_id = $2 where id = $1', [ids['class'], id]);
    const [before] = await owned<{ id: string }>('select class_teacher_id as id from public.classes where id = $1', [ids['class']]);
    await lead(null);
    const other = await teacherOf(parent);
    expect(other).toEqual({ id: expect.any(String), is_class_teacher: false });
    await lead(other!.id);
    expect(await teacherOf(parent)).toEqual({ id: other!.id, is_class_teacher: true });
    expect(await teacherOf(student)).toBeNull();
    await lead(null);
    await owned('update public.class_subjects set teacher_id = null where class_id = $1', [ids['class']]);
    expect(await teacherOf(parent)).toBeNull();
    await lead(before!.id);
  });

  it('are not there for a parent who may not be told about them, nor is what is for their class', async () => {
    const announce = (title: string, group: string | null) =>
      owned(
        "insert into public.announcements (school_id, title, body, audience, class_id, published_at) values ($1, $2, 'Text', '{parent}', $3, now() - interval '1 minute')",
        [ids['school'], title, group],
      );
    await announce('For the class', ids['class']!);
    await announce('For another class', ids['other class']!);
    await announce('For everybody', null);
    await owned(
      "insert into public.documents (school_id, student_id, title, file_path, audience) values ($1::text::uuid, $2, 'Letter about Brian', $1::text || '/home-letter.pdf', '{parent}')",
      [ids['school'], ids[brian]],
    );
    const told = (await homeOf(parent))!;
    expect(told.notices.map(({ title }) => title)).toEqual(expect.arrayContaining(['For the class', 'For everybody']));
    expect(told.notices.map(({ title }) => title)).not.toContain('For another class');
    expect(told.documents.map(({ title }) => title)).toContain('Letter about Brian');
    await owned(
      `insert into public.custody_marks (student_id, guardian_id, school_id, may_be_told, may_collect, basis)
       select sg.student_id, sg.guardian_id, sg.school_id, false, false, 'Court file 7' from public.student_guardians sg
         join public.guardians g on g.id = sg.guardian_id join public.users u on u.id = g.user_id where u.email = $1 and sg.student_id = $2`,
      [parent, ids[brian]],
    );
    const barred = (await homeOf(parent))!;
    expect(barred.children.map(({ id }) => id)).toEqual([ids[sister]]);
    expect(barred.notices.map(({ title }) => title)).not.toContain('For the class');
    expect(barred.documents.map(({ title }) => title)).not.toContain('Letter about Brian');
    expect(JSON.stringify(barred)).not.toContain(ids[brian]);
    await owned('delete from public.custody_marks where student_id = $1', [ids[brian]]);
  });
});

describe('the home of a student', () => {
  it('has the own lessons of the next school day and the mean of each round of assessments', async () => {
    const own = (await homeOf(student))!.own!;
    expect(own.has_lessons).toBe(true);
    expect(own.days[0]!.lessons.length).toBeGreaterThan(0);
    const rows = await owned<{ name: string; share: number; subjects: number }>(
      `select a.name, round(avg(g.score * 100 / a.max_score), 1) as share, count(distinct g.subject_id) as subjects
       from public.grades g join public.assessments a on a.id = g.assessment_id join public.school_terms t on t.id = g.term_id
       where g.student_id = $1 and a.assignment_id is null group by t.id, t.starts_on, a.name order by t.starts_on, min(a.created_at), a.name`,
      [ids[brian]],
    );
    expect(own.results.map(({ name, share, subjects }) => ({ name, share, subjects }))).toEqual(rows);
    expect((await homeOf(student))!.children.map(({ id }) => id)).toEqual([ids[brian]]);
  });

  it('is of families only', async () => {
    expect((await homeOf(parent))!.own).toBeNull();
    expect(await homeOf(teacher)).toBeNull();
    expect(await homeOf(admin)).toBeNull();
  });
});
