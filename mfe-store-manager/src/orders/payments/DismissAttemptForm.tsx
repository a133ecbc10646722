import { t } from '@lingui/core/macro';
import { useCommand } from '@masomo/data';
import { dismissAttempt } from '@masomo/data/store/orderPayments';
import { toaster } from '@masomo/design-system';
import { ReasonForm } from '../../shared/ReasonForm.tsx';

/** Counts an attempt with conflicting reports as not paid, so that the buyer can pay again. */
export function DismissAttemptForm({ attemptId, onDone }: { attemptId: string; onDone: () => void }) {
  const dismiss = useCommand(dismissAttempt, {
    invalidates: ['orders'],
    onSuccess: () => {
      toaster.success({ title: t`Counts as not paid` });
      onDone();
    },
  });
  return (
    <ReasonForm
      name={t`Not paid`}
      label={t`How you know that it was not paid`}
      submitLabel={t`Not paid`}
      isBusy={dismiss.isRunning}
      error={dismiss.error}
      onSubmit={(reason) => void dismiss.run({ attemptId, reason })}
    />
  );
}
