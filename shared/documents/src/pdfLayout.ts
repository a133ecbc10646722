import { jsPDF } from 'jspdf';
import { autoTable, type UserOptions } from 'jspdf-autotable';

/** The issuer of a document, printed in its head. */
export type Issuer = { name: string; address?: string | null; email?: string | null; phone?: string | null };

const margin = 48;
/** Points at the foot of a page for the note and the page number. */
const footHeight = 64;
const nameWidth = 104;
const ink = '#18181b';
const muted = '#52525b';

/** A document and the position of its next part: `y` in points from the top of the current page. */
export type PdfLayout = { doc: jsPDF; y: number };

/** Replaces characters that the standard PDF fonts lack: by the letter without its accent, or by a question mark. */
export function toPdfCharacters(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201C\u201D]/g, '"')
    .replace(/[\u2013\u2014]/g, '-')
    .replace(/[^\u0020-\u00FF]/g, (character) => character.normalize('NFD').replace(/[^\u0020-\u00FF]/g, '') || '?');
}

const pageWidth = (doc: jsPDF) => doc.internal.pageSize.getWidth();
const textWidth = (doc: jsPDF) => pageWidth(doc) - 2 * margin;
const bottomOf = (doc: jsPDF) => doc.internal.pageSize.getHeight() - footHeight;

type TextStyle = { size: number; isStrong?: boolean; color?: string };

function setStyle(doc: jsPDF, { size, isStrong = false, color = ink }: TextStyle): void {
  doc
    .setFont('helvetica', isStrong ? 'bold' : 'normal')
    .setFontSize(size)
    .setTextColor(color);
}

/** Sets the style and divides a text into lines that fit; a word wider than a line is divided too. */
function fitLines(doc: jsPDF, text: string, width: number, style: TextStyle): string[] {
  setStyle(doc, style);
  return doc.splitTextToSize(toPdfCharacters(text), width) as string[];
}

/** The position for the next `height` points: on a new page when this one has no room for them. */
function makeRoom({ doc, y }: PdfLayout, height: number): number {
  if (y + height <= bottomOf(doc) + 1) return y;
  doc.addPage();
  return margin + 16;
}

function writeLines(layout: PdfLayout, lines: readonly string[], lineHeight: number, left = margin): PdfLayout {
  const { doc } = layout;
  let { y } = layout;
  for (const line of lines) {
    y = makeRoom({ doc, y }, lineHeight);
    doc.text(line, left, y);
    y += lineHeight;
  }
  return { doc, y };
}

/** Starts a page with the issuer's head and the title. */
export function startPdf(issuer: Issuer, title: string, doc: jsPDF = new jsPDF({ unit: 'pt', format: 'a4' })): PdfLayout {
  doc.setProperties({ title: toPdfCharacters(title), author: toPdfCharacters(issuer.name) });
  let layout: PdfLayout = { doc, y: 64 };
  layout = writeLines(layout, fitLines(doc, issuer.name, textWidth(doc), { size: 16, isStrong: true }), 19);
  const contact = [issuer.address, issuer.phone, issuer.email].filter(Boolean).join('  ·  ');
  layout = writeLines({ doc, y: layout.y - 3 }, contact ? fitLines(doc, contact, textWidth(doc), { size: 9, color: muted }) : [''], 12);
  doc.setDrawColor('#d4d4d8').line(margin, layout.y, pageWidth(doc) - margin, layout.y);
  layout = writeLines({ doc, y: layout.y + 28 }, fitLines(doc, title, textWidth(doc), { size: 13, isStrong: true }), 16);
  return { doc, y: layout.y + 2 };
}

/** Writes names and values, one pair below the other. */
export function writeFacts(layout: PdfLayout, facts: readonly (readonly [name: string, value: string])[]): PdfLayout {
  const { doc } = layout;
  let { y } = layout;
  for (const [name, value] of facts) {
    const values = fitLines(doc, value, textWidth(doc) - nameWidth - 6, { size: 10, isStrong: true });
    const names = fitLines(doc, name, nameWidth, { size: 10, color: muted });
    y = makeRoom({ doc, y }, names.length * 14);
    doc.text(names, margin, y, { lineHeightFactor: 1.4 });
    setStyle(doc, { size: 10, isStrong: true });
    const isOneLine = values.length <= names.length;
    const end = writeLines({ doc, y }, values, 14, margin + nameWidth + 6).y;
    y = (isOneLine ? y + names.length * 14 : end) + 2;
  }
  return { doc, y: y + 8 };
}

/** The columns whose texts are all short keep one line each, so that a long text beside them cannot squeeze a day or an amount. */
function unbrokenColumns(doc: jsPDF, head: readonly string[], rows: readonly (readonly string[])[]): number[] {
  doc.setFont('helvetica', 'bold').setFontSize(9);
  const widths = head.map((title, column) =>
    rows.reduce((widest, row) => Math.max(widest, doc.getTextWidth(row[column] ?? '')), doc.getTextWidth(title)),
  );
  const short = widths.flatMap((width, column) => (width <= 96 ? [column] : []));
  const total = short.reduce((sum, column) => sum + (widths[column] ?? 0) + 8, 0);
  const others = head.length - short.length;
  return total + others * 72 <= textWidth(doc) ? short : [];
}

/** Writes a table over as many pages as it needs, with its head on each. The columns in `numbers` are right-aligned. */
export function writeTable(
  layout: PdfLayout,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly number[],
  options: UserOptions = {},
): PdfLayout {
  const { doc } = layout;
  const titles = head.map(toPdfCharacters);
  const body = rows.map((row) => row.map(toPdfCharacters));
  const unbroken = unbrokenColumns(doc, titles, body);
  let end = layout.y;
  autoTable(doc, {
    startY: layout.y,
    margin: { left: margin, right: margin, top: margin, bottom: footHeight },
    theme: 'plain',
    head: [titles.map((content, index) => ({ content, styles: numbers.includes(index) ? { halign: 'right' as const } : {} }))],
    body,
    styles: {
      font: 'helvetica',
      fontSize: 9,
      textColor: ink,
      cellPadding: { top: 5, bottom: 5, left: 4, right: 4 },
      lineColor: '#e4e4e7',
      lineWidth: { bottom: 0.5 },
    },
    headStyles: { fontStyle: 'bold', textColor: muted },
    columnStyles: Object.fromEntries(
      titles.map((_, index) => [
        index,
        {
          ...(numbers.includes(index) ? { halign: 'right' as const } : {}),
          ...(unbroken.includes(index) ? { cellWidth: 'wrap' as const } : {}),
        },
      ]),
    ),
    didDrawPage: ({ cursor }) => {
      end = cursor?.y ?? end;
    },
    ...options,
  });
  return { doc, y: end + 24 };
}

/** Writes a text in as many lines as it needs, going on to a new page when there is no room left. */
export function writeLine(layout: PdfLayout, words: string, { isStrong = false } = {}): PdfLayout {
  const { doc } = layout;
  const { y } = writeLines(layout, fitLines(doc, words, textWidth(doc), { size: 10, isStrong }), 14);
  return { doc, y: y + 4 };
}

/** Finishes the file with a note and the number of each page. */
export function finishPdf({ doc }: PdfLayout, note: string, pageLabel: (page: number, pages: number) => string): Uint8Array {
  const pages = doc.getNumberOfPages();
  const height = doc.internal.pageSize.getHeight();
  for (let page = 1; page <= pages; page += 1) {
    doc.setPage(page);
    let lines: string[] = [];
    for (let size = 8; size > 3 && (lines.length === 0 || lines.length * size * 1.15 > 40); size -= 1)
      lines = fitLines(doc, note, textWidth(doc) - 96, { size, color: muted });
    doc.text(lines, margin, height - 42);
    doc.text(pageLabel(page, pages), pageWidth(doc) - margin, height - 42, { align: 'right' });
  }
  return new Uint8Array(doc.output('arraybuffer'));
}
