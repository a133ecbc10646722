import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import { announce } from '@masomo/data/announcements';
import { listClassNames, peopleKeys } from '@masomo/data/people';
import { SelectField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '../shared/FormDialog.tsx';

const announcementSchema = z.object({
  title: z.string().trim().min(1, 'Enter a title').max(160, 'Use at most 160 characters'),
  body: z.string().trim().min(1, 'Write the announcement').max(5000, 'Use at most 5,000 characters'),
  classId: z.string(),
});

/** A new announcement, for the whole school or one class. */
export function AnnouncementDialog({ schoolId, onClose }: { schoolId: string; onClose: () => void }) {
  const { data: classes = [] } = useQuery(peopleKeys.classNames(), listClassNames);
  const publish = useCommand(announce, { invalidates: ['announcements', 'overview'], onSuccess: onClose });
  const { register, handleSubmit, formState: { errors } } = useForm({ resolver: zodResolver(announcementSchema), defaultValues: { title: '', body: '', classId: '' } });
  return (
    <FormDialog
      title="New announcement" submitLabel="Publish" isBusy={publish.isRunning} error={publish.error?.message} onClose={onClose}
      onSubmit={handleSubmit(({ title, body, classId }) => publish.run({ schoolId, classId: classId || null, title, body }))}
    >
      <TextField label="Title" required error={errors.title?.message} {...register('title')} />
      <TextAreaField label="Announcement" rows={6} required error={errors.body?.message} {...register('body')} />
      <SelectField label="For" options={[{ value: '', label: 'Whole school' }, ...classes.map(({ id, name }) => ({ value: id, label: name }))]} {...register('classId')} />
    </FormDialog>
  );
}
