import { expect, it } from 'vitest';
import { familyReceiptPdf } from './familyReceipt.ts';

it('lists the fees of every child, the total and each balance', () => {
  const file = familyReceiptPdf({
    issuer: { name: 'Greenfield Academy' },
    number: 'RCT-00018',
    paidOn: '24 Nov 2026',
    method: 'Cash',
    recordedBy: 'Daniel Kiprotich',
    printedOn: '24 Nov 2026',
    amount: 15_500,
    students: [
      { name: 'Brian Njeri', admissionNumber: 'GA/1041', balance: 0, lines: [{ name: 'Tuition', amount: 12_000 }] },
      {
        name: 'Amina Njeri',
        admissionNumber: 'GA/1042',
        balance: -500,
        lines: [
          { name: 'Lunch', amount: 3_000 },
          { name: 'In credit', amount: 500 },
        ],
      },
    ],
  });
  const text = new TextDecoder('latin1').decode(file);
  for (const words of [
    'Receipt RCT-00018',
    'Tuition',
    'KES 12,000',
    'In credit',
    'Received: KES 15,500',
    'Balance of Amina Njeri on 24 Nov 2026: KES 500 in credit',
  ])
    expect(text).toContain(words);
});
