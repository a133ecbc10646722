// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const payer = { student_id: 's1', first_name: 'Amani', last_name: 'Otieno', admission_number: 'GA/1', class_name: 'Form 1 East' };
const payment = {
  ...payer,
  id: 'p1',
  receipt_number: 'RCT-00007',
  amount: 5000,
  method: 'mpesa',
  reference: 'SKL7X2M9QP',
  paid_on: '2026-11-20',
  recorded_by: 'Joseph Mwangi',
  is_reversal: false,
  is_reversed: false,
  reason: null,
};
const reversal = {
  ...payment,
  id: 'p2',
  receipt_number: 'RCT-00006-R',
  amount: -800,
  reference: null,
  method: 'cash',
  is_reversal: true,
  reason: 'Wrong student',
};
const invoice = {
  ...payer,
  id: 'i1',
  invoice_number: 'INV-00003',
  term: 'Term 3',
  issued_on: '2026-09-01',
  due_on: '2026-09-22',
  amount: 36_800,
  balance: 1_800,
};

function open(
  path: string,
  totals: { status?: number; body: unknown } = {
    body: {
      payments: 3,
      amount: 9200,
      methods: [
        { method: 'mpesa', payments: 1, amount: 5000 },
        { method: 'bank', payments: 1, amount: 4000 },
        { method: 'cheque', payments: 1, amount: 1000 },
        { method: 'cash', payments: 0, amount: -800 },
      ],
    },
  },
) {
  const database = fakeDb(({ path: requestPath }) => {
    if (requestPath === 'fee_payment_list') return { body: [payment, reversal], total: 2 };
    if (requestPath === 'rpc/fee_payment_totals') return totals;
    if (requestPath === 'fee_invoice_list')
      return { body: [invoice, { ...invoice, id: 'i2', invoice_number: 'INV-00004', balance: 0 }], total: 2 };
    if (requestPath === 'school_terms') return { body: [{ id: 't3', name: 'Term 3', starts_on: '2026-09-01', ends_on: '2026-11-27' }] };
    if (requestPath === 'classes') return { body: [{ id: 'c1', name: 'Form 1 East' }] };
    throw new Error(`The test expected no request for ${requestPath}.`);
  });
  return { ...database, ...renderRoute(<App />, { path, session: signedInAs('admin', { schoolId: 'h1' }), db: database.db }) };
}

describe('the payments of the school', () => {
  it('show payer, method, recorder, reversals and totals by method', async () => {
    open('/dashboard/finances/payments');
    expect(
      await screen.findByRole('row', { name: /RCT-00007.*Otieno, Amani.*M-Pesa.*SKL7X2M9QP.*20 Nov 2026.*Joseph Mwangi.*5,000/ }),
    ).toBeInTheDocument();
    expect(within(screen.getByRole('row', { name: /RCT-00006-R/ })).getByText('Reversal')).toHaveAttribute('title', 'Wrong student');
    expect(await screen.findByText('KES 9,200')).toBeInTheDocument();
    expect(screen.getByText('3 payments, net of reversals')).toBeInTheDocument();
    // Bank and cheque are one figure.
    expect(screen.getAllByText('KES 5,000')).toHaveLength(2);
    // The last line is what all that are listed come to, not the sum of this page.
    expect(screen.getByRole('row', { name: /^Total.*9,200$/ })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Payments' })).toHaveAttribute('aria-current', 'page');
  });

  it('are searched by payment reference and filtered by date and method on the server', async () => {
    const { sent } = open('/dashboard/finances/payments');
    await user.type(await screen.findByRole('searchbox', { name: 'Search payments' }), 'SKL7');
    await user.selectOptions(screen.getByLabelText('Method'), 'M-Pesa');
    await user.type(screen.getByLabelText('From'), '2026-11-01');
    const last = (path: string) => sent.filter((request) => request.path === path).at(-1)?.query;
    await waitFor(() => expect(last('fee_payment_list')?.get('search_text')).toBe('like.%skl7%'));
    await waitFor(() => expect(last('fee_payment_list')?.get('paid_on')).toBe('gte.2026-11-01'));
    expect(last('fee_payment_list')?.get('method')).toBe('eq.mpesa');
    // The cards are about days and methods, the line below the list about what is found as well.
    const totals = () => sent.filter(({ path }) => path === 'rpc/fee_payment_totals').map(({ query }) => query.toString());
    await waitFor(() =>
      expect(totals()).toEqual(
        expect.arrayContaining(['from_day=2026-11-01&method=mpesa', 'from_day=2026-11-01&method=mpesa&search=SKL7']),
      ),
    );
  });
});

describe('the invoices of the school', () => {
  it('show amount, term and whether the account is settled', async () => {
    const { sent } = open('/dashboard/finances/invoices');
    expect(await screen.findByRole('row', { name: /INV-00003.*Otieno, Amani.*Term 3.*36,800.*1,800$/ })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /INV-00004.*Settled/ })).toBeInTheDocument();
    await screen.findByRole('option', { name: 'Term 3' });
    await user.selectOptions(screen.getByLabelText('Term'), 'Term 3');
    await waitFor(() =>
      expect(
        sent
          .filter(({ path }) => path === 'fee_invoice_list')
          .at(-1)
          ?.query.get('term_id'),
      ).toBe('eq.t3'),
    );
  });
});
