import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { asDataError, asFailed, DataError, type Db, failureMessage, getDb } from '@masomo/data';
import { formatNumber } from '@masomo/domain/number';
import { formatDate } from '@masomo/domain/time';
import { translatable } from '@masomo/domain/translatable';
import { Box, toaster } from '@masomo/design-system';
import { ActionMenu, DownloadIcon } from '@masomo/design-system/tables';
import { today } from '../schoolDay.ts';
import { FormatButtons, type ExportFormat } from './FormatButtons.tsx';
import { saveExport, type TableExport } from './tableExport.ts';

type ExportButtonsProps<Row> = {
  of: TableExport<Row>;
  /** The rows: those that are here, or how they are read when a file is asked for. */
  rows: readonly Row[] | ((db: Db) => AsyncIterable<readonly Row[]> | readonly Row[]);
  /** On the button, where it is not "Download CSV". */
  label?: string | undefined;
  /** How many rows there are, for the progress; undefined where nobody counted them. */
  total?: number | undefined;
  disabled?: boolean | undefined;
  /** False where the screen prints these rows in another form. */
  isPrinted?: boolean;
};

/** Downloads rows as CSV or as a workbook, with the progress of long ones, or prints them on A4 with the school's head. */
export function ExportButtons<Row>({ of, rows, label, total, disabled, isPrinted = true }: ExportButtonsProps<Row>) {
  const [progress, setProgress] = useState<string>();
  const read = async () => {
    const found = typeof rows === 'function' ? rows(await getDb()) : rows;
    return Symbol.asyncIterator in found ? found : atOnce(found);
  };

  async function download(format: ExportFormat) {
    setProgress(t`Exporting...`);
    try {
      const saved = await saveExport(of, format, await read(), (done) => setProgress(progressText(done, total)));
      if (saved > longExport) toaster.success({ title: plural(saved, { one: '# row exported', other: '# rows exported' }) });
    } catch (failure) {
      toaster.error(failureMessage(asFailed(asDataError(failure)), t`The file was not created`));
    } finally {
      setProgress(undefined);
    }
  }
  async function print() {
    setProgress(t`Preparing...`);
    try {
      const printed = [];
      for await (const batch of await read()) {
        printed.push(...batch.map((row) => of.columns.map(({ value }) => value(row))));
        if (printed.length > mostPrinted)
          throw new DataError('invalid', translatable('There are too many rows to print. Filter the list, or download it.'));
      }
      const [{ printSheet }, { readPrintedHead }] = await Promise.all([
        import('../papers/printSheet.ts'),
        import('../papers/printedHead.ts'),
      ]);
      const count = plural(printed.length, { one: '# entry', other: '# entries' });
      await printSheet(
        { title: of.name, facts: `${count} · ${formatDate(today())}`, columns: of.columns, rows: printed },
        await readPrintedHead(),
      );
    } catch (failure) {
      toaster.error(failureMessage(asFailed(asDataError(failure)), t`The list was not printed`));
    } finally {
      setProgress(undefined);
    }
  }
  const isLocked = disabled === true || progress !== undefined;
  const csvLabel = label ?? t`Download CSV`;
  return (
    <>
      <Box hideFrom="md">
        <ActionMenu
          label={t`Download or print`}
          actions={[
            { label: csvLabel, isDisabled: isLocked, onSelect: () => void download('csv') },
            { label: t`Download for Excel`, isDisabled: isLocked, onSelect: () => void download('xlsx') },
            isPrinted && { label: t`Print`, isDisabled: isLocked, onSelect: () => void print() },
          ]}
        >
          <DownloadIcon size={18} aria-hidden />
        </ActionMenu>
      </Box>
      <Box hideBelow="md">
        <FormatButtons
          label={csvLabel}
          progress={progress}
          disabled={disabled}
          onChoose={(format) => void download(format)}
          {...(isPrinted ? { onPrint: () => void print() } : {})}
        />
      </Box>
    </>
  );
}

/** More than a hundred pages are a file, not a print. */
const mostPrinted = 3_000;

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
