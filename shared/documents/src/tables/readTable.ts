import { t } from '@lingui/core/macro';
import { decodeText } from '@masomo/domain/decodeText';
import { readCsv } from './readCsv.ts';
import { UnreadableFile, type TableFile, type TableSheet } from './tableFile.ts';

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte);

/**
 * Reads a CSV file or a workbook (.xlsx) as a whole, by its content and not by its name. Empty rows are left out.
 * @throws {UnreadableFile} with what to do.
 */
export async function readTable(file: File): Promise<TableFile> {
  const bytes = new Uint8Array(await bytesOf(file));
  const sheets = startsWith(bytes, 0x50, 0x4b) ? await readSheets(bytes) : [{ name: '', rows: await readCsv(textOf(bytes)) }];
  return { name: file.name, sheets: sheets.map(withoutEmptyRows) };
}

async function bytesOf(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch {
    throw new UnreadableFile(t`The file could not be read. Close it in other programs and choose it again.`);
  }
}

async function readSheets(bytes: Uint8Array): Promise<TableSheet[]> {
  const { readWorkbook } = await import('./readWorkbook.ts');
  return readWorkbook(bytes);
}

function textOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xd0, 0xcf))
    throw new UnreadableFile(
      t`This is a workbook in the old format or with a password. Save it as .xlsx without a password, or as CSV, and choose that file.`,
    );
  const decoded = decodeText(bytes);
  if ('fault' in decoded)
    throw new UnreadableFile(
      decoded.fault === 'damaged'
        ? t`Letters of this file are damaged. Open the sheet that it was made from, save it as “CSV UTF-8” and choose that file.`
        : t`This is neither CSV nor a workbook (.xlsx). Save your sheet in one of these formats and choose that file.`,
    );
  if (/^\s*<(?:!doctype|html|\?xml|table)/i.test(decoded.text))
    throw new UnreadableFile(
      t`This is a web page, whatever it is named. Open it in Excel or Sheets, save it as .xlsx or CSV and choose that file.`,
    );
  return decoded.text;
}

function withoutEmptyRows({ name, rows }: TableSheet): TableSheet {
  return { name, rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')) };
}
