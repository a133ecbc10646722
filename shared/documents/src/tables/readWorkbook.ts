import { t } from '@lingui/core/macro';
import { XMLParser } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';
import { formatCell, readFormats, type CellFormats } from './cellFormats.ts';
import { UnreadableFile, type TableRow, type TableSheet } from './tableFile.ts';

type Node = Record<string, unknown>;
const repeated = new Set(['sheet', 'Relationship', 'row', 'c', 'si', 'r', 'xf', 'numFmt']);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name, path, _leaf, isAttribute) => !isAttribute && repeated.has(name) && !(name === 'r' && String(path).endsWith('.c.r')),
});
/** Larger than any sheet that an import takes, smaller than what fills a phone's memory. */
const maxPartBytes = 60 * 1024 * 1024;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const node = (value: unknown): Node => (isNode(value) ? value : {});
/** Empty elements keep their place among the others: cells name styles and texts by it. */
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.map(node) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : isNode(value) ? text(value['#text'] ?? '') : '');

/** The visible sheets of a workbook (.xlsx), formulas as their last values. */
export function readWorkbook(bytes: Uint8Array): TableSheet[] {
  const parts = unzip(bytes);
  const read = (path: string): Node => (parts[path] ? node(parser.parse(strFromU8(parts[path]))) : {});
  const workbook = node(read('xl/workbook.xml')['workbook']);
  const targets = new Map(
    nodes(node(read('xl/_rels/workbook.xml.rels')['Relationships'])['Relationship']).map((item) => [
      text(item['@Id']),
      text(item['@Target']),
    ]),
  );
  const formats = readFormats(node(read('xl/styles.xml')['styleSheet']), text(node(workbook['workbookPr'])['@date1904']));
  const shared = nodes(node(read('xl/sharedStrings.xml')['sst'])['si']).map(richText);
  const sheets = nodes(node(workbook['sheets'])['sheet']).filter((sheet) => !text(sheet['@state']).toLowerCase().includes('hidden'));
  if (sheets.length === 0)
    throw new UnreadableFile(
      t`This is no workbook that can be read. Open it in Excel or Sheets, save it as .xlsx or CSV and choose that file.`,
    );
  return sheets.map((sheet) => {
    const target = targets.get(text(sheet['@id'])) ?? '';
    const content = node(node(read(target.startsWith('/') ? target.slice(1) : `xl/${target}`)['worksheet'])['sheetData']);
    return { name: text(sheet['@name']), rows: nodes(content['row']).map((row, index) => readRow(row, index, shared, formats)) };
  });
}

function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) =>
        /^xl\/(?:workbook|styles|sharedStrings|worksheets\/|_rels\/)/.test(name) && originalSize < maxPartBytes,
    });
  } catch {
    throw new UnreadableFile(t`This workbook is damaged. Open it in Excel or Sheets, save it again and choose that file.`);
  }
}

/** Text that may be cut into runs of different fonts. */
function richText(item: Node): string {
  return Array.isArray(item['r'])
    ? nodes(item['r'])
        .map((run) => text(run['t']))
        .join('')
    : text(item['t']);
}

function readRow(row: Node, index: number, shared: readonly string[], formats: CellFormats): TableRow {
  const cells: string[] = [];
  for (const cell of nodes(row['c'])) cells[columnOf(text(cell['@r'])) ?? cells.length] = cellText(cell, shared, formats).trim();
  return { line: Number(text(row['@r'])) || index + 1, cells: Array.from(cells, (cell) => cell ?? '') };
}

/** Zero-based column of a cell such as `AB12`. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  if (letters === '') return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(cell: Node, shared: readonly string[], formats: CellFormats): string {
  const value = text(cell['v']);
  switch (text(cell['@t'])) {
    case 's':
      return shared[Number(value)] ?? '';
    case 'inlineStr':
      return richText(node(cell['is']));
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'd':
      return value.slice(0, 10);
    case 'str':
    case 'e':
      return value;
    default:
      return formatCell(value, Number(text(cell['@s']) || 0), formats);
  }
}
