import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { addOrderNote } from '@masomo/data/store/orders';
import { toaster } from '@masomo/design-system/overlays';
import { ReasonForm } from '../../shared/ReasonForm.tsx';

/** A note for the other managers; the buyer does not see it. */
export function OrderNoteForm({ id }: { id: string }) {
  const [written, setWritten] = useState(0);
  const add = useCommand(addOrderNote, {
    invalidates: ['orders'],
    onSuccess: () => {
      toaster.success({ title: 'The note stands in the timeline' });
      setWritten(written + 1);
    },
  });
  return (
    <ReasonForm
      key={written}
      name="Add a note"
      label="Note for the other managers"
      submitLabel="Add note"
      isBusy={add.isRunning}
      error={add.error}
      onSubmit={(note) => void add.run({ id, note })}
    />
  );
}
