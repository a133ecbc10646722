import { plural, t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { toaster } from '@masomo/design-system';
import { SelectField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { numberClass } from '../../data/readerCommands.ts';

const fieldsSchema = z.object({ classId: z.string().min(1, t`Choose a class`) });

/** Gives the students of a class the next free numbers, before their fingers are enrolled. */
export function NumberClassDialog({ onClose }: { onClose: () => void }) {
  const { data: classes } = useQuery(peopleKeys.classNames(), listClassNames);
  const give = useCommand(numberClass, {
    invalidates: ['readers'],
    onSuccess: ({ given, withoutConsent }) => {
      onClose();
      toaster.success({
        title: t`${plural(given, { one: '# number', other: '# numbers' })} given`,
        ...(withoutConsent > 0 && {
          description: t`The guardians of ${plural(withoutConsent, { one: '# student', other: '# students' })} have not agreed. Give them cards for the gate.`,
        }),
      });
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(fieldsSchema), defaultValues: { classId: '' } });
  const choices = [{ value: '', label: t`Choose` }, ...(classes ?? []).map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <FormDialog
      title={t`Number a class`}
      submitLabel={t`Give numbers`}
      isBusy={give.isRunning}
      error={give.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(({ classId }) => give.run(classId))}
    >
      <SelectField
        label={t`Class`}
        required
        helpText={t`Students without a number, whose guardians have agreed, get the next free ones by name.`}
        options={choices}
        error={errors.classId?.message}
        {...register('classId')}
      />
    </FormDialog>
  );
}
