import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Button, HStack, VisuallyHidden } from '@masomo/design-system';

/** The same in every language. */
const formatName = 'XLSX';

export type ExportFormat = 'csv' | 'xlsx';

/** One press for a CSV file, one for a workbook. */
export function FormatButtons({
  label,
  progress,
  disabled = false,
  onChoose,
}: {
  /** On the button of the CSV file. */
  label: ReactNode;
  /** What is said instead while the file is made. */
  progress: string | undefined;
  disabled?: boolean | undefined;
  onChoose: (format: ExportFormat) => void;
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
        disabled={isLocked}
        aria-label={t`Download for Excel`}
        onClick={() => onChoose('xlsx')}
      >
        {formatName}
      </Button>
      <VisuallyHidden role="status">{progress ?? ''}</VisuallyHidden>
    </HStack>
  );
}
