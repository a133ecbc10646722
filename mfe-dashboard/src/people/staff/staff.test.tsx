// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { expectListStates, fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const person = {
  id: 'p1',
  user_id: null,
  staff_number: 'T-1',
  first_name: 'Faith',
  last_name: 'Achieng',
  job_title: 'Teacher',
  department: 'Sciences',
  email: 'faith@greenfield.test',
  phone: null,
  employed_on: '2024-01-08',
  is_active: true,
};
const school = {
  id: 'h1',
  name: 'Greenfield',
  kind: 'secondary',
  email: null,
  phone: null,
  city: null,
  address: null,
  motto: null,
  is_active: true,
};

function open(
  staff: () => FakeResponse | Promise<FakeResponse> = () => ({ body: [person], total: 1 }),
  saved: FakeResponse = { body: 'p2' },
  more: Record<string, FakeResponse> = {},
) {
  const database = fakeDb(
    respondWith({
      staff_members: staff,
      schools: { body: school },
      'rpc/list_accounts': { body: [] },
      'rpc/list_open_invitations': { body: [] },
      'rpc/school_roles': { body: [] },
      'rpc/save_staff_member': saved,
      'rpc/set_staff_active': { status: 204, body: null },
      ...more,
    }),
  );
  renderRoute(<App />, { path: '/dashboard/staff', session: signedInAs('admin', { schoolId: 'h1' }), db: database.db });
  return database;
}

async function fillForm() {
  await user.click(await screen.findByRole('button', { name: 'Add staff member' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add staff member' }));
  await user.type(dialog.getByLabelText(/^First name/), 'Brian');
  await user.type(dialog.getByLabelText(/^Last name/), 'Kamau');
  await user.type(dialog.getByLabelText(/^Staff number/), 'T-2');
  await user.type(dialog.getByLabelText(/^Job/), 'Bursar');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  return dialog;
}

describe('the staff screen', () => {
  it('shows its pending, error and empty states', () => expectListStates(open, { table: 'Staff', empty: 'No staff yet' }));

  it('lists staff with their job and whether they have an account', async () => {
    open();
    expect(await screen.findByRole('row', { name: /Achieng, Faith.*T-1.*Teacher.*Sciences.*Active.*No account/ })).toBeInTheDocument();
    expect(await screen.findByRole('region', { name: 'Accounts' })).toBeInTheDocument();
  });

  it('adds a staff member', async () => {
    const { sent } = open();
    await fillForm();
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/save_staff_member')?.body).toMatchObject({
        first_name: 'Brian',
        last_name: 'Kamau',
        staff_number: 'T-2',
        job_title: 'Bursar',
      }),
    );
  });

  it('shows a refusal at the field it belongs to', async () => {
    open(undefined, {
      status: 400,
      body: { code: 'P0001', message: 'T-2 is the number of Peter Otieno.', hint: 'staff.number_taken', details: 'staff_number' },
    });
    const dialog = await fillForm();
    await waitFor(() => expect(dialog.getByLabelText(/^Staff number/)).toHaveAccessibleDescription('T-2 is the number of Peter Otieno.'));
  });

  it('asks before a person is marked as having left', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for Faith Achieng' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mark as left: Faith Achieng' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Mark as left' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/set_staff_active')?.body).toEqual({ staff_id: 'p1', is_active: false }),
    );
  });

  const invitation = {
    id: 'i1',
    email: 'new@greenfield.test',
    name: 'Ann Were',
    role: 'staff',
    role_id: 'r2',
    role_name: 'Bursar',
    school_id: 'h1',
    school: 'Greenfield',
    invited_by: 'Grace Njeri',
    created_at: '2026-11-20T09:00:00Z',
    total: 1,
  };

  it('revokes an invitation that nobody has opened, after a question', async () => {
    const { sent } = open(undefined, undefined, {
      'rpc/list_open_invitations': { body: [invitation] },
      'rpc/revoke_invitation': { status: 204, body: null },
    });
    const card = within(await screen.findByRole('region', { name: 'Invitations' }));
    expect(await card.findByRole('row', { name: /Ann Were.*Bursar/ })).toHaveTextContent('new@greenfield.test');
    await user.click(card.getByRole('button', { name: 'Revoke the invitation of new@greenfield.test' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Revoke the invitation of new@greenfield.test?' }));
    expect(sent.some(({ path }) => path === 'rpc/revoke_invitation')).toBe(false);
    await user.click(question.getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/revoke_invitation')?.body).toEqual({ invitation_id: 'i1' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it("invites with the school's own roles, of those that the person may give", async () => {
    const role = (more: object) => ({
      people: 0,
      needs_second_step: false,
      permissions: [],
      is_own: false,
      can_give: true,
      name: null,
      ...more,
    });
    open(undefined, undefined, {
      'rpc/school_roles': {
        body: [
          role({ id: 'c1', base: 'admin', can_give: false }),
          role({ id: 'c2', base: 'staff' }),
          role({ id: 'r2', base: 'staff', name: 'Bursar', is_own: true }),
          role({ id: 'r3', base: 'admin', name: 'Deputy', is_own: true, can_give: false }),
        ],
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Invite a person' }));
    const field = within(await screen.findByRole('dialog')).getByLabelText('Role');
    await within(field).findByRole('option', { name: 'Bursar' });
    expect(
      within(field)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Staff member', 'Bursar']);
  });
});
