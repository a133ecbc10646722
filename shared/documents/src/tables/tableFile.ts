/** A row of a file; `line` is its number as spreadsheet programs show it. */
export type TableRow = { line: number; cells: string[] };
/** A sheet without its empty rows; CSV files have one, without a name. */
export type TableSheet = { name: string; rows: TableRow[] };
/** What a file of tables holds: values as text, days as `2014-05-31`. */
export type TableFile = { name: string; sheets: TableSheet[] };

/** A file that cannot be read. The sentence says why and what to do, in the language of the page. */
export class UnreadableFile extends Error {
  readonly userMessage: string;
  constructor(userMessage: string) {
    super(userMessage);
    this.name = 'UnreadableFile';
    this.userMessage = userMessage;
  }
}
