import { readdirSync } from 'node:fs';
import path from 'node:path';
import { feeReceiptPdf } from '@masomo/documents/feeReceipt';
import { familyReceiptPdf } from '@masomo/documents/familyReceipt';
import { reportCardsPaper } from '@masomo/documents/reportCard';
import { say } from '@masomo/documents/say';
import { statementPdf } from '@masomo/documents/statement';
import { loadTexts, setLanguage } from '@masomo/i18n';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCatalogue } from '../build/messages/catalogueFile.ts';
import { compileCatalogue } from '../build/messages/compileCatalogue.ts';
import { root } from '../root.ts';
import { trackedFiles } from '../checks/trackedFiles.ts';
import { authMailFiles } from './authMails.ts';

/** English sentences of a package's catalogue that are something else in Swahili. */
const english = (folder: string, shortest: number) =>
  readCatalogue(folder, 'sw').flatMap(({ message, translation }) =>
    message === translation || message.length < shortest || message.includes('{') ? [] : [message],
  );

beforeEach(async () => {
  setLanguage('sw');
  const files = trackedFiles().filter((file) => /^shared\/(documents|domain)\//.test(file));
  await loadTexts({ sw: async () => ({ default: compileCatalogue(files, 'sw') }) });
});
afterEach(() => setLanguage('en'));

const issuer = { name: 'Greenfield Academy' };
const student = { name: 'Brian Njeri', admissionNumber: 'GA/1041', className: 'Form 1 East' };
const printedOn = '21 Nov 2026';
const receipt = { issuer, number: 'RCT-17', paidOn: printedOn, method: 'M-Pesa', recordedBy: 'Joseph Mwangi', printedOn, amount: 500 };
const scale = { id: 'k1', curriculum: '8-4-4' as const, isProvisional: true, bands: [{ code: 'A', label: 'Excellent', from: 0 }] };
const cards = {
  school: { name: issuer.name, motto: null, email: null, phone: null, address: '' },
  term: { name: 'T1', starts_on: '2026-09-01', ends_on: '2026-11-20', next_starts_on: '2027-01-05' },
  cards: [
    {
      student: { id: 's1', name: student.name, admission_number: student.admissionNumber },
      class_name: student.className,
      class_teacher: 'Peter Otieno',
      scale,
      attendance: { marked: 60, present: 50, late: 5, excused: 3, absent: 2 },
      subjects: [{ name: 'Biology', assessments: [{ name: 'CAT', score: 15, max_score: 20, weight: 1 }] }],
    },
  ],
};
const statement = { issuer, student, printedOn, charged: 100, paid: 0, balance: 100, howToPay: 'M-Pesa', lines: [] };

test.each([
  ['receipt', 'Risiti RCT-17', () => feeReceiptPdf({ ...receipt, student, balance: -100 })],
  ['family receipt', 'Iliyopokelewa', () => familyReceiptPdf({ ...receipt, students: [{ ...student, balance: -1, lines: [] }] })],
  ['statement of account', 'Taarifa ya akaunti', () => statementPdf(statement)],
  [
    'report card',
    'Maoni ya mwalimu mkuu',
    () => new TextEncoder().encode(JSON.stringify(reportCardsPaper(cards, '2026-11-21', 'sw', say))),
  ],
])('a %s is written in the language of the page', (_, words, paper) => {
  const text = new TextDecoder('latin1').decode(paper());
  expect(text).toContain(words);
  expect(english('shared/documents', 8).filter((sentence) => text.includes(sentence))).toEqual([]);
});

test('every mail of Auth has a Swahili half without a sentence of the English one', () => {
  const mails = [...authMailFiles(readCatalogue('tools', 'sw'))].filter(([file]) => file.endsWith('.html'));
  expect(mails.map(([file]) => path.basename(file)).sort()).toEqual(readdirSync(path.join(root, 'supabase/templates')).sort());
  const sentences = english('tools', 12);
  for (const [file, html] of mails) {
    const swahili = /\{\{ if eq \.Data\.language "sw" \}\}(<html lang="sw">[\s\S]*?<\/html>)/.exec(html)?.[1] ?? '';
    expect(swahili, file).not.toBe('');
    expect(sentences.filter((sentence) => swahili.includes(sentence))).toEqual([]);
  }
});
