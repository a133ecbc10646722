import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { today } from '@masomo/remote/schoolDay';
import { addDaysOff } from '../../data/liveCommands.ts';

const fieldsSchema = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, t`Name the days, such as Half-term.`)
      .max(80, t`Use at most 80 characters`),
    firstDay: z.string().min(1, t`Choose a day`),
    lastDay: z.string().min(1, t`Choose a day`),
  })
  .refine(({ firstDay, lastDay }) => lastDay >= firstDay, { path: ['lastDay'], message: t`The last day is the first one or later` });

export function DaysOffDialog({ onClose }: { onClose: () => void }) {
  const add = useCommand(addDaysOff, { invalidates: ['live-classes'], onSuccess: onClose });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(fieldsSchema), defaultValues: { name: '', firstDay: today(), lastDay: today() } });
  return (
    <FormDialog
      title={t`Add days`}
      submitLabel={t`Add days`}
      isBusy={add.isRunning}
      error={add.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => add.run(fields))}
    >
      <TextField label={t`Name`} required error={errors.name?.message} {...register('name')} />
      <TextField label={t`First day`} type="date" required error={errors.firstDay?.message} {...register('firstDay')} />
      <TextField label={t`Last day`} type="date" required error={errors.lastDay?.message} {...register('lastDay')} />
    </FormDialog>
  );
}
