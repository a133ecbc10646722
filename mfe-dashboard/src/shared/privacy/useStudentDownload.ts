import { t } from '@lingui/core/macro';
import { getClient } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { toaster } from '@masomo/design-system';

/** Downloads everything about a student that the person may see. */
export function useStudentDownload() {
  return useCommand(
    async (_, student: { id: string; name: string }) => {
      const [{ saveStudentFile }, client] = await Promise.all([import('./saveStudentFile.ts'), getClient()]);
      return saveStudentFile(client, student);
    },
    { onError: (failure) => toaster.error(failureMessage(failure, t`The data was not downloaded`)) },
  );
}
