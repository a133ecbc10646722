import { jsPDF } from 'jspdf';
import { describe, expect, it } from 'vitest';
import { analyticsReportPdf } from './analyticsReport.ts';
import { toPdfCharacters } from './pdfLayout.ts';

const long = 'Boarding, meals, laundry, evening tuition and transport between the two campuses for the whole of the second term 2026';
const note = 'Paid in three parts by two relatives; the second part arrived late because the bank was closed. '.repeat(3).trim();
const oneWord = 'Pneumono'.repeat(15);
const issuer = { name: `Greenfield Academy of ${oneWord}`, address: note, email: `${oneWord}@greenfield.test`, phone: '+254 700 000 000' };
const student = { name: `Wanjiru ${oneWord} Njeri ${long}`, admissionNumber: `GA/${oneWord}`, className: long };

type Box = { page: number; text: string; left: number; right: number; top: number; bottom: number };

/** Every text of a PDF with its place in points, from the top of its page. */
function boxesOf(file: Uint8Array): Box[] {
  const source = new TextDecoder('latin1').decode(file);
  const measure = new jsPDF({ unit: 'pt' });
  return [...source.matchAll(/stream\n([\s\S]*?)endstream/g)].flatMap(([, stream = ''], index) =>
    [...stream.matchAll(/BT\n\/F(\d) ([\d.]+) Tf([\s\S]*?)ET/g)].flatMap(([, font, sizeText, block = '']) => {
      const size = Number(sizeText);
      const [, leading] = /([\d.]+) TL/.exec(block) ?? [];
      const [, x, y] = /([\d.-]+) ([\d.-]+) Td/.exec(block) ?? [];
      measure.setFont('helvetica', font === '2' ? 'bold' : 'normal').setFontSize(size);
      return [...block.matchAll(/\(((?:\\.|[^\\)])*)\) Tj/g)].map(([, escaped = ''], line) => {
        const text = escaped.replace(/\\(.)/g, '$1');
        const baseline = 841.89 - Number(y) + line * Number(leading);
        const left = Number(x);
        return {
          page: index,
          text,
          left,
          right: left + measure.getTextWidth(text),
          top: baseline - size * 0.72,
          bottom: baseline + size * 0.2,
        };
      });
    }),
  );
}

const overlaps = (a: Box, b: Box) =>
  a.page === b.page && a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;

const line = (text: string) => ['1 Sept 2026', text, 'RCT-00017', 'KES 1,234,567'];

const documents: Record<string, () => Uint8Array> = {
  report: () =>
    analyticsReportPdf({
      ...{ issuer, title: `${student.name} ${student.admissionNumber}`, period: 'November 2026', printedOn: '28 Nov 2026' },
      tables: [
        {
          title: long,
          head: ['Date', 'Description', 'Number', 'Amount'],
          rows: Array.from({ length: 40 }, (_, index) => line([long, note, oneWord, 'Tuition'][index % 4]!)),
          numbers: [3],
        },
        { title: note, head: ['Name'], rows: [], numbers: [] },
      ],
    }),
};

describe.each(Object.entries(documents))('a %s with long texts', (_, make) => {
  const boxes = boxesOf(make());

  it('has every text on its page, above the note at the foot', () => {
    expect(boxes.length).toBeGreaterThan(20);
    for (const box of boxes) {
      expect.soft(box.left, box.text).toBeGreaterThanOrEqual(40);
      expect.soft(box.right, box.text).toBeLessThanOrEqual(595.28 - 40);
      expect.soft(box.bottom, box.text).toBeLessThanOrEqual(841.89 - 8);
    }
  });

  it('has no text over another', () => {
    const pairs = boxes.flatMap((a, index) => boxes.slice(index + 1).flatMap((b) => (overlaps(a, b) ? [`${a.text} / ${b.text}`] : [])));
    expect(pairs).toEqual([]);
  });

  it('loses no letter of a name', () => {
    const text = boxes
      .map((box) => box.text)
      .join('')
      .replaceAll(' ', '');
    expect(text).toContain(issuer.name.replaceAll(' ', ''));
    expect(text.split('Pneumono').length).toBeGreaterThan(30);
  });
});

it('keeps a day and an amount on one line beside a long text', () => {
  const texts = boxesOf(documents['report']!()).map((box) => box.text);
  expect(texts.filter((text) => text === '1 Sept 2026')).toHaveLength(40);
  expect(texts.filter((text) => text === 'KES 1,234,567').length).toBeGreaterThanOrEqual(40);
});

it('replaces characters that its fonts lack', () => {
  expect(toPdfCharacters('Ng\u2019ang\u2019a \u0128 \u2013 \u4E2D')).toBe("Ng'ang'a I - ?");
});
