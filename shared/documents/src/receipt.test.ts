import { describe, expect, it } from 'vitest';
import type { AccountStatement, FamilyReceipt } from '@masomo/domain/feePapers';
import { fillPlaces as say } from '@masomo/domain/say';
import { accountReceipt, quickReceipt, receiptPaper } from './receipt.ts';
import { statementPaper } from './statement.ts';

const school = {
  ...{ name: 'Greenfield Academy', motto: null, email: null, phone: '0700', address: 'Nairobi', time_zone: 'Africa/Nairobi' },
  ...{ payment_instructions: 'Paybill 400222\nOr at the office', look: null },
};
const payment = {
  ...{ id: 'p1', receipt_number: 'RCT-00017', amount: 12_500, method: 'bank', reference: 'SLIP 7', paid_on: '2026-11-17' },
  ...{ is_reversed: false, recorded_by: 'Joseph Mwangi' },
};
const account: AccountStatement = {
  student: { id: 's1', name: 'Brian Njeri', admission_number: 'GA/1041', class_name: null },
  school,
  ...{ charged: 36_800, paid: 12_500, balance: 24_300, charges: [], payments: [payment] },
  lines: [
    { day: '2026-09-01', kind: 'charge', text: 'Tuition', reference: 'INV-1', charged: 36_800, paid: 0, balance: 36_800 },
    { day: '2026-11-17', kind: 'payment', text: 'bank', reference: 'RCT-00017', charged: 0, paid: 12_500, balance: 24_300 },
    { day: '2026-11-18', kind: 'credit', text: 'Tuition: moved', reference: 'CN-1', charged: -100, paid: 0, balance: 24_200 },
    { day: '2026-11-19', kind: 'reversal', text: 'Bounced', reference: 'RCT-00018', charged: 0, paid: -50, balance: -700 },
  ],
};
const printing = { printedOn: '2026-11-21', lang: 'en' };

describe('the receipt of a payment', () => {
  const paper = receiptPaper(accountReceipt({ ...account, payment }), printing, say);
  it('says who paid what for whom', () => {
    expect(paper).toMatchObject({
      ...{ title: 'Receipt', number: 'RCT-00017', name: 'Brian Njeri', warning: '', students: [] },
      received: { label: 'Received', value: 'KES 12,500' },
      balances: [{ label: 'Balance on 21 Nov 2026', value: 'KES 24,300' }],
      note: 'Greenfield Academy, receipt RCT-00017, printed 21 Nov 2026',
    });
    expect(paper.facts.map(({ value }) => value)).toEqual(['GA/1041', 'None', '17 Nov 2026', 'Bank deposit SLIP 7', 'Joseph Mwangi']);
  });

  it('warns when the payment was taken back', () => {
    expect(receiptPaper(accountReceipt({ ...account, payment: { ...payment, is_reversed: true } }), printing, say).warning).toMatch(
      /no longer valid/,
    );
  });
});

describe('the receipt of a family', () => {
  const child = { class_name: 'Form 1', payment_id: 'p', amount: 1, is_reversed: false };
  const receipt: FamilyReceipt = {
    ...{ id: 'r1', receipt_number: 'RCT-00018', method: 'cash', reference: null, amount: 15_500, received: null, cashier: null, school },
    ...{ paid_on: '2026-11-24', recorded_at: '2026-11-24T10:00:00Z' },
    students: [
      { ...child, id: 's1', name: 'Brian', admission_number: '1', balance: 0, lines: [{ name: 'Tuition', amount: 12_000 }] },
      {
        ...{ ...child, id: 's2', name: 'Amina', admission_number: '2', balance: -500, is_reversed: true },
        lines: [
          { name: 'Lunch', amount: 3_000 },
          { name: null, amount: 500 },
        ],
      },
    ],
  };
  it('lists the fees of every child and each balance', () => {
    const paper = receiptPaper(quickReceipt(receipt), printing, say);
    expect(paper.students).toEqual([
      { name: 'Brian  ·  1  ·  Form 1', rows: [{ name: 'Tuition', amount: 'KES 12,000' }] },
      {
        name: 'Amina  ·  2  ·  Form 1  ·  Taken back',
        rows: [
          { name: 'Lunch', amount: 'KES 3,000' },
          { name: 'Paid in advance', amount: 'KES 500' },
        ],
      },
    ]);
    expect(paper.balances).toContainEqual({ label: 'Balance of Amina on 21 Nov 2026', value: 'KES 500 in credit' });
    expect([paper.name, paper.warning]).toEqual(['', '']);
  });
});

describe('a statement of account', () => {
  it('has every line in words, and how to pay while something is due', () => {
    const paper = statementPaper(account, printing, say);
    expect(paper.lines.map(({ text, charged, paid, balance }) => [text, charged, paid, balance])).toEqual([
      ['Tuition', 'KES 36,800', '', 'KES 36,800'],
      ['Payment, Bank deposit', '', 'KES 12,500', 'KES 24,300'],
      ['Credit for Tuition: moved', '-KES 100', '', 'KES 24,200'],
      ['Payment reversed: Bounced', '', '-KES 50', 'KES 700 in credit'],
    ]);
    expect(paper.howToPay.lines).toEqual(['Paybill 400222', 'Or at the office']);
    expect(statementPaper({ ...account, balance: 0 }, printing, say).howToPay.lines).toEqual([]);
  });
});
