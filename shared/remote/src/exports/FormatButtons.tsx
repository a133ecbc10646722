import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Button, HStack, VisuallyHidden } from '@masomo/design-system';
import { PrinterIcon } from '@masomo/design-system/tables';

/** The same in every language. */
const formatName = 'XLSX';

export type ExportFormat = 'csv' | 'xlsx';

/** One press for a CSV file, one for a workbook. */
export function FormatButtons({
  label,
  progress,
  disabled = false,
  onChoose,
  onPrint,
}: {
  /** On the button of the CSV file. */
  label: ReactNode;
  /** What is said instead while the file is made. */
  progress: string | undefined;
  disabled?: boolean | undefined;
  onChoose: (format: ExportFormat) => void;
  /** Without it there is nothing to print. */
  onPrint?: () => void;
}) {
  const isLocked = disabled || progress !== undefined;
  return (
    <HStack gap="0">
      <Button size="sm" variant="outline" borderEndRadius="0" disabled={isLocked} onClick={() => onChoose('csv')}>
        {progress ?? label}
      </Button>
      <Button
        size="sm"
        variant="outline"
        borderStartRadius="0"
        borderStartWidth="0"
        {...(onPrint ? { borderEndRadius: '0' } : {})}
        disabled={isLocked}
        aria-label={t`Download for Excel`}
        onClick={() => onChoose('xlsx')}
      >
        {formatName}
      </Button>
      {onPrint && (
        <Button
          size="sm"
          variant="outline"
          borderStartRadius="0"
          borderStartWidth="0"
          px="2.5"
          disabled={isLocked}
          aria-label={t`Print`}
          onClick={onPrint}
        >
          <PrinterIcon size={16} aria-hidden />
        </Button>
      )}
      <VisuallyHidden role="status">{progress ?? ''}</VisuallyHidden>
    </HStack>
  );
}
