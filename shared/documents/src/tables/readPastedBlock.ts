import papa from 'papaparse';

/** Rows of cells copied from a spreadsheet. A quoted cell may hold line breaks; a quotation mark that nothing closes is a letter of the text. */
export function readPastedBlock(text: string): string[][] {
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const { data, errors } = papa.parse<string[]>(body, { delimiter: '\t', newline: '\n' });
  const rows = errors.some(({ type }) => type === 'Quotes') ? body.split('\n').map((line) => line.split('\t')) : data;
  return rows.map((cells) => cells.map((cell) => cell.trim()));
}
