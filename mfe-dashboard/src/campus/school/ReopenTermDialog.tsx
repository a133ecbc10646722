import { t } from '@lingui/core/macro';
import { useCommand } from '@masomo/data';
import { reopenTerm } from '@masomo/data/campus/schoolSetup';
import type { Term } from '@masomo/data/platform/schools';
import { toaster } from '@masomo/design-system';
import { ReasonDialog } from '../../shared/ReasonDialog.tsx';

/** Asks why a closed term is opened again. */
export function ReopenTermDialog({ term, onClose }: { term: Term; onClose: () => void }) {
  const reopen = useCommand(reopenTerm, {
    invalidates: ['schools'],
    onSuccess: () => {
      toaster.success({ title: t`Term reopened` });
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={t`Reopen ${term.name}`}
      submitLabel={t`Reopen`}
      question={t`Say why you are reopening the term.`}
      isBusy={reopen.isRunning}
      error={reopen.error?.userMessage}
      onSubmit={(reason) => reopen.run({ id: term.id, reason })}
      onClose={onClose}
    />
  );
}
