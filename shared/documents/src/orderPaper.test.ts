import type { OrderDocument } from '@masomo/domain/orderDocument';
import { fillPlaces } from '@masomo/domain/say';
import { describe, expect, it } from 'vitest';
import { orderFileName } from './orderFileName.ts';
import { orderPaper } from './orderPaper.ts';

const order: OrderDocument = {
  issuer: { name: 'Masomo Technologies Limited', address: '', email: '', phone: '+254 700 000 000', kraPin: 'P051234567Q' },
  orderNumber: 'ORD-2026-041',
  paymentReference: 'MS2345ABCD',
  createdAt: '2026-11-20T08:00:00Z',
  paidAt: '2026-11-21T08:00:00Z',
  customer: {
    name: 'Jane Wanjiku',
    institution: 'Kilimani High School',
    email: 'bursar@kilimani.test',
    phone: '0712 345 678',
    address: 'Nairobi',
    kraPin: '',
  },
  items: [{ name: 'Android App', quantity: 2, price: 3999, total: 7998 }],
  net: 6894.83,
  vat: 1103.17,
  vatPercent: 16,
  total: 7998,
  refunded: 0,
  surplus: 0,
  returning: 0,
  validUntil: null,
  due: 0,
  payments: [{ method: 'mpesa', amount: 7998, receipt: 'NLJ7RT61SV', paidAt: '2026-11-21T08:00:00Z' }],
  licences: [
    {
      name: 'Android App',
      category: 'standalone',
      key: 'A1B2C-D3E4F-A1B2C-D3E4F',
      school: 'Kilimani High School',
      quantity: 2,
      validFrom: '2026-11-21',
      validUntil: '2027-03-21',
      isRevoked: false,
    },
  ],
  services: [],
  tax: null,
  bank: { bankName: 'KCB', accountNumber: '1234567890', validDays: 14 },
};
const textOf = (changes: Partial<OrderDocument> = {}) => JSON.stringify(orderPaper({ ...order, ...changes }, 'en', fillPlaces));

describe('the paper of an order', () => {
  it('has the KRA PIN of the buyer, or room to write one', () => {
    expect(textOf({ customer: { ...order.customer, kraPin: 'A001234567Z' } })).toContain('A001234567Z');
    expect(textOf()).toContain('____');
  });

  it('is a receipt once it is paid, with VAT, payment and licences, but no tax invoice', () => {
    const text = textOf();
    for (const words of [
      'Receipt',
      'ORD-2026-041',
      'P051234567Q',
      'Kilimani High School',
      'VAT 16%',
      'KES 6,894.83',
      'KES 1,103.17',
      'Total: KES 7,998',
      'NLJ7RT61SV',
      'A1B2C-D3E4F',
      '21 Mar 2027',
      'This is not a tax invoice.',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('Account number');
    expect(orderFileName('ORD-2026-041', true)).toBe('receipt-ORD-2026-041');
  });

  it('is a proforma invoice before the payment, with bank account and reference', () => {
    const text = textOf({ paidAt: null, payments: [], licences: [] });
    for (const words of ['Proforma invoice', '1234567890', 'MS2345ABCD', '4 Dec 2026', 'This is not a tax invoice.'])
      expect(text).toContain(words);
    expect(orderFileName('ORD-2026-041', false)).toBe('proforma-ORD-2026-041');
  });

  it('is a tax invoice only with the signature of the control unit', () => {
    const text = textOf({ tax: { controlUnit: 'KRACU0100000001', receiptNumber: '17', signature: 'SIGNED' } });
    expect(text).toContain('Tax invoice and receipt');
    expect(text).toContain('KRACU0100000001');
    expect(text).not.toContain('This is not a tax invoice.');
  });

  it('contains refunds and withdrawn licences', () => {
    const text = textOf({ refunded: 7998, licences: order.licences.map((licence) => ({ ...licence, isRevoked: true })) });
    expect(text).toContain('Refunded since: KES 7,998');
    expect(text).toContain('Withdrawn');
  });
});
