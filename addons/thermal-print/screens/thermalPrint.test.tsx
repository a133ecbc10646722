// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectListStates, fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import type { ReceiptPrint } from '../data/thermalPrint.ts';
import { Toaster } from '@masomo/design-system/overlays';
import { App } from '../App.tsx';
import { PrintButton } from '../slots/PrintButton.tsx';
import { paperElement, paperStyles } from './shared/paperElement.ts';
import { printPaper } from './shared/printPaper.ts';

vi.mock('./shared/printPaper.ts', () => ({ printPaper: vi.fn() }));

const home = '/dashboard/addons/thermal-print';
const user = userEvent.setup();
const printed: ReceiptPrint = {
  receipt_number: 'RCT-00018',
  copy: 0,
  printed_at: '2026-11-24T09:00:00Z',
  recorded_at: '2026-11-24T08:00:00Z',
  paper: '58',
  header: 'Rooted to rise',
  footer: 'Thank you',
  method: 'mpesa',
  reference: 'SKL7X2M9QP',
  amount: 15_500,
  received: null,
  cashier: 'Daniel Kiprotich',
  school: { name: 'Greenfield <Academy>', email: null, phone: '+254 711 000 010', address: 'Nakuru' },
  students: [
    {
      name: 'Brian Njeri',
      admission_number: 'GA/1041',
      class_name: 'Form 1',
      amount: 12_000,
      balance: 0,
      is_reversed: false,
      lines: [{ name: 'Tuition', amount: 12_000 }],
    },
    {
      name: 'Amina Njeri',
      admission_number: 'GA/1042',
      class_name: null,
      amount: 3_500,
      balance: -500,
      is_reversed: true,
      lines: [{ name: null, amount: 3_500 }],
    },
  ],
};
const textOf = (receipt: ReceiptPrint) => paperElement(document, receipt).textContent;

afterEach(() => {
  cleanup();
  vi.mocked(printPaper).mockReset();
});

describe('the paper', () => {
  it('has the school, the header and footer, every child and fee, and the total', () => {
    const text = textOf(printed);
    for (const words of [
      'Greenfield <Academy>',
      'Rooted to rise',
      'Receipt RCT-00018',
      'Tuition',
      'KES 12,000',
      'In credit',
      'KES 500 in credit',
      'This payment was reversed.',
      'KES 15,500',
      'M-Pesa SKL7X2M9QP',
      'Thank you',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('COPY');
  });

  it('says that a reprint is a copy, and which', () => {
    expect(textOf({ ...printed, copy: 2 })).toContain('COPY 2');
  });

  it('shows the change of cash', () => {
    expect(textOf({ ...printed, method: 'cash', reference: null, received: 16_000 })).toMatch(/Cash received.*KES 16,000.*Change.*KES 500/);
  });

  it('is as wide as its roll', () => {
    expect(paperStyles('58')).toContain('width: 58mm');
    expect(paperStyles('80')).toContain('width: 80mm');
  });
});

type Options = { path?: string; state?: 'on' | 'read-only'; print?: () => FakeResponse; list?: () => FakeResponse | Promise<FakeResponse> };
function open({
  path = '',
  state = 'on',
  print = () => ({ body: printed }),
  list = () => ({ body: [], total: 0 }),
  button = false,
}: Options & { button?: boolean } = {}) {
  const { db, sent } = fakeDb((request) => {
    if (request.path === 'rpc/print_receipt') return print();
    if (request.path === 'thermal_prints') return list();
    return { body: [] };
  });
  const session = signedInAs('admin', { id: 'u1', schoolId: 'h1', features: { 'addon:thermal-print': state } });
  renderRoute(
    button ? (
      <>
        <Toaster />
        <PrintButton paymentId="p1" />
      </>
    ) : (
      <App />
    ),
    { path: home + path, session, db },
  );
  return { sent };
}

describe('the button beside a receipt', () => {
  it('counts the print, then prints what was counted', async () => {
    const { sent } = open({ button: true });
    await user.click(await screen.findByRole('button', { name: 'Print on receipt paper' }));
    await expect.poll(() => printPaper).toHaveBeenCalledWith(printed);
    expect(sent.filter(({ path }) => path === 'rpc/print_receipt').map(({ body }) => body)).toEqual([{ payment_id: 'p1' }]);
  });

  it('says why nothing is printed', async () => {
    open({
      button: true,
      print: () => ({ status: 403, body: { code: '42501', message: 'Receipts are printed by others.', hint: 'thermal_print.not_yours' } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Print on receipt paper' }));
    expect(await screen.findByText('Receipts are printed by others.')).toBeInTheDocument();
    expect(printPaper).not.toHaveBeenCalled();
  });

  it('is gone after the licence ended', () => {
    open({ button: true, state: 'read-only' });
    expect(screen.queryByRole('button', { name: 'Print on receipt paper' })).toBeNull();
  });
});

it('prints a test from the settings', async () => {
  open();
  // What is chosen and not saved yet is in the preview and the test.
  await user.selectOptions(await screen.findByLabelText('Paper width'), '58');
  await user.click(await screen.findByRole('button', { name: 'Print a test' }));
  expect(printPaper).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ paper: '58' }));
});

it('lists the prints: pending, error, empty', () =>
  expectListStates((list) => open({ path: '/prints', list }), { table: 'Prints', empty: 'Nothing printed yet' }));
