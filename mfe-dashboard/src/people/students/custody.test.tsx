// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { fakeDb, renderRoute, respondWith, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const profile = {
  id: 's1',
  admission_number: 'GA/1',
  first_name: 'Brian',
  last_name: 'Njeri',
  gender: null,
  date_of_birth: null,
  class_id: null,
  class_name: null,
  status: 'active',
  admitted_on: '2026-01-05',
  updated_at: '2026-01-05T00:00:00Z',
  guardians: [
    {
      id: 'g1',
      first_name: 'Peter',
      last_name: 'Njeri',
      phone: '0700',
      email: null,
      relationship: 'Father',
      is_primary: true,
      has_account: true,
      updated_at: '2026-01-05T00:00:00Z',
    },
    {
      id: 'g2',
      first_name: 'Mary',
      last_name: 'Njeri',
      phone: null,
      email: 'mary@example.com',
      relationship: 'Mother',
      is_primary: false,
      has_account: false,
      updated_at: '2026-01-05T00:00:00Z',
    },
  ],
  enrolments: [],
  attendance: {},
  absences: [],
  results: [],
  fees: null,
};
const consent = {
  purpose: 'photographs',
  name: 'Photographs',
  statement: 'The school may show photographs.',
  version: 1,
  translations: {},
  is_allowed: false,
  decisions: [
    {
      guardian_id: 'g1',
      guardian: 'Peter Njeri',
      is_mine: false,
      is_given: false,
      decided_at: '2026-02-05T08:00:00Z',
      version: 1,
      recorded_by: 'Mary Njeri',
      withdrawn_at: '2026-02-05T08:00:00Z',
    },
  ],
};

function open(role: Role = 'admin') {
  const database = fakeDb(
    respondWith({
      'rpc/student_profile': { body: profile },
      'rpc/student_consents': { body: [consent] },
      'rpc/decide_consent': { status: 204, body: null },
      'rpc/set_custody': { status: 204, body: null },
      'rpc/remove_guardian': { status: 204, body: null },
      custody_marks: { body: [{ guardian_id: 'g1', may_be_told: true, may_collect: false, basis: 'Court order 12 of 2026' }] },
      student_records: { body: [] },
      schools: { body: { id: 'h1', name: 'Greenfield', kind: 'secondary', is_active: true } },
      'rpc/list_school_roles': { body: [] },
    }),
  );
  renderRoute(<App />, { path: '/dashboard/students/s1', session: signedInAs(role, { schoolId: 'h1' }), db: database.db });
  return database;
}

describe('the guardians of a student', () => {
  it('show who may not collect, and a restriction needs a reason', async () => {
    const { sent } = open();
    const card = within(await screen.findByRole('region', { name: 'Guardians' }));
    expect(await card.findByText('May not collect')).toBeInTheDocument();
    expect(card.getByText('Court order 12 of 2026')).toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Custody of Peter Njeri' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Custody: Peter Njeri' }));
    await user.clear(dialog.getByLabelText('Court order or agreement'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter the court order or agreement')).toBeInTheDocument();
    await user.click(dialog.getByRole('checkbox', { name: /May collect the student/ }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/set_custody')?.body).toMatchObject({
        guardian_id: 'g1',
        may_be_told: true,
        may_collect: true,
      }),
    );
  });

  it('are removed with a reason only', async () => {
    const { sent } = open();
    const card = within(await screen.findByRole('region', { name: 'Guardians' }));
    await user.click(await card.findByRole('button', { name: 'Remove Peter Njeri' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Peter Njeri?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByText('Say why you are removing the guardian.')).toBeInTheDocument();
    expect(sent.some(({ path }) => path === 'rpc/remove_guardian')).toBe(false);
    await user.type(dialog.getByLabelText(/^Reason/), 'Has moved abroad');
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/remove_guardian')?.body).toEqual({
        student_id: 's1',
        guardian_id: 'g1',
        reason: 'Has moved abroad',
      }),
    );
  });

  it('are invited to the portal from their entry, as parents, where they have an address and no account', async () => {
    open();
    const card = within(await screen.findByRole('region', { name: 'Guardians' }));
    await user.click(await card.findByRole('button', { name: 'Invite Mary Njeri to the portal' }));
    expect(card.queryByRole('button', { name: 'Invite Peter Njeri to the portal' })).toBeNull();
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite to Greenfield' }));
    expect(dialog.getByLabelText(/^Email/)).toHaveValue('mary@example.com');
    expect(dialog.getByLabelText('First name')).toHaveValue('Mary');
    expect(dialog.getByLabelText('Role')).toHaveValue('parent');
  });

  it('tell a teacher nothing of custody and consents', async () => {
    const { sent } = open('teacher');
    await within(await screen.findByRole('region', { name: 'Guardians' })).findByText('Peter Njeri');
    expect(screen.queryByText('May not collect')).toBeNull();
    expect(sent.map(({ path }) => path)).not.toEqual(expect.arrayContaining(['custody_marks', 'rpc/student_consents']));
  });
});

describe('the consents of a student', () => {
  it('say who withdrew what and when, and the office enters a signed form', async () => {
    const { sent } = open('staff');
    const card = within(await screen.findByRole('region', { name: 'Consents' }));
    expect(await card.findByText('Not allowed')).toBeInTheDocument();
    expect(card.getByText('Peter Njeri: Withdrawn on 5 Feb 2026, entered by Mary Njeri')).toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Allow for Peter Njeri: Photographs' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/decide_consent')?.body).toEqual({
        student_id: 's1',
        purpose: 'photographs',
        is_given: true,
        guardian_id: 'g1',
      }),
    );
  });
});
