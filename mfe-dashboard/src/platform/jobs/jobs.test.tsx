// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectListStates, fakeDb, renderRoute, respondWith, signedInAs, tellChange, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const job = {
  id: 'j1',
  kind: 'school-export',
  subject: 'x1',
  state: 'running',
  done: 40,
  total: 100,
  reason: null,
  failures: 0,
  due_at: '2026-11-20T08:00:00Z',
  created_at: '2026-11-20T07:59:00Z',
  finished_at: null,
  school: { name: 'Greenfield' },
  person: { first_name: 'Jane', last_name: 'Njeri' },
};
const failing = {
  ...job,
  id: 'j2',
  kind: 'library-reminders',
  failures: 2,
  total: null,
  reason: 'The disk is full',
  school: null,
  person: null,
};
const figures = { waiting: 12, running: 2, failing: 1, oldest_waiting: null, workers: 1, worker_seen_at: '2026-11-20T08:00:00Z' };

function open(
  list: () => FakeResponse | Promise<FakeResponse> = () => ({ body: [job, failing], total: 2 }),
  counted: () => FakeResponse = () => ({ body: figures }),
  more: Record<string, FakeResponse> = {},
) {
  const database = fakeDb(
    respondWith({
      jobs: list,
      'rpc/job_figures': counted,
      'rpc/cancel_job': { status: 204, body: null },
      'rpc/retry_job': { status: 204, body: null },
      ...more,
    }),
  );
  renderRoute(<App />, { path: '/dashboard/super-admin/jobs', session: signedInAs('super_admin'), db: database.db });
  return database;
}

describe('the jobs', () => {
  it('show their pending, error and empty states', () => expectListStates(open, { table: 'Jobs', empty: 'No jobs' }));

  it('are named with who started them, how far they are and why they fail', async () => {
    open();
    expect(await screen.findByRole('row', { name: /School export.*Jane Njeri · Greenfield.*In progress.*40 of 100/ })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /Library reminders.*By itself.*Tried again.*The disk is full/ })).toBeInTheDocument();
    expect(await screen.findByText('12 waiting, 2 in progress, 1 tried again.')).toBeInTheDocument();
  });

  it('say which class report cards are for', async () => {
    const cards = { ...job, id: 'j3', kind: 'class-report-cards', subject: 't1/c1', state: 'failed', reason: 'The disk is full' };
    open(() => ({ body: [cards], total: 1 }), undefined, { classes: { body: [{ id: 'c1', name: 'Form 1 East' }] } });
    expect(await screen.findByRole('row', { name: /Report cards of a class · Form 1 East.*Failed.*The disk is full/ })).toBeInTheDocument();
  });

  it('are cancelled and tried again', async () => {
    const { sent } = open();
    const row = within(await screen.findByRole('row', { name: /Library reminders/ }));
    await user.click(row.getByRole('button', { name: /^Try again/ }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/retry_job')?.body).toEqual({ job: 'j2' }));
    await user.click(row.getByRole('button', { name: /^Cancel/ }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/cancel_job')?.body).toEqual({ job: 'j2' }));
  });

  it('ask nothing by themselves, and say that the worker is gone when the stream tells of it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let now: object = figures;
    const { sent } = open(undefined, () => ({ body: now }));
    expect(await screen.findByText(/12 waiting/)).toBeInTheDocument();
    const requests = sent.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toHaveLength(requests);
    now = { ...figures, workers: 0 };
    await tellChange('jobs');
    expect(await screen.findByText(/No worker has been seen since/)).toBeInTheDocument();
    vi.useRealTimers();
  });

  it('say that they wait where no worker is', async () => {
    open(undefined, () => ({ body: { ...figures, workers: 0, worker_seen_at: null } }));
    expect(await screen.findByText(/No worker has been started/)).toBeInTheDocument();
  });
});
