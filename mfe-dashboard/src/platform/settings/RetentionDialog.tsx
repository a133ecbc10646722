import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { typedNumber } from '@masomo/domain/typedNumber';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { setRetention, type RetentionRule } from '@masomo/data/platform/retention';
import { Text, toaster } from '@masomo/design-system';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';

const monthsSchema = z.object({
  months: z
    .string()
    .transform(typedNumber)
    .pipe(
      z
        .number()
        .int()
        .min(1, t`At least 1 month`)
        .max(240, t`At most 240 months`),
    ),
});

/** Changes how long a kind of data is kept. */
export function RetentionDialog({ rule, onClose }: { rule: RetentionRule; onClose: () => void }) {
  const save = useCommand(setRetention, {
    invalidates: ['retention'],
    onSuccess: () => {
      toaster.success({ title: t`Retention period saved` });
      onClose();
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(monthsSchema), defaultValues: { months: String(rule.months) } });
  return (
    <FormDialog
      title={t`Change retention period`}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(({ months }) => save.run({ rule: rule.key, months }))}
    >
      <Text lang={rule.lang}>{rule.data}</Text>
      <TextField
        label={t`Months`}
        inputMode="numeric"
        required
        helpText={plural(rule.months, { one: 'Now # month', other: 'Now # months' })}
        error={errors.months?.message}
        {...register('months')}
      />
      {rule.ending === 'deleted' && (
        <Text color="fg.muted" fontSize="sm">
          <Trans>Anything older than the new period is deleted the following night and cannot be restored.</Trans>
        </Text>
      )}
    </FormDialog>
  );
}
