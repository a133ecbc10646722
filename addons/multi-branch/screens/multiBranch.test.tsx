// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { expectListStates, fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../App.tsx';

const home = '/dashboard/addons/multi-branch';
const user = userEvent.setup();
afterEach(cleanup);

const main = { id: 'g1', name: 'Greenfield', school: 'Greenfield', campus_id: null, is_head: true, is_here: true, can_switch: true };
const annex = { id: 'g2', name: 'Annex', school: 'Greenfield, Annex', campus_id: 'c2', is_head: false, is_here: false, can_switch: true };
const figures = { students: 2, staff: 2, came: 9, marked: 10, charged: 300, collected: 100, balance: 200, between: -50 };
const report = {
  branches: [
    { id: 'g1', name: 'Greenfield', is_head: true, ...figures, term: 'Term 3', is_closed: true },
    { id: 'g2', name: 'Annex', is_head: false, ...figures, between: 50, term: 'Term 3', is_closed: false },
  ],
  total: { students: 4, staff: 3, came: 18, marked: 20, charged: 600, collected: 200, balance: 400, between: 0, open: 1 },
};

type Options = { path?: string; state?: 'on' | 'read-only'; branches?: () => FakeResponse | Promise<FakeResponse> };
function open({ path = '', state = 'on', branches = () => ({ body: [main, annex] }) }: Options = {}) {
  const answers: Record<string, () => FakeResponse | Promise<FakeResponse>> = {
    'rpc/list_branches': branches,
    'rpc/branch_report': () => ({ body: report }),
    'rpc/branch_debts': () => ({ body: [{ branch_id: 'g2', branch: 'Annex', amount: -50 }] }),
    'rpc/branch_entry_list': () => ({
      body: [{ id: 'e1', branch: 'Annex', kind: 'payment', reference: 'RCT-1', amount: -50, entered_on: '2026-10-01', total: 1 }],
    }),
    campuses: () => ({ body: [{ id: 'c3', name: 'Town', address: null, phone: null, updated_at: '2026-10-01T00:00:00Z' }] }),
    'rpc/open_branch': () => ({ body: 'g3' }),
  };
  const { db, sent } = fakeDb((request) => answers[request.path]?.() ?? { body: [] });
  renderRoute(<App />, {
    path: home + path,
    session: signedInAs('admin', {
      schoolId: 'g1',
      features: { 'addon:multi-branch': state },
      permissions: ['branch:direct', 'branch:move', 'fee-payment:record', 'fee-account:read-all', 'student:read-all', 'school:run'],
    }),
    db,
  });
  return { sent };
}

describe('the branches', () => {
  it('show their pending, error and empty states', () =>
    expectListStates((branches) => open({ branches }), { table: 'Branches', empty: 'No branch yet' }));

  it('say where one is, and lead to the others', async () => {
    open();
    expect(await screen.findByRole('row', { name: /Greenfield.*Main school.*You are here/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Switch to Annex' })).toBeEnabled();
  });

  it('are opened from a campus that is none yet', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Open branch' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: /Campus/ }), await screen.findByRole('option', { name: 'Town' }));
    await user.click(screen.getByRole('dialog').querySelector<HTMLElement>('button[type=submit]')!);
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/open_branch')?.body).toEqual({ campus_id: 'c3' }));
  });

  it('are not opened with a licence that is over', async () => {
    open({ state: 'read-only' });
    await screen.findByRole('row', { name: /Annex/ });
    expect(screen.queryByRole('button', { name: 'Open branch' })).not.toBeInTheDocument();
  });
});

it('the report marks closed and open branches, and sums them', async () => {
  open({ path: '/report' });
  expect(await screen.findByRole('row', { name: /Greenfield.*Closed.*90 %/ })).toBeVisible();
  expect(screen.getByRole('row', { name: /Annex.*Open/ })).toBeVisible();
  const all = screen.getByRole('region', { name: 'All branches' });
  expect(all).toHaveTextContent('Staff, each counted once3');
  expect(all).toHaveTextContent('Terms still open1 of 2');
});

it('what branches owe each other is said from this side', async () => {
  open({ path: '/between' });
  expect(await screen.findByText('We owe Annex')).toBeVisible();
  expect(await screen.findByRole('row', { name: /Annex.*Payment taken at a desk.*RCT-1/ })).toBeVisible();
});
