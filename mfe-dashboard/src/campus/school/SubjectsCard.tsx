import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { z } from 'zod';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { listSubjects, removeSubject, saveSubject, schoolSetupKeys, type Subject } from '@masomo/data/campus/schoolSetup';
import { toaster } from '@masomo/design-system';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { useVersionedSave } from '../../shared/conflicts/useVersionedSave.tsx';
import { FormDialog } from '@masomo/remote/FormDialog';
import { SetupCard } from './SetupCard.tsx';

/** Subjects of the school; a class's page decides who teaches them. */
export function SubjectsCard({ schoolId }: { schoolId: string }) {
  const { data: subjects, error, reload } = useQuery(schoolSetupKeys.subjects(schoolId), (db) => listSubjects(db, schoolId));
  const [edited, setEdited] = useState<Subject | 'new'>();
  const remove = useCommand(removeSubject, {
    invalidates: ['classes'],
    onError: (failure) => toaster.error(failureMessage(failure, t`The subject was not removed`)),
  });
  return (
    <SetupCard
      title={t`Subjects`}
      addLabel={t`Add subject`}
      removal={t`This permanently deletes the subject. A subject in use cannot be removed.`}
      rows={subjects}
      error={error}
      onRetry={reload}
      empty={{ title: t`No subjects yet`, text: t`Add the subjects your school teaches, then assign their teachers in each class.` }}
      header={[t`Subject`, t`Code`]}
      cells={(subject) => [subject.name, subject.code || t`None`]}
      isBusy={remove.isRunning}
      onAdd={() => setEdited('new')}
      onEdit={setEdited}
      onRemove={(subject) => void remove.run(subject.id)}
    >
      {edited && <SubjectDialog {...(edited === 'new' ? {} : { subject: edited })} onClose={() => setEdited(undefined)} />}
    </SetupCard>
  );
}

const subjectSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, t`Enter the subject name`)
    .max(80, t`Use at most 80 characters`),
  code: z
    .string()
    .trim()
    .max(12, t`Use at most 12 characters`),
});

function SubjectDialog({ subject, onClose }: { subject?: Subject; onClose: () => void }) {
  const defaultValues = { name: subject?.name ?? '', code: subject?.code ?? '' };
  const save = useVersionedSave((db, args) => saveSubject(db, { ...args, id: subject?.id }), {
    record: subject,
    schemas: subjectSchema.shape,
    defaultValues,
    fields: { name: t`Name`, code: t`Code` },
    invalidates: ['classes', 'class_subjects'],
    onSuccess: () => {
      toaster.success({ title: t`Subject saved` });
      onClose();
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(subjectSchema), defaultValues });
  return (
    <FormDialog
      title={subject ? t`Edit ${subject.name}` : t`Add subject`}
      submitLabel={subject ? t`Save` : t`Add subject`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(save.run)}
    >
      <TextField label={t`Name`} required autoComplete="off" error={errors.name?.message} {...register('name')} />
      <TextField label={t`Code`} helpText={t`As on report cards, for example BIO`} error={errors.code?.message} {...register('code')} />
      {save.conflictDialog}
    </FormDialog>
  );
}
