import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { getClient } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { createImportFileUrl, type ImportFile } from '@masomo/data/platform/importFiles';
import { Button, toaster } from '@masomo/design-system';

/** Downloads the file that an import was made of, where it is kept. */
export function FileButton({ of }: { of: ImportFile }) {
  const download = useCommand(async (_, file: ImportFile) => createImportFileUrl(await getClient(), file), {
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => toaster.error(failureMessage(error, t`The file was not downloaded`)),
  });
  if (of.fileSize === null) return null;
  return (
    <Button variant="outline" loading={download.isRunning} onClick={() => void download.run(of)}>
      <Trans>Download the file itself</Trans>
    </Button>
  );
}
