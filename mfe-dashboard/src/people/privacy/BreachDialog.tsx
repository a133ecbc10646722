import { t } from '@lingui/core/macro';
import { typedNumber } from '@masomo/domain/typedNumber';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { saveBreach, type Breach } from '@masomo/data/people/breaches';
import { fromLocalDateTime, toDateTimeInput } from '@masomo/domain/time';
import { SimpleGrid, toaster } from '@masomo/design-system';
import { CheckboxField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';

const breachSchema = z
  .object({
    noticedAt: z.string().min(1, t`Enter when the school discovered it`),
    whatHappened: z
      .string()
      .trim()
      .min(1, t`Describe what happened`)
      .max(2000, t`Use at most 2,000 characters`),
    dataConcerned: z
      .string()
      .trim()
      .min(1, t`Describe the data affected`)
      .max(1000, t`Use at most 1,000 characters`),
    peopleAffected: z
      .string()
      .refine((typed) => typed.trim() === '' || Number.isInteger(typedNumber(typed)), t`Enter a whole number, or leave blank if not known`),
    measures: z
      .string()
      .trim()
      .max(2000, t`Use at most 2,000 characters`),
    reportedAt: z.string(),
    peopleToldAt: z.string(),
    isClosed: z.boolean(),
  })
  .refine(({ isClosed, reportedAt }) => !isClosed || reportedAt !== '', {
    path: ['reportedAt'],
    message: t`Report it to the Data Protection Commissioner before you close it`,
  });

export function BreachDialog({ breach, onClose }: { breach?: Breach; onClose: () => void }) {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(breachSchema),
    defaultValues: {
      noticedAt: toDateTimeInput(breach?.noticedAt ?? null),
      whatHappened: breach?.whatHappened ?? '',
      dataConcerned: breach?.dataConcerned ?? '',
      peopleAffected: breach?.peopleAffected?.toString() ?? '',
      measures: breach?.measures ?? '',
      reportedAt: toDateTimeInput(breach?.reportedAt ?? null),
      peopleToldAt: toDateTimeInput(breach?.peopleToldAt ?? null),
      isClosed: Boolean(breach?.closedAt),
    },
  });
  const save = useCommand(saveBreach, {
    invalidates: ['breaches', 'audit'],
    onSuccess: () => {
      toaster.success({ title: t`Entry saved` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={breach ? t`Edit entry` : t`Record breach`}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((values) =>
        save.run({
          id: breach?.id,
          fields: {
            ...values,
            noticedAt: fromLocalDateTime(values.noticedAt) ?? '',
            peopleAffected: values.peopleAffected.trim() === '' ? null : typedNumber(values.peopleAffected),
            reportedAt: fromLocalDateTime(values.reportedAt),
            peopleToldAt: fromLocalDateTime(values.peopleToldAt),
          },
        }),
      )}
    >
      <TextField
        label={t`Discovered`}
        type="datetime-local"
        required
        helpText={t`The 72 hours count from here.`}
        error={errors.noticedAt?.message}
        {...register('noticedAt')}
      />
      <TextAreaField label={t`What happened`} required error={errors.whatHappened?.message} {...register('whatHappened')} />
      <TextAreaField label={t`Data affected`} required error={errors.dataConcerned?.message} {...register('dataConcerned')} />
      <TextField label={t`People affected`} inputMode="numeric" error={errors.peopleAffected?.message} {...register('peopleAffected')} />
      <TextAreaField label={t`Measures`} error={errors.measures?.message} {...register('measures')} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField
          label={t`Reported to the Commissioner`}
          type="datetime-local"
          error={errors.reportedAt?.message}
          {...register('reportedAt')}
        />
        <TextField label={t`People notified`} type="datetime-local" error={errors.peopleToldAt?.message} {...register('peopleToldAt')} />
      </SimpleGrid>
      <CheckboxField label={t({ message: 'Closed', context: 'breach' })} {...register('isClosed')} />
    </FormDialog>
  );
}
