// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const student = {
  id: 's1',
  admission_number: 'GA/1',
  first_name: 'Amani',
  last_name: 'Otieno',
  gender: 'female',
  date_of_birth: '2012-03-04',
  class_id: 'c1',
  class_name: 'Form 1 East',
  status: 'active',
  updated_at: '2026-01-05T08:00:00Z',
  admitted_on: '2026-01-05',
  guardians: [],
  enrolments: [],
  attendance: { present: 40 },
  absences: [],
  results: [],
  fees: null,
};
const record = {
  id: 'r1',
  student_id: 's1',
  kind: 'health',
  summary: 'Asthma: inhaler in the office',
  details: null,
  happened_on: '2026-11-02',
  visible_to: 'teachers',
  archived_at: null,
  student: 'Amani Otieno',
  total: 1,
};

function open(role: Role, records: unknown[] = [record], profile: object = student) {
  const database = fakeDb(({ path }) => {
    if (path === 'rpc/student_profile') return { body: profile };
    if (path === 'rpc/read_student_records') return { body: records };
    if (path === 'student_records') return { body: { id: 'r2' } };
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(<App />, { path: '/dashboard/students/s1', session: signedInAs(role, { schoolId: 'h1' }), db: database.db });
  return database;
}

describe('the figures of a student', () => {
  it('have no share of attendance before the first register', async () => {
    open('teacher', [], { ...student, attendance: {} });
    expect(await screen.findByText('No registers yet')).toBeInTheDocument();
    expect(screen.queryByText(/\b0%/)).toBeNull();
  });

  it('have one from the first register on', async () => {
    open('teacher', [], { ...student, attendance: { present: 2, absent: 1 } });
    expect(await screen.findByText('66.7%')).toBeInTheDocument();
  });
});

describe('the records of a student', () => {
  it('are read-only for a teacher', async () => {
    const { sent } = open('teacher');
    const card = await screen.findByRole('region', { name: 'Records' });
    expect(await within(card).findByText('Asthma: inhaler in the office')).toBeInTheDocument();
    expect(within(card).getByText(/2 Nov 2026.*Office and teachers/)).toBeInTheDocument();
    expect(within(card).queryByRole('button')).toBeNull();
    expect(sent.find(({ path }) => path === 'rpc/read_student_records')?.body).toEqual({ of_student: 's1', size: 10 });
  });

  it("are added from the student's page without choosing the student again", async () => {
    const { sent } = open('staff');
    await user.click(await screen.findByRole('button', { name: 'Add record' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add record for Amani Otieno' });
    expect(within(dialog).queryByLabelText('Find student')).toBeNull();
    await user.type(within(dialog).getByLabelText(/^Summary/), 'Fell at games');
    await user.click(within(dialog).getByRole('button', { name: 'Add record' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'student_records')?.body).toMatchObject({
        school_id: 'h1',
        student_id: 's1',
        kind: 'behaviour',
        summary: 'Fell at games',
      }),
    );
    expect(screen.getByRole('link', { name: 'All records for Amani' })).toHaveAttribute('href', '/dashboard/records?search=GA%2F1');
  });

  it('show an empty state', async () => {
    open('teacher', []);
    expect(await screen.findByText('No records yet')).toBeInTheDocument();
  });
});
