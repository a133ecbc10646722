import { plural, t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { asDataError, asFailed, type Db, failureMessage, getDb } from '@masomo/data';
import { formatNumber } from '@masomo/domain/number';
import { toaster } from '@masomo/design-system';
import { FormatButtons, type ExportFormat } from './FormatButtons.tsx';
import { saveExport, type TableExport } from './tableExport.ts';

type ExportButtonsProps<Row> = {
  of: TableExport<Row>;
  /** The rows: those that are here, or how they are read when a file is asked for. */
  rows: readonly Row[] | ((db: Db) => AsyncIterable<readonly Row[]> | readonly Row[]);
  /** On the button, where it is not "Download CSV". */
  label?: ReactNode;
  /** How many rows there are, for the progress; undefined where nobody counted them. */
  total?: number | undefined;
  disabled?: boolean | undefined;
};

/** Downloads rows as CSV or as a workbook, with the progress of long ones. */
export function ExportButtons<Row>({ of, rows, label, total, disabled }: ExportButtonsProps<Row>) {
  const [progress, setProgress] = useState<string>();

  async function download(format: ExportFormat) {
    setProgress(t`Exporting...`);
    try {
      const read = typeof rows === 'function' ? rows(await getDb()) : rows;
      const saved = await saveExport(of, format, Symbol.asyncIterator in read ? read : atOnce(read), (done) =>
        setProgress(progressText(done, total)),
      );
      if (saved > longExport) toaster.success({ title: plural(saved, { one: '# row exported', other: '# rows exported' }) });
    } catch (failure) {
      toaster.error(failureMessage(asFailed(asDataError(failure)), t`The file was not created`));
    } finally {
      setProgress(undefined);
    }
  }
  return (
    <FormatButtons label={label ?? t`Download CSV`} progress={progress} disabled={disabled} onChoose={(format) => void download(format)} />
  );
}

/** Rows from which on a file takes so long that people look away. */
const longExport = 1_000;

async function* atOnce<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  await Promise.resolve();
  yield rows;
}

function progressText(done: number, total: number | undefined): string {
  const read = formatNumber(done);
  return total === undefined ? t`Exporting ${read}...` : t`Exporting ${read} of ${formatNumber(Math.max(done, total))}...`;
}
