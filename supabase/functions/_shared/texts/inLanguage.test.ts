import { formatLongDate } from '@masomo/domain/time';
import { describe, expect, it } from 'vitest';
import { orderPaper } from '@masomo/documents/orderPaper';
import { orderDocumentSchema } from '@masomo/domain/orderDocument';
import { inLanguage } from './inLanguage.ts';

describe('a text of a function', () => {
  it('is in the given language with its values, which are not expanded again', () => {
    const greet = (language: string) => inLanguage(language, (say) => say('Thank you, {name}', { name: '{name}' }));
    expect([greet('en'), greet('sw'), greet('xx')]).toEqual(['Thank you, {name}', 'Asante, {name}', 'Thank you, {name}']);
  });

  it('has dates in its language, in whatever order languages follow each other', () => {
    const day = (language: string) => inLanguage(language, () => formatLongDate('2027-01-05'));
    expect([day('en'), day('sw'), day('en')]).toEqual(['5 January 2027', '5 Januari 2027', '5 January 2027']);
  });

  it('is in the paper of an order, translated', () => {
    const order = orderDocumentSchema.parse({
      issuer: { name: 'Masomo' },
      order_number: 'ORD-2026-041',
      payment_reference: 'MS2345ABCD',
      created_at: '2026-11-20T08:00:00Z',
      paid_at: null,
      customer_name: 'Jane',
      items: [{ addon_name: 'Android App', quantity: 1, price: 3999, line_total: 3999 }],
      net_amount: 3447.41,
      vat_amount: 551.59,
      vat_percent: 16,
      total_amount: 3999,
      refunded_amount: 0,
      payments: [],
      licences: [],
      tax: null,
      bank: { bankName: 'KCB', validDays: 14 },
    });
    const paper = JSON.stringify(inLanguage('sw', (say) => orderPaper(order, 'sw', say)));
    for (const words of [
      'Ankara ya awali',
      'Jumla: KES 3,999',
      'inatumika hadi 4 Des 2026',
      'Hii si ankara ya kodi.',
      'Ukurasa wa {page} kati ya {pages}',
    ])
      expect(paper).toContain(words);
  });
});
