// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PlatformHome } from '@masomo/data/platform/platformHome';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../../App.tsx';

const user = userEvent.setup();
// Their first load may take longer than a test waits.
beforeAll(() => Promise.all([import('./PlatformHome.tsx'), import('./RevenueChart.tsx')]));
afterEach(cleanup);

const home: PlatformHome = {
  today: '2026-11-17',
  attention: [
    { kind: 'releases', amount: 3, since: '2026-11-17T06:00:00Z' },
    { kind: 'worker', amount: 1, since: null },
    { kind: 'payments', amount: 1, since: '2026-11-12T06:00:00Z' },
    { kind: 'orders', amount: 11, since: null },
    { kind: 'tickets', amount: 2, since: '2026-11-10T06:00:00Z' },
  ],
  revenue: [
    { start: '2026-10-01', saas: 90_000, standalone: 0 },
    { start: '2026-11-01', saas: 45_000, standalone: 120_000 },
  ],
  trials: { running: 4, bought: 3, left: 1 },
  ending: [{ school_id: 'h1', school: 'Hill School', plan: 'Gold', is_trial: false, ends_on: '2026-11-30' }],
  quiet: [{ id: 'h2', name: 'Lake School', last: null }],
};

function open(change: Partial<PlatformHome> = {}) {
  const { db } = fakeDb(({ path }) => {
    if (path === 'rpc/dashboard_summary')
      return { body: { role: 'super_admin', school: null, stats: [], activities: [], platform: { ...home, ...change } } };
    if (path === 'rpc/current_identity') return { body: [] };
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(<App />, { path: '/dashboard', session: signedInAs('super_admin'), db });
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the home of a super admin', () => {
  it('names what fails or waits, each with its remedy', async () => {
    open();
    const card = await region('Needs attention');
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'A part of the site failed for 3 visitors in the last 24 hourssince 17 Nov 2026, 09:00Open releases',
      'Jobs wait, and no worker runsOpen jobs',
      '1 payment needs a decisionsince 12 Nov 2026, 09:00Decide',
      '11 orders are pendingOpen orders',
      '2 tickets without an answersince 10 Nov 2026, 09:00Answer them',
    ]);
    expect(card.getByRole('link', { name: 'Decide' })).toHaveAttribute('href', '/dashboard/store/payments');
  });

  it('has revenue by month and version, and what became of trials', async () => {
    open();
    const revenue = await region('Revenue by month');
    await user.click(revenue.getByRole('button', { name: 'Show as table' }));
    expect(revenue.getByRole('row', { name: 'Nov 2026 KES 45,000 KES 120,000' })).toBeInTheDocument();
    const trials = await region('Trials');
    expect(trials.getByRole('row', { name: /Bought a plan.*3/ })).toBeInTheDocument();
    expect(trials.getByText('75% of the trials of the last 90 days became a subscription.')).toBeInTheDocument();
  });

  it('lists subscriptions that end and schools that went quiet', async () => {
    open();
    expect((await region('Subscriptions ending soon')).getByRole('listitem')).toHaveTextContent('Hill SchoolGold30 Nov');
    const quiet = await region('Schools that went quiet');
    expect(quiet.getByRole('listitem')).toHaveTextContent('Lake SchoolLast sign-innever');
    expect(quiet.getByRole('link', { name: 'Lake School' })).toHaveAttribute('href', '/dashboard/schools/h2');
  });

  it('says so where nothing waits, was sold or ends', async () => {
    open({ attention: [], revenue: [], trials: { running: 0, bought: 0, left: 0 }, ending: [], quiet: [] });
    expect((await region('Needs attention')).getByText('Nothing fails and nothing waits.')).toBeInTheDocument();
    expect((await region('Revenue by month')).getByText('Nothing was sold in the last twelve months.')).toBeInTheDocument();
    expect((await region('Trials')).getByText(/No trial runs/)).toBeInTheDocument();
    expect((await region('Subscriptions ending soon')).getByText(/No subscription ends/)).toBeInTheDocument();
    expect((await region('Schools that went quiet')).getByText(/^Every school older than two weeks/)).toBeInTheDocument();
  });
});
