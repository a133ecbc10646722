import { expect, it } from 'vitest';
import { csvRows, type ExportedColumn } from './exportedTable.ts';
import { readTable } from './readTable.ts';
import { workbookOf } from './writeWorkbook.ts';

const columns: ExportedColumn[] = [
  { title: 'Admission no.' },
  { title: 'Name' },
  { title: 'Amount' },
  { title: 'Paid on', as: 'day' },
  { title: 'Recorded', as: 'time' },
  { title: 'Active' },
];
const rows = [
  ['0045', '=HYPERLINK("http://evil.test")', 1_234.5, '2026-01-05', '2026-01-05T20:30:00Z', true],
  ['GA/2', '+254712345678', 0, null, '', false],
  ['GA/3', 'Ng’ang’a <&> ልጅ', -12, '2026-01-05T22:30:00Z', null, null],
];
const sheetsOf = async (tables: Parameters<typeof workbookOf>[0]) =>
  (await readTable(new File([await (await workbookOf(tables)).arrayBuffer()], 'file.xlsx'))).sheets;

it('is written as CSV with local times, plain numbers and no formula', () => {
  expect(csvRows(columns, rows).split('\r\n')).toEqual([
    `0045,"'=HYPERLINK(""http://evil.test"")",1234.5,2026-01-05,2026-01-05 23:30:00,Yes`,
    "GA/2,'+254712345678,0,,,No",
    'GA/3,Ng’ang’a <&> ልጅ,-12,2026-01-06,,',
    '',
  ]);
});

it('is written as a workbook whose numbers and dates are values and whose texts are texts', async () => {
  const { unzipSync, strFromU8 } = await import('fflate');
  const parts = unzipSync(new Uint8Array(await (await workbookOf([{ title: 'Payments', columns, rows }])).arrayBuffer()));
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!);
  expect(sheet).not.toContain('<f>');
  expect(sheet).toMatch(/<c r="C2"[^>]*><v>1234\.5<\/v>/);
  expect(sheet).toMatch(/<c r="D2" s="\d+"[^>]*><v>46027<\/v>/);
  const [read] = await sheetsOf([{ title: 'Payments', columns, rows }]);
  expect(read?.name).toBe('Payments');
  expect(read?.rows.slice(1).map(({ cells }) => cells)).toEqual([
    ['0045', '=HYPERLINK("http://evil.test")', '1234.5', '2026-01-05', '2026-01-05', 'Yes'],
    ['GA/2', '+254712345678', '0', '', '', 'No'],
    ['GA/3', 'Ng’ang’a <&> ልጅ', '-12', '2026-01-06'],
  ]);
});

it('names each sheet once, within what spreadsheets take', async () => {
  const table = { columns: [{ title: 'A' }], rows: [[1]] };
  const names = ['Fees [1/2]: all', 'x'.repeat(40), 'X'.repeat(40), '***'].map((title) => ({ ...table, title }));
  expect((await sheetsOf(names)).map(({ name }) => name)).toEqual(['Fees  1 2  all', 'x'.repeat(31), `${'X'.repeat(27)} 3`, '4']);
});
