import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import type { BehaviourEntry } from '../../data/behaviour.ts';
import { withdrawBehaviour } from '../../data/behaviourCommands.ts';
import { Text } from '@masomo/design-system';
import { TextAreaField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';

export function WithdrawDialog({ entry, onClose }: { entry: BehaviourEntry; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const withdraw = useCommand(withdrawBehaviour, { invalidates: ['behaviour'], onSuccess: onClose });
  return (
    <FormDialog
      title={t`Withdraw this entry about ${entry.student}?`}
      submitLabel={t`Withdraw`}
      isBusy={withdraw.isRunning}
      error={withdraw.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void withdraw.run({ id: entry.id, reason });
      }}
    >
      <Text color="fg.muted">
        <Trans>
          It no longer counts and the family no longer sees it. The school can still see that it was recorded and why it was withdrawn.
        </Trans>
      </Text>
      <TextAreaField
        label={t`Reason`}
        required
        maxLength={300}
        helpText={t`For example: recorded for the wrong student`}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
