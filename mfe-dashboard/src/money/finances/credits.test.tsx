// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { loadTexts, setLanguage } from '@masomo/i18n';
import { fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(() => {
  cleanup();
  setLanguage('en');
});

const charge = { id: 'c1', amount: 20_000, credited: 0, due_on: '2026-09-22', invoice_number: 'INV-1', class_name: 'Form 1 East' };
const statement = {
  student: { id: 's1', name: 'Amani Otieno', admission_number: 'GA/1', class_name: 'Form 1 West' },
  school: {
    name: 'Greenfield',
    email: null,
    phone: null,
    address: '',
    motto: null,
    time_zone: 'Africa/Nairobi',
    payment_instructions: null,
    look: null,
  },
  charged: 25_000,
  paid: 0,
  balance: 25_000,
  lines: [
    { day: '2026-09-01', kind: 'charge', text: 'Tuition', reference: 'INV-1', charged: 20_000, paid: 0, balance: 20_000 },
    { day: '2026-09-03', kind: 'credit', text: 'Meals: Joined late', reference: 'CRN-00001', charged: -4_000, paid: 0, balance: 25_000 },
  ],
  charges: [
    { ...charge, name: 'Tuition' },
    { ...charge, id: 'c2', name: 'Trip', amount: 500, credited: 500, class_name: null },
  ],
  payments: [],
};
const moved = [
  { fee_id: 'f1', name: 'Tuition', amount: 23_000, charged: 20_000 },
  { fee_id: 'f2', name: 'Meals', amount: 8_000, charged: 9_000 },
].map((fee) => ({ student_id: 's1', student: 'Amani Otieno', class_name: 'Form 1 West', charged_class_name: 'Form 1 East', ...fee }));
const bill = { students: 0, invoices: 0, charges: 0, total: 0, without_class: 0, has_fees: true, items: [], moved };

function open(path: string, responses: Record<string, FakeResponse>) {
  const database = fakeDb((request) => {
    const response = responses[request.path];
    if (!response) throw new Error(`The test expected no request for ${request.path}.`);
    return response;
  });
  renderRoute(<App />, { path, session: signedInAs('admin', { schoolId: 'h1' }), db: database.db });
  return database;
}

it('a charge is credited with its reason, up to what is left of it', async () => {
  const { sent } = open('/dashboard/finances/s1', {
    'rpc/student_account': { body: statement },
    'rpc/credit_charge': { body: { credit_number: 'CRN-00002' } },
  });
  expect(await screen.findByRole('row', { name: /Credit for Meals: Joined late.*CRN-00001.*4,000/ })).toBeInTheDocument();
  const charges = within(screen.getByRole('table', { name: 'Charges' }));
  expect(charges.getByRole('row', { name: /Trip.*KES 500.*KES 500.*Credited/ })).toBeInTheDocument();
  expect(charges.queryByRole('button', { name: 'Credit Trip' })).toBeNull();
  await user.click(charges.getByRole('button', { name: 'Credit Tuition' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Credit Tuition' }));
  const amount = dialog.getByLabelText(/^Amount/);
  expect(amount).toHaveValue('20000');
  await user.click(dialog.getByRole('button', { name: 'Issue credit note' }));
  expect(await dialog.findByText('Say why the charge is credited')).toBeInTheDocument();
  await user.clear(amount);
  await user.type(amount, '5,000');
  await user.type(dialog.getByLabelText(/^Reason/), 'Moved');
  await user.click(dialog.getByRole('button', { name: 'Issue credit note' }));
  await waitFor(() =>
    expect(sent.find(({ path }) => path === 'rpc/credit_charge')?.body).toMatchObject({ charge_id: 'c1', amount: 5000, reason: 'Moved' }),
  );
});

it('a refused credit says at its field why, in the reader’s language and with the amount that is left', async () => {
  const sentence = 'Only {amount} of this charge is left to credit.';
  setLanguage('sw');
  await loadTexts({ sw: async () => ({ default: { [`sentence\u0004${sentence}`]: ['Ni ', ['amount'], ' tu iliyobaki.'] } }) });
  const message = 'Only KES 12,500 of this charge is left to credit.';
  const refused = { code: 'P0001', hint: 'fee.credit_too_much', message, details: 'amount', sentence };
  open('/dashboard/finances/s1', {
    'rpc/student_account': { body: statement },
    'rpc/credit_charge': { status: 400, body: { ...refused, args: { amount: { amount: 12_500, currency: 'KES' } } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Credit Tuition' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Credit Tuition' }));
  await user.type(dialog.getByLabelText(/^Reason/), 'Moved');
  await user.click(dialog.getByRole('button', { name: 'Issue credit note' }));
  expect(await dialog.findByText('Ni KES 12,500 tu iliyobaki.')).toBeInTheDocument();
  expect(dialog.getByLabelText(/^Amount/)).toHaveAccessibleDescription(/Ni KES 12,500 tu iliyobaki\./);
});

it('the bill of a term names who moved after it was billed, and bills a difference on request only', async () => {
  const { sent } = open('/dashboard/finances/fees', {
    'rpc/bill_term': { body: bill },
    'rpc/bill_moved_fee': { body: 3000 },
    school_terms: { body: [{ id: 't1', name: 'Term 3', starts_on: '2026-09-01', ends_on: '2026-11-27' }] },
    fees: { body: [] },
  });
  await user.click(await screen.findByRole('button', { name: 'Bill term' }));
  const part = within(await screen.findByRole('region', { name: 'Moved after they were billed' }));
  expect(part.getByText('Amani Otieno: Tuition is KES 23,000 in Form 1 West; billed KES 20,000.')).toBeInTheDocument();
  expect(part.getByRole('link', { name: 'Credit KES 1,000' })).toHaveAttribute('href', '/dashboard/finances/s1');
  await user.click(part.getByRole('button', { name: 'Bill Amani Otieno KES 3,000 for Tuition' }));
  await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/bill_moved_fee')?.body).toEqual({ student_id: 's1', fee_id: 'f1' }));
});
