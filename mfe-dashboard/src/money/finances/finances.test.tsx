// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import {
  expectListStates,
  fakeDb,
  refused,
  renderRoute,
  respondWith,
  signedInAs,
  type FakeResponse,
  type SentRequest,
} from '@masomo/testing';
import { App } from '../../App.tsx';

configure({ asyncUtilTimeout: 8_000 });
const user = userEvent.setup();
afterEach(cleanup);

const account = {
  id: 's1',
  first_name: 'Amani',
  last_name: 'Otieno',
  admission_number: 'GA/1',
  class_name: 'Form 1 East',
  charged: 36_800,
  paid: 5_000,
  balance: 31_800,
  last_paid_on: '2026-11-20',
};
const statement = {
  student: { id: 's1', name: 'Amani Otieno', admission_number: 'GA/1', class_name: 'Form 1 East' },
  school: { name: 'Greenfield', email: null, phone: null, address: '', payment_instructions: null },
  charged: 36_800,
  paid: 5_000,
  balance: 31_800,
  lines: [{ day: '2026-09-01', kind: 'charge', text: 'Tuition', reference: 'INV-1', charged: 36_800, paid: 0, balance: 36_800 }],
  payments: [
    {
      id: 'p1',
      receipt_number: 'RCT-1',
      amount: 5_000,
      method: 'mpesa',
      reference: 'SKL7X2M9QP',
      paid_on: '2026-09-05',
      is_reversed: false,
      recorded_by: 'Joseph Mwangi',
    },
  ],
};
const fee = {
  id: 'f1',
  term_id: 't1',
  name: 'Tuition',
  amount: 36_800,
  due_on: '2026-09-22',
  class_id: null,
  classes: null,
  fee_charges: [],
};
const bill = {
  students: 2,
  invoices: 2,
  charges: 2,
  total: 73_600,
  without_class: 0,
  has_fees: true,
  items: [{ name: 'Tuition', amount: 36_800, students: 2, total: 73_600 }],
};

type Responses = Record<string, FakeResponse | ((request: SentRequest) => FakeResponse | Promise<FakeResponse>)>;
function open(path: string, responses: Responses = {}) {
  const database = fakeDb(
    respondWith({
      student_accounts: { body: [account], total: 1 },
      'rpc/fee_totals': { body: { charged: 36_800, paid: 5_000, owed: 31_800, debtors: 1, paid_this_month: 5_000 } },
      'rpc/record_fee_payment': { body: { receipt_number: 'RCT-2' } },
      'rpc/reverse_fee_payment': { body: { receipt_number: 'RCT-1-R' } },
      'rpc/student_account': { body: statement },
      'rpc/bill_term': { body: bill },
      classes: { body: [{ id: 'c1', name: 'Form 1 East' }] },
      school_terms: { body: [{ id: 't1', name: 'Term 3', starts_on: '2026-09-01', ends_on: '2026-11-27' }] },
      fees: { body: [fee] },
      ...responses,
    }),
  );
  renderRoute(<App />, { path, session: signedInAs('admin', { schoolId: 'h1' }), db: database.db });
  return database;
}
const bodyOf = (sent: SentRequest[], path: string) => sent.findLast((request) => request.path === path)?.body;

describe('the balances of students', () => {
  it('show their pending, error and empty states', () =>
    expectListStates((list) => open('/dashboard/finances', { student_accounts: list }), { table: 'Finances', empty: 'No students yet' }));

  it('show what each student was charged, has paid and owes', async () => {
    open('/dashboard/finances');
    expect(await screen.findByRole('row', { name: /Amani Otieno.*KES 36,800.*KES 5,000.*KES 31,800.*20 Nov 2026/ })).toBeInTheDocument();
    expect(await screen.findByText('1 students')).toBeInTheDocument();
  });

  it('record a payment once, with the balance as its amount', async () => {
    const { sent } = open('/dashboard/finances');
    await user.click(await screen.findByRole('button', { name: 'Record payment of Amani Otieno' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment of Amani Otieno' }));
    await user.type(dialog.getByLabelText(/^M-Pesa receipt code/), 'SKL7X2M9QP');
    await user.click(dialog.getByRole('button', { name: 'Record payment' }));
    await waitFor(() =>
      expect(bodyOf(sent, 'rpc/record_fee_payment')).toMatchObject({
        student_id: 's1',
        amount: 31_800,
        method: 'mpesa',
        reference: 'SKL7X2M9QP',
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the account of a student', () => {
  it('shows the statement and reverses a payment with its reason', async () => {
    const { sent } = open('/dashboard/finances/s1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Account of Amani Otieno' })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /1 Sept? 2026.*Tuition.*INV-1.*KES 36,800/ })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Reverse RCT-1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reverse RCT-1' }));
    await user.type(dialog.getByLabelText(/^Reason/), 'Wrong student');
    await user.click(dialog.getByRole('button', { name: 'Reverse payment' }));
    await waitFor(() => expect(bodyOf(sent, 'rpc/reverse_fee_payment')).toEqual({ payment_id: 'p1', reason: 'Wrong student' }));
  });

  it('says when it cannot be read', async () => {
    open('/dashboard/finances/s1', { 'rpc/student_account': refused });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All balances' })).toBeInTheDocument();
  });
});

describe('the fees of a term', () => {
  it('are billed after a preview', async () => {
    const { sent } = open('/dashboard/finances/fees');
    expect(await screen.findByRole('row', { name: /Tuition.*Every student.*KES 36,800.*22 Sept? 2026.*Not billed/ })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Bill the term' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Bill Term 3' }));
    const submit = await dialog.findByRole('button', { name: 'Bill KES 73,600' });
    const bodies = () => sent.filter(({ path }) => path === 'rpc/bill_term').map(({ body }) => body);
    expect(bodies()).toEqual([{ term_id: 't1', dry_run: true }]);
    await user.click(submit);
    await waitFor(() => expect(bodies()).toContainEqual({ term_id: 't1' }));
  });

  it('lead to the first term while the school has none', async () => {
    open('/dashboard/finances/fees', { school_terms: { body: [] } });
    expect(await screen.findByRole('link', { name: 'Add the first term' })).toHaveAttribute('href', '/dashboard/school');
    expect(screen.queryByRole('button', { name: 'Bill the term' })).toBeNull();
  });
});
