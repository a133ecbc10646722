import { readdirSync } from 'node:fs';
import path from 'node:path';
import { accountReceipt, receiptPaper } from '@masomo/documents/receipt';
import { reportCardsPaper } from '@masomo/documents/reportCard';
import { say } from '@masomo/documents/say';
import { statementPaper } from '@masomo/documents/statement';
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

const school = {
  ...{ name: 'Greenfield Academy', motto: null, email: null, phone: null, address: '', time_zone: 'Africa/Nairobi' },
  ...{ payment_instructions: 'M-Pesa', look: null },
};
const student = { id: 's1', name: 'Brian Njeri', admission_number: 'GA/1041', class_name: 'Form 1 East' };
const payment = {
  ...{ id: 'p1', receipt_number: 'RCT-17', amount: 500, method: 'bank', reference: null, paid_on: '2026-11-21' },
  ...{ is_reversed: true, recorded_by: 'Joseph Mwangi' },
};
const lines = (['charge', 'credit', 'payment', 'reversal'] as const).map((kind) => ({
  ...{ day: '2026-11-21', kind, text: kind === 'payment' ? 'cash' : 'Ada', reference: '', charged: 1, paid: 1, balance: -1 },
}));
const account = { student, school, charged: 100, paid: 0, balance: 100, charges: [], payments: [payment], lines };
const printing = { printedOn: '2026-11-21', lang: 'sw' };
const scale = { id: 'k1', curriculum: '8-4-4' as const, isProvisional: true, bands: [{ code: 'A', label: 'Excellent', from: 0 }] };
const cards = {
  school,
  term: { name: 'T1', starts_on: '2026-09-01', ends_on: '2026-11-20', next_starts_on: '2027-01-05' },
  cards: [
    {
      student,
      class_name: student.class_name,
      class_teacher: 'Peter Otieno',
      scale,
      attendance: { marked: 60, present: 50, late: 5, excused: 3, absent: 2 },
      subjects: [{ name: 'Biology', assessments: [{ name: 'CAT', score: 15, max_score: 20, weight: 1 }] }],
    },
  ],
};

test.each([
  ['receipt', 'Risiti', () => receiptPaper(accountReceipt({ ...account, payment }), printing, say)],
  ['statement of account', 'Taarifa ya akaunti', () => statementPaper(account, printing, say)],
  ['report card', 'Maoni ya mwalimu mkuu', () => reportCardsPaper(cards, printing, say)],
])('a %s is written in the language of the page', (_, words, paper) => {
  const text = JSON.stringify(paper());
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
