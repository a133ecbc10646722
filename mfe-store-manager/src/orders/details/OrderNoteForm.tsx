import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { addOrderNote } from '@masomo/data/store/orders';
import { toaster } from '@masomo/design-system';
import { ReasonForm } from '../../shared/ReasonForm.tsx';

/** Adds an internal note to the timeline; buyers do not see it. */
export function OrderNoteForm({ id }: { id: string }) {
  // Changing the key resets the form after each saved note.
  const [formKey, setFormKey] = useState(0);
  const add = useCommand(addOrderNote, {
    invalidates: ['orders'],
    onSuccess: () => {
      toaster.success({ title: t`Note added to the timeline` });
      setFormKey(formKey + 1);
    },
  });
  return (
    <ReasonForm
      key={formKey}
      name={t`Add a note`}
      label={t`Note for other managers`}
      submitLabel={t`Add note`}
      isBusy={add.isRunning}
      error={add.error}
      onSubmit={(note) => void add.run({ id, note })}
    />
  );
}
