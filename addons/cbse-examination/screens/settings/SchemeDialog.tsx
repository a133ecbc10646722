import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCommand } from '@masomo/data';
import { Button, HStack, Stack } from '@masomo/design-system';
import { TextField, useFieldArray, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import type { Scheme } from '../../data/cbse.ts';
import { saveScheme } from '../../data/cbseCommands.ts';
import { schemeSchema, schemeValues } from './schemeSchema.ts';

/** Adds a scheme, or changes one: rows without a name are left out. */
export function SchemeDialog({ scheme, onClose }: { scheme?: Scheme; onClose: () => void }) {
  const save = useCommand(saveScheme, { invalidates: ['cbse'], onSuccess: onClose });
  const {
    register,
    control,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(schemeSchema), defaultValues: schemeValues(scheme) });
  const components = useFieldArray({ control, name: 'components', keyName: 'key' });
  const areas = useFieldArray({ control, name: 'areas', keyName: 'key' });
  return (
    <FormDialog
      title={scheme ? t`Edit ${scheme.name}` : t`Add scheme`}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => save.run({ ...fields, ...(scheme ? { id: scheme.id } : {}) }))}
    >
      <TextField label={t`Name`} required error={errors.name?.message} {...register('name')} />
      <TextField
        label={t`Weights of the terms`}
        required
        helpText={t`Percent of each term, such as 50, 50. Enter 100 where the year is examined as a whole.`}
        error={errors.weights?.message}
        {...register('weights')}
      />
      <Stack as="fieldset" gap="2">
        <legend>{t`What makes up a hundred marks`}</legend>
        {components.fields.map((field, index) => (
          <HStack key={field.key} align="flex-start" gap="2">
            <TextField
              label={t`Name ${index + 1}`}
              error={errors.components?.[index]?.name?.message}
              {...register(`components.${index}.name`)}
            />
            <TextField
              label={t`Marks`}
              inputMode="decimal"
              error={errors.components?.[index]?.outOf?.message}
              {...register(`components.${index}.outOf`)}
            />
            <TextField
              label={t`Best tests`}
              inputMode="numeric"
              placeholder={t`all`}
              error={errors.components?.[index]?.bestOf?.message}
              {...register(`components.${index}.bestOf`)}
            />
          </HStack>
        ))}
        <Button
          size="xs"
          variant="outline"
          alignSelf="start"
          onClick={() => components.append({ id: '', name: '', outOf: '', bestOf: '' })}
        >
          <Trans>Add a row</Trans>
        </Button>
      </Stack>
      <TextField
        label={t`Grades and their lowest marks`}
        required
        helpText={t`Such as A1 91, A2 81, B1 71, E 0. The last one begins at 0.`}
        error={errors.bands?.message}
        {...register('bands')}
      />
      <Stack as="fieldset" gap="2">
        <legend>{t`Co-scholastic areas`}</legend>
        {areas.fields.map((field, index) => (
          <TextField
            key={field.key}
            label={t`Area ${index + 1}`}
            error={errors.areas?.[index]?.name?.message}
            {...register(`areas.${index}.name`)}
          />
        ))}
        <Button size="xs" variant="outline" alignSelf="start" onClick={() => areas.append({ id: '', name: '' })}>
          <Trans>Add an area</Trans>
        </Button>
      </Stack>
      <TextField
        label={t`Grades of co-scholastic areas`}
        required
        helpText={t`Best first, such as A, B, C.`}
        error={errors.areaGrades?.message}
        {...register('areaGrades')}
      />
    </FormDialog>
  );
}
