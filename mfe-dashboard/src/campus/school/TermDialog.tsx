import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { saveTerm } from '@masomo/data/campus/schoolSetup';
import type { Term } from '@masomo/data/platform/schools';
import { toaster } from '@masomo/design-system';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { useVersionedSave } from '../../shared/conflicts/useVersionedSave.tsx';
import { FormDialog } from '@masomo/remote/FormDialog';

const termSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, t`Enter the term name`)
    .max(60, t`Use at most 60 characters`),
  startsOn: z.string().min(1, t`Enter the first day`),
  endsOn: z.string().min(1, t`Enter the last day`),
});

export function TermDialog({ term, onClose }: { term?: Term; onClose: () => void }) {
  const defaultValues = { name: term?.name ?? '', startsOn: term?.startsOn ?? '', endsOn: term?.endsOn ?? '' };
  const save = useVersionedSave((db, args) => saveTerm(db, { ...args, id: term?.id }), {
    record: term,
    schemas: termSchema.shape,
    defaultValues,
    fields: { name: t`Name`, startsOn: t`First day`, endsOn: t`Last day` },
    invalidates: ['schools', 'fees'],
    onSuccess: () => {
      toaster.success({ title: t`Term saved` });
      onClose();
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(termSchema),
    defaultValues,
  });
  return (
    <FormDialog
      title={term ? t`Edit ${term.name}` : t`Add term`}
      submitLabel={term ? t`Save` : t`Add term`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(save.run)}
    >
      <TextField label={t`Name`} required placeholder={t`Term 1 2027`} error={errors.name?.message} {...register('name')} />
      <TextField label={t`First day`} type="date" required error={errors.startsOn?.message} {...register('startsOn')} />
      <TextField label={t`Last day`} type="date" required error={errors.endsOn?.message} {...register('endsOn')} />
      {save.conflictDialog}
    </FormDialog>
  );
}
