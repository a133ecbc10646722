import { t } from '@lingui/core/macro';
import { typedNumber } from '@masomo/domain/typedNumber';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { behaviourKinds, type BehaviourCategory } from '../../data/behaviour.ts';
import { saveBehaviourCategory } from '../../data/behaviourCommands.ts';
import { SelectField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { kindLabels } from '../shared/behaviourLabels.ts';

const mostPoints = 100;
const categorySchema = z.object({
  kind: z.enum(behaviourKinds),
  name: z
    .string()
    .trim()
    .min(1, t`Enter a name`)
    .max(80, t`Use at most 80 characters`),
  points: z
    .string()
    .transform(typedNumber)
    .pipe(
      z
        .number(t`Enter points between 0 and 100`)
        .int(t`Enter points between 0 and 100`)
        .min(0, t`Enter points between 0 and 100`)
        .max(mostPoints, t`Enter points between 0 and 100`),
    ),
});

/** Adds a merit or an incident, or changes its name and points for what is recorded from now on. */
export function CategoryDialog({ category, onClose }: { category?: BehaviourCategory; onClose: () => void }) {
  const save = useCommand(saveBehaviourCategory, { invalidates: ['behaviour'], onSuccess: onClose });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(categorySchema),
    defaultValues: { kind: category?.kind ?? 'merit', name: category?.name ?? '', points: String(category?.points ?? 1) },
  });
  return (
    <FormDialog
      title={category ? t`Edit ${category.name}` : t`Add a merit or an incident`}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => save.run({ ...fields, ...(category ? { id: category.id } : {}) }))}
    >
      {!category && (
        <SelectField label={t`Kind`} options={behaviourKinds.map((value) => ({ value, label: kindLabels[value] }))} {...register('kind')} />
      )}
      <TextField label={t`Name`} required error={errors.name?.message} {...register('name')} />
      <TextField
        label={t`Points`}
        type="number"
        required
        min={0}
        max={mostPoints}
        helpText={t`Incident points are deducted. Existing entries keep their points.`}
        error={errors.points?.message}
        {...register('points')}
      />
    </FormDialog>
  );
}
