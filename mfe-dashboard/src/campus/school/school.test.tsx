// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, refused, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const school = {
  id: 'h1',
  name: 'Greenfield',
  kind: 'secondary',
  email: 'office@greenfield.test',
  phone: null,
  city: 'Nakuru',
  address: null,
  motto: null,
  time_zone: 'Africa/Nairobi',
  is_active: true,
  absent_counts_as_zero: false,
};

function open(responses: Record<string, FakeResponse | (() => FakeResponse | Promise<FakeResponse>)> = {}) {
  const database = fakeDb(
    respondWith({
      schools: { body: school },
      school_terms: { body: [{ id: 't1', name: 'Term 1', starts_on: '2026-01-05', ends_on: '2026-04-03' }] },
      campuses: { body: [{ id: 'k1', name: 'Town', address: null, phone: null }] },
      subjects: { body: [{ id: 'b1', name: 'Biology', code: 'BIO' }] },
      'rpc/save_campus': { body: 'k2' },
      'rpc/remove_term': { status: 409, body: { code: 'PT409', message: 'Fees belong to Term 1, so it stays.', hint: 'term.has_fees' } },
      ...responses,
    }),
  );
  renderRoute(<App />, { path: '/dashboard/school', session: signedInAs('admin', { schoolId: 'h1' }), db: database.db });
  return database;
}

describe('the school', () => {
  it('gets a campus', async () => {
    const { sent } = open();
    expect(await screen.findByRole('row', { name: /^Town/ })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Add campus' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Add campus' }));
    expect(await within(dialog).findByText('Enter the campus name')).toBeInTheDocument();
    await user.type(within(dialog).getByLabelText(/^Name/), 'Lakeside');
    await user.click(within(dialog).getByRole('button', { name: 'Add campus' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/save_campus')?.body).toEqual({ name: 'Lakeside', address: '', phone: '' }),
    );
  });

  it('is led to its plan when that has no campus left', async () => {
    const message = 'The plan Silver has no campus left: 2 of 2 in use. Upgrade it first under School, Plan and licences.';
    open({ 'rpc/save_campus': { status: 400, body: { code: 'P0001', message, hint: 'plan.campuses', details: null } } });
    await user.click(await screen.findByRole('button', { name: 'Add campus' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('link')).toBeNull();
    await user.type(dialog.getByLabelText(/^Name/), 'Lakeside');
    await user.click(dialog.getByRole('button', { name: 'Add campus' }));
    expect(await dialog.findByText(message)).toBeInTheDocument();
    expect(dialog.getByRole('link', { name: 'See plan and licences' })).toHaveAttribute('href', '/dashboard/school/plan');
    expect(dialog.getByLabelText(/^Name/)).toHaveValue('Lakeside');
  });

  it('saves payment instructions for families', async () => {
    const { sent } = open();
    const form = within(await screen.findByRole('form', { name: 'How families pay' }));
    await user.type(form.getByLabelText('Instructions'), 'Paybill 400222');
    await user.click(form.getByRole('button', { name: 'Save instructions' }));
    await waitFor(() =>
      expect(sent.find(({ path, method }) => path === 'schools' && method === 'PATCH')?.body).toEqual({
        payment_instructions: 'Paybill 400222',
      }),
    );
  });

  it('decides whether absent counts as 0', async () => {
    const { sent } = open();
    const form = within(await screen.findByRole('form', { name: 'Absent from an assessment' }));
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.click(form.getByRole('checkbox', { name: /Absent counts as 0/ }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent.find(({ path, method }) => path === 'schools' && method === 'PATCH')?.body).toEqual({ absent_counts_as_zero: true }),
    );
  });

  it('says which roles need a second step', async () => {
    const { sent } = open({
      'rpc/second_step_roles': { body: ['admin'] },
      'rpc/fixed_second_step_roles': { body: ['admin'] },
      'rpc/set_second_step_roles': { status: 204, body: null },
    });
    const form = within(await screen.findByRole('form', { name: 'Required two-step sign-in' }));
    expect(form.getByRole('checkbox', { name: 'Administrator' })).toBeChecked();
    expect(form.getByRole('checkbox', { name: 'Administrator' })).toBeDisabled();
    expect(form.getByText(/^Always:/)).toBeVisible();
    await user.click(form.getByRole('checkbox', { name: 'Staff member' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/set_second_step_roles')?.body).toEqual({ roles: ['admin', 'staff'] }));
  });

  it('keeps a term that is in use', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Remove Term 1' }));
    expect(sent.some(({ path }) => path === 'rpc/remove_term')).toBe(false);
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/remove_term')?.body).toEqual({ term_id: 't1' }));
    expect(screen.getByRole('row', { name: /^Term 1/ })).toBeInTheDocument();
  });

  it('closes a term that is over, after a question', async () => {
    const { sent } = open({ 'rpc/close_term': { body: null } });
    await user.click(await screen.findByRole('button', { name: 'Close Term 1' }));
    expect(sent.some(({ path }) => path === 'rpc/close_term')).toBe(false);
    await user.click(await screen.findByRole('button', { name: 'Close term' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/close_term')?.body).toEqual({ term_id: 't1' }));
  });

  it('opens a closed term again with a reason only', async () => {
    const closed = { id: 't1', name: 'Term 1', starts_on: '2026-01-05', ends_on: '2026-04-03', closed_at: '2026-04-20T08:00:00Z' };
    const { sent } = open({ school_terms: { body: [closed] }, 'rpc/reopen_term': { body: null } });
    expect(await screen.findByRole('row', { name: /^Term 1.*Closed/ })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Reopen Term 1' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Reopen' }));
    expect(await dialog.findByText('Say why you are reopening the term.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText(/^Reason/), 'A mark was mixed up');
    await user.click(dialog.getByRole('button', { name: 'Reopen' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/reopen_term')?.body).toEqual({ term_id: 't1', reason: 'A mark was mixed up' }),
    );
  });

  it('saves its contacts; its name is read-only', async () => {
    const { sent } = open();
    const form = within(await screen.findByRole('form', { name: 'School' }));
    expect(form.getByLabelText('Name')).toHaveAttribute('readonly');
    await user.type(form.getByLabelText('Phone'), '0712 345 678');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent.find(({ path, method }) => path === 'schools' && method === 'PATCH')?.body).toMatchObject({
        name: 'Greenfield',
        phone: '+254 712 345678',
        city: 'Nakuru',
      }),
    );
  });

  it('saves the time zone in which its days begin', async () => {
    const { sent } = open();
    const form = within(await screen.findByRole('form', { name: 'School' }));
    expect(form.getByLabelText('Time zone')).toHaveValue('Africa/Nairobi');
    await user.selectOptions(form.getByLabelText('Time zone'), 'Asia/Dubai');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent.find(({ path, method }) => path === 'schools' && method === 'PATCH')?.body).toMatchObject({ time_zone: 'Asia/Dubai' }),
    );
  });

  it('shows each part pending, empty or with its own error', async () => {
    const terms = Promise.withResolvers<FakeResponse>();
    open({ school_terms: () => terms.promise, campuses: { body: [] }, subjects: refused });
    expect(await screen.findByText('No campuses yet')).toBeInTheDocument();
    expect(within(screen.getByRole('region', { name: 'Subjects' })).getByRole('button', { name: 'Try again' })).toBeInTheDocument();
    expect(screen.queryByText('No terms yet')).toBeNull();
    terms.resolve({ body: [] });
    expect(await screen.findByText('No terms yet')).toBeInTheDocument();
  });
});
