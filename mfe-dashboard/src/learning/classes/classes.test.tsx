// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toaster } from '@masomo/design-system';
import type { Role } from '@masomo/domain/roles';
import { expectListStates, fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const profile = {
  id: 'c1',
  name: 'Form 1 East',
  level: 'Form 1',
  room: 'R1',
  is_active: true,
  class_teacher_id: 'u1',
  updated_at: '2026-01-05T08:00:00Z',
  class_teacher: 'Peter Otieno',
  campus_id: null,
  campus: null,
  attendance: 93.5,
  students: { all: 3, girls: 1, boys: 1 },
  subjects: [{ id: 'b1', name: 'Biology', teacher_id: null, teacher: null }],
  lessons: [{ id: 'l1', weekday: 1, starts_at: '08:00:00', ends_at: '08:40:00', room: 'R1', subject: 'Biology', teacher: 'Peter Otieno' }],
};

type Responses = Record<string, FakeResponse | (() => FakeResponse | Promise<FakeResponse>)>;
function open(path: string, role: Role = 'admin', responses: Responses = {}) {
  const defaults: Responses = {
    'rpc/class_profile': { body: profile },
    students: {
      body: [
        {
          id: 's1',
          admission_number: 'GA/1',
          first_name: 'Amani',
          last_name: 'Otieno',
          status: 'active',
          admitted_on: '2026-01-05',
          class_id: 'c1',
          classes: { name: 'Form 1 East' },
        },
      ],
      total: 1,
    },
    subjects: {
      body: [
        { id: 'b1', name: 'Biology', code: 'BIO' },
        { id: 'b2', name: 'Chess', code: null },
      ],
    },
    users: { body: [{ id: 'u1', first_name: 'Peter', last_name: 'Otieno', email: 'p@x.test' }] },
    'rpc/find_teachers': { body: [{ id: 'u1', name: 'Peter Otieno', email: 'p@x.test', job: 'Teacher', total: 1 }] },
    'rpc/set_class_subject': { status: 204, body: null },
    'rpc/save_subject': { body: 'b3' },
    campuses: { body: [] },
    student_counts: { body: [{ class_id: 'c1', students: 34 }] },
  };
  const database = fakeDb(respondWith({ ...defaults, ...responses }));
  return { ...database, ...renderRoute(<App />, { path, session: signedInAs(role, { schoolId: 'h1' }), db: database.db }) };
}

describe('the list of classes', () => {
  it('shows its pending, error and empty states', () =>
    expectListStates((classes) => open('/dashboard/classes', 'admin', { classes }), { table: 'Classes', empty: 'No classes yet' }));

  const listed = {
    body: [{ id: 'c1', name: 'Form 1 East', level: 'Form 1', room: 'R1', is_active: true, updated_at: '2026-01-05T08:00:00Z' }],
    total: 1,
  };
  const askToRemove = async () => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Form 1 East' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove Form 1 East' }));
    return within(await screen.findByRole('alertdialog', { name: 'Remove Form 1 East?' }));
  };

  it('says how many students each class has', async () => {
    open('/dashboard/classes', 'admin', { classes: listed });
    expect(await screen.findByRole('row', { name: /^Form 1 East Form 1 34 / })).toBeInTheDocument();
  });

  it('removes a class after a question', async () => {
    const { sent } = open('/dashboard/classes', 'admin', { classes: listed, 'rpc/remove_class': { status: 204, body: null } });
    const question = await askToRemove();
    expect(sent.some(({ path }) => path === 'rpc/remove_class')).toBe(false);
    await user.click(question.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/remove_class')?.body).toEqual({ class_id: 'c1' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('tells what is in the way of removing a class', async () => {
    const told = vi.spyOn(toaster, 'error').mockReturnValue(undefined);
    const message =
      'Form 1 East has records. Students: 3, marks: 0, registers: 0, fees: 0, assignments: 0, announcements: 0. Archive it instead.';
    open('/dashboard/classes', 'admin', {
      classes: listed,
      'rpc/remove_class': { status: 409, body: { code: 'PT409', hint: 'class.has_history', message } },
    });
    await user.click((await askToRemove()).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(told).toHaveBeenCalledWith(expect.objectContaining({ description: message })));
    told.mockRestore();
  });

  it('offers no removal to who may not change classes', async () => {
    open('/dashboard/classes', 'teacher', { classes: listed });
    expect(await screen.findByRole('link', { name: 'Form 1 East' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Actions for Form 1 East' })).toBeNull();
  });
});

describe('a class', () => {
  it('shows its teacher, subjects, timetable and students', async () => {
    open('/dashboard/classes/c1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Form 1 East' })).toBeInTheDocument();
    expect(screen.getByText(/Class teacher: Peter Otieno/)).toBeInTheDocument();
    expect(screen.getByText('1 girl, 1 boy, 1 not given')).toBeInTheDocument();
    expect(screen.getByText('08:00 to 08:40')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Amani Otieno' })).toHaveAttribute('href', '/dashboard/students/s1');
    expect(screen.getByRole('link', { name: 'Results and report cards' })).toHaveAttribute('href', '/dashboard/reports/results?class=c1');
  });

  it('is planned in a grid of periods, in which a free one is filled by a press', async () => {
    open('/dashboard/classes/c1');
    const grid = within(await screen.findByRole('table', { name: 'Timetable' }));
    expect(grid.getByRole('row', { name: /^08:00–08:40/ })).toBeInTheDocument();
    await user.click(grid.getByRole('button', { name: 'Add a lesson on Wednesday 08:00' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText(/^Day/)).toHaveDisplayValue('Wednesday');
    expect(dialog.getByLabelText(/^Starts/)).toHaveValue('08:00');
    expect(dialog.getByLabelText(/^Ends/)).toHaveValue('08:40');
  });

  it('has no share of attendance before its first register', async () => {
    open('/dashboard/classes/c1', 'admin', { 'rpc/class_profile': { body: { ...profile, attendance: null } } });
    expect(await screen.findByText('No registers yet')).toBeInTheDocument();
    expect(screen.queryByText(/\b0%/)).toBeNull();
  });

  it('gets a subject that is new to the school', async () => {
    const { sent } = open('/dashboard/classes/c1');
    await user.click(await screen.findByRole('button', { name: 'Add subject' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('option', { name: 'Chess' });
    expect(within(dialog).queryByRole('option', { name: 'Biology' })).toBeNull();
    await user.selectOptions(within(dialog).getByLabelText(/^Subject/), 'New subject...');
    await user.type(within(dialog).getByLabelText(/^New subject/), 'Music');
    await user.click(within(dialog).getByRole('combobox', { name: 'Teacher' }));
    await user.click(await within(dialog).findByRole('option', { name: /^Peter Otieno/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/set_class_subject')?.body).toEqual({
        class_id: 'c1',
        subject_id: 'b3',
        teacher_id: 'u1',
      }),
    );
    expect(sent.find(({ path }) => path === 'rpc/save_subject')?.body).toEqual({ name: 'Music', code: '' });
  });

  it('gets a lesson; a clash is explained and the form keeps its input', async () => {
    const { sent } = open('/dashboard/classes/c1', 'admin', {
      lessons: {
        status: 400,
        body: {
          code: 'P0001',
          message: 'Peter Otieno teaches Chess to Form 2 then (09:00 to 09:40).',
          hint: 'lesson.teacher_busy',
          details: 'teacher_id',
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Add lesson' }));
    const dialog = await screen.findByRole('dialog');
    await user.selectOptions(within(dialog).getByLabelText(/^Subject/), 'Biology');
    await user.click(within(dialog).getByRole('combobox', { name: 'Teacher' }));
    await user.click(await within(dialog).findByRole('option', { name: /^Peter Otieno/ }));
    await user.selectOptions(within(dialog).getByLabelText('Day'), 'Tuesday');
    await user.type(within(dialog).getByLabelText(/^Starts/), '09:20');
    await user.type(within(dialog).getByLabelText(/^Ends/), '09:00');
    await user.click(within(dialog).getByRole('button', { name: 'Add lesson' }));
    expect(await within(dialog).findByText('End must follow start')).toBeInTheDocument();
    await user.clear(within(dialog).getByLabelText(/^Ends/));
    await user.type(within(dialog).getByLabelText(/^Ends/), '10:00');
    await user.click(within(dialog).getByRole('button', { name: 'Add lesson' }));
    expect(await within(dialog).findByText(/teaches Chess to Form 2 then/)).toBeInTheDocument();
    expect(within(dialog).getByLabelText(/^Starts/)).toHaveValue('09:20');
    expect(sent.find(({ path, method }) => path === 'lessons' && method === 'POST')?.body).toEqual({
      school_id: 'h1',
      class_id: 'c1',
      subject_id: 'b1',
      teacher_id: 'u1',
      weekday: 2,
      starts_at: '09:20',
      ends_at: '10:00',
      room: 'R1',
    });
  });

  it('is read-only for a teacher', async () => {
    open('/dashboard/classes/c1', 'teacher');
    expect(await screen.findByRole('heading', { level: 1, name: 'Form 1 East' })).toBeInTheDocument();
    for (const name of ['Edit', 'Add subject', 'Change teacher of Biology']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('shows an error state', async () => {
    open('/dashboard/classes/c1', 'admin', { 'rpc/class_profile': { status: 400, body: { message: 'down' } } });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
  });
});
