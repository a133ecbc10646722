// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, refused, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

function open(path: string, responses: Record<string, FakeResponse>) {
  const { db } = fakeDb(respondWith(responses));
  renderRoute(<App />, { path, session: signedInAs('super_admin'), db });
}

describe('analytics', () => {
  it('offer to read the trends again after an error', async () => {
    open('/dashboard/analytics', { 'rpc/platform_trends': refused, 'rpc/platform_analytics': refused });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  });

  it('compare the month with the previous one and show every figure as a table', async () => {
    const months = [
      { start: '2026-10-01', schools: 2, students: 300, accounts: 8, orders: 10, revenue: 50_000, tickets: 1 },
      { start: '2026-11-01', schools: 3, students: 290, accounts: 8, orders: 12, revenue: 70_000, tickets: 0 },
    ];
    open('/dashboard/analytics', {
      'rpc/platform_trends': { body: { months, days: [{ day: '2026-11-21', visits: 5, sign_ins: 2, changes: 9 }] } },
      'rpc/platform_analytics': {
        body: {
          schools: 3,
          students: 290,
          sign_ins_30d: 2,
          schools_by_kind: { primary: 3 },
          users_by_role: { admin: 8 },
          subscriptions_by_status: null,
          visits: [],
        },
      },
    });
    expect(await screen.findByText('+1 since last month')).toBeInTheDocument();
    expect(screen.getByText('−10 since last month')).toBeInTheDocument();
    const revenue = screen.getByRole('region', { name: 'Revenue by month' });
    await user.click(within(revenue).getByRole('button', { name: 'Show as table' }));
    expect(within(revenue).getByRole('row', { name: /Nov 2026.*70,000/ })).toBeInTheDocument();
  });
});

describe('the overview', () => {
  const openOverview = (failedMails: number, openTickets: number) => {
    const { db } = fakeDb(({ path, query }) => {
      if (path === 'rpc/platform_analytics')
        return {
          body: {
            schools: 2,
            students: 240,
            sign_ins_30d: 5,
            schools_by_kind: null,
            users_by_role: { admin: 2 },
            subscriptions_by_status: { active: 2 },
            visits: [],
          },
        };
      if (path === 'rpc/order_summary')
        return {
          body: { total_orders: 9, total_revenue: 900, paid_revenue: 100, completed_orders: 1, pending_orders: openTickets > 0 ? 11 : 0 },
        };
      if (path === 'support_tickets') return { body: [], total: openTickets };
      if (path === 'subscription_overview') return { body: [], total: query.get('status') === 'eq.grace' && openTickets > 0 ? 1 : 0 };
      if (path === 'rpc/service_status')
        return {
          body: {
            mail: { waiting: 0, failed: failedMails, oldest_waiting: null, last_sent: null, last_error: null },
            payments: [],
            last_payment: null,
            open_attempts: 0,
            rate_at: null,
            mail_budgets: [],
            mail_networks: 0,
            failing_jobs: [],
          },
        };
      throw new Error(`The test expected no request for ${path}.`);
    });
    renderRoute(<App />, { path: '/dashboard/super-admin', session: signedInAs('super_admin'), db });
    return screen.findByRole('region', { name: 'Needs attention' });
  };

  it('lists what needs a super admin, with links', async () => {
    const card = within(await openOverview(4, 3));
    expect(await card.findByRole('link', { name: 'open tickets' })).toHaveAttribute('href', '/dashboard/support?status=open');
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '3open tickets',
      '11orders awaiting payment',
      '1school in its grace period',
      '4emails that could not be sent',
    ]);
  });

  it('shows an empty state', async () => {
    expect(await within(await openOverview(0, 0)).findByText(/Nothing needs attention/)).toBeInTheDocument();
  });
});
