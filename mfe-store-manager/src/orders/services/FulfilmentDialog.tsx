import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { saveFulfilment, type Fulfilment } from '@masomo/data/store/fulfilments';
import { fulfilmentStates } from '@masomo/domain/orderDocument';
import { SimpleGrid, Text, toaster } from '@masomo/design-system';
import { SelectField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { fulfilmentLabels } from './fulfilmentLabels.ts';

const fulfilmentSchema = z.object({
  state: z.enum(fulfilmentStates),
  person: z
    .string()
    .trim()
    .max(120, t`Use at most 120 characters`),
  startsOn: z.string(),
  endsOn: z.string(),
  notes: z
    .string()
    .trim()
    .max(2000, t`Use at most 2,000 characters`),
});

export function FulfilmentDialog({ service, onClose }: { service: Fulfilment; onClose: () => void }) {
  const { id, name, ...values } = service;
  const save = useCommand(saveFulfilment, {
    invalidates: ['orders'],
    onSuccess: () => {
      toaster.success({ title: t`${name} was saved` });
      onClose();
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(fulfilmentSchema), defaultValues: values });
  const refusal = (field: string) => (save.error?.field === field ? save.error.userMessage : undefined);
  return (
    <FormDialog
      title={name}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error?.field ? undefined : save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => save.run({ id, ...fields }))}
    >
      <Text color="fg.muted">
        <Trans>The buyer reads all of this on the order's page.</Trans>
      </Text>
      <SelectField
        label={t`State`}
        options={fulfilmentStates.map((state) => ({ value: state, label: fulfilmentLabels[state].label }))}
        {...register('state')}
      />
      <TextField label={t`Who does it`} error={errors.person?.message ?? refusal('person')} {...register('person')} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label={t`First day`} type="date" {...register('startsOn')} />
        <TextField label={t`Last day`} type="date" error={refusal('ends_on')} {...register('endsOn')} />
      </SimpleGrid>
      <TextAreaField label={t`Notes`} error={errors.notes?.message} {...register('notes')} />
    </FormDialog>
  );
}
