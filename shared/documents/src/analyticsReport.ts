import { finishPdf, startPdf, writeFacts, writeLine, writeTable, type Issuer } from './pdfLayout.ts';

/** A part of the report: a table with its title; `numbers` are the columns set to the right. */
export type ReportTable = { title: string; head: readonly string[]; rows: readonly (readonly string[])[]; numbers: readonly number[] };

/** What a report of the store's figures says; everything as people read it. */
export type AnalyticsReport = { issuer: Issuer; title: string; period: string; printedOn: string; tables: readonly ReportTable[] };

/** The store's figures of a period as a PDF. */
export function analyticsReportPdf({ issuer, title, period, printedOn, tables }: AnalyticsReport): Uint8Array {
  let paper = startPdf(issuer, title);
  paper = writeFacts(paper, [
    ['Period', period],
    ['Made on', printedOn],
  ]);
  for (const table of tables) {
    paper = writeLine(paper, table.title, { isStrong: true });
    paper = table.rows.length > 0 ? writeTable(paper, table.head, table.rows, table.numbers) : writeLine(paper, 'Nothing in this period.');
  }
  return finishPdf(paper, `${issuer.name}, ${title}, ${period}`);
}
