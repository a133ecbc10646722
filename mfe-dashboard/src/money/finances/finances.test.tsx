// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
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
import { addDays, today } from '@masomo/domain/time';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(() => {
  cleanup();
  localStorage.clear();
});

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
  school: {
    name: 'Greenfield',
    email: null,
    phone: null,
    address: '',
    payment_instructions: null,
    motto: null,
    time_zone: 'Africa/Nairobi',
    look: null,
  },
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
      'rpc/fee_totals': {
        body: { charged: 36_800, paid: 5_000, owed: 31_800, paid_ahead: 7_500, credited: 2_000, debtors: 1, paid_this_month: 5_000 },
      },
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
    expect(await screen.findByRole('row', { name: /Otieno, Amani.* 36,800 5,000 31,800 20 Nov 2026/ })).toBeInTheDocument();
    expect(await screen.findByText('1 student')).toBeInTheDocument();
    expect(screen.getByText(/KES\s7,500 paid ahead by others/)).toBeInTheDocument();
    expect(screen.getByText(/After KES\s2,000 credited/)).toBeInTheDocument();
  });

  it('record a payment once, with the balance as its amount', async () => {
    const { sent } = open('/dashboard/finances');
    await user.click(await screen.findByRole('button', { name: 'Record payment for Amani Otieno' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record payment for Amani Otieno' }));
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

describe('a payment of somebody at the counter', () => {
  const found = {
    body: [
      {
        ...{ id: 's1', admission_number: 'GA/1', first_name: 'Amani', last_name: 'Otieno', status: 'active' },
        ...{ admitted_on: '2026-01-05', class_id: 'c1', classes: { name: 'Form 1 East' } },
      },
    ],
    total: 1,
  };
  async function openFor(keys: string, responses: Responses = {}) {
    const database = open('/dashboard/finances?new', { 'rpc/search_students': found, ...responses });
    await user.click(await screen.findByRole('combobox', { name: /^Student/ }));
    await user.keyboard(keys);
    await screen.findByRole('option', { name: /Amani Otieno/ });
    await user.keyboard('{Enter}');
    return database;
  }

  it('is found by name and recorded with Enter', async () => {
    const { sent } = await openFor('Otieno');
    const amount = await screen.findByLabelText(/^Amount in KES/);
    expect(amount).toHaveValue('31800');
    await user.selectOptions(screen.getByLabelText(/^Method/), 'cash');
    await user.clear(amount);
    await user.type(amount, '500{Enter}');
    await waitFor(() => expect(bodyOf(sent, 'rpc/record_fee_payment')).toMatchObject({ student_id: 's1', amount: 500, method: 'cash' }));
  });

  it('begins with how the last one was paid', async () => {
    localStorage.setItem('payment-method', 'cheque');
    await openFor('Otieno');
    expect(await screen.findByLabelText(/^Method/)).toHaveValue('cheque');
  });

  it('says when the account cannot be read, and tries again', async () => {
    let isDown = true;
    await openFor('Otieno', { 'rpc/student_account': () => (isDown ? { status: 500, body: { message: 'x' } } : { body: statement }) });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('dialog', { name: 'Record payment for Amani Otieno' })).toBeInTheDocument();
  });
});

describe('reminders of fees', () => {
  const preview = {
    mailed: 2,
    reminded: 1,
    unreachable: 3,
    balance: 50_100,
    left: 40,
    example: {
      guardian: 'Mary Otieno',
      email: 'mary@example.com',
      student: 'Amani Otieno',
      admission_number: 'GA/1',
      balance: 31_800,
      overdue: 12_000,
    },
    how_to_pay: 'Paybill 123456',
  };

  it('say whom they reach and what the first says before they are sent', async () => {
    const { sent } = open('/dashboard/finances', {
      'rpc/preview_fee_reminders': { body: preview },
      'rpc/remind_of_fees': { body: { mailed: 2, unreachable: 3, unsent: 0, left: 38 } },
    });
    await user.click(await screen.findByRole('button', { name: 'Send reminders' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Fee reminders' }));
    expect(await dialog.findByText('2 emails about KES 50,100 together')).toBeInTheDocument();
    expect(dialog.getByText('3 students have no guardian with an email address.')).toBeInTheDocument();
    expect(dialog.getByText('Amani Otieno owes KES 31,800, of which KES 12,000 is overdue.')).toBeInTheDocument();
    expect(bodyOf(sent, 'rpc/remind_of_fees')).toBeUndefined();
    await user.click(dialog.getByRole('button', { name: 'Send 2 emails' }));
    await waitFor(() => expect(bodyOf(sent, 'rpc/remind_of_fees')).toEqual({}));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are not sent where nobody is left to remind', async () => {
    open('/dashboard/finances', { 'rpc/preview_fee_reminders': { body: { ...preview, mailed: 0, balance: 0, example: null } } });
    await user.click(await screen.findByRole('button', { name: 'Send reminders' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Fee reminders' }));
    expect(await dialog.findByText('Nobody is left to remind.')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Send reminders' })).toBeDisabled();
  });
});

describe('a typed payment', () => {
  const typePayment = async (amount: string) => {
    const { sent } = open('/dashboard/finances');
    await user.click(await screen.findByRole('button', { name: 'Record payment for Amani Otieno' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record payment for Amani Otieno' }));
    await user.clear(dialog.getByLabelText(/^Amount/));
    await user.type(dialog.getByLabelText(/^Amount/), amount);
    await user.selectOptions(dialog.getByLabelText('Method'), 'Cash');
    await user.click(dialog.getByRole('button', { name: 'Record payment' }));
    return { sent, dialog };
  };

  it.each([
    ['1,500', 1500],
    ['1 500', 1500],
    ['12,500.00', 12_500],
  ])('may be written as %s', async (typed, amount) => {
    const { sent } = await typePayment(typed);
    await waitFor(() => expect(bodyOf(sent, 'rpc/record_fee_payment')).toMatchObject({ amount }));
  });

  it.each(['1,50', '1.5', '-5', 'ten'])('of %s is refused', async (typed) => {
    const { sent, dialog } = await typePayment(typed);
    expect(await dialog.findByText('Enter whole shillings, such as 1,500')).toBeInTheDocument();
    expect(bodyOf(sent, 'rpc/record_fee_payment')).toBeUndefined();
  });

  it('of more than is owed asks first, and says that the rest becomes credit', async () => {
    const { sent } = await typePayment('99,000');
    const question = within(await screen.findByRole('alertdialog', { name: 'Record KES 67,200 more than the balance?' }));
    expect(question.getByText(/The rest becomes credit on Amani Otieno's account/)).toBeInTheDocument();
    expect(bodyOf(sent, 'rpc/record_fee_payment')).toBeUndefined();
    await user.click(question.getByRole('button', { name: 'Change amount' }));
    expect(await screen.findByLabelText(/^Amount/)).toHaveValue('99,000');
    await user.click(screen.getByRole('button', { name: 'Record payment' }));
    await user.click(await screen.findByRole('button', { name: 'Record payment' }));
    await waitFor(() => expect(bodyOf(sent, 'rpc/record_fee_payment')).toMatchObject({ amount: 99_000 }));
  });
});

it('an account that has paid ahead is shown in credit', async () => {
  open('/dashboard/finances', { student_accounts: { body: [{ ...account, paid: 117_500, balance: -80_700 }], total: 1 } });
  expect(await screen.findByRole('row', { name: /Otieno, Amani.* 80,700 in credit/ })).toBeInTheDocument();
});

describe('the account of a student', () => {
  it('shows the statement and reverses a payment with its reason', async () => {
    const { sent } = open('/dashboard/finances/s1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Account of Amani Otieno' })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /Tuition.*1 Sept? 2026 · INV-1.*36,800/ })).toBeInTheDocument();
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
    expect(await screen.findByRole('row', { name: /Tuition.*All students.* 36,800.*22 Sept? 2026.*Not billed/ })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Bill term' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Bill Term 3' }));
    const submit = await dialog.findByRole('button', { name: 'Bill KES 73,600' });
    const bodies = () => sent.filter(({ path }) => path === 'rpc/bill_term').map(({ body }) => body);
    expect(bodies()).toEqual([{ term_id: 't1', dry_run: true }]);
    await user.click(submit);
    await waitFor(() => expect(bodies()).toContainEqual({ term_id: 't1' }));
  });

  it('are due on a day to come, and billed for an amount as people write it', async () => {
    const { sent } = open('/dashboard/finances/fees', { 'rpc/save_fee': { body: 'f2' } });
    await user.click(await screen.findByRole('button', { name: 'Add fee' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add fee' }));
    await user.type(dialog.getByLabelText(/^Name/), 'Trip');
    await user.type(dialog.getByLabelText(/^Amount/), '1,500');
    await user.click(dialog.getByRole('button', { name: 'Add fee' }));
    await waitFor(() => expect(bodyOf(sent, 'rpc/save_fee')).toMatchObject({ amount: 1500, due_on: addDays(today(), 14) }));
  });

  it('are for boarders only where somebody chose it, and the preview says so with who is left out', async () => {
    const { sent } = open('/dashboard/finances/fees', {
      'rpc/save_fee': { body: 'f2' },
      'rpc/bill_term': {
        body: {
          ...{ students: 3, invoices: 3, charges: 3, total: 4_500, without_class: 0, without_boarding: 7, has_fees: true, moved: [] },
          items: [{ name: 'Trip', amount: 1_500, students: 3, total: 4_500, class_name: null, boarding: 'boarder' }],
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Add fee' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add fee' }));
    await user.type(dialog.getByLabelText(/^Name/), 'Trip');
    await user.type(dialog.getByLabelText(/^Amount/), '1500');
    await user.selectOptions(dialog.getByLabelText('Day or boarding'), 'Boarders');
    await user.click(dialog.getByRole('button', { name: 'Add fee' }));
    await waitFor(() => expect(bodyOf(sent, 'rpc/save_fee')).toMatchObject({ amount: 1500, boarding: 'boarder' }));
    await user.click(screen.getByRole('button', { name: 'Bill term' }));
    const bill = within(await screen.findByRole('dialog', { name: 'Bill Term 3' }));
    expect(await bill.findByRole('row', { name: /Trip, KES 1,500.*Boarders.*3.*KES 4,500/ })).toBeInTheDocument();
    expect(bill.getByText(/^7 students are neither set as day scholars nor as boarders/)).toBeInTheDocument();
  });

  it('lead to the first term while the school has none', async () => {
    open('/dashboard/finances/fees', { school_terms: { body: [] } });
    expect(await screen.findByRole('link', { name: 'Add first term' })).toHaveAttribute('href', '/dashboard/school');
    expect(screen.queryByRole('button', { name: 'Bill term' })).toBeNull();
  });
});
