import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import type { BehaviourEntry } from '../../data/behaviour.ts';
import { planFollowUp } from '../../data/behaviourCommands.ts';
import { FormDialog } from '@masomo/remote/FormDialog';
import { FollowUpFields, isComplete, newFollowUp } from '../shared/FollowUpFields.tsx';

export function PlanDialog({ entry, onClose }: { entry: BehaviourEntry; onClose: () => void }) {
  const [followUp, setFollowUp] = useState(newFollowUp);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const plan = useCommand(planFollowUp, { invalidates: ['behaviour'], onSuccess: onClose });
  return (
    <FormDialog
      title={t`Follow up on ${entry.student}`}
      submitLabel={t`Plan`}
      isBusy={plan.isRunning}
      error={plan.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setIsSubmitted(true);
        if (isComplete(followUp)) void plan.run({ entryId: entry.id, ...followUp });
      }}
    >
      <FollowUpFields value={followUp} onChange={setFollowUp} studentIds={[entry.studentId]} showsErrors={isSubmitted} />
    </FormDialog>
  );
}
