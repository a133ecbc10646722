// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { expectListStates, fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../App.tsx';
import { parseShillings } from './shared/money.ts';

const home = '/dashboard/addons/quick-fees';
const user = userEvent.setup();
afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

const payer = { id: 's1', name: 'Tumaini Wanjala', admission_number: 'GA/1', class_name: 'Form 3 East', balance: 13_000 };
const accounts: Record<string, object> = {
  s1: {
    ...payer,
    fees: [{ name: 'Tuition', due_on: '2026-01-10', amount: 13_000 }],
    siblings: [{ id: 's2', name: 'Neema Wanjala', balance: 8_000 }],
  },
  s2: { ...payer, id: 's2', name: 'Neema Wanjala', balance: 8_000, fees: [], siblings: [] },
};
type Sent = {
  receipt_id: string;
  payments: { student_id: string; amount: number }[];
  method: string;
  reference?: string;
  received?: number;
  is_repeat: boolean;
};
const receiptOf = ({ receipt_id, payments, method, received }: Sent) => ({
  id: receipt_id,
  receipt_number: 'RCT-00007',
  method,
  reference: null,
  amount: payments.reduce((sum, { amount }) => sum + amount, 0),
  received: received ?? null,
  paid_on: '2026-11-24',
  recorded_at: '2026-11-24T08:00:00Z',
  cashier: 'Daniel Kiprotich',
  school: {
    name: 'Greenfield Academy',
    email: null,
    phone: null,
    address: '',
    motto: null,
    time_zone: 'Africa/Nairobi',
    payment_instructions: null,
    look: null,
  },
  students: payments.map(({ student_id, amount }) => ({
    ...accounts[student_id],
    payment_id: `p-${student_id}`,
    amount,
    is_reversed: false,
    lines: [{ name: 'Tuition', amount }],
  })),
});

type Options = {
  path?: string;
  state?: 'on' | 'read-only';
  take?: (sent: Sent) => FakeResponse;
  list?: () => FakeResponse | Promise<FakeResponse>;
};
function open({ path = '', state = 'on', take = (sent) => ({ body: receiptOf(sent) }), list = () => ({ body: [] }) }: Options = {}) {
  const { db, sent } = fakeDb((request) => {
    if (request.path === 'rpc/find_fee_payers') return { body: [payer] };
    if (request.path === 'rpc/fee_payer_accounts')
      return { body: (request.body as { student_ids: string[] }).student_ids.map((id) => accounts[id]) };
    if (request.path === 'rpc/take_quick_payment') return take(request.body as Sent);
    if (request.path === 'rpc/quick_receipt_list') return list();
    return { body: [] };
  });
  const session = signedInAs('staff', { id: 'u1', schoolId: 'h1', features: { 'addon:quick-fees': state } });
  renderRoute(<App />, { path: home + path, session, db });
  return { taken: () => sent.filter((request) => request.path === 'rpc/take_quick_payment').map(({ body }) => body as Sent) };
}
const search = () => screen.findByLabelText('Name or admission number');
const refusedWith = (hint: string, message: string, code = 'PT409'): FakeResponse => ({ status: 409, body: { code, message, hint } });

describe('the window', () => {
  it('is worked by the keyboard alone, from the name to the next one in the queue', async () => {
    const { taken } = open();
    await user.type(await search(), 'ga/1{Enter}');
    const amount = await screen.findByLabelText('Amount for Tumaini Wanjala');
    expect(amount).toHaveValue('13000');
    await user.click(screen.getByRole('radio', { name: 'Cash' }));
    await user.click(await search());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(amount).toHaveFocus());
    await user.keyboard('{Control>}a{/Control}4,500{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Cash received')).toHaveFocus());
    await user.keyboard('5000');
    expect(screen.getByText('Change: KES 500')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    const receipt = within(await screen.findByRole('region', { name: 'Receipt RCT-00007' }));
    expect(taken()).toEqual([
      expect.objectContaining({ payments: [{ student_id: 's1', amount: 4_500 }], method: 'cash', received: 5_000, is_repeat: false }),
    ]);
    expect(receipt.getByRole('button', { name: 'Next' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Name or admission number')).toHaveFocus());
    expect(screen.queryByLabelText('Amount for Tumaini Wanjala')).toBeNull();
  });

  it('adds the children of the same guardian to one receipt', async () => {
    const { taken } = open();
    await user.type(await search(), 'tum{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Add Neema Wanjala' }));
    expect(await screen.findByLabelText('Amount for Neema Wanjala')).toHaveValue('8000');
    await user.type(screen.getByLabelText(/^M-Pesa receipt code/), 'SKL7X2M9QP');
    await user.click(screen.getByRole('button', { name: 'Record KES 21,000' }));
    await screen.findByRole('region', { name: 'Receipt RCT-00007' });
    expect(taken()[0]).toMatchObject({ payments: [{ student_id: 's1' }, { student_id: 's2' }], method: 'mpesa', reference: 'SKL7X2M9QP' });
  });

  it('sends the same receipt again after a failure, and starts a new one only after a success', async () => {
    let isReachable = false;
    const { taken } = open({ take: (sent) => (isReachable ? { body: receiptOf(sent) } : { status: 503, body: { message: 'gone' } }) });
    await user.type(await search(), 'tum{Enter}');
    await user.click(await screen.findByRole('radio', { name: 'Cash' }));
    await screen.findByLabelText('Amount for Tumaini Wanjala');
    await user.click(screen.getByRole('button', { name: 'Record KES 13,000' }));
    expect(await screen.findByText(/^No answer came, so it is not known/)).toBeInTheDocument();
    isReachable = true;
    await user.click(screen.getByRole('button', { name: 'Record KES 13,000' }));
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.type(await search(), 'tum{Enter}');
    await screen.findByLabelText('Amount for Tumaini Wanjala');
    await user.click(screen.getByRole('radio', { name: 'Cash' }));
    await user.click(screen.getByRole('button', { name: 'Record KES 13,000' }));
    await screen.findByRole('region', { name: 'Receipt RCT-00007' });
    const receipts = taken().map(({ receipt_id }) => receipt_id);
    // However often the first was sent, it was the same one.
    expect(receipts.length).toBeGreaterThan(2);
    expect(new Set(receipts.slice(0, -1)).size).toBe(1);
    expect(receipts.at(-1)).not.toBe(receipts[0]);
  });

  it('shows the same draft in every tab, and empties it in all of them when one has recorded it', async () => {
    open();
    await user.type(await search(), 'tum{Enter}');
    await screen.findByLabelText('Amount for Tumaini Wanjala');
    const key = 'masomo-personal:addon:quick-fees/draft';
    const other = { ...JSON.parse(window.localStorage.getItem(key) ?? '{}'), id: 'next', lines: [] };
    window.localStorage.setItem(key, JSON.stringify(other));
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: JSON.stringify(other) }));
    await waitFor(() => expect(screen.queryByLabelText('Amount for Tumaini Wanjala')).toBeNull());
  });

  it('asks before it records the same cash a second time', async () => {
    const { taken } = open({
      take: (sent) => (sent.is_repeat ? { body: receiptOf(sent) } : refusedWith('quick_fees.repeat', 'The same was paid a moment ago.')),
    });
    await user.type(await search(), 'tum{Enter}');
    await screen.findByLabelText('Amount for Tumaini Wanjala');
    await user.click(screen.getByRole('radio', { name: 'Cash' }));
    await user.click(screen.getByRole('button', { name: 'Record KES 13,000' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Record it: it was paid twice' }));
    await screen.findByRole('region', { name: 'Receipt RCT-00007' });
    expect(taken().map(({ is_repeat }) => is_repeat)).toEqual([false, true]);
  });

  it('is closed after the licence ended', async () => {
    open({ state: 'read-only' });
    expect(await screen.findByText(/^The licence for this add-on has expired/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Name or admission number')).toBeNull();
  });
});

it('lists the receipts of a day: pending, error, empty', () =>
  expectListStates((list) => open({ path: '/receipts', list }), { table: 'Receipts', empty: 'No receipts on this day' }));

it.each([
  ['1500', 1_500],
  [' 1,500 ', 1_500],
  ['1 500.00', 1_500],
  ['12,5', null],
  ['-5', null],
  ['1.5', null],
  ['', null],
])('reads the amount %j as %j', (typed, amount) => expect(parseShillings(typed)).toBe(amount));
