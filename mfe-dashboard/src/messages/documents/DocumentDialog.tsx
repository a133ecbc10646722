import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { getClient } from '@masomo/auth';
import { useCommand } from '@masomo/data';
import { changeDocument, documentReaders, documentTypes, maxDocumentBytes, type SchoolDocument } from '@masomo/data/messages/documents';
import { toaster } from '@masomo/design-system';
import { students } from '@masomo/data/people/personSources';
import { Controller, FieldFrame, FileInput, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { AudienceField } from '../shared/AudienceField.tsx';
import { useVersionedSave } from '../../shared/conflicts/useVersionedSave.tsx';
import { FormDialog } from '@masomo/remote/FormDialog';
import { PersonPicker } from '@masomo/remote/PersonPicker';
import { uploadDocument, type NewDocument } from '@masomo/data/messages/documentFiles';
import { atMostCharacters } from '../../shared/atMostCharacters.ts';

const fields = {
  title: z
    .string()
    .trim()
    .min(1, t`Enter a title`)
    .max(160, atMostCharacters(160)),
  audience: z.array(z.enum(documentReaders)).min(1, t`Choose at least one`),
};
const changeSchema = z.object(fields);
const newSchema = z.object({
  ...fields,
  studentId: z.string(),
  files: z
    .custom<FileList>()
    .refine((files) => files?.length === 1, t`Choose a file`)
    .refine((files) => (files?.[0]?.size ?? 0) <= maxDocumentBytes, t`Choose a file of at most 25 MB`)
    .refine((files) => files?.[0]?.size !== 0, t`This file is empty`),
});

/** Who reads it is chosen each time: nothing is shown to people whom nobody thought of. */
const nobody: SchoolDocument['audience'] = [];

export function NewDocumentDialog({ schoolId, onClose }: { schoolId: string; onClose: () => void }) {
  const send = useCommand(async (db, document: NewDocument) => uploadDocument(db, await getClient(), document), {
    invalidates: ['documents'],
    onSuccess: () => {
      toaster.success({ title: t`Document shared` });
      onClose();
    },
  });
  const {
    control,
    register,
    handleSubmit,
    setValue,
    getValues,
    formState: { errors },
  } = useForm({ resolver: zodResolver(newSchema), defaultValues: { title: '', audience: nobody, studentId: '' } });
  const nameAfterFile = (selected: FileList | null) => {
    if (selected?.[0] && !getValues('title')) setValue('title', selected[0].name.replace(/\.[^.]+$/, '').slice(0, 160));
  };
  return (
    <FormDialog
      title={t`Share a document`}
      submitLabel={t`Upload and share`}
      isBusy={send.isRunning}
      error={send.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(
        ({ title, audience, studentId, files }) =>
          files[0] && send.run({ schoolId, studentId, file: files[0], fields: { title, audience } }),
      )}
    >
      <FieldFrame
        label={t`File`}
        required
        error={errors.files?.message}
        helpText={t`PDF, Word, Excel, PowerPoint, text or a picture, up to 25 MB`}
      >
        {(control) => (
          <FileInput
            {...control}
            accept={documentTypes}
            {...register('files', { onChange: (event: { target: HTMLInputElement }) => nameAfterFile(event.target.files) })}
          />
        )}
      </FieldFrame>
      <TextField label={t`Title`} required error={errors.title?.message} {...register('title')} />
      <AudienceField readers={documentReaders} error={errors.audience?.message} field={register('audience')} />
      <Controller
        control={control}
        name="studentId"
        render={({ field: { value, onChange, ref } }) => (
          <PersonPicker
            label={t`For one student only`}
            source={students}
            value={value}
            onChoose={(person) => onChange(person?.id ?? '')}
            placeholder={t`No, everyone chosen above`}
            helpText={t`Only this student’s family then sees it.`}
            ref={ref}
          />
        )}
      />
    </FormDialog>
  );
}

export function ChangeDocumentDialog({ document, onClose }: { document: SchoolDocument; onClose: () => void }) {
  const defaultValues = { title: document.title, audience: document.audience };
  const save = useVersionedSave((db, args) => changeDocument(db, { ...args, id: document.id }), {
    record: document,
    schemas: changeSchema.shape,
    defaultValues,
    fields: { title: t`Title`, audience: t`Visible to` },
    invalidates: ['documents'],
    onSuccess: () => {
      toaster.success({ title: t`Document saved` });
      onClose();
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(changeSchema), defaultValues });
  return (
    <FormDialog
      title={t`Edit ${document.title}`}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(save.run)}
    >
      <TextField label={t`Title`} required error={errors.title?.message} {...register('title')} />
      <AudienceField readers={documentReaders} error={errors.audience?.message} field={register('audience')} />
      {save.conflictDialog}
    </FormDialog>
  );
}
