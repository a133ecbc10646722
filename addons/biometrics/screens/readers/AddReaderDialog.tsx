import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { addReader } from '../../data/readerCommands.ts';

const fieldsSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, t`Enter a name`)
    .max(60),
  serial: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9-]{3,39}$/, t`Enter the serial number as it is on the label of the reader`),
});

/** Enters a reader by the serial number on its label. */
export function AddReaderDialog({ onClose }: { onClose: () => void }) {
  const add = useCommand(addReader, { invalidates: ['readers'], onSuccess: onClose });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(fieldsSchema), defaultValues: { name: '', serial: '' } });
  return (
    <FormDialog
      title={t`Add a reader`}
      submitLabel={t`Add`}
      isBusy={add.isRunning}
      error={add.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => add.run(fields))}
    >
      <TextField label={t`Name`} required placeholder={t`Main gate`} error={errors.name?.message} {...register('name')} />
      <TextField
        label={t`Serial number`}
        required
        helpText={t`It is on the label of the reader, and in its menu under System information.`}
        error={errors.serial?.message}
        {...register('serial')}
      />
    </FormDialog>
  );
}
