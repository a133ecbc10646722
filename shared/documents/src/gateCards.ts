import { jsPDF } from 'jspdf';
import { toPdfCharacters } from './pdfLayout.ts';
import { encodeQr } from './qrCode.ts';

/** A card as it is printed; `code` is what a scanner reads. */
export type PrintedCard = { code: string; name: string; number: string; group: string };

/** Millimetres. A card has the size of a bank card; ten are on a page of A4. */
const card = { width: 85.6, height: 54 };
const page = { left: 14, top: 12, gapX: 10, gapY: 2, columns: 2, rows: 5 };
const perPage = page.columns * page.rows;
const qrSize = 38;

function drawCode(doc: jsPDF, code: string, left: number, top: number): void {
  const { size, isDark } = encodeQr(code);
  const cell = qrSize / size;
  doc.setFillColor('#000000');
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      // Each module overlaps the next a little, or viewers show white lines between them.
      if (isDark(row, column)) doc.rect(left + column * cell, top + row * cell, cell * 1.03, cell * 1.03, 'F');
}

/** Renders cards on sheets of A4 with lines to cut along. */
export function gateCardsPdf({ school, note, cards }: { school: string; note: string; cards: readonly PrintedCard[] }): Uint8Array {
  const doc = new jsPDF({ unit: 'mm', format: 'a4' });
  doc.setProperties({ title: toPdfCharacters(school) });
  cards.forEach(({ code, name, number, group }, index) => {
    const place = index % perPage;
    if (index > 0 && place === 0) doc.addPage();
    const left = page.left + (place % page.columns) * (card.width + page.gapX);
    const top = page.top + Math.floor(place / page.columns) * (card.height + page.gapY);
    const textWidth = card.width - qrSize - 12;
    doc.setDrawColor('#a1a1aa').setLineWidth(0.2).roundedRect(left, top, card.width, card.height, 3, 3, 'S');
    // A long text is set smaller until its lines have room, for a card can neither grow nor lose a name.
    const write = (text: string, y: number, size: number, style: 'bold' | 'normal', lines: number) => {
      const wrapped = doc.setFont('helvetica', style).setFontSize(size).splitTextToSize(toPdfCharacters(text), textWidth) as string[];
      if (wrapped.length > lines && size > 3) write(text, y, size - 0.5, style, Math.max(lines, Math.floor((lines * 9) / size)));
      else doc.text(wrapped, left + 5, top + y);
    };
    doc.setTextColor('#18181b');
    write(school, 9, 9, 'bold', 2);
    write(name, 22, 12, 'bold', 2);
    write(number, 35, 9, 'normal', 1);
    write(group, 40, 9, 'normal', 1);
    doc.setTextColor('#52525b');
    write(note, 47, 6, 'normal', 2);
    drawCode(doc, code, left + card.width - qrSize - 5, top + (card.height - qrSize) / 2);
  });
  return new Uint8Array(doc.output('arraybuffer'));
}
