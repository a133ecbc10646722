// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const assignment = {
  id: 'a1',
  title: 'Roots and stems',
  instructions: null,
  due_on: '2026-12-01',
  max_score: 20,
  class_id: 'c1',
  published_at: '2026-11-20T08:00:00Z' as string | null,
  archived_at: null as string | null,
  subjects: { name: 'Biology' },
  classes: { name: 'Form 1 East' },
  handed_in: [{ count: 12 }],
  marked: [{ count: 5 }],
  unmarked: [{ count: 7 }],
};

const session = signedInAs('teacher', { schoolId: 'h1' });

function open(path: string, overrides: Partial<typeof assignment> = {}) {
  const row = { ...assignment, ...overrides };
  const database = fakeDb(({ path: requestPath, method, query }) => {
    if (requestPath === 'class_subjects') {
      const biology = {
        class_id: 'c1',
        subject_id: 'b1',
        school_id: 'h1',
        classes: { name: 'Form 1 East' },
        subjects: { name: 'Biology' },
      };
      const west = { ...biology, class_id: 'c2', classes: { name: 'Form 1 West' } };
      if (query.get('teacher_id') === `eq.${session.user?.id}`) return { body: [biology, west] };
      if (query.has('classes.class_teacher_id')) return { body: [] };
      return { body: [biology, { ...biology, subject_id: 'b2', subjects: { name: 'Chemistry' } }] };
    }
    if (requestPath === 'rpc/assignment_students') return { body: [{ id: 's1', name: 'Amani Otieno', admission_number: 'GA/1' }] };
    if (requestPath === 'submissions') return { body: [] };
    if (requestPath === 'rpc/publish_assignment' || requestPath === 'rpc/archive_assignment') return { body: 'a1' };
    if (requestPath === 'assignments' && method !== 'GET') return { body: [{ id: 'a1' }] };
    if (requestPath === 'assignments')
      return query.get('id') ? { body: row } : { body: query.get('published_at') === 'is.null' ? [] : [row], total: 1 };
    throw new Error(`The test expected no request for ${requestPath}.`);
  });
  renderRoute(<App />, { path, session, db: database.db });
  return database;
}
const written = (sent: { path: string; method: string; body?: unknown }[]) =>
  sent.filter(({ path, method }) => path.endsWith('_assignment') || (path === 'assignments' && method !== 'GET')).map(({ body }) => body);

describe('the list of assignments', () => {
  it('shows how many were handed in and marked', async () => {
    open('/dashboard/assignments');
    expect(await screen.findByRole('row', { name: /Roots and stems.*Form 1 East.*20.*12.*5.*7/ })).toBeInTheDocument();
  });

  it('saves a new one as a draft and shows the drafts', async () => {
    const { sent } = open('/dashboard/assignments');
    await user.click(await screen.findByRole('button', { name: 'Set assignment' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Save as draft' }));
    expect(await dialog.findByText('Enter a title')).toBeInTheDocument();
    // Only what the teacher teaches: the server refuses the rest after everything is typed.
    expect(dialog.queryByRole('option', { name: 'Form 1 East, Chemistry' })).toBeNull();
    await user.selectOptions(dialog.getByLabelText(/^Class and subject/), 'Form 1 East, Biology');
    await user.type(dialog.getByLabelText(/^Title/), 'Leaves');
    await user.click(dialog.getByRole('button', { name: 'Save as draft' }));
    await waitFor(() =>
      expect(written(sent)).toEqual([[expect.objectContaining({ title: 'Leaves', class_id: 'c1', subject_id: 'b1', published_at: null })]]),
    );
    expect(await screen.findByText('No drafts')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Drafts' })).toBeChecked();
  });
});

it('is set in several classes of the subject at once', async () => {
  const { sent } = open('/dashboard/assignments');
  await user.click(await screen.findByRole('button', { name: 'Set assignment' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('checkbox')).toBeNull();
  await user.selectOptions(dialog.getByLabelText(/^Class and subject/), 'Form 1 East, Biology');
  await user.click(dialog.getByRole('checkbox', { name: 'Form 1 West' }));
  await user.type(dialog.getByLabelText(/^Title/), 'Leaves');
  await user.click(dialog.getByRole('button', { name: 'Set assignment' }));
  await waitFor(() =>
    expect(written(sent)).toEqual([
      [expect.objectContaining({ title: 'Leaves', class_id: 'c1' }), expect.objectContaining({ title: 'Leaves', class_id: 'c2' })],
    ]),
  );
});

describe('a list', () => {
  it('goes to the last remaining page when rows were deleted in the meantime', async () => {
    let isShort = false;
    const { db } = fakeDb(({ path, query }) => {
      if (path === 'class_subjects') return { body: [] };
      const offset = Number(query.get('offset'));
      if (isShort && offset > 0)
        return {
          status: 416,
          body: {
            code: 'PGRST103',
            message: 'Requested range not satisfiable',
            details: 'An offset of 20 was requested, but there are only 3 rows.',
            hint: null,
          },
        };
      return { body: [{ ...assignment, title: offset === 0 ? 'On the first page' : 'On the second page' }], total: isShort ? 3 : 21 };
    });
    renderRoute(<App />, { path: '/dashboard/assignments', session: signedInAs('teacher', { schoolId: 'h1' }), db });
    expect(await screen.findByText('On the first page')).toBeInTheDocument();
    isShort = true;
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(screen.getByText('1–3 of 3')).toBeInTheDocument());
    expect(screen.getByText('On the first page')).toBeInTheDocument();
  });
});

describe('an assignment', () => {
  it('cannot be marked while it is a draft, and is published', async () => {
    const { sent } = open('/dashboard/assignments/a1', { published_at: null });
    expect(await screen.findByText('Only you can see this draft')).toBeInTheDocument();
    expect(screen.queryByRole('form', { name: 'Mark' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(written(sent)).toEqual([{ assignment_id: 'a1' }]));
  });

  it('is archived and restored', async () => {
    const { sent } = open('/dashboard/assignments/a1', { archived_at: '2026-11-21T08:00:00Z' });
    expect(await screen.findByText('Archived')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(written(sent)).toEqual([{ assignment_id: 'a1', is_archived: false }]));
  });
});
