import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCommand } from '@masomo/data';
import { issueLicenceKey } from '@masomo/data/store/licenceKeys';
import type { Licence } from '@masomo/data/store/licences';
import { licenceFile, licenceFileName } from '@masomo/domain/licenceFile';
import { saveText } from '@masomo/documents/saveFile';
import { Button, toaster } from '@masomo/design-system';

/** Saves the key file of a licence, with a signed key where the school has a server of its own. */
export function DownloadKey({ licence }: { licence: Licence }) {
  const save = (signedKey?: string) => saveText(licenceFileName(licence, licence), licenceFile(licence, licence, signedKey));
  const issue = useCommand(issueLicenceKey, {
    onSuccess: save,
    onError: ({ code, userMessage }) =>
      toaster.error({
        title: code === 'licence.no_number' ? t`Open the order in the store and enter there for which school the key is.` : userMessage,
      }),
  });
  return (
    <Button
      size="xs"
      variant="outline"
      aria-label={t`Download key of ${licence.name}`}
      loading={issue.isRunning}
      onClick={() => (licence.isStandalone ? void issue.run({ code: licence.key }) : save())}
    >
      <Trans>Download key</Trans>
    </Button>
  );
}
