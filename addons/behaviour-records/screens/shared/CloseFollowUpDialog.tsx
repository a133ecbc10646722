import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { closeFollowUp } from '../../data/behaviourCommands.ts';
import { Text } from '@masomo/design-system';
import { TextAreaField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';

type CloseFollowUpDialogProps = { id: string; student: string; task: string; onClose: () => void };

/** Closes a follow-up with what came of it. */
export function CloseFollowUpDialog({ id, student, task, onClose }: CloseFollowUpDialogProps) {
  const [outcome, setOutcome] = useState('');
  const close = useCommand(closeFollowUp, { invalidates: ['behaviour'], onSuccess: onClose });
  return (
    <FormDialog
      title={t`Follow-up on ${student}`}
      submitLabel={t`Close follow-up`}
      isBusy={close.isRunning}
      error={close.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void close.run({ id, outcome });
      }}
    >
      <Text color="fg.muted">{task}</Text>
      <TextAreaField
        label={t`Outcome`}
        required
        maxLength={1000}
        value={outcome}
        onChange={(event) => setOutcome(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
