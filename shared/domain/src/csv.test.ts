import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

describe('a CSV cell', () => {
  it.each([
    ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
    ['+254712345678', "'+254712345678"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\uFF1D1+1', "'\uFF1D1+1"],
    ['  =1+1', "'  =1+1"],
    ['\u200B=1+1', "'\u200B=1+1"],
    ['\uFEFF\u00A0\uFF0B1', "'\uFEFF\u00A0\uFF0B1"],
    ['\uFE66SUM(A1)', "'\uFE66SUM(A1)"],
    ['Mwangi = 1', 'Mwangi = 1'],
    ['Kamau, Wanjiru', '"Kamau, Wanjiru"'],
    ['plain', 'plain'],
  ])('%j is %j', (text, cell) => expect(csvCell(text)).toBe(cell));

  it('leaves numbers unquoted, also negative ones', () => expect(csvLine([1999, -5, null, true])).toBe('1999,-5,,true\r\n'));

  it('never starts like a formula', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(csvCell(text).replace(/^"/, '')).not.toMatch(/^(?:\s*[=+\-@]|[\t\r])/);
      }),
    );
  });
});
