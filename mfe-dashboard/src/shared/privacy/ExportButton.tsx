import { Trans } from '@lingui/react/macro';
import { Button, type ButtonProps } from '@masomo/design-system';
import { useStudentDownload } from './useStudentDownload.ts';

type ExportButtonProps = Pick<ButtonProps, 'size' | 'variant'> & { student: { id: string; name: string } };

/** Downloads everything about a student that the person may see. */
export function ExportButton({ student, ...button }: ExportButtonProps) {
  const download = useStudentDownload();
  return (
    <Button size="sm" variant="outline" {...button} disabled={download.isRunning} onClick={() => void download.run(student)}>
      {download.isRunning ? <Trans>Collecting the data...</Trans> : <Trans>Download all data</Trans>}
    </Button>
  );
}
