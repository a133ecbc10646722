import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import { behaviourKeys, listBehaviourCategories } from '../../data/behaviour.ts';
import { recordBehaviour, type NewFollowUp } from '../../data/behaviourCommands.ts';
import { addonSettingKeys, getAddonSettings } from '@masomo/data/addons/addonSettings';
import { SimpleGrid, toaster } from '@masomo/design-system';
import { CheckboxField, SelectField, TextAreaField, TextField, useForm, useWatch, zodResolver } from '@masomo/design-system/forms';
import { newId } from '@masomo/domain/secureContext';
import { FormDialog } from '@masomo/remote/FormDialog';
import { FollowUpFields, isComplete, newFollowUp } from './FollowUpFields.tsx';
import { StudentsField, type ChosenStudent } from '@masomo/remote/StudentsField';
import { formatPoints, kindLabels } from './behaviourLabels.ts';
import { today } from '@masomo/remote/schoolDay';

const longest = 2000;
const tooLong = t`Use at most 2,000 characters`;
const recordSchema = z.object({
  categoryId: z.string().min(1, t`Choose a merit or incident`),
  happenedOn: z
    .string()
    .min(1, t`Enter the date`)
    .refine((day) => day <= today(), t`Choose today or an earlier date`),
  note: z.string().trim().max(longest, tooLong),
  agreed: z.string().trim().max(longest, tooLong),
  isShared: z.boolean(),
});

type RecordDialogProps = { student?: ChosenStudent; onClose: () => void };

/** Records a merit or an incident; `requestId` makes repeated submissions record it once. */
export function RecordDialog({ student, onClose }: RecordDialogProps) {
  const [requestId] = useState(newId);
  const [students, setStudents] = useState<ChosenStudent[]>(student ? [student] : []);
  const [followUp, setFollowUp] = useState<NewFollowUp | null>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { data: all, error } = useQuery(behaviourKeys.categories(), listBehaviourCategories);
  const feature = 'addon:behaviour-records';
  const { data: settings } = useQuery(addonSettingKeys.of(feature), (db) => getAddonSettings(db, feature));
  const categories = all?.filter(({ isActive }) => isActive) ?? [];
  const {
    register,
    handleSubmit,
    control,
    setValue,
    setError,
    formState: { errors, dirtyFields },
  } = useForm({
    resolver: zodResolver(recordSchema),
    defaultValues: { categoryId: '', happenedOn: today(), note: '', agreed: '', isShared: false },
  });
  const categoryId = useWatch({ control, name: 'categoryId' });
  const kind = categories.find(({ id }) => id === categoryId)?.kind;
  const record = useCommand(recordBehaviour, {
    invalidates: ['behaviour'],
    onSuccess: (count) => {
      toaster.success({ title: plural(count, { one: 'Recorded for # student', other: 'Recorded for # students' }) });
      onClose();
    },
    onError: (failure) => {
      if (failure.field === 'note') setError('note', { message: failure.userMessage }, { shouldFocus: true });
    },
  });
  const choose = (id: string) => {
    const chosen = categories.find((category) => category.id === id);
    if (!dirtyFields.isShared) setValue('isShared', chosen?.kind === 'merit' && settings?.['share_merits'] !== false);
  };
  return (
    <FormDialog
      title={student ? t`Record for ${student.name}` : t`Record behaviour`}
      submitLabel={t`Record`}
      isBusy={record.isRunning}
      error={error?.userMessage ?? (record.error?.field === 'note' ? undefined : record.error?.userMessage)}
      onClose={onClose}
      onSubmit={(event) => {
        setIsSubmitted(true);
        return handleSubmit((fields) => {
          if (students.length > 0 && (!followUp || isComplete(followUp)))
            void record.run({ requestId, studentIds: students.map(({ id }) => id), ...fields, followUp });
        })(event);
      }}
    >
      {!student && (
        <StudentsField
          chosen={students}
          onChange={setStudents}
          error={isSubmitted && students.length === 0 ? t`Choose a student` : undefined}
        />
      )}
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <SelectField
          label={t`Merit or incident`}
          required
          error={errors.categoryId?.message}
          options={[
            { value: '', label: t`Choose` },
            ...categories.map(({ id, name, kind: of, points }) => ({
              value: id,
              label: `${kindLabels[of]}: ${name} (${formatPoints(points)})`,
            })),
          ]}
          {...register('categoryId', { onChange: (event: { target: { value: string } }) => choose(event.target.value) })}
        />
        <TextField label={t`Date`} type="date" required max={today()} error={errors.happenedOn?.message} {...register('happenedOn')} />
      </SimpleGrid>
      <TextAreaField label={t`What happened`} required={kind === 'incident'} error={errors.note?.message} {...register('note')} />
      <TextAreaField label={t`Agreement`} error={errors.agreed?.message} {...register('agreed')} />
      <CheckboxField
        label={t`Share with the family`}
        helpText={t`The family sees what happened and the agreement, and is notified.`}
        {...register('isShared')}
      />
      <CheckboxField
        label={t`Plan a follow-up`}
        checked={followUp !== null}
        onChange={(event) => setFollowUp(event.currentTarget.checked ? newFollowUp() : null)}
      />
      {followUp && (
        <FollowUpFields value={followUp} onChange={setFollowUp} studentIds={students.map(({ id }) => id)} showsErrors={isSubmitted} />
      )}
    </FormDialog>
  );
}
