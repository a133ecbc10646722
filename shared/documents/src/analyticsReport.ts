import { t } from '@lingui/core/macro';
import { pageLabel } from './pageLabel.ts';
import { finishPdf, startPdf, writeFacts, writeLine, writeTable, type Issuer } from './pdfLayout.ts';

/** A table of the report with its title; the columns in `numbers` are right-aligned. */
export type ReportTable = { title: string; head: readonly string[]; rows: readonly (readonly string[])[]; numbers: readonly number[] };

/** The contents of a report of the store's figures, formatted for display. */
export type AnalyticsReport = { issuer: Issuer; title: string; period: string; printedOn: string; tables: readonly ReportTable[] };

/** Renders the store's figures of a period as a PDF. */
export function analyticsReportPdf({ issuer, title, period, printedOn, tables }: AnalyticsReport): Uint8Array {
  let layout = startPdf(issuer, title);
  layout = writeFacts(layout, [
    [t`Period`, period],
    [t`Created on`, printedOn],
  ]);
  for (const table of tables) {
    layout = writeLine(layout, table.title, { isStrong: true });
    layout =
      table.rows.length > 0 ? writeTable(layout, table.head, table.rows, table.numbers) : writeLine(layout, t`Nothing in this period.`);
  }
  return finishPdf(layout, `${issuer.name}, ${title}, ${period}`, pageLabel);
}
