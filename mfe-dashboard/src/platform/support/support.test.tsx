// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { expectListStates, fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

describe('the tickets', () => {
  const open = (list: () => FakeResponse | Promise<FakeResponse>) => {
    const { db } = fakeDb(respondWith({ support_tickets: list, super_admins: { body: [] } }));
    renderRoute(<App />, { path: '/dashboard/support', session: signedInAs('super_admin'), db });
  };
  it('show their pending, error and empty states', () => expectListStates(open, { table: 'Support', empty: 'No tickets yet' }));
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
  const responseOf = (kind: 'one' | 'list'): FakeResponse =>
    kind === 'list'
      ? { body: [ticket], total: 1 }
      : {
          body: {
            ...ticket,
            message: 'It does not open.',
            schools: null,
            ticket_replies: [{ id: 'r1', author_name: 'Ann', body: 'Try again.', is_internal: false, created_at: '2026-11-20T10:00:00Z' }],
          },
        };

  it('shows replies, their emails and changes, and is assigned', async () => {
    const database = fakeDb(({ path, query, method }) => {
      if (path === 'support_tickets' && method === 'PATCH') return { body: { id: 't1' } };
      if (path === 'support_tickets') return responseOf(query.has('id') ? 'one' : 'list');
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
    expect(await within(dialog).findByText(/The email could not be sent/)).toBeInTheDocument();
    expect(within(dialog).getByText(/Ann Agent changed the status to Waiting/)).toBeInTheDocument();
    await within(dialog).findByRole('option', { name: 'Ann Agent' });
    await user.selectOptions(within(dialog).getByLabelText('Assigned to'), 'Ann Agent');
    await waitFor(() => expect(database.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ assigned_to: 'u9' }));
  });
});
