// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { Fee } from '@masomo/data/money/fees';
import { csvHeader, csvRows } from '@masomo/documents/tables/exportedTable';
import { readTable } from '@masomo/documents/tables/readTable';
import { chooseRows, guessMapping, importRowsOf, missingFields, parseRows, templateCsv } from '@masomo/remote/imports/importedFile';
import { exportedFees } from './exportedFees.ts';
import { feeImport } from './feeImport.ts';

const fee = (more: Partial<Fee>): Fee => ({
  ...{
    id: 'f1',
    termId: 't1',
    name: 'Tuition',
    amount: 15_000,
    dueOn: '2027-01-12',
    classId: '',
    className: '',
    boarding: null,
    isBilled: false,
  },
  ...more,
});
const read = async (text: string) => parseRows(chooseRows(await readTable(new File([text], 'fees.csv')), feeImport));

it('an export of fees that is opened again asks nothing', async () => {
  const { columns } = exportedFees('Term 1 2027');
  const fees = [
    fee({ isBilled: true }),
    fee({ name: '+ Trip', classId: 'c1', className: 'Form 1 East', boarding: 'boarder', amount: 1_200 }),
  ];
  const text =
    csvHeader(columns) +
    csvRows(
      columns,
      fees.map((each) => columns.map(({ value }) => value(each))),
    );
  const file = await read(text);
  const mapping = guessMapping(file.header, feeImport);
  expect(missingFields(feeImport, mapping)).toEqual([]);
  expect(importRowsOf(feeImport, file, mapping)).toEqual([
    { row: 2, name: 'Tuition', class: 'All students', term: 'Term 1 2027', amount: '15000', due_on: '2027-01-12' },
    { row: 3, name: '+ Trip', class: 'Form 1 East', boarding: 'Boarders', term: 'Term 1 2027', amount: '1200', due_on: '2027-01-12' },
  ]);
});

it.each([
  [
    'Item,Grade,Amount (KES),Pay by\nLunch,Form 2,"3,000",12/01/2027\n',
    { row: 2, name: 'Lunch', class: 'Form 2', amount: '3,000', due_on: '12/01/2027' },
  ],
  [
    'Ada,Darasa,Muhula,Kiasi,Tarehe\nChakula,Wanafunzi wote,Muhula 1,3000,12/01/2027\n',
    { row: 2, name: 'Chakula', class: 'Wanafunzi wote', term: 'Muhula 1', amount: '3000', due_on: '12/01/2027' },
  ],
])('knows the columns of a list that a school has: %s', async (text, cells) => {
  const file = await read(text);
  expect(importRowsOf(feeImport, file, guessMapping(file.header, feeImport))).toEqual([cells]);
});

it('the template of fees has a column for each of its titles', async () => {
  const file = await read(templateCsv(feeImport).join(''));
  expect(Object.keys(guessMapping(file.header, feeImport))).toHaveLength(file.header.length);
});
