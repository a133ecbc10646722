import { t } from '@lingui/core/macro';
import { failureMessage, useCommand, type Db } from '@masomo/data';
import { getBrandName } from '@masomo/data/site/brand';
import type { StoreAnalytics } from '@masomo/data/store/storeAnalytics';
import { formatDate, today } from '@masomo/domain/time';
import { saveCsv, savePdf } from '@masomo/documents/saveFile';
import { Button, toaster } from '@masomo/design-system';
import { FormatButtons } from '@masomo/remote/FormatButtons';
import { saveTables } from '@masomo/remote/tableExport';
import { reportCsvLines, reportTables, formatCell } from './reportTables.ts';

/** Exports the screen's figures as CSV or PDF; the PDF library loads on first use. */
export function ExportReport({ data }: { data: StoreAnalytics | undefined }) {
  const print = useCommand(
    async (db: Db, analytics: StoreAnalytics) => {
      const [{ analyticsReportPdf }, name] = await Promise.all([import('@masomo/documents/analyticsReport'), getBrandName(db)]);
      const file = analyticsReportPdf({
        issuer: { name },
        title: t`Store Analytics`,
        period: t`${formatDate(analytics.from)} to ${formatDate(analytics.to)}`,
        printedOn: formatDate(today()),
        tables: reportTables(analytics).map((part) => ({ ...part, rows: part.rows.map((row) => row.map(formatCell)) })),
      });
      savePdf(`${fileName(analytics)}.pdf`, file);
      return file.length;
    },
    { onError: (error) => toaster.error(failureMessage(error, t`The report could not be created`)) },
  );
  const workbook = useCommand(
    (_, analytics: StoreAnalytics) =>
      saveTables(
        fileName(analytics),
        reportTables(analytics).map(({ head, ...table }) => ({ ...table, columns: head.map((title) => ({ title })) })),
      ),
    { onError: (error) => toaster.error(failureMessage(error, t`The file was not created`)) },
  );
  return (
    <>
      <FormatButtons
        label={t`Export Report`}
        progress={workbook.isRunning ? t`Exporting...` : undefined}
        disabled={!data}
        onChoose={(format) => {
          if (!data) return;
          if (format === 'csv') saveCsv(`${fileName(data)}.csv`, reportCsvLines(data));
          else void workbook.run(data);
        }}
      />
      <Button size="sm" variant="outline" disabled={!data || print.isRunning} onClick={() => data && void print.run(data)}>
        {print.isRunning ? t`Creating the PDF...` : t`Report as PDF`}
      </Button>
    </>
  );
}

const fileName = ({ from, to }: StoreAnalytics) => t`Store analytics ${from} to ${to}`;
