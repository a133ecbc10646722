import { describe, expect, it } from 'vitest';
import { toPdfCharacters } from './pdfLayout.ts';
import { statementPdf, type Statement } from './statement.ts';

const statement = (lines: number): Statement => ({
  issuer: { name: 'Greenfield Academy', phone: '+254 700 000 000' },
  student: { name: 'Brian Otieno', admissionNumber: 'GA/1041', className: 'Form 1 East' },
  printedOn: '21 Nov 2026',
  charged: 36_800,
  paid: 10_000,
  balance: 26_800,
  lines: Array.from({ length: lines }, (_, index) => ({
    day: '1 Sept 2026',
    text: `Item ${index}`,
    reference: '',
    charged: 100,
    paid: 0,
    balance: 100 * (index + 1),
  })),
});
const textOf = (file: Uint8Array) => new TextDecoder('latin1').decode(file);

describe('a statement of account', () => {
  it('is a PDF with the student, every line and the balance due', () => {
    const text = textOf(statementPdf(statement(3)));
    expect(text.startsWith('%PDF-')).toBe(true);
    for (const words of ['Greenfield Academy', 'Brian Otieno', 'GA/1041', 'Item 2', '36,800', 'Balance: KES 26,800'])
      expect(text).toContain(words);
  });

  it('shows what was paid ahead as credit', () => {
    const text = textOf(statementPdf({ ...statement(1), balance: -100, lines: [{ ...statement(1).lines[0]!, balance: -100 }] }));
    expect(text).toContain('Balance: KES 100 in credit');
  });

  it('contains payment instructions while a balance is due', () => {
    const howToPay = 'Paybill 400222, account: the admission number.\nOr at the office';
    const text = textOf(statementPdf({ ...statement(1), howToPay }));
    expect(text).toContain('(How to pay: Paybill 400222, account: the admission number.)');
    expect(text).toContain('(Or at the office)');
    expect(textOf(statementPdf({ ...statement(1), howToPay, balance: 0 }))).not.toContain('Paybill');
  });

  it('continues over numbered pages', () => {
    const text = textOf(statementPdf(statement(120)));
    expect(text).toContain('Page 1 of ');
    expect(text).toContain('Item 119');
  });

  it('replaces characters that its fonts lack', () => {
    expect(toPdfCharacters('Ng\u2019ang\u2019a \u0128 \u2013 \u4E2D')).toBe("Ng'ang'a I - ?");
  });
});
