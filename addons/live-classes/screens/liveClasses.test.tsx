// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../App.tsx';
// Loaded with the test, so that a busy machine does not count it as waiting.
import './coming/ComingPage.tsx';

const home = '/dashboard/addons/live-classes';
const user = userEvent.setup();
afterEach(cleanup);

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const meeting = {
  id: 'm1',
  class_id: 'c1',
  teacher_id: 'u1',
  provider: 'zoom',
  starts_at: at(5),
  ends_at: at(45),
  cancelled_at: null,
  made_at: at(-60),
  waits_until: null,
  problem: null,
  collected_at: null,
  classes: { name: 'Form 3 East' },
  subjects: { name: 'Biology' },
  teacher: { full_name: 'Faith Achieng' },
};
const student = {
  student_id: 's1',
  name: 'Brian Njeri',
  admission_number: 'GA/1041',
  clicked_at: null,
  first_seen_at: at(-40),
  minutes: 35,
  matched_by: 'link',
  suggestion: 'present',
  mark: null,
};

function open(path: string, tables: Record<string, FakeResponse>, role: Role = 'admin') {
  const { db, sent: requests } = fakeDb((request) => {
    const name = Object.keys(tables).find((table) => request.path === table);
    return name ? tables[name]! : { body: [] };
  });
  renderRoute(<App />, {
    path: home + path,
    session: signedInAs(role, {
      schoolId: 'h1',
      features: { 'addon:zoom': 'on', 'addon:live-classes': 'on' },
      ...(role === 'admin' ? { permissions: ['live-classes:teach', 'live-classes:set-up'] } : {}),
    }),
    db,
  });
  return requests;
}

describe('live classes', () => {
  it('teach an administrator how to begin', async () => {
    open('', { live_meetings: { body: [] } });
    expect(await screen.findByText('No live class in the next seven days')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Choose lessons' })).toHaveAttribute('href', `${home}/lessons`);
  });

  it.each([
    [{ waits_until: '2026-11-30T00:00:00Z', made_at: null }, /Zoom takes no more until/],
    [{ problem: 'host_unknown', made_at: null }, 'The teacher’s address is no user of your Zoom account'],
    [{ problem: 'not_connected', made_at: null }, 'Waits until the Zoom account is connected'],
    [{ cancelled_at: at(0) }, 'Cancelled'],
    [{}, 'Ready'],
  ])('say where a meeting stands: %o', async (changes, text) => {
    open('', { live_meetings: { body: [{ ...meeting, ...changes }] } });
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('are shown as cancelled only where none has come in their place', async () => {
    const later = { starts_at: at(95), ends_at: at(135) };
    const gone = { cancelled_at: at(0) };
    const meetings = [
      { ...meeting, ...gone, id: 'm0' },
      meeting,
      { ...meeting, ...later, ...gone, id: 'm2', subjects: { name: 'History' } },
      { ...meeting, ...later, ...gone, id: 'm3', subjects: { name: 'History' } },
      { ...meeting, ...later, id: 'm4', class_id: 'c2', classes: { name: 'Form 4 East' } },
    ];
    open('', { live_meetings: { body: meetings } });
    expect(await screen.findByRole('row', { name: /Form 3 East.*Biology.*Ready|Biology.*Form 3 East.*Ready/ })).toBeInTheDocument();
    expect(screen.getAllByText('Ready')).toHaveLength(2);
    expect(screen.getAllByText('Cancelled')).toHaveLength(1);
    expect(screen.getByRole('row', { name: /History.*Cancelled/ })).toBeInTheDocument();
  });

  it('are chosen among the lessons that have a teacher; for the others the timetable is a link away', async () => {
    const lesson = { id: 'l1', weekday: 1, starts_at: '08:00:00', ends_at: '08:40:00', subjects: { name: 'Biology' }, live_lessons: null };
    open('/lessons', {
      classes: { body: [{ id: 'c1', name: 'Form 3 East' }] },
      lessons: {
        body: [
          { ...lesson, teacher: { full_name: 'Faith Achieng' } },
          { ...lesson, id: 'l2', weekday: 2, teacher: null },
        ],
      },
    });
    expect(await screen.findByRole('combobox', { name: 'Biology, Monday, 08:00 to 08:40: held live by' })).toBeEnabled();
    expect(screen.queryByText('Tuesday, 08:00 to 08:40')).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'All lessons (2)' }));
    const row = within(await screen.findByRole('row', { name: /Tuesday/ }));
    expect(row.getByRole('link', { name: 'Needs a teacher' })).toHaveAttribute('href', '/dashboard/classes/c1');
    expect(row.queryByRole('combobox')).toBeNull();
  });

  it('enter what the teacher confirms, and only where there is no mark', async () => {
    const requests = open('/held?meeting=m1', {
      live_meetings: { body: { ...meeting, starts_at: at(-60), ends_at: at(-20), collected_at: at(-8) } },
      'rpc/live_attendance': {
        body: [student, { ...student, student_id: 's2', name: 'Grace Were', mark: 'excused', suggestion: 'absent' }],
      },
      live_attendees: { body: [{ id: 'a1', name: 'brian njeri', student_id: null, matched_by: null }] },
      'rpc/confirm_live_attendance': { body: 1 },
    });
    const row = within(await screen.findByRole('row', { name: /Brian Njeri/ }));
    expect(row.getByRole('combobox')).toHaveValue('present');
    expect(within(screen.getByRole('row', { name: /Grace Were/ })).queryByRole('combobox')).toBeNull();
    // The same name is offered, never matched by itself.
    expect(screen.getByRole('combobox', { name: 'Student who is brian njeri' })).toHaveValue('s1');
    await user.click(screen.getByRole('button', { name: 'Confirm 1 mark' }));
    await waitFor(() =>
      expect(requests.find(({ path }) => path === 'rpc/confirm_live_attendance')?.body).toEqual({
        meeting_id: 'm1',
        marks: [{ student_id: 's1', status: 'present' }],
      }),
    );
  });

  it('let a family in from ten minutes before, for each child of the class', async () => {
    const requests = open(
      '/calendar',
      {
        live_meetings: { body: [meeting, { ...meeting, id: 'm2', starts_at: at(20), ends_at: at(60) }] },
        students: { body: [{ id: 's1', first_name: 'Brian', class_id: 'c1' }] },
        'rpc/join_live_meeting': {
          status: 400,
          body: { code: 'P0001', message: 'This live class is cancelled.', hint: 'live.cancelled', details: '' },
        },
      },
      'parent',
    );
    const join = await screen.findAllByRole('button', { name: 'Join Biology as Brian' });
    expect(join).toHaveLength(1);
    await user.click(join[0]!);
    await waitFor(() =>
      expect(requests.find(({ path }) => path === 'rpc/join_live_meeting')?.body).toEqual({ meeting_id: 'm1', student_id: 's1' }),
    );
  });
});
