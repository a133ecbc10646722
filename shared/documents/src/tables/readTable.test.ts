import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { findHeader } from './findHeader.ts';
import { readTable } from './readTable.ts';

const folder = new URL('../../../testing/importFiles/', import.meta.url);
const read = async (name: string) => (await readTable(new File([readFileSync(new URL(name, folder))], name))).sheets;
const readBytes = async (bytes: Uint8Array<ArrayBuffer> | string, name = 'students.csv') =>
  (await readTable(new File([bytes], name))).sheets;
const cellsOf = async (name: string) => (await read(name))[0]!.rows.map(({ cells }) => cells);
const refusal = (reading: Promise<unknown>) => reading.then(String, (error: unknown) => (error instanceof Error ? error.message : error));
const title = (text: string) => ['Admission number', 'First name', 'Last name'].includes(text);

describe('a file of a table', () => {
  it('is cut at the separator that its first line names', async () => {
    const [header, first] = await cellsOf('sep-line-semicolons.csv');
    expect(header?.[0]).toBe('Admission number');
    expect(first).toEqual(['S1/100', 'Achieng', 'Akinyi', 'Form 1 East', 'Akinyi, Mary', '2,54712E+11']);
    expect((await read('sep-line-semicolons.csv'))[0]?.rows[0]?.line).toBe(1);
  });

  it('keeps its letters, whatever its encoding', async () => {
    const marked = await cellsOf('utf16le-tabs.csv');
    expect(marked[1]?.slice(0, 3)).toEqual(['S2/001', 'Ngũgĩ', 'Mũtugi']);
    expect(await cellsOf('utf16le-no-mark.csv')).toEqual(marked);
    expect((await cellsOf('windows-1252.csv')).slice(1).map(([, first, last, , , , , guardian]) => [first, last, guardian])).toEqual([
      ['Ngugi', 'Mutugi', 'Zénaïde Wairimu'],
      ['Renée', 'D’Souza', 'José D’Souza'],
      ['Björn', 'Kögi', 'Åsa Kögi'],
    ]);
  });

  it.each(['utf8-letters-at-64k.csv', 'utf16le-long.csv'])('keeps letters that lie across blocks of bytes: %s', async (name) => {
    const rows = await cellsOf(name);
    const names = rows.slice(1).map(([, first = '']) => first);
    expect(names.filter((name) => !/^[A-Z][a-z]+ Wanjir[ũḌ]$/.test(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(300);
  });

  it('is refused with words when letters are lost or it is no table', async () => {
    expect(await refusal(readBytes(Uint8Array.from([...new TextEncoder().encode('Name,Class\nWairĩmũ,é'), 0xc4, 0x2c])))).toContain(
      'damaged',
    );
    expect(await refusal(readBytes(Uint8Array.from([0x25, 0x50, 0x44, 0x46, 0, 1, 2])))).toContain('neither CSV nor a workbook');
    expect(await refusal(readBytes(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0])))).toContain('old format');
    expect(await refusal(readBytes('<html><table></table></html>', 'students.xls'))).toContain('web page');
    expect(await refusal(readBytes('PK\u0003\u0004 and the rest', 'students.xlsx'))).toContain('damaged');
    expect(await refusal(readBytes('a,b\n1,2\n3,"open\n'))).toContain('quotation mark in row 3');
  });

  it('has its header below titles and empty rows', async () => {
    const [sheet] = await read('title-rows-and-blanks.csv');
    const header = sheet!.rows[findHeader(sheet!.rows, title)];
    expect(header?.line).toBe(5);
    expect(findHeader((await read('workbook.xlsx'))[0]!.rows, title)).toBe(1);
    const unknown = [['SCHOOL'], ['Nr', 'Nom'], ['1', 'A'], ['2', 'B']].map((cells, line) => ({ line, cells }));
    expect(findHeader(unknown, () => false)).toBe(1);
    expect(findHeader([], () => false)).toBe(-1);
  });

  it('gives an exported number its plus sign back', async () => {
    expect((await readBytes("Phone,Name\n'+254712000401,O'Neil\n"))[0]?.rows[1]?.cells).toEqual(['+254712000401', "O'Neil"]);
  });
});

describe('a workbook', () => {
  it('gives days as days, numbers in full and formulas as values', async () => {
    const sheets = await read('workbook.xlsx');
    expect(sheets.map(({ name }) => name)).toEqual(['Students', 'Notes']);
    expect(sheets[0]!.rows.slice(2).map(({ cells }) => cells)).toEqual([
      ['45', 'Achieng', 'Akinyi', 'F', '2014-05-31', 'Form 1 East', '2026-01-05', 'Rose Akinyi', '254712000901', '', 'Mother'],
      ['0046', 'Baraka', 'Barasa', 'M', '31/05/2014', 'Form 1 East', '2026-01-05', 'Peter Barasa', '0712000902', '', 'Father'],
      ['0047', 'Chebet', 'Cherono', 'F', '2014-06-01', 'Form 1 East', '', 'Ruth Cherono', '712000903', '', 'Mother'],
    ]);
  });

  it('keeps the zeros of a format, names errors, joins runs of text and leaves hidden sheets out', async () => {
    const files = {
      'xl/workbook.xml':
        '<x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="Old" state="hidden" r:id="b"/><x:sheet name="New" r:id="a"/></x:sheets></x:workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0000"/><numFmt numFmtId="165" formatCode="[$-409]d/mmm/yyyy;@"/></numFmts><cellXfs><xf></xf><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
      'xl/sharedStrings.xml':
        '<sst><si/><si><r><t>Ng’</t></r><r><t xml:space="preserve">ang’a </t></r></si><si><t>A &amp; B</t></si></sst>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="3"><c r="A3" s="1"><v>45</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="e"><v>#N/A</v></c><c r="E3" t="s"><v>2</v></c><c r="F3" s="2"><v>0</v></c><c r="G3"><v>2.54712000901E11</v></c></row></sheetData></worksheet>',
    };
    const workbook = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
    expect(await readBytes(Uint8Array.from(workbook))).toEqual([
      { name: 'New', rows: [{ line: 3, cells: ['0045', 'Ng’ang’a', '#N/A', '', 'A & B', '1904-01-01', '254712000901'] }] },
    ]);
  });
});
