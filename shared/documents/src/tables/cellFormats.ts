/** What the styles of a workbook say about its numbers. */
export type CellFormats = { codes: readonly string[]; startsIn1904: boolean };

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const node = (value: unknown): Node => (isNode(value) ? value : {});
/** An element without attributes and content is an empty text to the parser, and keeps its place among the others, which cells count. */
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.map(node) : []);

/** Formats of days that have a number instead of a code (ECMA-376, part 1, 18.8.30). */
const dayFormats = new Set([
  14,
  15,
  16,
  17,
  22,
  ...Array.from({ length: 10 }, (_, index) => 27 + index),
  50,
  51,
  52,
  53,
  54,
  55,
  56,
  57,
  58,
]);

export function readFormats(styles: Record<string, unknown>, date1904: string): CellFormats {
  const own = new Map(nodes(node(styles['numFmts'])['numFmt']).map((item) => [String(item['@numFmtId']), String(item['@formatCode'])]));
  const codes = nodes(node(styles['cellXfs'])['xf']).map((item) => {
    const id = String(item['@numFmtId'] ?? '0');
    return own.get(id) ?? (dayFormats.has(Number(id)) ? 'yyyy-mm-dd' : '');
  });
  return { codes, startsIn1904: date1904 === '1' || date1904 === 'true' };
}

/** A stored number as people see it: days as `2014-05-31`, with the zeros that its format puts first, and never with an exponent. */
export function formatCell(stored: string, style: number, { codes, startsIn1904 }: CellFormats): string {
  const value = Number(stored);
  if (stored === '' || !Number.isFinite(value)) return stored;
  const code = (codes[style] ?? '').replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '');
  if (/[dy]/i.test(code)) return dayOf(value, startsIn1904) ?? stored;
  const plain = plainNumber(value);
  const zeros = /^0{2,}$/.exec(code.split(';')[0] ?? '')?.[0].length ?? 0;
  return Number.isInteger(value) && value >= 0 ? plain.padStart(zeros, '0') : plain;
}

/** The whole number without an exponent; fractions as JavaScript rounds them, without the noise of binary ones. */
function plainNumber(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(Number(value.toPrecision(15)));
}

/** The day of a spreadsheet's day number, time of day aside; it takes 1900 for a leap year. Undefined outside the years it can have. */
export function dayOf(value: number, startsIn1904: boolean): string | undefined {
  const days = Math.floor(value) + (startsIn1904 ? 1_462 : 0);
  if (days < 61 || days > 2_958_465) return undefined;
  return new Date(Date.UTC(1899, 11, 30) + days * 86_400_000).toISOString().slice(0, 10);
}
