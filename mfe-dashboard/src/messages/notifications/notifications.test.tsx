// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { expectListStates, fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const notification = {
  id: 'n1',
  title: 'A mark in Biology',
  body: 'CAT 1: 17 of 20',
  link: '/dashboard',
  read_at: null as string | null,
  created_at: '2026-11-20T08:00:00Z',
};

function open(list: () => FakeResponse | Promise<FakeResponse> = () => ({ body: [notification], total: 1 })) {
  const database = fakeDb(respondWith({ notifications: list, 'rpc/mark_notifications_read': { body: 1 } }));
  renderRoute(<App />, { path: '/dashboard/notifications', session: signedInAs('parent', { schoolId: 'h1' }), db: database.db });
  return database;
}

describe('the notifications', () => {
  it('show their pending, error and empty states', () => expectListStates(open, { table: 'Notifications', empty: 'No notifications yet' }));

  it('lead to what they are about, and are marked as read', async () => {
    let isRead = false;
    const { sent } = open(() => ({ body: [{ ...notification, read_at: isRead ? '2026-11-20T09:00:00Z' : null }], total: 1 }));
    expect(await screen.findByRole('link', { name: 'A mark in Biology' })).toHaveAttribute('href', '/dashboard');
    isRead = true;
    await user.click(screen.getByRole('button', { name: 'Mark as read: A mark in Biology' }));
    expect(await screen.findByRole('row', { name: /A mark in Biology.*Read/ })).toBeInTheDocument();
    expect(sent.find(({ path }) => path === 'rpc/mark_notifications_read')?.body).toEqual({ notification_id: 'n1' });
    expect(screen.queryByRole('button', { name: 'Mark as read: A mark in Biology' })).toBeNull();
  });

  it('are all marked as read at once', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/mark_notifications_read')?.body).toEqual({}));
  });
});
