import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { createAnnouncement, announcementReaders, changeAnnouncement, type Announcement } from '@masomo/data/messages/announcements';
import type { Role } from '@masomo/domain/roles';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { fromLocalDateTime, timeZonePlace, toDateTimeInput } from '@masomo/domain/time';
import { toaster } from '@masomo/design-system';
import { SelectField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { AudienceField } from '../shared/AudienceField.tsx';
import { useVersionedSave } from '../../shared/conflicts/useVersionedSave.tsx';
import { FormDialog } from '@masomo/remote/FormDialog';
import { atMostCharacters } from '../../shared/atMostCharacters.ts';

const announcementSchema = z.object({
  title: z
    .string()
    .trim()
    .min(1, t`Enter a title`)
    .max(160, atMostCharacters(160)),
  body: z
    .string()
    .trim()
    .min(1, t`Write the announcement`)
    .max(5000, atMostCharacters(5_000)),
  classId: z.string(),
  audience: z.array(z.enum(announcementReaders)).min(1, t`Choose at least one`),
  publishAt: z.string().refine((value) => !value || fromLocalDateTime(value) !== null, t`Enter a date and a time`),
});

/** A teacher's "whole school" would sound like their classes only. */
const wholeSchoolLabels: Partial<Record<Role, string>> = { teacher: t`Everyone at the school` };

/** Who reads it is chosen each time: nothing is shown to people whom nobody thought of. */
const nobody: Announcement['audience'] = [];

type AnnouncementDialogProps = { schoolId: string; announcement?: Announcement; onClose: () => void };

export function AnnouncementDialog({ schoolId, announcement, onClose }: AnnouncementDialogProps) {
  const { user } = useSession();
  const { data: classes } = useQuery(peopleKeys.classNames(), listClassNames);
  const isPublished = announcement !== undefined && new Date(announcement.publishedAt) <= new Date();
  const defaultValues = {
    title: announcement?.title ?? '',
    body: announcement?.body ?? '',
    classId: announcement?.classId ?? '',
    audience: announcement?.audience ?? nobody,
    publishAt: announcement && !isPublished ? toDateTimeInput(announcement.publishedAt) : '',
  };
  const save = useVersionedSave(
    (db, { fields: { publishAt, classId, ...texts }, read }) => {
      const now = announcement && !isPublished ? new Date().toISOString() : null;
      const fields = { ...texts, classId: classId || null, publishedAt: publishAt ? fromLocalDateTime(publishAt) : now };
      return announcement ? changeAnnouncement(db, { id: announcement.id, fields, read }) : createAnnouncement(db, { schoolId, fields });
    },
    {
      record: announcement,
      schemas: announcementSchema.shape,
      defaultValues,
      fields: {
        title: t`Title`,
        body: t`Announcement`,
        classId: { label: t`For`, show: (id) => classes?.find((known) => known.id === id)?.name ?? t`Whole school` },
        audience: t`Visible to`,
        publishAt: {
          label: t`Publish at`,
          column: 'published_at',
          fromStored: (stored) => (isPublished ? '' : toDateTimeInput(String(stored))),
        },
      },
      invalidates: ['announcements', 'overview', 'notifications'],
      onSuccess: () => {
        toaster.success({ title: t`Announcement saved` });
        onClose();
      },
    },
  );
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(announcementSchema),
    defaultValues,
  });
  return (
    <FormDialog
      title={announcement ? t`Edit announcement` : t`New announcement`}
      submitLabel={announcement ? t`Save` : t`Publish`}
      isBusy={save.isRunning}
      isDisabled={!classes}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(save.run)}
    >
      <TextField label={t`Title`} required error={errors.title?.message} {...register('title')} />
      <TextAreaField label={t`Announcement`} rows={6} required error={errors.body?.message} {...register('body')} />
      {classes ? (
        <SelectField
          label={t`For`}
          options={[
            { value: '', label: (user && wholeSchoolLabels[user.role]) ?? t`Whole school` },
            ...classes.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...register('classId')}
        />
      ) : (
        <TextField label={t`For`} value="Loading..." readOnly />
      )}
      <AudienceField readers={announcementReaders} error={errors.audience?.message} field={register('audience')} />
      {!isPublished && (
        <TextField
          label={t`Publish at`}
          type="datetime-local"
          helpText={t`Leave blank to publish now (${timeZonePlace()} time)`}
          error={errors.publishAt?.message}
          {...register('publishAt')}
        />
      )}
      {save.conflictDialog}
    </FormDialog>
  );
}
