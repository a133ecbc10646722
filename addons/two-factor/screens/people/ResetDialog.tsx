import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { resetTwoFactor } from '../../data/twoFactor.ts';
import type { TwoFactorPerson } from '../../data/twoFactor.ts';
import { Text, toaster } from '@masomo/design-system';
import { TextAreaField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';

/** Takes a lost phone off somebody's account. */
export function ResetDialog({ person, onClose }: { person: TwoFactorPerson; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const reset = useCommand(resetTwoFactor, {
    invalidates: ['two-factor'],
    onSuccess: () => {
      toaster.success({ title: t`The app of ${person.name} was removed` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Reset the app of ${person.name}?`}
      submitLabel={t`Reset`}
      isBusy={reset.isRunning}
      error={reset.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void reset.run({ id: person.id, reason });
      }}
    >
      <Text color="fg.muted">
        <Trans>
          Make sure the request really comes from them: meet them, or call a number you know. Their app, recovery codes and trusted devices
          stop working and they are signed out everywhere. They are notified by email.
        </Trans>
      </Text>
      <TextAreaField
        label={t`Reason`}
        required
        maxLength={300}
        helpText={t`For example: lost the phone, came to the office`}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
