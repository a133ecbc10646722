// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionStore } from '@masomo/auth';
import { provideDb } from '@masomo/data';
import { countUnsent } from '@masomo/remote/offline/sealedStore';
import { fakeDb, renderRoute, signedInAs, tellChange, type FakeResponse, type SentRequest } from '@masomo/testing';
import { App } from '../../App.tsx';
import { markOutbox, queueMarks } from './markOutbox.ts';

const user = userEvent.setup();
const session = signedInAs('teacher', { schoolId: 'h1' });
const owner = session.user?.id ?? '';
beforeEach(() => {
  // What is queued before a screen is open is sealed as well.
  provideDb(async () => fakeDb(() => ({ status: 500, body: {} })).db);
  sessionStore.set(session);
});
afterEach(async () => {
  cleanup();
  await markOutbox.update(await queuedMarks(), () => undefined);
});

type SavedMarks = Record<string, string | null>;
type Sent = { marks: { student_id: string; status: string | null; seen: (string | null)[] }[] };

/** A fake server with a register; `respond` replaces its response to recorded marks. */
function open(saved: SavedMarks = {}, respond?: (request: SentRequest) => FakeResponse, term: string | null = 'Term 3') {
  const database = fakeDb((request) => {
    if (request.path === 'classes') return { body: [{ id: 'c1', name: 'Form 1 East' }] };
    if (request.path === 'rpc/class_register')
      return {
        body: {
          term,
          students: [
            ['s1', 'Amani Otieno'],
            ['s2', 'Brian Njeri'],
          ].map(([id = '', name]) => ({ id, name, admission_number: `GA/${id}`, status: saved[id] ?? null })),
        },
      };
    if (request.path === 'rpc/record_attendance') {
      if (respond) return respond(request);
      const { marks } = request.body as Sent;
      for (const { student_id, status } of marks) saved[student_id] = status;
      return { body: marks.map(({ student_id }) => ({ student_id, outcome: 'kept' })) };
    }
    throw new Error(`The test expected no request for ${request.path}.`);
  });
  renderRoute(<App />, { path: '/dashboard/attendance', session, db: database.db });
  return {
    saved,
    sent: () =>
      database.sent
        .filter(({ path }) => path === 'rpc/record_attendance')
        .map(({ body }) => (body as Sent).marks.map(({ student_id, status, seen }) => ({ student_id, status, seen }))),
  };
}
const markOf = async (name: string, mark: string) =>
  within(await screen.findByRole('radiogroup', { name: `Attendance of ${name}` })).getByRole('radio', { name: mark });
const queuedMarks = () => markOutbox.list(owner);

describe('the register', () => {
  it('saves a mark at once with the status it replaces, and marks the others present', async () => {
    const { sent } = open({ s1: 'present' });
    await user.click(await markOf('Amani Otieno', 'Late'));
    await waitFor(() => expect(sent()).toEqual([[{ student_id: 's1', status: 'late', seen: ['present'] }]]));
    expect(await screen.findByText('Everything is saved.')).toBeInTheDocument();
    const markAll = screen.getByRole('button', { name: 'Mark the remaining student present' });
    expect(markAll.compareDocumentPosition(screen.getByRole('list', { name: 'Register' }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(markAll);
    await waitFor(() => expect(sent()[1]).toEqual([{ student_id: 's2', status: 'present', seen: [null] }]));
    expect(await screen.findByText('1 present, 1 late')).toHaveFocus();
    expect(screen.queryByRole('button', { name: /^Mark / })).toBeNull();
    await waitFor(async () => expect(await queuedMarks()).toEqual([]));
  });

  it('clears a mark and offers it again', async () => {
    const { sent } = open({ s1: 'present' });
    await user.click(await screen.findByRole('button', { name: 'Clear the mark of Amani Otieno' }));
    expect(screen.queryByRole('button', { name: 'Clear the mark of Brian Njeri' })).toBeNull();
    await waitFor(() => expect(sent()).toEqual([[{ student_id: 's1', status: null, seen: ['present'] }]]));
    await waitFor(async () => expect(await markOf('Amani Otieno', 'Present')).not.toBeChecked());
    await user.click(await markOf('Amani Otieno', 'Late'));
    await waitFor(() => expect(sent()[1]).toEqual([{ student_id: 's1', status: 'late', seen: [null] }]));
    await waitFor(async () => expect(await queuedMarks()).toEqual([]));
  });

  it('shows what somebody else marks, and keeps a mark that is not sent', async () => {
    const { saved } = open({}, () => ({ status: 503, body: { message: 'gone' } }));
    await user.click(await markOf('Amani Otieno', 'Late'));
    [saved['s1'], saved['s2']] = ['absent', 'present'];
    await tellChange('attendance:c1');
    await waitFor(async () => expect(await markOf('Brian Njeri', 'Present')).toBeChecked());
    expect(await markOf('Amani Otieno', 'Late')).toBeChecked();
  });

  it('remembers a cleared mark that may have reached the server', async () => {
    open({ s1: 'present' }, () => ({ status: 503, body: { message: 'gone' } }));
    await user.click(await screen.findByRole('button', { name: 'Clear the mark of Amani Otieno' }));
    expect(await screen.findByText(/^1 mark not sent yet/)).toBeInTheDocument();
    await waitFor(async () =>
      expect(await queuedMarks()).toMatchObject([{ studentId: 's1', status: null, seen: ['present'], attempted: null }]),
    );
    await user.click(await markOf('Amani Otieno', 'Late'));
    await waitFor(async () => expect(await queuedMarks()).toMatchObject([{ status: 'late', seen: ['present', null] }]));
  });

  it('marks nobody on a day outside the terms', async () => {
    open({ s1: 'present' }, undefined, null);
    expect(await screen.findByText(/^This day is outside the terms/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Mark the remaining student present' })).toBeDisabled();
  });

  it('queues and counts marks while the server is unreachable, and remembers what may have been saved', async () => {
    const { sent } = open({}, () => ({ status: 503, body: { message: 'gone' } }));
    await user.click(await markOf('Brian Njeri', 'Absent'));
    expect(await screen.findByText(/^1 mark not sent yet/)).toBeInTheDocument();
    await waitFor(async () =>
      expect(await queuedMarks()).toMatchObject([{ studentId: 's2', status: 'absent', seen: [null], attempted: 'absent' }]),
    );
    await user.click(await markOf('Brian Njeri', 'Excused'));
    await waitFor(async () => expect(await queuedMarks()).toMatchObject([{ status: 'excused', seen: [null, 'absent'] }]));
    expect(sent()[0]).toEqual([{ student_id: 's2', status: 'absent', seen: [null] }]);
  });

  it('sends marks queued in an earlier visit', async () => {
    await queueMarks([
      {
        owner,
        day: '2026-11-20',
        classId: 'c1',
        className: 'Form 1 East',
        studentId: 's1',
        student: 'Amani Otieno',
        status: 'late',
        shownStatus: null,
      },
    ]);
    const { sent } = open();
    await waitFor(() => expect(sent()).toEqual([[{ student_id: 's1', status: 'late', seen: [null] }]]));
    await waitFor(async () => expect(await queuedMarks()).toEqual([]));
  });

  it('leaves another person’s marks on this device alone', async () => {
    sessionStore.set(signedInAs('teacher', { id: 'somebody-else', schoolId: 'h1' }));
    await queueMarks([
      {
        owner: 'somebody-else',
        day: '2026-11-20',
        classId: 'c1',
        className: 'Form 1 East',
        studentId: 's1',
        student: 'Amani Otieno',
        status: 'late',
        shownStatus: null,
      },
    ]);
    const { sent } = open();
    expect(await screen.findByText('Everything is saved.')).toBeInTheDocument();
    expect(sent()).toEqual([]);
    expect(await countUnsent('somebody-else')).toBe(1);
  });

  it('shows both marks on a conflict and sends the one the person chooses', async () => {
    const responses: FakeResponse[] = [
      { body: [{ student_id: 's1', outcome: 'changed', status: 'excused', by: 'Wanjiku Kamau', at: '2026-11-21T06:00:00Z' }] },
      { body: [{ student_id: 's1', outcome: 'kept' }] },
    ];
    const { sent } = open({ s1: 'present' }, () => responses.shift() ?? { status: 500, body: {} });
    await user.click(await markOf('Amani Otieno', 'Absent'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/You\s*Absent.*Wanjiku Kamau, .*Excused/);
    await user.click(within(alert).getByRole('button', { name: 'Use Absent' }));
    await waitFor(() => expect(sent()[1]).toEqual([{ student_id: 's1', status: 'absent', seen: ['excused'] }]));
    expect(await screen.findByText('Everything is saved.')).toBeInTheDocument();
  });

  it('says why a mark was refused and discards it', async () => {
    open({}, () => ({ status: 403, body: { code: '42501', message: 'This is not one of your classes.', hint: 'class.not_yours' } }));
    await user.click(await markOf('Amani Otieno', 'Absent'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('This is not one of your classes.');
    await user.click(within(alert).getByRole('button', { name: 'Discard mark' }));
    await waitFor(async () => expect(await queuedMarks()).toEqual([]));
  });
});
