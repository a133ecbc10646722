import { t } from '@lingui/core/macro';
import { csvLine } from '@masomo/domain/csv';
import type { StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { say } from '@masomo/documents/say';
import { storeReportTables } from '@masomo/documents/storeReport';

/** The report of the store's figures as the lines of a CSV file. */
export function reportCsvLines(data: StoreAnalytics): string[] {
  return [
    csvLine([t`Store Analytics`, data.from, data.to]),
    ...storeReportTables(data, say).flatMap(({ head, rows }) => [csvLine([]), csvLine(head), ...rows.map(csvLine)]),
  ];
}
