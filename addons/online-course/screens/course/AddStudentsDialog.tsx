import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Db, useCommand, useQuery } from '@masomo/data';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { listClassStudents } from '../../data/classStudents.ts';
import { toaster } from '@masomo/design-system';
import { SelectField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { addStudents } from '../../data/courseCommands.ts';
import type { Course } from '../../data/courses.ts';
import { StudentsField, type ChosenStudent } from '@masomo/remote/StudentsField';

/** Puts students into a course: a whole class, or one by one. */
export function AddStudentsDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const [students, setStudents] = useState<ChosenStudent[]>([]);
  const [classId, setClassId] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { data: classes } = useQuery(peopleKeys.classNames(), listClassNames);
  const add = useCommand(
    async (db: Db, chosen: { classId: string; studentIds: string[] }) => {
      const ofClass = chosen.classId ? await listClassStudents(db, chosen.classId) : [];
      const studentIds = [...new Set([...chosen.studentIds, ...ofClass])];
      return studentIds.length === 0 ? 0 : addStudents(db, { courseId: course.id, studentIds });
    },
    {
      invalidates: ['courses'],
      onSuccess: (count) => {
        toaster.success({ title: plural(count, { one: '# student added', other: '# students added' }) });
        onClose();
      },
    },
  );
  const offered = (classes ?? []).filter(({ id }) => !course.classId || id === course.classId);
  return (
    <FormDialog
      title={t`Add students`}
      submitLabel={t`Add`}
      isBusy={add.isRunning}
      error={add.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setIsSubmitted(true);
        if (classId || students.length > 0) void add.run({ classId, studentIds: students.map(({ id }) => id) });
      }}
    >
      <SelectField
        label={t`A whole class`}
        options={[{ value: '', label: t`None` }, ...offered.map(({ id, name }) => ({ value: id, label: name }))]}
        value={classId}
        onChange={(event) => setClassId(event.currentTarget.value)}
        helpText={t`Students and families are told that they are in the course.`}
      />
      <StudentsField
        chosen={students}
        onChange={setStudents}
        error={isSubmitted && !classId && students.length === 0 ? t`Choose a class or a student` : undefined}
      />
    </FormDialog>
  );
}
