import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { issueLicenceKey } from '@masomo/data/store/licenceKeys';
import { Box, Button, Text } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/forms';
import { licenceFile, licenceFileName } from '@masomo/domain/licenceFile';
import type { OrderDocument, OrderLicence } from '@masomo/domain/orderDocument';
import { saveText } from '@masomo/documents/saveFile';
import { FormDialog } from '@masomo/remote/FormDialog';

/** Saves the key file of a licence. For a school's own server the key is signed for the number of that school, which the order may not know. */
export function LicenceKeyButton({ order, licence }: { order: OrderDocument; licence: OrderLicence }) {
  const [isAsking, setIsAsking] = useState(false);
  const [number, setNumber] = useState('');
  const save = (signedKey?: string) => saveText(licenceFileName(order, licence), licenceFile(order, licence, signedKey));
  const issue = useCommand(issueLicenceKey, {
    onSuccess: (key) => {
      setIsAsking(false);
      save(key);
    },
    onError: ({ code }) => {
      if (code === 'licence.no_number') setIsAsking(true);
    },
  });
  const failure = issue.error?.code === 'licence.no_number' ? undefined : issue.error?.userMessage;
  return (
    <Box>
      <Button
        size="sm"
        variant="outline"
        aria-label={t`Download key of ${licence.name}`}
        loading={issue.isRunning && !isAsking}
        onClick={() => (licence.category === 'standalone' ? void issue.run({ code: licence.key }) : save())}
      >
        <KeyRound size={16} aria-hidden /> <Trans>Download key</Trans>
      </Button>
      {failure && !isAsking && (
        <Text role="alert" fontSize="sm" color="fg.error" mt="1">
          {failure}
        </Text>
      )}
      {isAsking && (
        <FormDialog
          title={t`Key of ${licence.name}`}
          submitLabel={t`Download key`}
          isBusy={issue.isRunning}
          error={failure}
          isDisabled={number.trim() === ''}
          onClose={() => setIsAsking(false)}
          onSubmit={(event) => {
            event.preventDefault();
            void issue.run({ code: licence.key, installation: number.trim() });
          }}
        >
          <Text color="fg.muted">
            <Trans>
              The key works on one server only. Its number is shown there under School, Plan and licences; ask an administrator of the
              school for it.
            </Trans>
          </Text>
          <TextField label={t`Number of your school`} required value={number} onChange={(event) => setNumber(event.currentTarget.value)} />
        </FormDialog>
      )}
    </Box>
  );
}
