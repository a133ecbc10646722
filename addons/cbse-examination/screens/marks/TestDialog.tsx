import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { typedNumber } from '@masomo/domain/typedNumber';
import { Button } from '@masomo/design-system';
import { SelectField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import type { Component, SheetId, Test } from '../../data/cbse.ts';
import { removeTest, saveTest } from '../../data/cbseCommands.ts';

const fieldsSchema = z.object({
  componentId: z.string().min(1, t`Choose what the test belongs to`),
  name: z
    .string()
    .trim()
    .min(1, t`Name the test`)
    .max(60, t`Use at most 60 characters`),
  maxScore: z
    .string()
    .transform(typedNumber)
    .pipe(
      z
        .number(t`Enter 1 to 1000`)
        .min(1, t`Enter 1 to 1000`)
        .max(1000, t`Enter 1 to 1000`),
    ),
});

type TestDialogProps = { sheet: SheetId; components: readonly Component[]; test?: Test; onClose: () => void };

/** Adds a test of a component, changes one, or removes one without marks. */
export function TestDialog({ sheet, components, test, onClose }: TestDialogProps) {
  const save = useCommand(saveTest, { invalidates: ['cbse'], onSuccess: onClose });
  const remove = useCommand(removeTest, { invalidates: ['cbse'], onSuccess: onClose });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(fieldsSchema),
    defaultValues: {
      componentId: test?.componentId ?? components[0]?.id ?? '',
      name: test?.name ?? '',
      maxScore: String(test?.maxScore ?? ''),
    },
  });
  return (
    <FormDialog
      title={test ? t`Edit ${test.name}` : t`Add test`}
      submitLabel={t`Save`}
      isBusy={save.isRunning || remove.isRunning}
      error={(save.error ?? remove.error)?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => save.run({ sheet, test: { ...fields, ...(test ? { id: test.id } : {}) } }))}
      extraActions={
        test && (
          <Button variant="outline" colorPalette="red" disabled={remove.isRunning} onClick={() => void remove.run(test.id)}>
            <Trans>Remove</Trans>
          </Button>
        )
      }
    >
      <SelectField
        label={t`Counts for`}
        required
        options={components.map(({ id, name, outOf }) => ({ value: id, label: t`${name}, ${outOf} marks` }))}
        error={errors.componentId?.message}
        {...register('componentId')}
      />
      <TextField label={t`Name`} required error={errors.name?.message} {...register('name')} />
      <TextField
        label={t`Out of`}
        required
        inputMode="decimal"
        helpText={t`Any maximum: the marks count as a share of it.`}
        error={errors.maxScore?.message}
        {...register('maxScore')}
      />
    </FormDialog>
  );
}
