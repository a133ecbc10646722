import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { getClient } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { Button, type ButtonProps, toaster } from '@masomo/design-system';

type ExportButtonProps = Pick<ButtonProps, 'size' | 'variant'> & { student: { id: string; name: string } };

/** Downloads everything about a student that the person may see. */
export function ExportButton({ student, ...button }: ExportButtonProps) {
  const download = useCommand(
    async (_, of: ExportButtonProps['student']) => {
      const [{ saveStudentFile }, client] = await Promise.all([import('./saveStudentFile.ts'), getClient()]);
      return saveStudentFile(client, of);
    },
    { onError: (failure) => toaster.error(failureMessage(failure, t`The data was not downloaded`)) },
  );
  return (
    <Button size="sm" variant="outline" {...button} disabled={download.isRunning} onClick={() => void download.run(student)}>
      {download.isRunning ? <Trans>Collecting the data...</Trans> : <Trans>Download all data</Trans>}
    </Button>
  );
}
