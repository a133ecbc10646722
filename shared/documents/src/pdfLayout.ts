import { jsPDF } from 'jspdf';
import { autoTable, type UserOptions } from 'jspdf-autotable';

/** The issuer of a document, printed in its head. */
export type Issuer = { name: string; address?: string | null; email?: string | null; phone?: string | null };

const margin = 48;
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

/** Starts a page with the issuer's head and the title. */
export function startPdf(issuer: Issuer, title: string, doc: jsPDF = new jsPDF({ unit: 'pt', format: 'a4' })): PdfLayout {
  doc.setProperties({ title: toPdfCharacters(title), author: toPdfCharacters(issuer.name) });
  doc.setFont('helvetica', 'bold').setFontSize(16).setTextColor(ink).text(toPdfCharacters(issuer.name), margin, 64);
  const contact = [issuer.address, issuer.phone, issuer.email].filter(Boolean).join('  ·  ');
  doc.setFont('helvetica', 'normal').setFontSize(9).setTextColor(muted).text(toPdfCharacters(contact), margin, 80);
  doc.setDrawColor('#d4d4d8').line(margin, 92, doc.internal.pageSize.getWidth() - margin, 92);
  doc.setFont('helvetica', 'bold').setFontSize(13).setTextColor(ink).text(toPdfCharacters(title), margin, 120);
  return { doc, y: 138 };
}

/** Writes names and values, one pair per line. */
export function writeFacts(layout: PdfLayout, facts: readonly (readonly [name: string, value: string])[]): PdfLayout {
  const { doc } = layout;
  doc.setFontSize(10);
  let { y } = layout;
  for (const [name, value] of facts) {
    doc.setFont('helvetica', 'normal').setTextColor(muted).text(toPdfCharacters(name), margin, y);
    doc
      .setFont('helvetica', 'bold')
      .setTextColor(ink)
      .text(toPdfCharacters(value), margin + 110, y);
    y += 16;
  }
  return { doc, y: y + 8 };
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
  let end = layout.y;
  autoTable(doc, {
    startY: layout.y,
    margin: { left: margin, right: margin, bottom: 64 },
    theme: 'plain',
    head: [
      head.map((words, index) => ({
        content: toPdfCharacters(words),
        styles: numbers.includes(index) ? { halign: 'right' as const } : {},
      })),
    ],
    body: rows.map((row) => row.map(toPdfCharacters)),
    styles: {
      font: 'helvetica',
      fontSize: 9,
      textColor: ink,
      cellPadding: { top: 5, bottom: 5, left: 4, right: 4 },
      lineColor: '#e4e4e7',
      lineWidth: { bottom: 0.5 },
    },
    headStyles: { fontStyle: 'bold', textColor: muted },
    columnStyles: Object.fromEntries(numbers.map((index) => [index, { halign: 'right' as const }])),
    didDrawPage: ({ cursor }) => {
      end = cursor?.y ?? end;
    },
    ...options,
  });
  return { doc, y: end + 24 };
}

/** Writes a line of text, on a new page when there is no room left. */
export function writeLine(layout: PdfLayout, words: string, { isStrong = false } = {}): PdfLayout {
  const { doc } = layout;
  const width = doc.internal.pageSize.getWidth() - 2 * margin;
  const lines = doc
    .setFont('helvetica', isStrong ? 'bold' : 'normal')
    .setFontSize(10)
    .splitTextToSize(toPdfCharacters(words), width) as string[];
  let { y } = layout;
  if (y + lines.length * 14 > doc.internal.pageSize.getHeight() - 64) {
    doc.addPage();
    y = 64;
  }
  doc.setTextColor(ink).text(lines, margin, y);
  return { doc, y: y + lines.length * 14 + 4 };
}

/** Finishes the file with a note and the number of each page. */
export function finishPdf({ doc }: PdfLayout, note: string, pageLabel: (page: number, pages: number) => string): Uint8Array {
  const pages = doc.getNumberOfPages();
  const { width, height } = { width: doc.internal.pageSize.getWidth(), height: doc.internal.pageSize.getHeight() };
  for (let page = 1; page <= pages; page += 1) {
    doc.setPage(page).setFont('helvetica', 'normal').setFontSize(8).setTextColor(muted);
    doc.text(toPdfCharacters(note), margin, height - 32).text(pageLabel(page, pages), width - margin, height - 32, { align: 'right' });
  }
  return new Uint8Array(doc.output('arraybuffer'));
}
