// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';

configure({ asyncUtilTimeout: 8_000 });
const user = userEvent.setup();
afterEach(cleanup);

type Answer = { status?: number; body: unknown; total?: number };
function open(path: string, answers: Record<string, Answer>) {
  const database = fakeDb(({ path: asked }) => {
    const answer = answers[asked];
    if (!answer) throw new Error(`The test expected no request for ${asked}.`);
    return answer;
  });
  return { ...database, ...renderRoute(<App />, { path, session: signedInAs('super_admin'), db: database.db }) };
}

describe('the activity log', () => {
  const entry = {
    id: 7,
    at: '2026-11-20T09:00:00Z',
    actor: 'Joseph Mwangi',
    actor_email: 'admin@x.test',
    school: 'Greenfield',
    school_id: 'h1',
    action: 'update',
    entity: 'users',
    entity_id: 'u1',
    before: { role: 'staff' },
    after: { role: 'teacher' },
  };

  it('says who changed what, and is narrowed on the server', async () => {
    const { sent } = open('/dashboard/users/audit', { audit_entries: { body: [entry], total: 1 } });
    expect(
      await screen.findByRole('row', { name: /Joseph Mwangi.*Changed accounts.*role: staff to teacher.*Greenfield/ }),
    ).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('About'), 'Fee payments');
    await waitFor(() => expect(sent.at(-1)?.query.get('entity')).toBe('eq.fee_payments'));
  });
});

describe('analytics', () => {
  it('compare the month with the one before and have every figure as a table', async () => {
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
    expect(await screen.findByText('1 more than at the end of the month before')).toBeInTheDocument();
    expect(screen.getByText('10 fewer than at the end of the month before')).toBeInTheDocument();
    const revenue = screen.getByRole('region', { name: 'Revenue by month' });
    await user.click(within(revenue).getByRole('button', { name: 'Show as table' }));
    expect(within(revenue).getByRole('row', { name: /Nov 2026.*70,000/ })).toBeInTheDocument();
  });
});

describe('a ticket', () => {
  const ticket = {
    id: 't1',
    ticket_number: 'SUP-1',
    subject: 'Help',
    sender_name: 'Asha',
    sender_email: 'a@x.test',
    support_type: 'Other',
    priority: 'low',
    status: 'open',
    created_at: '2026-11-20T09:00:00Z',
    assigned_to: null,
    agent: null,
  };
  const answers = (asked: 'one' | 'list'): Answer =>
    asked === 'list'
      ? { body: [ticket], total: 1 }
      : {
          body: {
            ...ticket,
            message: 'It does not open.',
            schools: null,
            ticket_replies: [{ id: 'r1', author_name: 'Ann', body: 'Try again.', is_internal: false, created_at: '2026-11-20T10:00:00Z' }],
          },
        };

  it('shows its answers with their mails and what was done, and is given to somebody', async () => {
    const database = fakeDb(({ path, query, method }) => {
      if (path === 'support_tickets' && method === 'PATCH') return { body: { id: 't1' } };
      if (path === 'support_tickets') return answers(query.has('id') ? 'one' : 'list');
      if (path === 'super_admins') return { body: [{ id: 'u9', users: { first_name: 'Ann', last_name: 'Agent', email: 'ann@x.test' } }] };
      if (path === 'audit_entries')
        return {
          body: [
            { id: 3, at: '2026-11-20T11:00:00Z', actor: 'Ann Agent', after: { status: 'waiting' } },
            { id: 4, at: '2026-11-20T11:00:01Z', actor: null, after: { first_reply_at: 'x' } },
          ],
        };
      if (path === 'mail_outbox') return { body: [{ idempotency_key: 'ticket-reply/r1', status: 'failed' }] };
      throw new Error(`The test expected no request for ${path}.`);
    });
    renderRoute(<App />, { path: '/dashboard/support', session: signedInAs('super_admin'), db: database.db });
    await user.click(await screen.findByRole('button', { name: 'Open SUP-1' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText(/The mail could not be sent/)).toBeInTheDocument();
    expect(within(dialog).getByText(/Ann Agent set it to waiting/)).toBeInTheDocument();
    await within(dialog).findByRole('option', { name: 'Ann Agent' });
    await user.selectOptions(within(dialog).getByLabelText('Assigned to'), 'Ann Agent');
    await waitFor(() => expect(database.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ assigned_to: 'u9' }));
  });
});

describe('settings', () => {
  it('tell how mails and payments are doing, send given-up mails again, and close a part', async () => {
    const { sent } = open('/dashboard/settings', {
      settings: { status: 400, body: { code: 'P0001', message: 'Not asked for here.' } },
      'rpc/service_status': {
        body: {
          mail: { waiting: 1, failed: 2, oldest_waiting: null, last_sent: null, last_error: 'refused' },
          payments: [{ method: 'mpesa', reported_at: '2026-11-20T09:00:00Z' }],
          last_payment: null,
          open_attempts: 0,
          rate_at: null,
        },
      },
      'rpc/retry_mails': { body: 2 },
      'rpc/set_feature': { status: 204, body: null },
      features: {
        body: [
          {
            name: 'checkout',
            label: 'Orders in the store',
            closed_message: 'The store is closed.',
            is_on: true,
            changed_at: '2026-11-20T09:00:00Z',
          },
        ],
      },
    });
    expect(await screen.findByText('Needs a look')).toBeInTheDocument();
    expect(screen.getByText('M-Pesa is configured')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send them again' }));
    await user.click(screen.getByLabelText('Orders in the store'));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/set_feature')?.body).toEqual({ feature: 'checkout', is_on: false }));
    expect(sent.some(({ path }) => path === 'rpc/retry_mails')).toBe(true);
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
          },
        };
      throw new Error(`The test expected no request for ${path}.`);
    });
    renderRoute(<App />, { path: '/dashboard/super-admin', session: signedInAs('super_admin'), db });
    return screen.findByRole('region', { name: 'Needs you' });
  };

  it('names what waits for a super admin, with the way to it', async () => {
    const card = within(await openOverview(4, 3));
    expect(await card.findByRole('link', { name: 'tickets nobody has begun' })).toHaveAttribute('href', '/dashboard/support?status=open');
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '3tickets nobody has begun',
      '1school in its days of grace',
      '4mails that could not be sent',
    ]);
  });

  it('says so when nothing does', async () => {
    expect(await within(await openOverview(0, 0)).findByText(/Nothing waits for you/)).toBeInTheDocument();
  });
});
