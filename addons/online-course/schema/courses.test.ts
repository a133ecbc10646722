import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '@masomo/supabase/tests/database.ts';

const database = useDatabase();
const feature = 'addon:online-course';
const [admin, teacher, parent, student, elsewhere] = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'parent@greenfield.test',
  'student@greenfield.test',
  'admin@lakeside.test',
] as const;
const ids: Record<string, string> = {};

const one = async (sql: string, values: unknown[] = []) =>
  Object.values((await database.owner.query<Record<string, unknown>>(sql, values)).rows[0] ?? {})[0];
const call = async (caller: string, sql: string, values: unknown[] = []) =>
  Object.values((await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows[0] ?? {})[0];
const rows = async (caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows;

type Asked = { id: string; key?: unknown; share?: number; explanation?: string; answer: unknown };
type Attempt = { handed_in_at: string | null; score: number | null; max_score: number | null; shows_answers: boolean; questions: Asked[] };
const attemptAs = async (caller: string, id: string) => (await call(caller, 'select public.course_attempt($1)', [id])) as Attempt;
const save = async (attempt: string, question: string, answer: unknown, typed = 1, caller: string = student) =>
  call(caller, 'select public.save_course_answers($1, $2)', [attempt, JSON.stringify([{ question_id: question, answer, typed }])]);
const handIn = (attempt: string) => call(student, 'select public.hand_in_course_quiz($1)', [attempt]);

type Course = { passMark?: number; price?: number; isOrdered?: boolean; minutes?: number | null; attempts?: number; shows?: boolean };
/** A published course of the teacher: a lesson, then a quiz with these questions. */
async function addCourse(questions: [string, string[], object][], fields: Course = {}): Promise<void> {
  const { passMark = 50, price = 0, isOrdered = false, minutes = null, attempts = 1, shows = false } = fields;
  ids['course'] = String(
    await call(teacher, 'select public.save_online_course($1, $2, null, $3, $4, $5)', [randomUUID(), '', isOrdered, price, passMark]),
  );
  ids['lesson'] = String(await call(teacher, "select public.save_course_lesson($1, 'Read this', 'Text')", [ids['course']]));
  ids['quiz'] = String(
    await call(teacher, "select public.save_course_lesson($1, 'Quiz', '', null, true, $2, $3, $4)", [
      ids['course'],
      minutes,
      attempts,
      shows,
    ]),
  );
  const questionIds: string[] = [];
  for (const [kind, options, key] of questions)
    questionIds.push(
      String(
        await call(teacher, 'select public.save_course_question($1, $2, $3, $4, $5)', [
          ids['course'],
          kind,
          randomUUID(),
          options,
          JSON.stringify(key),
        ]),
      ),
    );
  await call(teacher, 'select public.set_quiz_questions($1, $2)', [ids['quiz'], questionIds]);
  questionIds.forEach((id, index) => (ids[`question${index}`] = id));
  await call(teacher, 'select public.publish_online_course($1, true)', [ids['course']]);
  ids['enrolment'] = String(await call(student, 'select public.join_course($1, $2)', [ids['course'], ids['student']]));
}
const begin = async (id: string = randomUUID()) =>
  String(await call(student, 'select public.start_course_quiz($1, $2, $3)', [ids['enrolment'], ids['quiz'], id]));
const truth: [string, string[], object] = ['true_false', [], { right: true }];

beforeAll(async () => {
  ids['school'] = String(await one("select id from public.schools where name = 'Greenfield Academy'"));
  ids['student'] = String(
    await one('select s.id from public.students s join public.users u on u.id = s.user_id where u.email = $1', [student]),
  );
});
beforeEach(async () => {
  await database.owner.query(
    `update public.licences set feature = $1, valid_from = private.today() - 30, valid_until = null, revoked_at = null, campus_ids = null, quantity = 100
     where id = (select id from public.licences where school_id = $2 order by id limit 1)`,
    [feature, ids['school']],
  );
});

describe('marking', () => {
  const choices = ['Nairobi', 'Mombasa', 'Kampala', 'Arusha'];
  it.each<[string, string[], object, unknown, number]>([
    ['single', choices, { right: [0] }, [0], 1],
    ['single', choices, { right: [0] }, [0, 1, 2, 3], 0],
    ['several', choices, { right: [0, 1] }, [0, 1], 1],
    ['several', choices, { right: [0, 1] }, [0], 0.5],
    ['several', choices, { right: [0, 1] }, [0, 2], 0],
    ['several', choices, { right: [0, 1] }, [0, 1, 2], 0.5],
    ['several', choices, { right: [0, 1] }, [0, 1, 2, 3], 0],
    ['several', choices, { right: [0, 1] }, 'all', 0],
    ['true_false', [], { right: false }, false, 1],
    ['true_false', [], { right: false }, true, 0],
    ['text', [], { accepted: ['Nairobi'] }, 'NAIROBI', 1],
    ['text', [], { accepted: ['Nairobi'] }, '  nairobi ', 1],
    ['text', [], { accepted: ['Nairobi'] }, 'Nairobbi', 0],
    ['number', [], { value: 3.14, tolerance: 0 }, '3,14 ', 1],
    ['number', [], { value: 3.14, tolerance: 0 }, '3.14', 1],
    ['number', [], { value: 3.14, tolerance: 0 }, '3.15', 0],
    ['number', [], { value: 3.14, tolerance: 0.01 }, '3.15', 1],
    ['number', [], { value: 3.14, tolerance: 0.01 }, '3.151', 0],
    ['number', [], { value: 1234.5, tolerance: 0 }, '1,234.5', 1],
    ['number', [], { value: 1234, tolerance: 0 }, '1 234', 1],
    ['number', [], { value: 5, tolerance: 0 }, 'five', 0],
    ['number', [], { value: -5, tolerance: 0 }, '-5', 1],
    ['number', [], { value: 75, tolerance: 0 }, '٧٥', 1],
  ])('%s %j %j: %j has %d', async (kind, options, key, answer, share) => {
    const marked = await one(
      `select private.mark_course_answer(row(gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1, 'x', $2::text[], $3::jsonb, 1, '', now())::public.course_questions, $4)`,
      [kind, options, JSON.stringify(key), JSON.stringify(answer)],
    );
    expect(Number(marked)).toBe(share);
  });

  it.each<[string, string[], object, string]>([
    ['several', choices, { right: [0, 1, 2, 3] }, 'leave at least one choice that is not'],
    ['single', choices, { right: [0, 1] }, 'Mark the one choice'],
    ['text', [], { accepted: [' '] }, 'at least one answer'],
    ['number', [], { value: 'x' }, 'Enter the number'],
    ['essay', [], {}, 'Choose the kind'],
  ])('refuses a %s question that cannot be marked: %j %j', async (kind, options, key, message) => {
    await addCourse([truth]);
    expect(
      (
        await refusal(
          call(teacher, 'select public.save_course_question($1, $2, $3, $4, $5)', [ids['course'], kind, 'Q', options, JSON.stringify(key)]),
        )
      )?.message,
    ).toContain(message);
  });
});

describe('a quiz', () => {
  it('shows no key before it is due, counts once, and keeps what the browser says of its score out', async () => {
    await addCourse([truth, ['number', [], { value: 3.14, tolerance: 0.01 }]], { attempts: 2, shows: true });
    const id = await begin();
    expect(await begin()).toBe(id);
    const before = await attemptAs(student, id);
    expect(before.questions).toHaveLength(2);
    expect(JSON.stringify(before)).not.toMatch(/key|share|explanation|3\.14/);
    expect(await rows(student, 'select * from public.course_questions')).toEqual([]);
    expect(await rows(student, 'select * from public.course_answers')).toEqual([]);
    expect((await refusal(rows(student, 'update public.course_attempts set score = 100')))?.message).toContain('permission denied');
    await save(id, ids['question0']!, true);
    await save(id, ids['question1']!, '3,14 ');
    await handIn(id);
    const first = await attemptAs(student, id);
    await handIn(id);
    expect(await attemptAs(student, id)).toMatchObject({ score: 2, max_score: 2, handed_in_at: first.handed_in_at });
    // One attempt is left: an empty try would show what is right.
    expect(first.shows_answers).toBe(false);
    expect(JSON.stringify(first)).not.toMatch(/"key"|"share"/);
    const second = await begin();
    expect(second).not.toBe(id);
    await handIn(second);
    expect(await attemptAs(student, second)).toMatchObject({ score: 0, shows_answers: true });
    expect((await attemptAs(student, id)).questions[1]).toMatchObject({ key: { value: 3.14 }, share: 1 });
    expect((await refusal(begin()))?.message).toContain('every attempt');
  });

  it('takes the latest typed answer, in whichever order they arrive', async () => {
    await addCourse([truth]);
    const id = await begin();
    await save(id, ids['question0']!, true, 5);
    await save(id, ids['question0']!, false, 4);
    expect((await attemptAs(student, id)).questions[0]?.answer).toBe(true);
  });

  it('is handed in at its time limit with what had arrived, by the clock of the server', async () => {
    await addCourse([truth, truth], { minutes: 10 });
    const id = await begin();
    await save(id, ids['question0']!, true);
    await database.owner.query(
      "update public.course_attempts set started_at = now() - interval '12 minutes', due_at = now() - interval '2 minutes' where id = $1",
      [id],
    );
    expect(await save(id, ids['question1']!, true)).toEqual({ is_saved: false });
    await handIn(id);
    await handIn(id);
    expect(await attemptAs(student, id)).toMatchObject({ score: 1, max_score: 2 });
    expect(await one('select extract(epoch from handed_in_at - started_at)::integer from public.course_attempts where id = $1', [id])).toBe(
      600,
    );
    expect((await refusal(begin()))?.message).toContain('every attempt');
  });

  it('is closed by the worker where nobody comes back', async () => {
    await addCourse([truth], { minutes: 10 });
    const id = await begin();
    await database.owner.query('select private.hand_in_due($1)', [id]);
    expect(await one('select handed_in_at from public.course_attempts where id = $1', [id])).toBeNull();
    await database.owner.query("update public.course_attempts set due_at = now() - interval '1 minute' where id = $1", [id]);
    await database.owner.query('select private.hand_in_due($1)', [id]);
    expect(await one('select handed_in_at = due_at from public.course_attempts where id = $1', [id])).toBe(true);
  });

  it('is the student’s alone, and its questions stay once it was begun', async () => {
    await addCourse([truth]);
    const id = await begin();
    expect((await refusal(save(id, ids['question0']!, true, 1, parent)))?.message).toContain('Only the student');
    expect((await refusal(call(teacher, 'select public.save_course_answers($1, $2)', [id, '[]'])))?.message).toBeDefined();
    expect((await attemptAs(parent, id)).questions).toHaveLength(1);
    expect((await refusal(call(teacher, 'select public.remove_course_question($1)', [ids['question0']])))?.message).toContain('stays');
    expect((await refusal(call(teacher, 'select public.set_quiz_questions($1, $2)', [ids['quiz'], []])))?.message).toContain('stay');
    expect((await refusal(call(elsewhere, 'select public.course_attempt($1)', [id])))?.message).toBeDefined();
  });
});

describe('a course', () => {
  const outline = async () =>
    (await call(student, 'select public.course_outline($1)', [ids['enrolment']])) as {
      certificate: string;
      lessons: { is_open: boolean }[];
    };

  it('opens lessons in their order, and certifies once at exactly the pass mark', async () => {
    await addCourse([truth, truth], { isOrdered: true, passMark: 50 });
    expect((await outline()).lessons.map(({ is_open: isOpen }) => isOpen)).toEqual([true, false]);
    expect((await refusal(begin()))?.message).toContain('Finish the lessons before');
    await call(student, 'select public.finish_course_lesson($1, $2)', [ids['enrolment'], ids['lesson']]);
    const id = await begin();
    await save(id, ids['question0']!, true);
    await handIn(id);
    const { certificate } = await outline();
    expect(certificate).toMatch(/^CRS-[2-9A-HJ-NP-Z]{10}$/);
    await call(student, 'select public.finish_course_lesson($1, $2)', [ids['enrolment'], ids['lesson']]);
    expect((await outline()).certificate).toBe(certificate);
    expect(await one('select content from public.course_certificates where number = $1', [certificate])).toMatchObject({ result: 50 });
  });

  it('certifies nobody below the pass mark', async () => {
    await addCourse([truth, truth], { passMark: 51 });
    await call(student, 'select public.finish_course_lesson($1, $2)', [ids['enrolment'], ids['lesson']]);
    const id = await begin();
    await save(id, ids['question0']!, true);
    await handIn(id);
    expect((await outline()).certificate).toBeNull();
  });

  it('that is paid opens with the payment in the school’s fees, and closes with its refund while the record stays', async () => {
    await addCourse([truth], { price: 500 });
    const balance = () =>
      one('select coalesce(sum(balance), 0)::integer from public.student_balances where student_id = $1', [ids['student']]);
    const owed = await balance();
    expect((await refusal(outline()))?.message).toContain('payment');
    expect((await refusal(rows(student, 'update public.course_enrolments set price = 0')))?.message).toContain('permission denied');
    expect((await refusal(call(teacher, 'select public.pay_course($1, $2, $3)', [ids['enrolment'], 'cash', null])))?.message).toContain(
      'permission',
    );
    const pay = () => call(admin, 'select public.pay_course($1, $2, $3)', [ids['enrolment'], 'mpesa', 'SKL7X2M9QP']);
    const payment = await pay();
    expect(await pay()).toBe(payment);
    expect(await balance()).toBe(owed);
    expect((await outline()).lessons).toHaveLength(2);
    await call(student, 'select public.finish_course_lesson($1, $2)', [ids['enrolment'], ids['lesson']]);
    await call(admin, "select public.refund_course($1, 'Taken back')", [ids['enrolment']]);
    expect((await refusal(outline()))?.message).toContain('payment');
    expect(await balance()).toBe(owed);
    expect(await rows(student, 'select done, is_open from public.my_courses() where course_id = $1', [ids['course']])).toEqual([
      { done: 1, is_open: false },
    ]);
  });

  it('takes a payment that came in under fees by its reference', async () => {
    await addCourse([truth], { price: 300 });
    await call(admin, "select public.record_fee_payment($1, 300, 'mpesa', 'SKL7X2M9QQ')", [ids['student']]);
    await call(admin, "select public.pay_course($1, 'mpesa', 'skl7x2m9qq')", [ids['enrolment']]);
    expect(await one("select count(*)::integer from public.fee_payments where reference = 'SKL7X2M9QQ'")).toBe(1);
    expect((await outline()).lessons).toHaveLength(2);
  });

  it('gives its files to those whose lesson is open, by no address to others', async () => {
    await addCourse([truth], { price: 200 });
    const path = `${ids['school']}/${randomUUID()}.pdf`;
    const uploader = await one('select id from public.users where email = $1', [teacher]);
    await database.owner.query(
      `insert into storage.objects (bucket_id, name, owner_id, metadata) values ('school-documents', $1, $2, '{"size": 10, "mimetype": "application/pdf"}')`,
      [path, uploader],
    );
    const document = await call(
      teacher,
      "insert into public.documents (school_id, title, file_path, audience) values ($1, 'Notes', $2, '{}') returning id",
      [ids['school'], path],
    );
    await call(teacher, 'select public.add_course_file($1, $2)', [ids['lesson'], document]);
    const readable = async (caller: string) => (await rows(caller, 'select name from storage.objects where name = $1', [path])).length;
    expect(await readable(student)).toBe(0);
    await call(admin, "select public.pay_course($1, 'cash')", [ids['enrolment']]);
    expect(await readable(student)).toBe(1);
    expect(await readable(parent)).toBe(1);
    expect(await readable(elsewhere)).toBe(0);
    await call(admin, "select public.refund_course($1, 'Taken back')", [ids['enrolment']]);
    expect(await readable(student)).toBe(0);
  });

  it('is changed by its teacher and administrators, and offered only when it can be taken', async () => {
    const course = await call(admin, 'select public.save_online_course($1)', [randomUUID()]);
    expect((await refusal(call(teacher, "select public.save_online_course('Mine', course_id => $1)", [course])))?.message).toContain(
      'Only the teacher',
    );
    expect((await refusal(call(admin, 'select public.publish_online_course($1, true)', [course])))?.message).toContain('Add a lesson');
    await call(admin, "select public.save_course_lesson($1, 'Quiz', is_quiz => true)", [course]);
    expect((await refusal(call(admin, 'select public.publish_online_course($1, true)', [course])))?.message).toContain('Choose questions');
    expect((await refusal(call(student, 'select public.join_course($1, $2)', [course, ids['student']])))?.message).toContain(
      'no longer here',
    );
    await call(admin, 'select public.remove_online_course($1)', [course]);
  });
});
