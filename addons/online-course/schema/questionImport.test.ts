import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '@masomo/supabase/tests/database.ts';
import { callAs, checkFile, importFile, undoImport } from '@masomo/supabase/tests/imports.ts';

const database = useDatabase();
const [admin, teacher, staff] = ['admin@greenfield.test', 'teacher@greenfield.test', 'staff@greenfield.test'] as const;
const kind = { kind: 'course-questions' };
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const question = (row: number, wording: string, more: object = {}) => ({ row, wording, course: 'File course', ...more });
const capitals = { choice_a: 'Nairobi', choice_b: 'Kisumu', choice_c: 'Nakuru' };
const bank = async (course = 'File course') =>
  owned(
    `select q.kind, q.wording, q.options, q.key, q.points, q.explanation from public.course_questions q
     join public.online_courses c on c.id = q.course_id where c.title = $1 order by q.created_at`,
    [course],
  );

beforeAll(async () => {
  await owned(
    `update public.licences set feature = 'addon:online-course', valid_from = private.today() - 30, valid_until = null, revoked_at = null,
       campus_ids = null, quantity = 100
     where id = (select l.id from public.licences l join public.users u on u.school_id = l.school_id where u.email = $1 order by l.id limit 1)`,
    [admin],
  );
  await callAs(database, teacher, "public.save_online_course('File course')");
  await callAs(database, admin, "public.save_online_course('Other course')");
});

describe('a file of questions', () => {
  it('brings every kind in its order, once, and an undo keeps what a quiz asks or a teacher changed', async () => {
    const rows = [
      question(2, 'Capital of Kenya?\nThink well.', { ...capitals, answer: 'a', points: '2', explanation: 'Since 1907.' }),
      question(3, 'Which are lake towns?', { ...capitals, kind: 'Chaguo kadhaa', answer: 'Kisumu; c' }),
      question(4, 'The sun is a star.', { answer: 'Kweli' }),
      question(5, 'Pi?', { kind: 'Number', answer: '3.14', tolerance: '0,01' }),
      question(6, 'Longest river?', { answer: 'Nile | The Nile' }),
      question(7, 'Two and one?', { choice_a: '1', choice_b: '3', choice_c: '2', answer: '3' }),
      question(8, 'Which two are even?', { choice_a: 'one', choice_b: 'two', choice_c: 'four', answer: 'B, C' }),
    ];
    const { id, saved, notes } = await importFile(database, teacher, rows, kind);
    expect([saved, notes]).toEqual([7, { courses: [{ course: 'File course', questions: 7 }] }]);
    const plain = { points: 1, explanation: '', options: [] };
    const towns = ['Nairobi', 'Kisumu', 'Nakuru'];
    expect(await bank()).toEqual([
      {
        kind: 'single',
        wording: 'Capital of Kenya?\nThink well.',
        options: towns,
        key: { right: [0] },
        points: 2,
        explanation: 'Since 1907.',
      },
      { ...plain, kind: 'several', wording: 'Which are lake towns?', options: towns, key: { right: [1, 2] } },
      { ...plain, kind: 'true_false', wording: 'The sun is a star.', key: { right: true } },
      { ...plain, kind: 'number', wording: 'Pi?', key: { value: 3.14, tolerance: 0.01 } },
      { ...plain, kind: 'text', wording: 'Longest river?', key: { accepted: expect.arrayContaining(['Nile', 'The Nile']) } },
      { ...plain, kind: 'single', wording: 'Two and one?', options: ['1', '3', '2'], key: { right: [1] } },
      { ...plain, kind: 'several', wording: 'Which two are even?', options: ['one', 'two', 'four'], key: { right: [1, 2] } },
    ]);
    const again = await checkFile(database, teacher, rows, kind);
    expect([again.added, again.known, again.problems]).toEqual([0, 7, []]);
    const [course] = await owned("select id from public.online_courses where title = 'File course'");
    const [asked] = await owned("select id from public.course_questions where wording = 'Pi?'");
    const [changed] = await owned("select id from public.course_questions where wording = 'The sun is a star.'");
    const quiz = await callAs(database, teacher, "public.save_course_lesson($1, 'Quiz', '', null, true)", [course!['id']]);
    await callAs(database, teacher, 'public.set_quiz_questions($1, $2)', [quiz, [asked!['id']]]);
    await callAs(
      database,
      teacher,
      `public.save_course_question($1, 'true_false', 'The sun is a star.', '{}', '{"right": true}', 3, '', $2)`,
      [course!['id'], changed!['id']],
    );
    const undone = await undoImport(database, teacher, id);
    expect([undone.state, undone.undone]).toEqual(['undone', 5]);
    expect(undone.problems.map(({ row, message }) => [row, message])).toEqual([
      [4, 'The sun is a star. was changed or used since the import, and stays.'],
      [5, 'Pi? was changed or used since the import, and stays.'],
    ]);
    expect((await bank()).map(({ wording }) => wording)).toEqual(['The sun is a star.', 'Pi?']);
  });

  it('names every fault of its rows', async () => {
    const { problems, added } = await checkFile(
      database,
      teacher,
      [
        question(2, '', { kind: 'Essay', points: '0', course: 'Goats' }),
        question(3, 'A?', { choice_a: 'x', answer: 'C' }),
        question(4, 'B?', { ...capitals, kind: 'One choice', answer: 'A;B' }),
        question(5, 'C?', { ...capitals, answer: 'A;B;C' }),
        question(6, 'D?', { choice_a: 'x', choice_c: 'y', answer: 'A', course: 'Other course' }),
        question(7, 'E?', { kind: 'true or false', answer: 'perhaps' }),
        question(8, 'F?', { kind: 'number', answer: '1,234', tolerance: '-1' }),
        question(9, 'G?', { kind: 'short text', answer: 'y', choice_a: 'x', explanation: 'x'.repeat(2001) }),
        question(10, 'H?', { answer: 'one' }),
        question(11, 'H?', { answer: 'two' }),
        question(12, 'I?', { kind: 'number', answer: 'many' }),
      ],
      kind,
    );
    expect(added).toBe(1);
    expect(problems.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '2 course: There is no course “Goats”. Write its title as it is in the list, or add it first.',
      '2 wording: Enter the question.',
      '2 kind: “Essay” is no kind of question. Write One choice, Several choices, True or false, Short text or Number.',
      '2 answer: Enter the answer that is right.',
      '2 points: Enter from 1 to 100 points.',
      '3 answer: “C” is none of the choices. Write its letter, such as A, or its words.',
      '3 choice_a: Enter from 2 to 10 different choices.',
      '4 answer: Mark the one choice that is right.',
      '5 answer: Mark what is right, and leave at least one choice that is not.',
      '6 course: Only the teacher of this course may change it.',
      '6 choice_a: Fill the choices from A on, without a gap.',
      '7 answer: Say whether it is true or false.',
      '8 answer: “1,234” may be two numbers. Write it without commas.',
      '8 tolerance: Write how far off an answer may be as a number, such as 0.5.',
      '9 choice_a: Only questions of one or several choices have choices. Empty them, or change the kind.',
      '9 explanation: Use at most 2,000 characters.',
      '11 wording: Row 10 has this question already.',
      '12 answer: “many” is no number.',
    ]);
  });

  it('is checked before it goes beyond what a bank holds', async () => {
    const rows = Array.from({ length: 1001 }, (_, index) =>
      question(index + 2, `Full ${index}?`, { answer: 'yes, it is', course: 'Other course' }),
    );
    const { added, problems } = await checkFile(database, admin, rows, kind);
    expect([added, problems.map(({ row, message }) => [row, message])]).toEqual([1000, [[1002, 'A course has at most 1,000 questions.']]]);
  });

  it('is for who teaches, and an undo leaves what is in the course of somebody else', async () => {
    expect((await refusal(callAs(database, staff, "public.start_import('course-questions', 'x')")))?.hint).toBe('permission.missing');
    const { id } = await importFile(database, admin, [question(2, 'Mine?', { answer: 'true', course: 'Other course' })], kind);
    expect((await undoImport(database, teacher, id)).undone).toBe(0);
    expect(await bank('Other course')).toHaveLength(1);
    expect((await undoImport(database, admin, id)).undone).toBe(1);
  });

  it('is refused once the licence has expired', async () => {
    await owned("update public.licences set valid_until = private.today() - 1 where feature = 'addon:online-course'");
    expect((await refusal(checkFile(database, teacher, [question(2, 'Late?', { answer: 'true' })], kind)))?.code).toBeTruthy();
  });
});
