import { describe, expect, it } from 'vitest';
import { feeReceiptPdf, type FeeReceipt } from './feeReceipt.ts';

const receipt: FeeReceipt = {
  issuer: { name: 'Greenfield Academy', phone: '+254 700 000 000' },
  student: { name: 'Brian Njeri', admissionNumber: 'GA/1041', className: 'Form 1 East' },
  number: 'RCT-00017',
  amount: 12_500,
  paidOn: '17 Nov 2026',
  method: 'M-Pesa SKL7X2M9QP',
  recordedBy: 'Joseph Mwangi',
  balance: 24_300,
  printedOn: '21 Nov 2026',
};
const textOf = (file: Uint8Array) => new TextDecoder('latin1').decode(file);

describe('a receipt of school fees', () => {
  it('contains the school, the student, the payment and the balance due', () => {
    const text = textOf(feeReceiptPdf(receipt));
    expect(text.startsWith('%PDF-')).toBe(true);
    for (const words of [
      'Greenfield Academy',
      'Receipt RCT-00017',
      'Brian Njeri',
      'GA/1041',
      '17 Nov 2026',
      'M-Pesa SKL7X2M9QP',
      'Joseph Mwangi',
      '12,500',
      '24,300',
      'Balance on 21 Nov 2026: KES 24,300',
    ])
      expect(text).toContain(words);
  });

  it.each([
    [0, 'KES 0'],
    [-700, 'KES 700 in credit'],
  ] as const)('says how an account of %i stands', (balance, words) => {
    expect(textOf(feeReceiptPdf({ ...receipt, balance }))).toContain(words);
  });

  it('omits the receiver of a payment when it is unknown', () => {
    expect(textOf(feeReceiptPdf({ ...receipt, recordedBy: '' }))).not.toContain('Received by');
  });
});
