import { formatNumber } from '@masomo/domain/number';
import type { PaperSchool } from '@masomo/domain/paperSchool';
import { formatDate, formatDateTime } from '@masomo/domain/time';
import { writtenCell, type ExportedCell, type ExportedColumn } from '@masomo/documents/tables/exportedTable';

/** A paper of one table on A4: the school's head, a title with its facts, and the rows. */
export type PrintedSheet = {
  title: string;
  /** Below the title: what was chosen, how many there are, the day. */
  facts: string;
  columns: readonly ExportedColumn[];
  rows: readonly (readonly ExportedCell[])[];
  /** Boxes around all cells, for a sheet that is filled in by hand. */
  hasGrid?: boolean;
  /** All columns are as wide as each other, whatever is in them. */
  isEven?: boolean;
};

/** The head of a school's papers; `crest` is its picture where it has one. */
export type PrintedHead = { school: PaperSchool; crest: Blob | undefined };

/** A dialog that is never answered must not keep the frame for ever. */
const longestDialogMs = 5 * 60_000;
/** From so many columns on a sheet lies on its side. */
const landscapeColumns = 7;

const styles = (accent: string, isLandscape: boolean) => `
@page { size: A4 ${isLandscape ? 'landscape' : 'portrait'}; margin: 14mm 12mm; @bottom-right { content: counter(page) ' / ' counter(pages); font: 8pt sans-serif; } }
body { margin: 0; font: 9pt/1.35 Inter, 'Noto Sans', system-ui, sans-serif; color: #111; }
header { display: flex; gap: 4mm; align-items: center; padding-bottom: 3mm; border-bottom: 0.6mm solid ${accent}; }
header img { height: 16mm; max-width: 30mm; object-fit: contain; }
header strong { display: block; font-size: 13pt; color: ${accent}; }
header p { margin: 0; white-space: pre-line; font-size: 8pt; color: #444; }
h1 { margin: 5mm 0 0; font-size: 13pt; }
h1 + p { margin: 0.5mm 0 3mm; color: #444; white-space: pre-line; }
table { font: inherit; width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { padding: 1mm 1.5mm; border-bottom: 0.2mm solid #bbb; text-align: start; vertical-align: top; white-space: pre-line; overflow-wrap: anywhere; }
th { border-bottom: 0.4mm solid #111; font-size: 8pt; }
.number { text-align: end; white-space: nowrap; }
.even { table-layout: fixed; }
.grid :is(th, td) { border: 0.2mm solid #888; height: 6mm; }
`;

function element(page: Document, name: string, text: string): HTMLElement {
  const made = page.createElement(name);
  made.textContent = text;
  return made;
}

function printedCell(value: ExportedCell, column: ExportedColumn): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string' && column.as) return column.as === 'day' ? formatDate(value) : formatDateTime(value);
  return String(writtenCell(value, column) ?? '');
}

function headOf(page: Document, { school, crest }: PrintedHead): HTMLElement {
  const head = page.createElement('header');
  if (crest) {
    const picture = page.createElement('img');
    picture.src = URL.createObjectURL(crest);
    picture.alt = '';
    head.append(picture);
  }
  const words = page.createElement('div');
  const contact = [school.address, school.phone, school.email].filter(Boolean).join(' · ');
  words.append(
    element(page, 'strong', school.name),
    element(page, 'p', school.look?.head || [school.motto, contact].filter(Boolean).join('\n')),
  );
  head.append(words);
  return head;
}

function tableOf(page: Document, { columns, rows, hasGrid = false, isEven = false }: PrintedSheet): HTMLElement {
  const isNumber = columns.map((_, index) => rows.some((row) => typeof row[index] === 'number'));
  const lineOf = (name: 'th' | 'td', texts: readonly string[]) => {
    const line = page.createElement('tr');
    line.append(
      ...texts.map((text, index) => {
        const cell = element(page, name, text);
        if (isNumber[index]) cell.className = 'number';
        return cell;
      }),
    );
    return line;
  };
  const table = page.createElement('table');
  table.className = [hasGrid && 'grid', isEven && 'even'].filter(Boolean).join(' ');
  const head = page.createElement('thead');
  head.append(
    lineOf(
      'th',
      columns.map(({ title }) => title),
    ),
  );
  const body = page.createElement('tbody');
  body.append(
    ...rows.map((row) =>
      lineOf(
        'td',
        columns.map((column, index) => printedCell(row[index], column)),
      ),
    ),
  );
  table.append(head, body);
  return table;
}

/** Puts a sheet into a document of its own; exported for its test. */
export function fillPage(page: Document, sheet: PrintedSheet, head: PrintedHead | undefined): void {
  page.title = sheet.title;
  page.documentElement.lang = document.documentElement.lang;
  page.body.append(
    ...(head ? [headOf(page, head)] : []),
    element(page, 'h1', sheet.title),
    element(page, 'p', sheet.facts),
    tableOf(page, sheet),
  );
}

/** Opens the browser's print dialog with the sheet and nothing else of the page. */
export async function printSheet(sheet: PrintedSheet, head: PrintedHead | undefined): Promise<void> {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  document.body.append(frame);
  const [view, page] = [frame.contentWindow as (Window & typeof globalThis) | null, frame.contentDocument];
  if (!view || !page) throw new Error('The browser opened no frame to print from.');
  // The content security policy allows no style element; a sheet that is made by the script is not one.
  const sheetOfStyles = new view.CSSStyleSheet();
  sheetOfStyles.replaceSync(styles(head?.school.look?.accent ?? '#111111', sheet.columns.length > landscapeColumns));
  page.adoptedStyleSheets = [sheetOfStyles];
  fillPage(page, sheet, head);
  const pictures = [...page.images];
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  const remove = () => {
    for (const picture of pictures) URL.revokeObjectURL(picture.src);
    frame.remove();
  };
  view.addEventListener('afterprint', () => setTimeout(remove));
  setTimeout(remove, longestDialogMs);
  view.focus();
  view.print();
}
