// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { ListedPayment } from '@masomo/data/money/feeLists';
import { csvHeader, csvRows } from '@masomo/documents/tables/exportedTable';
import { readTable } from '@masomo/documents/tables/readTable';
import { chooseRows, guessMapping, importRowsOf, missingFields, parseRows, templateCsv } from '@masomo/remote/imports/importedFile';
import { exportedPayments } from './exportedPayments.ts';
import { paymentImport } from './paymentImport.ts';

const payment: ListedPayment = {
  ...{ id: 'p1', studentId: 's1', student: 'Brian Njeri', listedName: 'Njeri, Brian', admissionNumber: 'GA/1041' },
  ...{ className: 'Grade 7', receiptNumber: 'RCT-00017', amount: 12_500, method: 'bank', reference: 'SLIP 7', paidOn: '2026-11-17' },
  ...{ recordedBy: 'Joseph Mwangi', isReversal: false, isReversed: false, reason: '' },
};
const read = async (text: string) => parseRows(chooseRows(await readTable(new File([text], 'payments.csv')), paymentImport));

it('an export of payments that is opened again asks nothing', async () => {
  const { columns } = exportedPayments;
  const text = csvHeader(columns) + csvRows(columns, [columns.map(({ value }) => value(payment))]);
  const file = await read(text);
  const mapping = guessMapping(file.header, paymentImport);
  expect(missingFields(paymentImport, mapping)).toEqual([]);
  expect(importRowsOf(paymentImport, file, mapping)).toEqual([
    {
      row: 2,
      ...{ admission_number: 'GA/1041', amount: '12500', method: 'Bank deposit', reference: 'SLIP 7', paid_on: '2026-11-17' },
      receipt_number: 'RCT-00017',
    },
  ]);
});

it('the template of payments has a column for each of its titles', async () => {
  const file = await read(templateCsv(paymentImport).join(''));
  expect(Object.keys(guessMapping(file.header, paymentImport))).toHaveLength(file.header.length);
});
