// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Permission } from '@masomo/domain/permissions';
import { fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../App.tsx';
import { HomeCard } from '../slots/HomeCard.tsx';

const home = '/dashboard/addons/biometrics';
const user = userEvent.setup();
afterEach(cleanup);

const reader = {
  id: 'r1',
  name: 'Main gate',
  serial: 'MSM2026000417',
  state: 'approved',
  network: '41.90.64.12',
  host_key: null,
  zone_in_minutes: false,
  called_at: '2026-11-01T05:00:00Z',
  called_from: '41.90.64.12',
  seen_at: '2026-11-20T05:00:00Z',
  stranger_at: null,
  stranger_from: null,
  clock: 'right',
  drift: null,
  is_silent: false,
  today: 12,
  waiting: 3,
  total: 1,
};
function open(
  path: string,
  answers: Record<string, FakeResponse>,
  permissions: Permission[] = ['reader:number', 'reader:connect', 'school:run'],
) {
  const { db, sent } = fakeDb((request) => answers[request.path] ?? { body: [] });
  renderRoute(<App />, { path, db, session: signedInAs('admin', { features: { 'addon:biometrics': 'on' }, permissions }) });
  return sent;
}

describe('the home screen', () => {
  it('counts what readers sent and what waits, from the first of them on', async () => {
    const { db, sent } = fakeDb(() => ({ body: [reader, { ...reader, id: 'r2', name: 'Dormitory', is_silent: true }] }));
    renderRoute(<HomeCard />, { path: '/dashboard', db, session: signedInAs('admin') });
    expect(await screen.findByText('24 readings today, 6 wait.')).toBeVisible();
    expect(screen.getByText('Silent: Dormitory')).toBeVisible();
    expect(sent[0]?.query.get('offset') ?? '0').toBe('0');
  });
});

describe('readers', () => {
  it('are listed with how they are', async () => {
    open(home, {
      'rpc/reader_list': {
        body: [
          { ...reader, is_silent: true, clock: 'slow', drift: -2400, total: 2 },
          { ...reader, id: 'r2', name: 'Dormitory', state: 'waiting', total: 2 },
        ],
      },
    });
    const gate = await screen.findByRole('row', { name: /Main gate/ });
    expect(within(gate).getByText('Silent')).toBeVisible();
    expect(within(gate).getByText('Clock 40 min slow')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Approve Dormitory' })).toBeVisible();
  });

  it('are connected by administrators only', async () => {
    open(home, { 'rpc/reader_list': { body: [reader] } }, ['reader:number']);
    await screen.findByRole('row', { name: /Main gate/ });
    expect(screen.queryByRole('button', { name: 'Add a reader' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Stop Main gate' })).toBeNull();
  });

  it('are approved by the address that they called from', async () => {
    const requests = open(home, { 'rpc/reader_list': { body: [{ ...reader, state: 'waiting', network: null }] } });
    await user.click(await screen.findByRole('button', { name: 'Approve Main gate' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText('Addresses that it calls from')).toHaveValue('41.90.64.12');
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await waitFor(() =>
      expect(requests.find(({ path: asked }) => asked === 'rpc/approve_reader')?.body).toEqual({
        reader_id: 'r1',
        network: '41.90.64.12',
        by_host: false,
        zone_in_minutes: false,
      }),
    );
  });
});

describe('what waits', () => {
  it('is decided about by saying which time counts', async () => {
    const requests = open(`${home}/waiting`, {
      reader_lines: {
        body: [
          {
            id: 'l1',
            number: '1042',
            read_at: '2026-11-20T08:29:55Z',
            received_at: '2026-11-20T05:30:00Z',
            raw: '1042',
            readers: { name: 'Main gate' },
          },
        ],
        total: 1,
      },
      'rpc/settle_reader_lines': { body: 1 },
    });
    await user.click(await screen.findByText('Wrong clock'));
    await user.click(await screen.findByRole('button', { name: 'Count the time at which the reading of 1042 came' }));
    await waitFor(() =>
      expect(requests.find(({ path: asked }) => asked === 'rpc/settle_reader_lines')?.body).toEqual({ line_ids: ['l1'], how: 'received' }),
    );
  });
});

it.each([
  ['', 'No reader is connected yet'],
  ['/numbers', 'Nobody has a number yet'],
  ['/waiting', 'Every number is known'],
  ['/compound', 'No boarder is on the compound'],
])('says at %s what to do first', async (path, title) => {
  open(`${home}${path}`, {});
  expect(await screen.findByText(title)).toBeVisible();
});
