import { finishPaper, startPaper, writeFacts, writeLine, writeTable, type Issuer } from './paper.ts';

/** A part of the report: a table with its title; `numbers` are the columns set to the right. */
export type ReportTable = { title: string; head: readonly string[]; rows: readonly (readonly string[])[]; numbers: readonly number[] };

/** What a report of the store's figures says; everything as people read it. */
export type AnalyticsReport = { issuer: Issuer; title: string; period: string; madeOn: string; tables: readonly ReportTable[] };

/** The store's figures of a period as a PDF. */
export function analyticsReportPdf({ issuer, title, period, madeOn, tables }: AnalyticsReport): Uint8Array {
  let paper = startPaper(issuer, title);
  paper = writeFacts(paper, [
    ['Period', period],
    ['Made on', madeOn],
  ]);
  for (const table of tables) {
    paper = writeLine(paper, table.title, { isStrong: true });
    paper = table.rows.length > 0 ? writeTable(paper, table.head, table.rows, table.numbers) : writeLine(paper, 'Nothing in this period.');
  }
  return finishPaper(paper, `${issuer.name}, ${title}, ${period}`);
}
