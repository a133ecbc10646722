// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toaster } from '@masomo/design-system';
import { fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const common = {
  id: 'r1',
  name: null,
  base: 'teacher',
  people: 14,
  needs_second_step: false,
  permissions: ['class:teach'],
  is_own: false,
  can_give: true,
};
const bursar = {
  id: 'r2',
  name: 'Bursar',
  base: 'staff',
  people: 1,
  needs_second_step: true,
  permissions: ['fee:read', 'fee-payment:record', 'library:lend'],
  is_own: true,
  can_give: true,
};
const permission = (name: string, sentence: string, more = {}) => ({ name, sentence, needs_second_step: false, can_give: true, ...more });
const permissions = [
  permission('class:teach', 'May be given classes and subjects to teach.'),
  permission('fee-payment:record', 'May record payments of fees.', { needs_second_step: true }),
  permission('fee:read', 'May see what the school charges.'),
  permission('library:lend', 'May lend books.', { feature: 'module:library' }),
  permission('school:export', 'May export everything that the school has entered.', { can_give: false }),
];
const person = {
  id: 'm1',
  user_id: 'u1',
  name: 'Faith Achieng',
  email: 'faith@greenfield.test',
  role_id: 'r2',
  role_name: 'Bursar',
  base: 'staff',
  campus_id: null,
  campus: null,
  starts_on: '2026-01-05',
  ends_on: '2026-12-18',
  is_active: true,
  can_take: true,
  total: 1,
};

function open(path: string, more: Record<string, FakeResponse> = {}) {
  const database = fakeDb(
    respondWith({
      'rpc/school_roles': { body: [common, bursar] },
      'rpc/school_permissions': { body: permissions },
      'rpc/role_suggestions': { body: [{ slug: 'bursar', name: 'Bursar', base: 'staff', permissions: ['fee:read'] }] },
      'rpc/people_with_roles': { body: [person] },
      'rpc/find_role_people': { body: [{ id: 'u2', name: 'Daniel Kiprotich', email: 'daniel@greenfield.test', school: null, total: 1 }] },
      'rpc/save_school_role': { body: 'r2' },
      'rpc/give_role': { body: 'm2' },
      'rpc/take_role': { status: 204, body: null },
      'rpc/delete_school_role': { status: 204, body: null },
      campuses: { body: [] },
      ...more,
    }),
  );
  renderRoute(<App />, { path, session: signedInAs('admin', { schoolId: 'h1' }), db: database.db });
  return database;
}

describe('the roles of a school', () => {
  it('are listed with how many people have each, its own apart from those of every school', async () => {
    open('/dashboard/roles');
    const own = await screen.findByRole('region', { name: 'Your own roles' });
    expect(within(own).getByRole('listitem')).toHaveTextContent('Bursar');
    expect(within(own).getByRole('listitem')).toHaveTextContent('1 person');
    expect(within(screen.getByRole('region', { name: 'Roles of every school' })).getByRole('listitem')).toHaveTextContent(
      'Teacher14 people',
    );
  });

  it('are begun with a suggestion and get what is ticked', async () => {
    const { sent } = open('/dashboard/roles');
    await user.click(await screen.findByRole('button', { name: 'Add role' }));
    const dialog = await screen.findByRole('dialog');
    await user.selectOptions(await within(dialog).findByLabelText('Begin with'), 'bursar');
    expect(within(dialog).getByLabelText(/^Name/)).toHaveValue('Bursar');
    expect(within(dialog).getByRole('checkbox', { name: 'May export everything that the school has entered.' })).toBeDisabled();
    await user.click(within(dialog).getByRole('checkbox', { name: 'May record payments of fees.' }));
    await user.click(within(dialog).getByRole('button', { name: 'Add role' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/save_school_role')?.body).toEqual({
        name: 'Bursar',
        base: 'staff',
        permissions: ['fee:read', 'fee-payment:record'],
      }),
    );
  });

  it.each([
    ['where the second step is asked for', ['admin'], 1],
    ['nowhere else', [], 0],
  ])('say which permission asks for the second step %s', async (_, fixed, count) => {
    open('/dashboard/roles', { 'rpc/second_step_roles': { body: fixed }, 'rpc/fixed_second_step_roles': { body: fixed } });
    await user.click(await screen.findByRole('button', { name: 'Add role' }));
    await screen.findByRole('checkbox', { name: 'May record payments of fees.' });
    await waitFor(() => expect(screen.queryAllByText('Asks for two-step sign-in.')).toHaveLength(count));
  });

  it('say in groups what they allow, and who has them from when until when', async () => {
    open('/dashboard/roles/r2');
    const money = await screen.findByRole('region', { name: 'Money' });
    expect(
      within(money)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['May record payments of fees.', 'May see what the school charges.']);
    expect(within(screen.getByRole('region', { name: 'Modules and add-ons' })).getByText('May lend books.')).toBeVisible();
    expect(screen.queryByText('May be given classes and subjects to teach.')).toBeNull();
    expect(await screen.findByText(/From 5 Jan 2026 until 18 Dec 2026/)).toBeVisible();
  });

  it('are given to a person and taken away', async () => {
    const { sent } = open('/dashboard/roles/r2');
    await user.click(await screen.findByRole('button', { name: 'Give to a person' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('combobox', { name: /^Person/ }));
    await user.click(await within(dialog).findByRole('option', { name: /Daniel/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Give role' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/give_role')?.body).toEqual({ user_id: 'u2', role_id: 'r2' }));
    await user.click(await screen.findByRole('button', { name: 'Take the role from Faith Achieng' }));
    await user.click(await screen.findByRole('button', { name: 'Take away' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/take_role')?.body).toEqual({ membership_id: 'm1' }));
  });

  it('that every school has are neither changed nor removed', async () => {
    open('/dashboard/roles/r1');
    expect(await screen.findByRole('heading', { name: 'Teacher' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change role' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove role' })).toBeNull();
  });

  it('tell who has one that is to be removed', async () => {
    const told = vi.spyOn(toaster, 'error').mockReturnValue(undefined);
    const refusal = 'These people have this role: Faith Achieng. Take it from them first.';
    open('/dashboard/roles/r2', {
      'rpc/delete_school_role': {
        status: 400,
        body: {
          code: 'P0001',
          message: refusal,
          hint: 'role.in_use',
          details: null,
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Remove role' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove role' }));
    await waitFor(() => expect(told).toHaveBeenCalledWith(expect.objectContaining({ description: refusal })));
  });

  it('that are gone say so', async () => {
    open('/dashboard/roles/r9');
    expect(await screen.findByText('This role is no longer there')).toBeVisible();
  });
});
