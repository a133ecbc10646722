// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { expectListStates, fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const exit = {
  id: 'e1',
  school: 'Greenfield',
  ended_on: '2026-09-01',
  closes_on: '2026-10-02',
  deletes_on: '2026-12-01',
  closed_at: '2026-10-02T00:10:00Z',
  returned_at: null,
  deleted_at: null,
  stopped_at: null,
  stop_reason: null,
  held_by: null,
  counts: null,
};
const stopped = { ...exit, id: 'e2', school: 'Lakeside', stopped_at: '2026-11-01T08:00:00Z', stop_reason: 'A claim in court' };

function open(list: () => FakeResponse | Promise<FakeResponse> = () => ({ body: [exit, stopped], total: 2 })) {
  const database = fakeDb(
    respondWith({
      school_exits: list,
      'rpc/stop_school_exit': { status: 204, body: null },
      'rpc/resume_school_exit': { status: 204, body: null },
    }),
  );
  renderRoute(<App />, { path: '/dashboard/subscriptions/exits', session: signedInAs('super_admin'), db: database.db });
  return database;
}

describe('the leaving schools', () => {
  it('show their pending, error and empty states', () =>
    expectListStates(open, { table: 'School closures', empty: 'No schools are closing' }));

  it('are stopped with a reason', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Pause the closure of Greenfield' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Pause' }));
    expect(await dialog.findByText('Say why you are pausing it')).toBeInTheDocument();
    await user.type(dialog.getByLabelText(/^Reason/), 'They pay tomorrow');
    await user.click(dialog.getByRole('button', { name: 'Pause' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/stop_school_exit')?.body).toEqual({ exit_id: 'e1', reason: 'They pay tomorrow' }),
    );
  });

  it('say why one is kept after its day', async () => {
    open(() => ({ body: [{ ...exit, closed_at: '2026-10-01T08:00:00Z', held_by: 'refund' }], total: 1 }));
    expect(await screen.findByRole('row', { name: /Greenfield.*Closed.*Kept: a refund is owed/ })).toBeInTheDocument();
  });

  it('say why one is stopped, and resume it', async () => {
    const { sent } = open();
    expect(await screen.findByRole('row', { name: /Lakeside.*Paused.*A claim in court/ })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Resume the closure of Lakeside' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/resume_school_exit')?.body).toEqual({ exit_id: 'e2' }));
  });

  it('are those still leaving, until all are asked for', async () => {
    const { sent } = open();
    await screen.findByRole('row', { name: /Greenfield/ });
    expect(sent.at(-1)?.query.get('deleted_at')).toBe('is.null');
    await user.selectOptions(screen.getByLabelText('Show'), 'all');
    await waitFor(() => expect(sent.at(-1)?.query.has('deleted_at')).toBe(false));
  });
});
