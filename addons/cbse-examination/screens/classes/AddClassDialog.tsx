import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useSession } from '@masomo/auth';
import { useCommand, useQuery } from '@masomo/data';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { listTerms, schoolKeys } from '@masomo/data/platform/schools';
import { SelectField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import type { Scheme } from '../../data/cbse.ts';
import { cbseKeys } from '../../data/cbse.ts';
import { addYearClass } from '../../data/cbseCommands.ts';

const fieldsSchema = z.object({
  classId: z.string().min(1, t`Choose a class`),
  schemeId: z.string().min(1, t`Choose a scheme`),
  firstTermId: z.string().min(1, t`Choose the first term`),
  lastTermId: z.string().min(1, t`Choose the last term`),
});

/** Has a class examined by a scheme from its first to its last term of a year. */
export function AddClassDialog({ schemes, onClose }: { schemes: readonly Scheme[]; onClose: () => void }) {
  const schoolId = useSession().user?.schoolId ?? '';
  const { data: classes } = useQuery(peopleKeys.classNames(), listClassNames);
  const { data: terms } = useQuery(schoolId ? schoolKeys.terms(schoolId) : null, (db) => listTerms(db, schoolId));
  const add = useCommand(addYearClass, { invalidates: [cbseKeys.classes()[0]], onSuccess: onClose });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(fieldsSchema),
    defaultValues: { classId: '', schemeId: schemes[0]?.id ?? '', firstTermId: '', lastTermId: '' },
  });
  const choices = (rows: readonly { id: string; name: string }[] = []) => [
    { value: '', label: t`Choose` },
    ...rows.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <FormDialog
      title={t`Add class`}
      submitLabel={t`Add class`}
      isBusy={add.isRunning}
      error={add.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => add.run(fields))}
    >
      <SelectField label={t`Class`} required options={choices(classes)} error={errors.classId?.message} {...register('classId')} />
      <SelectField label={t`Scheme`} required options={choices(schemes)} error={errors.schemeId?.message} {...register('schemeId')} />
      <SelectField
        label={t`First term of the year`}
        required
        options={choices(terms)}
        error={errors.firstTermId?.message}
        {...register('firstTermId')}
      />
      <SelectField
        label={t`Last term of the year`}
        required
        helpText={t`Each subject of the class gets the tests of the scheme. Its teachers can add others.`}
        options={choices(terms)}
        error={errors.lastTermId?.message}
        {...register('lastTermId')}
      />
    </FormDialog>
  );
}
