import { describe, expect, it } from 'vitest';
import { analyticsReportPdf } from './analyticsReport.ts';

const textOf = (file: Uint8Array) => new TextDecoder('latin1').decode(file);
const report = { issuer: { name: 'Masomo' }, title: 'Store Analytics', period: '23 Oct to 21 Nov 2026', printedOn: '21 Nov 2026' };

describe('a report of the store', () => {
  it('names its period, every table and every figure', () => {
    const text = textOf(
      analyticsReportPdf({
        ...report,
        tables: [
          { title: 'Figures', head: ['Figure', 'Value'], rows: [['Total Revenue', '2,456,780']], numbers: [1] },
          { title: 'Add-ons', head: ['Add-on'], rows: [], numbers: [] },
        ],
      }),
    );
    expect(text.startsWith('%PDF-')).toBe(true);
    for (const words of ['Store Analytics', '23 Oct to 21 Nov 2026', 'Figures', '2,456,780', 'Nothing in this period.'])
      expect(text).toContain(words);
  });

  it('continues over several pages', () => {
    const rows = Array.from({ length: 90 }, (_, index) => [`Add-on ${index}`]);
    expect(textOf(analyticsReportPdf({ ...report, tables: [{ title: 'Add-ons', head: ['Add-on'], rows, numbers: [] }] }))).toContain(
      'Page 2 of ',
    );
  });
});
