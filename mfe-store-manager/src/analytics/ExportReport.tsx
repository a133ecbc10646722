import { t } from '@lingui/core/macro';
import { failureMessage, useCommand } from '@masomo/data';
import type { AnalyticsPeriod, StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { saveCsv } from '@masomo/documents/saveFile';
import { say } from '@masomo/documents/say';
import { storeReportTables } from '@masomo/documents/storeReport';
import { toaster } from '@masomo/design-system';
import { FormatButtons } from '@masomo/remote/FormatButtons';
import { PaperButton } from '@masomo/remote/PaperButton';
import { saveTables } from '@masomo/remote/tableExport';
import { reportCsvLines } from './reportCsvLines.ts';

/** Exports the screen's figures as CSV, as a workbook or as a paper. */
export function ExportReport({ data, period }: { data: StoreAnalytics | undefined; period: AnalyticsPeriod }) {
  const workbook = useCommand(
    (_, analytics: StoreAnalytics) =>
      saveTables(
        fileName(analytics),
        storeReportTables(analytics, say).map(({ head, ...table }) => ({ ...table, columns: head.map((title) => ({ title })) })),
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
      <PaperButton
        disabled={!data}
        paper={{ paper: 'store-figures', period }}
        fileName={data ? fileName(data) : ''}
        failure={t`The report could not be created`}
      >
        {t`Report as PDF`}
      </PaperButton>
    </>
  );
}

const fileName = ({ from, to }: StoreAnalytics) => t`Store analytics ${from} to ${to}`;
