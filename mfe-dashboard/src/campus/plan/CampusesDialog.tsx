import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { chooseLicenceCampuses, type SchoolLicence } from '@masomo/data/store/schoolPlan';
import { Text, toaster } from '@masomo/design-system';
import { CheckboxField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';

type Props = { licence: SchoolLicence; campuses: readonly { id: string; name: string }[]; onClose: () => void };

export function CampusesDialog({ licence, campuses, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>(licence.campus_ids ?? []);
  const choose = useCommand(chooseLicenceCampuses, {
    invalidates: ['orders'],
    onSuccess: () => {
      toaster.success({ title: t`Campuses saved` });
      onClose();
    },
  });
  const isFull = chosen.length >= licence.quantity;
  return (
    <FormDialog
      title={t`Campuses with ${licence.name}`}
      submitLabel={t`Save`}
      isBusy={choose.isRunning}
      error={choose.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void choose.run({ licenceId: licence.id, campusIds: [...chosen] });
      }}
    >
      <Text color="fg.muted">
        {plural(licence.quantity, { one: 'The licence covers # campus.', other: 'The licence covers # campuses.' })}
      </Text>
      {campuses.map(({ id, name }) => (
        <CheckboxField
          key={id}
          label={name}
          checked={chosen.includes(id)}
          disabled={isFull && !chosen.includes(id)}
          onChange={(event) => setChosen(event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
        />
      ))}
    </FormDialog>
  );
}
