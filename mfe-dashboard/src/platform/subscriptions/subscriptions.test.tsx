// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { expectListStates, fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const subscription = {
  school_id: 'h1',
  school: 'Greenfield',
  subscription_id: 'b1',
  plan_id: 'pl1',
  plan: 'Growth',
  status: 'active',
  billing: 'annual',
  started_on: '2026-01-01',
  ends_on: '2026-12-31',
  grace_until: null,
  students: 1600,
  max_students: 1500,
};

function open(list: () => FakeResponse | Promise<FakeResponse> = () => ({ body: [subscription], total: 1 }), query = '') {
  const database = fakeDb(
    respondWith({
      subscription_overview: list,
      plans: { body: [{ id: 'pl1', name: 'Growth', price: 100, category: 'saas', max_students: 1500, max_campuses: 2 }] },
      'rpc/renew_subscription': { body: { id: 'b2' } },
    }),
  );
  renderRoute(<App />, { path: `/dashboard/subscriptions${query}`, session: signedInAs('super_admin'), db: database.db });
  return database;
}

describe('the subscriptions', () => {
  it('show their pending, error and empty states', () => expectListStates(open, { table: 'Subscriptions', empty: 'No schools yet' }));

  it('show plan, end and a school over its limit', async () => {
    open();
    expect(await screen.findByRole('row', { name: /Greenfield.*Growth.*31 Dec 2026.*1,600 of 1,500.*Over the limit/ })).toBeInTheDocument();
  });

  it('start with the status of the link', async () => {
    const { sent } = open(undefined, '?status=grace');
    expect(await screen.findByLabelText('Status')).toHaveValue('grace');
    expect(sent.find(({ path }) => path === 'subscription_overview')?.query.get('status')).toBe('eq.grace');
  });

  it('that have ended can be renewed, and not ended again', async () => {
    open(() => ({ body: [{ ...subscription, status: 'grace', grace_until: '2027-01-30' }], total: 1 }));
    expect(await screen.findByRole('row', { name: /Greenfield.*Grace period.*Grace until 30 Jan 2027/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Renew Greenfield' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'End the subscription of Greenfield' })).toBeNull();
  });

  it('are renewed for a term', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Renew Greenfield' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Renew Greenfield' }));
    await user.selectOptions(dialog.getByLabelText('Duration'), 'One term');
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Renew' })).toBeEnabled());
    expect(dialog.getByRole('option', { name: 'Growth: 1,500 students, 2 campuses' })).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Renew' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/renew_subscription')?.body).toEqual({
        school_id: 'h1',
        plan_id: 'pl1',
        billing: 'termly',
      }),
    );
  });
});
