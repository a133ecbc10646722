import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { addRecord, changeRecord, recordKinds, recordReaders, type StudentRecord } from '@masomo/data/people/studentRecords';
import { SimpleGrid, toaster } from '@masomo/design-system';
import { students } from '@masomo/data/people/personSources';
import { Controller, SelectField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { useVersionedSave } from '../../shared/conflicts/useVersionedSave.tsx';
import { FormDialog } from '@masomo/remote/FormDialog';
import { PersonPicker } from '@masomo/remote/PersonPicker';
import { recordKindLabels, recordReaderLabels, defaultReaders } from '../../shared/recordLabels.ts';
import { today } from '@masomo/remote/schoolDay';

const fieldSchema = z.object({
  kind: z.enum(recordKinds),
  visibleTo: z.enum(recordReaders),
  happenedOn: z
    .string()
    .min(1, t`Enter the date`)
    .refine((day) => day <= today(), t`Choose today or an earlier date`),
  summary: z
    .string()
    .trim()
    .min(1, t`Enter a summary`)
    .max(160, t`Use at most 160 characters`),
  details: z
    .string()
    .trim()
    .max(3000, t`Use at most 3,000 characters`),
});
const recordSchema = fieldSchema.extend({ studentId: z.string().min(1, t`Choose a student`) });

type RecordDialogProps = {
  schoolId: string;
  record?: StudentRecord;
  /** Student of a new record; without it one is chosen in the form. */ student?: { id: string; name: string };
  onClose: () => void;
};

const invalidates = ['records', 'overview'];

export function RecordDialog({ schoolId, record, student, onClose }: RecordDialogProps) {
  const onSuccess = () => {
    toaster.success({ title: t`Record saved` });
    onClose();
  };
  const defaultValues: z.infer<typeof recordSchema> = record ?? {
    studentId: student?.id ?? '',
    kind: 'behaviour',
    visibleTo: defaultReaders.behaviour,
    happenedOn: today(),
    summary: '',
    details: '',
  };
  const add = useCommand(addRecord, { invalidates, onSuccess });
  const change = useVersionedSave((db, args) => changeRecord(db, { ...args, id: record?.id ?? '' }), {
    record,
    schemas: fieldSchema.shape,
    defaultValues,
    fields: {
      kind: { label: t`Kind`, show: (kind) => recordKindLabels[kind] },
      happenedOn: t`Date`,
      summary: t`Summary`,
      details: t`Details`,
      visibleTo: { label: t`Visible to`, show: (readers) => recordReaderLabels[readers] },
    },
    invalidates,
    onSuccess,
  });
  const {
    control,
    register,
    handleSubmit,
    setValue,
    formState: { errors, dirtyFields },
  } = useForm({
    resolver: zodResolver(recordSchema),
    defaultValues,
  });
  const applyDefaultReaders = (value: string) => {
    const kind = recordKinds.find((known) => known === value);
    if (kind && !record && !dirtyFields.visibleTo) setValue('visibleTo', defaultReaders[kind]);
  };
  return (
    <FormDialog
      title={record ? t`Record for ${record.student}` : student ? t`Add record for ${student.name}` : t`Add record`}
      submitLabel={record ? t`Save` : t`Add record`}
      isBusy={add.isRunning || change.isRunning}
      error={(add.error ?? change.error)?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(({ studentId, ...fields }) => (record ? change.run(fields) : add.run({ schoolId, studentId, fields })))}
    >
      {!record && !student && (
        <Controller
          control={control}
          name="studentId"
          render={({ field: { value, onChange, ref } }) => (
            <PersonPicker
              label={t`Student`}
              required
              source={students}
              value={value}
              onChoose={(person) => onChange(person?.id ?? '')}
              error={errors.studentId?.message}
              ref={ref}
            />
          )}
        />
      )}
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <SelectField
          label={t`Kind`}
          options={recordKinds.map((kind) => ({ value: kind, label: recordKindLabels[kind] }))}
          {...register('kind', { onChange: (event: { target: { value: string } }) => applyDefaultReaders(event.target.value) })}
        />
        <TextField label={t`Date`} type="date" required max={today()} error={errors.happenedOn?.message} {...register('happenedOn')} />
      </SimpleGrid>
      <TextField label={t`Summary`} required error={errors.summary?.message} {...register('summary')} />
      <TextAreaField label={t`Details`} error={errors.details?.message} {...register('details')} />
      <SelectField
        label={t`Visible to`}
        options={recordReaders.map((readers) => ({ value: readers, label: recordReaderLabels[readers] }))}
        {...register('visibleTo')}
      />
      {change.conflictDialog}
    </FormDialog>
  );
}
