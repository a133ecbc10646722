// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../App.tsx';

// Test files that ran in this process before are no tabs of this one.
vi.hoisted(() => void Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

const home = '/dashboard/addons/online-course';
const user = userEvent.setup();
afterEach(cleanup);

const course = {
  ...{ id: 'c1', title: 'Fractions', summary: 'Shares', class_id: null, teacher_id: 'u1', is_ordered: true, price: 500, pass_mark: 50 },
  ...{ published_at: null, classes: null, users: { full_name: 'Faith Achieng' } },
};
const question = (more: object) => ({ wording: 'W', options: [], points: 1, answer: null, typed: 0, ...more });
const attempt = {
  ...{ id: 'a1', title: 'Quiz', number: 1, started_at: '2026-11-29T08:00:00Z', due_at: null, now: '2026-11-29T08:01:00Z' },
  ...{ handed_in_at: null, score: null, max_score: null, shows_answers: false },
  questions: [
    question({ id: 'q1', kind: 'true_false', wording: 'The sun is a star.' }),
    question({ id: 'q2', kind: 'several', wording: 'Which are even?', options: ['2', '3', '4'] }),
    question({ id: 'q3', kind: 'number', wording: 'Pi?' }),
  ],
};
const student = {
  ...{ enrolment_id: 'e1', student_id: 's1', name: 'Amani Otieno', admission_number: 'GA/1', class_name: 'Form 3 East', price: 500 },
  ...{ is_open: false, payment_id: null, receipt_number: null, done: 1, lessons: 2, score: null, max_score: null, completed_at: null },
  certificate: null,
};

type Options = { path?: string; role?: Role; state?: 'on' | 'read-only'; answers?: Record<string, () => FakeResponse> };
function open({ path = '', role = 'admin', state = 'on', answers = {} }: Options = {}) {
  const { db, sent } = fakeDb((request) => {
    const answer = answers[request.path.replace('rpc/', '')];
    if (answer) return answer();
    if (request.path === 'online_courses') return { body: [course] };
    if (request.path === 'rpc/course_attempt') return { body: attempt };
    if (request.path === 'rpc/course_students') return { body: [student] };
    if (request.path === 'rpc/save_course_answers') return { body: { is_saved: true } };
    if (request.path === 'rpc/import_course_questions') return { body: 1 };
    if (request.path === 'rpc/pay_course') return { body: 'p1' };
    if (request.path === 'rpc/hand_in_course_quiz') return { status: 204, body: null };
    return { body: [] };
  });
  // Every test is another person: what a device keeps belongs to one.
  const session = signedInAs(role, {
    ...{ id: crypto.randomUUID(), schoolId: 'h1', features: { 'addon:online-course': state } },
    ...(role === 'admin' ? { permissions: ['course:teach', 'course:manage', 'fee-payment:record', 'fee:refund'] } : {}),
  });
  renderRoute(<App />, { path: home + path, session, db });
  return { sent: (name: string) => sent.filter((request) => request.path === `rpc/${name}`).map(({ body }) => body) };
}

describe('a teacher', () => {
  it('is taught how to begin, and adds a course', async () => {
    const { sent } = open({ answers: { online_courses: () => ({ body: [] }), save_online_course: () => ({ body: 'c1' }) } });
    expect(await screen.findByText('No course yet')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Add course' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a course' }));
    await user.type(dialog.getByLabelText(/^Title/), 'Fractions');
    await user.clear(dialog.getByLabelText(/^Price/));
    await user.type(dialog.getByLabelText(/^Price/), '1,500');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent('save_online_course')).toEqual([expect.objectContaining({ title: 'Fractions', price: 1500, pass_mark: 50 })]),
    );
  });

  it('marks what is right of a question with a *', async () => {
    const { sent } = open({ path: '/course/c1?part=questions', answers: { save_course_question: () => ({ body: 'q' }) } });
    await user.click(await screen.findByRole('button', { name: 'Add question' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add question' }));
    await user.selectOptions(dialog.getByLabelText('Kind'), 'several');
    await user.type(dialog.getByLabelText(/^Question/), 'Which are even?');
    await user.type(dialog.getByLabelText(/^Choices/), '* 2\n* 4');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/leave at least one choice that is not/)).toBeInTheDocument();
    await user.type(dialog.getByLabelText(/^Choices/), '\n5');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent('save_course_question')).toEqual([
        expect.objectContaining({ kind: 'several', options: ['2', '4', '5'], key: { right: [0, 1] } }),
      ]),
    );
  });

  it('brings a GIFT file, of which each line that cannot be read is named', async () => {
    const { sent } = open({ path: '/course/c1?part=questions' });
    await user.click(await screen.findByRole('button', { name: 'Import from GIFT' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByLabelText(/^Or its text/));
    await user.paste('Pi? {#3.14:0.01}\n\nTell us {}');
    expect(dialog.getByText('1 question can be imported')).toBeInTheDocument();
    expect(dialog.getByText('Line 3: an essay cannot mark itself')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(sent('import_course_questions')).toHaveLength(1));
    expect(sent('import_course_questions')[0]).toMatchObject({
      questions: [{ kind: 'number', wording: 'Pi?', key: { value: 3.14, tolerance: 0.01 } }],
    });
  });

  it('records a payment by its M-Pesa code', async () => {
    const { sent } = open({ path: '/course/c1?part=students' });
    await user.click(await screen.findByRole('button', { name: 'Record the payment of Amani Otieno' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment of Amani Otieno' }));
    await user.type(dialog.getByLabelText(/^M-Pesa code/), 'SKL7X2M9QP');
    await user.click(dialog.getByRole('button', { name: 'Record KES 500' }));
    await waitFor(() =>
      expect(sent('pay_course')).toEqual([expect.objectContaining({ enrolment_id: 'e1', method: 'mpesa', reference: 'SKL7X2M9QP' })]),
    );
  });

  it('reads everything after the licence ended and changes nothing', async () => {
    open({ path: '/course/c1?part=students', state: 'read-only' });
    expect(await screen.findByText('Amani Otieno')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add students' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  });
});

describe('a quiz', () => {
  const path = '/learn/e1/quiz/a1';

  it('saves each answer as it is given and is handed in once', async () => {
    const { sent } = open({ path, role: 'student' });
    const truth = within(await screen.findByRole('radiogroup', { name: 'Question 1' }));
    await user.click(truth.getByRole('radio', { name: 'True' }));
    await user.click(screen.getByRole('checkbox', { name: '4' }));
    await user.click(screen.getByRole('checkbox', { name: '2' }));
    await waitFor(() => expect(screen.getByText('Every answer is saved.')).toBeInTheDocument());
    await waitFor(() => {
      const saved = sent('save_course_answers').flatMap(
        (body) => (body as { answers: { question_id: string; answer: unknown }[] }).answers,
      );
      expect(saved.findLast(({ question_id: id }) => id === 'q1')?.answer).toBe(true);
      expect(saved.findLast(({ question_id: id }) => id === 'q2')?.answer).toEqual([0, 2]);
    });
    await user.click(screen.getByRole('button', { name: 'Hand in' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/^1 question has no answer/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Hand in' }));
    await waitFor(() => expect(sent('hand_in_course_quiz')).toEqual([{ attempt_id: 'a1' }]));
  });

  it('keeps answers on the device while the server cannot be reached', async () => {
    const { sent } = open({ path, role: 'student', answers: { save_course_answers: () => ({ status: 503, body: { message: 'gone' } }) } });
    await user.type(await screen.findByRole('textbox'), '3,14');
    expect(await screen.findByText('1 answer waits on this device for a connection.')).toBeInTheDocument();
    expect(sent('hand_in_course_quiz')).toEqual([]);
    expect(screen.getByRole('textbox')).toHaveValue('3,14');
  });

  it('shows what was right only where the server says it', async () => {
    const closed = { ...attempt, handed_in_at: '2026-11-29T08:10:00Z', due_at: '2026-11-29T08:10:00Z', score: 1.5, max_score: 3 };
    open({ path, role: 'student', answers: { course_attempt: () => ({ body: closed }) } });
    expect(await screen.findByRole('heading', { name: '1.5 of 3 points' })).toBeInTheDocument();
    expect(screen.getByText('The server handed it in when its time was over.')).toBeInTheDocument();
    expect(screen.queryByText(/^Right:/)).toBeNull();
  });
});

it('tells a family what a course waits for, and lets them join another', async () => {
  const mine = {
    ...{ course_id: 'c1', title: 'Fractions', summary: '', teacher: null, price: 500, lessons: 2, student_id: 's1', student: 'Amani' },
    ...{ is_me: false, enrolment_id: 'e1', is_open: false, done: 0, completed_at: null, certificate: null, may_join: false },
  };
  const other = { ...mine, course_id: 'c2', title: 'Computers', price: 500, enrolment_id: null, may_join: true };
  const { sent } = open({
    path: '/learn',
    role: 'parent',
    answers: { my_courses: () => ({ body: [mine, other] }), join_course: () => ({ body: 'e2' }) },
  });
  expect(await screen.findByText(/^Waiting for the payment of KES 500/)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Start' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Join Computers for Amani' }));
  await waitFor(() => expect(sent('join_course')).toEqual([{ course_id: 'c2', student_id: 's1' }]));
});
