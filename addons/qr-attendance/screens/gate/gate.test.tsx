// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GateScan } from '../../data/qrAttendance.ts';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';

// Test files that ran in this process before are no tabs of this one.
vi.hoisted(() => void Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

const home = '/dashboard/addons/qr-attendance';
const user = userEvent.setup();
const code = 'A'.repeat(32);
const amani = {
  card_id: 'k1',
  code: null,
  digest: createHash('sha256').update(code).digest('hex'),
  kind: 'student',
  name: 'Amani Otieno',
  number: 'GA/1',
  group: 'Form 3 East',
};
const day = { day: '2026-11-24', cards: 1, in: 0, late: 0, out: 0, staff: 0, contradicting: [] };
afterEach(cleanup);

const seen = {
  id: 'g1',
  seen_at: '2026-11-21T04:05:00Z',
  direction: 'in',
  outcome: 'staff',
  name: 'Joseph Mwangi',
  number: 'S-001',
  group: 'Principal',
  total: 1,
};

type Options = {
  path?: string;
  state?: 'on' | 'read-only';
  cards?: number;
  isReachable?: () => boolean;
  refusal?: string;
  outcome?: string;
};
function open({ path = '', state = 'on', cards = 1, isReachable = () => true, refusal, outcome = 'late' }: Options = {}) {
  const { db, sent } = fakeDb((request) => {
    if (request.path === 'rpc/gate_roster') return { body: cards > 0 ? [amani] : [] };
    if (request.path === 'rpc/gate_day') return { body: { ...day, cards } };
    if (request.path === 'rpc/gate_log') return { body: [seen] };
    if (request.path === 'rpc/gate_missing_list')
      return {
        body: [{ student_id: 's1', name: 'Baraka Mwangi', admission_number: 'GA/2', class_name: 'Form 3 East', status: null, total: 1 }],
      };
    if (request.path === 'classes') return { body: [{ id: 'c1', name: 'Form 3 East' }] };
    if (request.path === 'rpc/record_sightings') {
      if (!isReachable()) return { status: 503, body: { message: 'gone' } };
      if (refusal) return { status: 403, body: { code: '42501', message: refusal, hint: 'addon.expired' } };
      return { body: (request.body as { scans: GateScan[] }).scans.map(({ id }) => ({ id, outcome })) };
    }
    return { body: [] };
  });
  // Every test is another person: what a device keeps belongs to one.
  const session = signedInAs('staff', { id: crypto.randomUUID(), schoolId: 'h1', features: { 'addon:qr-attendance': state } });
  renderRoute(<App />, { path: home + path, session, db });
  return {
    sent,
    scans: () => sent.filter((request) => request.path === 'rpc/record_sightings').map(({ body }) => (body as { scans: GateScan[] }).scans),
  };
}
async function type(number: string): Promise<void> {
  await user.type(await screen.findByLabelText('Admission or staff number'), `${number}{Enter}`);
}
const scanned = async () => within(await screen.findByRole('list', { name: 'Scans on this device' }));

describe('scanning', () => {
  it('sends who was scanned and shows what the register says', async () => {
    const { scans } = open({ path: '/scan' });
    await screen.findByText('Everything is sent.');
    await type('ga/1');
    expect(await (await scanned()).findByText('Late')).toBeInTheDocument();
    expect(scans()).toEqual([[expect.objectContaining({ code: 'GA/1', direction: 'in' })]]);
  });

  it('names the holder of a card by the digest of its code, which is all that a teacher’s device knows', async () => {
    open({ path: '/scan' });
    await screen.findByText('Everything is sent.');
    await type(code);
    expect(await (await scanned()).findByText('Amani Otieno')).toBeInTheDocument();
    expect(await (await scanned()).findByText('Late')).toBeInTheDocument();
  });

  it('keeps scans while the server cannot be reached, and sends them once it can', async () => {
    let isReachable = false;
    const { scans } = open({ path: '/scan', isReachable: () => isReachable });
    await type('GA/1');
    expect(await screen.findByText(/^1 scan waits on this device/)).toBeInTheDocument();
    expect((await scanned()).getByText('Not sent yet')).toBeInTheDocument();
    // Once in the list, and once below the camera, where a phone shows it.
    expect(screen.getAllByText('Not sent yet')).toHaveLength(2);
    const [first] = scans();
    isReachable = true;
    window.dispatchEvent(new Event('online'));
    expect(await (await scanned()).findByText('Late')).toBeInTheDocument();
    expect(scans().at(-1)).toEqual(first);
  });

  it('says that an unknown number was not recorded, instead of when it came in', async () => {
    open({ path: '/scan', outcome: 'unknown' });
    await type('GA/999');
    const list = await scanned();
    expect(await list.findByText(/^not recorded, tried at /)).toBeInTheDocument();
    expect(list.queryByText(/in at/)).toBeNull();
  });

  it('counts a card once while it is held up', async () => {
    const { scans } = open({ path: '/scan' });
    await type('GA/1');
    await type('GA/1');
    await (await scanned()).findByText('Late');
    expect(scans().flat()).toHaveLength(1);
  });

  it('says why the server takes no scans, and keeps them', async () => {
    open({ path: '/scan', refusal: 'The licence of this add-on has expired.' });
    await type('GA/1');
    expect(await screen.findByText(/^The scans were not accepted: The licence/)).toBeInTheDocument();
    expect((await scanned()).getByText('Not sent yet')).toBeInTheDocument();
  });

  it('is not offered after the licence ended', async () => {
    open({ path: '/scan', state: 'read-only' });
    expect(await screen.findByText(/^The licence for this add-on has expired/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Admission or staff number')).toBeNull();
  });
});

it('teaches what to do first while nobody has a card', async () => {
  open({ cards: 0 });
  expect(await screen.findByText('Start with the cards')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Issue cards' })).toHaveAttribute('href', `${home}/cards`);
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});

it('shows the scans of staff alone', async () => {
  const { sent } = open();
  await user.selectOptions(await screen.findByLabelText('Show'), 'Staff');
  await waitFor(() =>
    expect(
      sent
        .filter(({ path }) => path === 'rpc/gate_log')
        .at(-1)
        ?.query.get('people'),
    ).toBe('staff'),
  );
  expect(await screen.findByRole('row', { name: /Joseph Mwangi.*S-001.*Principal/ })).toBeVisible();
});

it('lists who was not seen, beside the register', async () => {
  open({ path: '/missing' });
  const row = within(await screen.findByRole('row', { name: /Baraka Mwangi/ }));
  expect(row.getByRole('link', { name: 'Baraka Mwangi' })).toHaveAttribute('href', '/dashboard/students/s1');
  expect(row.getByText('Not taken yet')).toBeInTheDocument();
});
