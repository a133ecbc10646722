import { useDeferredValue, useState } from 'react';
import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import { listStudents, peopleKeys } from '@masomo/data/people';
import { addRecord, recordKinds } from '@masomo/data/schoolLife';
import { SelectField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '../shared/FormDialog.tsx';

const recordSchema = z.object({
  studentId: z.string().min(1, 'Choose a student'),
  kind: z.enum(recordKinds),
  summary: z.string().trim().min(1, 'Write what happened').max(160, 'Use at most 160 characters'),
  details: z.string().trim().max(3000, 'Use at most 3,000 characters'),
});

/** A new record of a learner. */
export function RecordDialog({ schoolId, onClose }: { schoolId: string; onClose: () => void }) {
  const [search, setSearch] = useState('');
  const filter = { search: useDeferredValue(search), sort: { column: 'last_name', descending: false }, page: 0, pageSize: 50 };
  const { data: students } = useQuery(peopleKeys.students(filter), (db) => listStudents(db, filter), { keepPreviousData: true });
  const add = useCommand(addRecord, { invalidates: ['records', 'overview'], onSuccess: onClose });
  const { register, handleSubmit, formState: { errors } } = useForm({
    resolver: zodResolver(recordSchema), defaultValues: { studentId: '', kind: 'behaviour' as const, summary: '', details: '' },
  });
  return (
    <FormDialog
      title="Add record" submitLabel="Add record" isBusy={add.isRunning} error={add.error?.message} onClose={onClose}
      onSubmit={handleSubmit((fields) => add.run({ schoolId, ...fields }))}
    >
      <TextField label="Find student" value={search} onChange={(event) => setSearch(event.currentTarget.value)} helpText="Name or admission number" />
      <SelectField
        label="Student" required error={errors.studentId?.message}
        options={[{ value: '', label: 'Choose' }, ...(students?.rows ?? []).map((student) => ({ value: student.id, label: `${student.name} (${student.admissionNumber})` }))]} {...register('studentId')}
      />
      <SelectField label="Kind" options={recordKinds.map((kind) => ({ value: kind, label: kind[0]?.toUpperCase() + kind.slice(1) }))} {...register('kind')} />
      <TextField label="Summary" required error={errors.summary?.message} {...register('summary')} />
      <TextAreaField label="Details" error={errors.details?.message} {...register('details')} />
    </FormDialog>
  );
}
