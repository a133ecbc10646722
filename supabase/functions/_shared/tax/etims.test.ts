import { expect, it } from 'vitest';
import { toEtimsSale } from './etims.ts';
import type { TaxDocument } from './taxAuthority.ts';

const settings = { ETIMS_ITEM_CODE: 'KE3NTU0000001', ETIMS_ITEM_CLASS: '81111500' };
const document: TaxDocument = {
  id: 'x',
  kind: 'invoice',
  number: 7,
  corrects: null,
  amount: 10_000,
  created_at: '2026-11-21T22:30:00Z',
  order_number: 'ORD-2026-007',
  customer: 'Baraka',
  phone: '0712345678',
  payment_method: 'mpesa',
  total: 10_000,
  lines: [
    { name: 'Quick Fees', quantity: 3, price: 2_000, total: 6_000 },
    { name: 'Android App', quantity: 1, price: 4_000, total: 4_000 },
  ],
};
const cents = (value: unknown) => Math.round(Number(value) * 100);

it('an invoice adds up to the cent, in band B, in East Africa Time', () => {
  const sale = toEtimsSale(document, settings);
  expect(sale).toMatchObject({
    invcNo: 7,
    orgInvcNo: 0,
    rcptTyCd: 'S',
    cfmDt: '20261122013000',
    salesDt: '20261122',
    totAmt: 10_000,
    taxblAmtB: 8620.69,
    taxAmtB: 1379.31,
    taxblAmtA: 0,
  });
  const items = sale['itemList'] as { taxTyCd: string; taxblAmt: number; taxAmt: number; totAmt: number }[];
  expect(items.map(({ taxTyCd }) => taxTyCd)).toEqual(['B', 'B']);
  expect(items.reduce((sum, item) => sum + cents(item.totAmt), 0)).toBe(cents(sale['totAmt']));
  for (const item of items) expect(cents(item.taxblAmt) + cents(item.taxAmt)).toBe(cents(item.totAmt));
});

it('names the buyer by their PIN where they gave one', () => {
  expect(toEtimsSale({ ...document, kra_pin: 'P051234567Q' }, settings)).toMatchObject({ custTin: 'P051234567Q' });
  expect(toEtimsSale({ ...document, kra_pin: null }, settings)).not.toHaveProperty('custTin');
});

it('a partial credit note references its invoice and splits the amount without losing a cent', () => {
  const note = toEtimsSale({ ...document, kind: 'credit_note', number: 8, corrects: 7, amount: 1_001 }, settings);
  expect(note).toMatchObject({ invcNo: 8, orgInvcNo: 7, rcptTyCd: 'R', totAmt: 1_001 });
  expect((note['itemList'] as { totAmt: number }[]).reduce((sum, item) => sum + cents(item.totAmt), 0)).toBe(100_100);
});
